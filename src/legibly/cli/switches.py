"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


def _stack(*decorators: Callable[[Any], Any]) -> Callable[[Command], Command]:
    def decorate(command: Command) -> Command:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return decorate


reading = _stack(
    click.option("--from", "from_format", metavar="FORMAT", help="Format of the input (default: guessed)."),
    click.option("--encoding", metavar="NAME", help="Encoding of the input (default: UTF-8; UTF-16 by its mark)."),
    click.option("--skip-bad-lines", is_flag=True, help="Leave out lines that cannot be read, and say how many."),
)

writing = _stack(
    click.option(
        "--to", "to_format", metavar="FORMAT", help="Format of the output (default: by -o's ending, or text)."
    ),
    click.option("-o", "--output", metavar="PATH", help="File to write, or folder for several (default: stdout)."),
)

formatting = _stack(
    click.option("--model", metavar="NAME|FOLDER", help="Model to use (default: the one of the language)."),
    click.option("--language", metavar="CODE", help="Language of the words: en, pt, es, zh (default: the model's)."),
    click.option("--punctuation/--no-punctuation", default=True, help="Restore marks."),
    click.option("--case/--no-case", default=True, help="Restore capitals."),
    click.option("--numbers/--no-numbers", default=True, help="Write numbers in digits (no model has grammars yet)."),
    click.option("--marks", default=",.?!", show_default=True, help="Marks that may be written, of , . ? ! : ; —"),
    click.option("--digits-from", type=int, default=10, show_default=True, help="Smallest number in digits."),
    click.option("--lexicon", type=click.Path(path_type=Path), help="Your spellings, one a line: iPhone."),
    click.option("--rules", type=click.Path(path_type=Path), help="Your table: spoken<TAB>written[<TAB>cost]."),
    click.option("--redo", is_flag=True, help="Strip marks and capitals that are there and restore anew."),
    click.option("--fillers", type=click.Choice(["keep", "drop"]), default="keep", show_default=True, help="um, uh."),
)


def chosen_format(output: str | None, to_format: str | None) -> str | None:
    """An ending that was typed says more than a format from the settings file."""
    source = click.get_current_context().get_parameter_source("to_format")
    from_settings = source is click.core.ParameterSource.DEFAULT_MAP
    return None if from_settings and output not in (None, "-") else to_format
