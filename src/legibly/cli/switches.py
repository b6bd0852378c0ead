"""Options that several commands share."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from legibly.errors import UsageError
from legibly.languages import DEFAULT_LANGUAGE
from legibly.subtitles.rules import SPEAKER_STYLES

if TYPE_CHECKING:
    from legibly.subtitles.rules import CueRules
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


input_options = _stack(
    click.option(
        "--from", "from_format", metavar="FORMAT", help="Format of the input (default: guessed)."
    ),
    click.option(
        "--encoding",
        metavar="NAME",
        help="Encoding of the input (default: UTF-8; UTF-16 by its mark).",
    ),
    click.option(
        "--skip-bad-lines",
        is_flag=True,
        help="Leave out lines that cannot be read, and say how many.",
    ),
)

output_options = _stack(
    click.option(
        "--to",
        "to_format",
        metavar="FORMAT",
        help="Format of the output (default: by -o's ending, or text).",
    ),
    click.option(
        "-o",
        "--output",
        metavar="PATH",
        help="File to write, or folder for several (default: stdout).",
    ),
)

speaker_options = _stack(
    click.option(
        "--speakers",
        metavar="FILE.rttm",
        help="Who spoke when, from a diarisation, for words with times.",
    ),
    click.option(
        "--names",
        multiple=True,
        metavar="SPEAKER=NAME",
        help="A name for a speaker; may be repeated.",
    ),
)

subtitle_options = _stack(
    click.option("--preset", metavar="NAME", help="Rules of subtitles: default, netflix or bbc."),
    click.option(
        "--line-width", type=click.IntRange(8, 200), metavar="N", help="Characters a line (42)."
    ),
    click.option("--max-lines", type=click.IntRange(1, 6), metavar="N", help="Lines a cue (2)."),
    click.option(
        "--min-seconds", type=click.FloatRange(0, 10), metavar="S", help="Shortest cue (1)."
    ),
    click.option(
        "--max-seconds", type=click.FloatRange(1, 60), metavar="S", help="Longest cue (7)."
    ),
    click.option(
        "--reading-speed",
        type=click.FloatRange(5, 100),
        metavar="N",
        help="Characters a second (20).",
    ),
    click.option(
        "--gap", type=click.FloatRange(0, 2), metavar="S", help="Seconds between cues (0.08)."
    ),
    click.option(
        "--show-speakers",
        type=click.Choice(SPEAKER_STYLES[1:]),
        help="Where the speaker changes, a dash or the name in the subtitle.",
    ),
    click.option(
        "--word-times",
        is_flag=True,
        default=None,
        help="The time of each word inside WebVTT cues, as for karaoke.",
    ),
)
SUBTITLE_OPTIONS = (
    "preset",
    "line_width",
    "max_lines",
    "min_seconds",
    "max_seconds",
    "reading_speed",
    "gap",
    "show_speakers",
    "word_times",
)


def chosen_cue_rules(settings: dict[str, Any]) -> CueRules | None:
    """The rules of subtitles from the options of `subtitle_options`; None where none was given."""
    if all(value is None for value in settings.values()):
        return None
    from legibly.subtitles.rules import choose_cue_rules

    return choose_cue_rules(
        settings["preset"],
        line_width=settings["line_width"],
        lines=settings["max_lines"],
        min_seconds=settings["min_seconds"],
        max_seconds=settings["max_seconds"],
        speed=settings["reading_speed"],
        gap=settings["gap"],
        speakers=settings["show_speakers"],
        word_times=settings["word_times"],
    )


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


format_options = _stack(
    click.option(
        "--model", metavar="NAME|FOLDER", help="Model to use (default: the one of the language)."
    ),
    click.option(
        "--language",
        metavar="CODE",
        help="Language of the words (default: the model's).",
    ),
    click.option("--punctuation/--no-punctuation", default=True, help="Restore marks."),
    click.option("--case/--no-case", default=True, help="Restore capitals."),
    click.option(
        "--numbers/--no-numbers", default=True, help="Write numbers, dates, times, money in digits."
    ),
    click.option(
        "--marks",
        default=",.?!",
        show_default=True,
        help="Marks that may be written, of , . ? ! : ; —",
    ),
    click.option(
        "--digits-from",
        type=int,
        default=10,
        show_default=True,
        help="Smallest plain number in digits.",
    ),
    click.option(
        "--units",
        type=click.Choice(["words", "short"]),
        default="words",
        help="short: km, mph, GB.",
    ),
    click.option(
        "--style",
        "styles",
        multiple=True,
        metavar="NAME=VALUE",
        help="How numbers are written: hours=24, half=a.m., dates=dmy, thousands=none, "
        "percent=percent; repeatable.",
    ),
    click.option(
        "--lexicon", type=click.Path(path_type=Path), help="Your spellings, one a line: iPhone."
    ),
    click.option(
        "--rules",
        type=click.Path(path_type=Path),
        help="Your table: spoken<TAB>written[<TAB>cost].",
    ),
    click.option(
        "--keep",
        type=click.Path(path_type=Path),
        help="Words and phrases never to touch, one a line.",
    ),
    click.option(
        "--grammars",
        type=click.Path(path_type=Path),
        help="Your own stack of grammars (docs/guide/numbers.md).",
    ),
    click.option(
        "--beam",
        type=float,
        metavar="N",
        help="Give up readings that score N less; n-gram models need it.",
    ),
    click.option(
        "--redo", is_flag=True, help="Strip marks and capitals that are there and restore anew."
    ),
    click.option(
        "--contractions",
        is_flag=True,
        default=False,
        help="Put apostrophes back that were not heard: dont is don't.",
    ),
    click.option(
        "--quotes",
        is_flag=True,
        default=False,
        help="Quotation marks around what somebody is reported to have said.",
    ),
    click.option(
        "--spoken-marks",
        is_flag=True,
        default=False,
        help='Dictation: "comma", "full stop", "new paragraph" become what they name.',
    ),
    click.option(
        "--mask",
        multiple=True,
        metavar="WHAT|FILE",
        help="What nobody is to read: profanity, cards, phones, emails, or a file of words; "
        "repeatable. Masked in every output.",
    ),
    click.option(
        "--fillers",
        type=click.Choice(["keep", "drop"]),
        default="keep",
        show_default=True,
        help="um, uh; drop is --disfluencies fillers.",
    ),
    click.option(
        "--disfluencies",
        type=click.Choice(["keep", "fillers", "drop"]),
        default="keep",
        show_default=True,
        help="drop: fillers, and what was said again or begun anew (I I don't).",
    ),
)


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
