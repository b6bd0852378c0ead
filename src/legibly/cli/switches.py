"""Options that several commands share."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from legibly.errors import UsageError
from legibly.formatting import option_table
from legibly.formatting.option_table import OptionFact, OptionKind
from legibly.languages import DEFAULT_LANGUAGE

if TYPE_CHECKING:
    from legibly.transcript import Transcript

TRAIN_EXTRA = "pip install 'legibly[train]'"
Command = TypeVar("Command", bound=Callable[..., Any])


class Finite(click.FloatRange):
    """A number within limits; neither nan nor infinity is one."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"{value} is not a number.", param, ctx)
        return number


def need_torch() -> None:
    """Trainers need what the rest does not."""
    try:
        import safetensors  # noqa: F401
        import torch  # noqa: F401
    except ImportError as error:
        raise UsageError(f"this trainer needs: {TRAIN_EXTRA} ({error})") from None


def _stack(*decorators: Callable[[Any], Any]) -> Callable[[Command], Command]:
    def decorate(command: Command) -> Command:
        for decorator in reversed(decorators):
            command = decorator(command)
        return command

    return decorate


def from_table(fact: OptionFact) -> Callable[[Command], Command]:
    """An option of the table as one of the command line."""
    names = [f"-{fact.short}"] if fact.short else []
    names.append(f"--{fact.typed}/--no-{fact.typed}" if fact.contrary else f"--{fact.typed}")
    settings: dict[str, Any] = {"help": fact.help, "show_default": fact.shown}
    if fact.kind is OptionKind.SWITCH:
        settings |= {"default": fact.default}
        settings |= {} if fact.contrary else {"is_flag": True}
    else:
        settings |= {"type": _click_type(fact), "metavar": fact.metavar}
        if fact.repeatable:
            settings["multiple"] = True
        elif fact.default is not None:
            settings["default"] = fact.default
    return click.option(*names, fact.name, **settings)


def _click_type(fact: OptionFact) -> Any:
    match fact.kind:
        case OptionKind.CHOICE:
            return click.Choice(fact.choices)
        case OptionKind.TABLE:
            return click.Path(path_type=Path)
        case OptionKind.FILE if fact.metavar is None:
            return click.Path(path_type=Path)
        case OptionKind.WHOLE if fact.high is not None:
            return click.IntRange(int(fact.low or 0), int(fact.high))
        case OptionKind.NUMBER if fact.high is not None:
            return click.FloatRange(fact.low, fact.high)
    return {OptionKind.WHOLE: int, OptionKind.NUMBER: float}.get(fact.kind, str)


def _options(facts: Iterable[OptionFact]) -> Callable[[Command], Command]:
    return _stack(*map(from_table, facts))


input_options = _options(option_table.INPUT_OPTIONS)
output_options = _stack(
    _options(option_table.OUTPUT_OPTIONS),
    click.option(
        "-o",
        "--output",
        metavar="PATH",
        help="File to write, or folder for several (default: stdout).",
    ),
)
speaker_options = _options(option_table.SPEAKER_OPTIONS)
subtitle_options = _options(option_table.SUBTITLE_OPTIONS)
model_options = _options(option_table.MODEL_OPTIONS)
formatting_options = _options(option_table.FORMATTING_OPTIONS)
format_options = _stack(model_options, formatting_options)
stream_options = _options(option_table.STREAM_OPTIONS)


def with_speakers(
    speakers: str | None, names: tuple[str, ...]
) -> Callable[[Iterable[Transcript]], Iterable[Transcript]]:
    """What `speaker_options` asks for, as a step between reading and writing."""
    if speakers is None and not names:
        return lambda parts: parts
    from legibly.files.source import open_source
    from legibly.formats.rttm import read_rttm
    from legibly.speakers import assign_speakers, read_names, rename_speakers

    given = read_names(names)
    turns = None
    if speakers is not None:
        with open_source(speakers) as source:
            turns = read_rttm(source)

    def transform(parts: Iterable[Transcript]) -> Iterable[Transcript]:
        parts = parts if turns is None else assign_speakers(parts, turns)
        return rename_speakers(parts, given) if given else parts

    return transform


def language_option(of: str = "text") -> Callable[[Command], Command]:
    """For commands that need no model."""
    return click.option(
        "--language",
        default=DEFAULT_LANGUAGE,
        show_default=True,
        metavar="CODE",
        help=f"Language of the {of}.",
    )


def chosen_model(model: str | None, language: str | None) -> str:
    """The model that was named, or the one of the language that was."""
    from legibly.model_folders.finding import model_of

    if model is not None or language is None:
        return model or DEFAULT_LANGUAGE
    return model_of(language)


def chosen_format(output: str | None, to_format: str | None) -> str | None:
    """An ending that was typed says more than a format from the settings file."""
    source = click.get_current_context().get_parameter_source("to_format")
    from_settings = source is click.core.ParameterSource.DEFAULT_MAP
    return None if from_settings and output not in (None, "-") else to_format
