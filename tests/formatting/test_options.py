from __future__ import annotations

import inspect
from dataclasses import fields
from pathlib import Path

import pytest

import legibly
from legibly.errors import UsageError
from legibly.formatting.options import Options, make_options, parse_marks


def test_marks_as_a_user_types_them() -> None:
    assert parse_marks(",.?") == (",", ".", "?")
    assert parse_marks(", - .") == (",", "—", ".")
    with pytest.raises(UsageError, match="unknown mark '%'; expected some of"):
        parse_marks(",%")


def test_keywords() -> None:
    assert make_options(marks=".", rules="r.tsv") == Options(marks=(".",), rules=Path("r.tsv"))
    with pytest.raises(UsageError, match="unknown option 'marx'; did you mean 'marks'"):
        make_options(marx=".")
    with pytest.raises(UsageError, match="fillers is 'lose'"):
        make_options(fillers="lose")
    with pytest.raises(UsageError, match="digits_from is -1"):
        make_options(digits_from=-1)


@pytest.mark.parametrize("styles", ["hours=24", ["hours=24"], {"hours": "24"}])
def test_styles_in_any_shape(styles: str | list[str] | dict[str, str]) -> None:
    assert make_options(styles=styles).style.hours == "24"


def test_load_has_every_option() -> None:
    parameters = inspect.signature(legibly.load).parameters
    assert set(parameters) - {"model"} == {field.name for field in fields(Options)}
    for name, parameter in parameters.items():
        assert f"\n    {name}: " in (inspect.getdoc(legibly.load) or "")
        assert parameter.annotation is not inspect.Parameter.empty


def test_load_has_the_defaults_of_the_options() -> None:
    assert legibly.load("en-baseline").options == Options()
