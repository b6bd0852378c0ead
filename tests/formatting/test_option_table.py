"""The table says what `load` takes, and the command line what the table says."""

from __future__ import annotations

import inspect

import click
import pytest

import legibly
from legibly.cli.main import cli
from legibly.cli.switches import from_table
from legibly.formatting import option_table
from legibly.formatting.option_table import FORMATTING_OPTIONS, OptionFact, OptionKind

TABLES = [table for name, table in vars(option_table).items() if name.endswith("_OPTIONS")]


def test_formatting_options_are_those_of_load_with_its_defaults() -> None:
    parameters = dict(inspect.signature(legibly.load).parameters)
    del parameters["model"]
    assert {fact.name for fact in FORMATTING_OPTIONS} == set(parameters)
    for fact in FORMATTING_OPTIONS:
        default = () if fact.repeatable else fact.default
        assert parameters[fact.name].default == default, fact.name


def test_commands_have_every_option_of_the_table() -> None:
    context = click.Context(cli)
    for name, tables in {
        "format": ("INPUT", "OUTPUT", "SPEAKER", "SUBTITLE", "MODEL", "FORMATTING"),
        "stream": ("STREAM", "SUBTITLE", "MODEL", "FORMATTING"),
    }.items():
        command = cli.get_command(context, name)
        assert command is not None
        known = {option.name for option in command.params}
        for table in tables:
            facts = getattr(option_table, f"{table}_OPTIONS")
            assert {fact.name for fact in facts} <= known, (name, table)


@pytest.mark.parametrize("fact", [fact for table in TABLES for fact in table], ids=lambda f: f.name)
def test_a_fact_makes_an_option_that_takes_its_default(fact: OptionFact) -> None:
    @click.command()
    @from_table(fact)
    def command(**settings: object) -> None:
        assert settings == {fact.name: () if fact.repeatable else fact.default}

    command.main([], standalone_mode=False)


def test_limits_hold_on_the_command_line() -> None:
    @click.command()
    @from_table(OptionFact("width", "Wide.", OptionKind.WHOLE, low=2, high=4))
    @from_table(OptionFact("gap", "Between.", OptionKind.NUMBER, low=0, high=1))
    def command(**settings: object) -> None: ...

    for arguments in (["--width", "5"], ["--gap", "1.5"], ["--width", "wide"]):
        with pytest.raises(click.BadParameter):
            command.main(arguments, standalone_mode=False)
