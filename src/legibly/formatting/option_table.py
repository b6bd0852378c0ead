"""What can be chosen from outside, as facts: the options of the command line and of the server are
made from this table.

Files of the user's are a kind of their own: the command line takes their paths, the server what
stands in them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from legibly.languages import DEFAULT_LANGUAGE
from legibly.subtitles.rules import SPEAKER_STYLES

Default = str | int | float | bool | None


class OptionKind(Enum):
    SWITCH = "switch"
    TEXT = "text"
    CHOICE = "choice"
    WHOLE = "whole number"
    NUMBER = "number"
    MODEL = "model"  # an installed one; on the command line also a folder
    TABLE = "table"  # a file of the user's with a row a line
    FILE = "file"  # any other file of the user's
    MASK = "mask"  # a name of what is masked, or a file of words


@dataclass(frozen=True)
class OptionFact:
    """One option. `name` is what `load` calls it, `flag` what is typed, without its dashes."""

    name: str
    help: str
    kind: OptionKind = OptionKind.TEXT
    flag: str = ""
    default: Default = None
    shown: bool = False  # whether the help says the default
    metavar: str | None = None
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    repeatable: bool = False
    short: str = ""
    contrary: bool = False  # a switch with a --no- form

    @property
    def typed(self) -> str:
        """As it is typed behind two dashes."""
        return self.flag or self.name.replace("_", "-")


_SWITCH, _CHOICE, _TABLE = OptionKind.SWITCH, OptionKind.CHOICE, OptionKind.TABLE

INPUT_OPTIONS = (
    OptionFact(
        "from_format", "Format of the input (default: guessed).", flag="from", metavar="FORMAT"
    ),
    OptionFact(
        "encoding", "Encoding of the input (default: UTF-8; UTF-16 by its mark).", metavar="NAME"
    ),
    OptionFact(
        "skip_bad_lines",
        "Leave out lines that cannot be read, and say how many.",
        _SWITCH,
        default=False,
    ),
)

OUTPUT_OPTIONS = (
    OptionFact(
        "to_format",
        "Format of the output (default: by -o's ending, or text).",
        flag="to",
        metavar="FORMAT",
    ),
)

SPEAKER_OPTIONS = (
    OptionFact(
        "speakers",
        "Who spoke when, from a diarisation, for words with times.",
        OptionKind.FILE,
        metavar="FILE.rttm",
    ),
    OptionFact(
        "names",
        "A name for a speaker; may be repeated.",
        metavar="SPEAKER=NAME",
        repeatable=True,
    ),
)

SUBTITLE_OPTIONS = (
    OptionFact("preset", "Rules of subtitles: default, netflix or bbc.", metavar="NAME"),
    OptionFact(
        "line_width", "Characters a line (42).", OptionKind.WHOLE, metavar="N", low=8, high=200
    ),
    OptionFact("max_lines", "Lines a cue (2).", OptionKind.WHOLE, metavar="N", low=1, high=6),
    OptionFact("min_seconds", "Shortest cue (1).", OptionKind.NUMBER, metavar="S", low=0, high=10),
    OptionFact("max_seconds", "Longest cue (7).", OptionKind.NUMBER, metavar="S", low=1, high=60),
    OptionFact(
        "reading_speed",
        "Characters a second (20).",
        OptionKind.NUMBER,
        metavar="N",
        low=5,
        high=100,
    ),
    OptionFact(
        "gap", "Seconds between cues (0.08).", OptionKind.NUMBER, metavar="S", low=0, high=2
    ),
    OptionFact(
        "show_speakers",
        "Where the speaker changes, a dash or the name in the subtitle.",
        _CHOICE,
        choices=SPEAKER_STYLES[1:],
    ),
    OptionFact("word_times", "The time of each word inside WebVTT cues, as for karaoke.", _SWITCH),
)

MODEL_OPTIONS = (
    OptionFact(
        "model",
        "Model to use (default: the one of the language).",
        OptionKind.MODEL,
        metavar="NAME|FOLDER",
    ),
    OptionFact("language", "Language of the words (default: the model's).", metavar="CODE"),
)

FORMATTING_OPTIONS = (
    OptionFact("punctuation", "Restore marks.", _SWITCH, default=True, contrary=True),
    OptionFact("case", "Restore capitals.", _SWITCH, default=True, contrary=True),
    OptionFact(
        "numbers",
        "Write numbers, dates, times, money in digits.",
        _SWITCH,
        default=True,
        contrary=True,
    ),
    OptionFact("marks", "Marks that may be written, of , . ? ! : ; —", default=",.?!", shown=True),
    OptionFact(
        "sensitivity",
        "From 0, only marks that are certain, to 1, many marks.",
        OptionKind.NUMBER,
        default=0.5,
        shown=True,
        metavar="N",
        low=0,
        high=1,
    ),
    OptionFact(
        "digits_from",
        "Smallest plain number in digits.",
        OptionKind.WHOLE,
        default=10,
        shown=True,
    ),
    OptionFact(
        "units", "short: km, mph, GB.", _CHOICE, default="words", choices=("words", "short")
    ),
    OptionFact(
        "styles",
        "How numbers are written: hours=24, half=a.m., dates=dmy, thousands=none, "
        "percent=percent; repeatable.",
        flag="style",
        metavar="NAME=VALUE",
        repeatable=True,
    ),
    OptionFact("lexicon", "Your spellings, one a line: iPhone.", _TABLE),
    OptionFact("rules", "Your table: spoken<TAB>written[<TAB>cost].", _TABLE),
    OptionFact("keep", "Words and phrases never to touch, one a line.", _TABLE),
    OptionFact("grammars", "Your own stack of grammars (docs/guide/numbers.md).", OptionKind.FILE),
    OptionFact(
        "beam",
        "Give up readings that score N less; n-gram models need it.",
        OptionKind.NUMBER,
        metavar="N",
    ),
    OptionFact(
        "redo",
        "Strip marks and capitals that are there and restore anew.",
        _SWITCH,
        default=False,
    ),
    OptionFact(
        "contractions",
        "Put apostrophes back that were not heard: dont is don't.",
        _SWITCH,
        default=False,
    ),
    OptionFact(
        "quotes",
        "Quotation marks around what somebody is reported to have said.",
        _SWITCH,
        default=False,
    ),
    OptionFact(
        "spoken_marks",
        'Dictation: "comma", "full stop", "new paragraph" become what they name.',
        _SWITCH,
        default=False,
    ),
    OptionFact(
        "mask",
        "What nobody is to read: profanity, cards, phones, emails, or a file of words; "
        "repeatable. Masked in every output.",
        OptionKind.MASK,
        metavar="WHAT|FILE",
        repeatable=True,
    ),
    OptionFact(
        "fillers",
        "um, uh; drop is --disfluencies fillers.",
        _CHOICE,
        default="keep",
        shown=True,
        choices=("keep", "drop"),
    ),
    OptionFact(
        "disfluencies",
        "drop: fillers, and what was said again or begun anew (I I don't).",
        _CHOICE,
        default="keep",
        shown=True,
        choices=("keep", "fillers", "drop"),
    ),
)

STREAM_OPTIONS = (
    OptionFact(
        "max_delay",
        "Words a token may wait, or 'none'.",
        default="4",
        shown=True,
        metavar="WORDS",
    ),
    OptionFact(
        "hold_numbers",
        "Let a number finish beyond --max-delay: $412,000.",
        _SWITCH,
        default=False,
    ),
    OptionFact(
        "max_wait",
        "Seconds a token may wait (default: no limit).",
        OptionKind.NUMBER,
        metavar="SECONDS",
    ),
    OptionFact(
        "provisional",
        "Also write what is not firm yet, as such.",
        _SWITCH,
        default=True,
        contrary=True,
    ),
)

SCORE_OPTIONS = (
    OptionFact(
        "convention",
        "Marks: iwslt, gravano2, gravano4, luNg, fine.",
        default="iwslt",
        shown=True,
    ),
    OptionFact(
        "by_time",
        "Align by times as well as words; both sides need times.",
        _SWITCH,
        default=False,
    ),
    OptionFact(
        "accept_spoken",
        "Numbers: the spoken form that the reference lists is right too.",
        _SWITCH,
        default=False,
    ),
    OptionFact(
        "half_credit",
        "A wrong mark in the right place is half right (Kim & Woodland 2003).",
        _SWITCH,
        default=False,
    ),
    OptionFact(
        "bootstrap",
        "Samples for 95 % intervals; 0 for none.",
        OptionKind.WHOLE,
        default=1000,
        shown=True,
    ),
    OptionFact(
        "language", "Language of the words.", default=DEFAULT_LANGUAGE, shown=True, metavar="CODE"
    ),
)
