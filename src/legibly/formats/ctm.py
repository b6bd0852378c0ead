"""CTM, NIST's time-marked words: `recording channel start duration word [confidence [type
[speaker]]]`.

`;;` begins a comment. Alternatives stand between `<ALT_BEGIN>`, `<ALT>` and `<ALT_END>`; the first
is what was heard, and `@` is an empty one. Written tokens of several words take one line with their
joint time.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TextIO

from legibly.errors import DataError
from legibly.files.source import Source
from legibly.formats.alternatives import Branches, branches_by_start
from legibly.formats.carries import Carries
from legibly.formats.parts import PartBuilder
from legibly.formats.registry import Format
from legibly.formats.sniffing import first_lines, most_fit
from legibly.formats.word_checks import check_times, parse_confidence
from legibly.transcript import Token, Transcript, Word

DEFAULT_CHANNEL = "1"
_NO_CONFIDENCE = frozenset({"NA", "na", "-", "<NA>"})
_LINE = re.compile(r"^\S+[ \t]+\S{1,2}[ \t]+[\d.*]+[ \t]+[\d.*]+[ \t]+\S+", re.M)


class _Row(NamedTuple):
    recording: str
    channel: str
    word: Word


def read_ctm(source: Source) -> Iterator[Transcript]:
    reader = _Reader(source)
    for number, line in source.lines():
        if not line or line.startswith(";;") or line.isspace():
            continue
        # No-break spaces may be part of a token, so split at ASCII blanks only.
        fields = line.split() if line.isascii() else [f for f in re.split(r"[ \t]+", line) if f]
        if len(fields) >= 5 and fields[4].startswith("<ALT"):
            if reader.recording != (fields[0], fields[1]):
                yield from reader.finish()
                reader.begin(fields[0], fields[1])
            reader.alternative(number, fields[4])
            continue
        row = _parse(number, fields, source, reader.labels)
        if row is None:
            continue
        if reader.recording != (row.recording, row.channel):
            yield from reader.finish()
            reader.begin(row.recording, row.channel)
        if reader.add(row.word):
            yield reader.builder.take(continued=True)

    yield from reader.finish()


class _Reader:
    """Follows recordings and alternatives from line to line."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.labels: dict[tuple[str, ...], Mapping[str, object]] = {}
        self.recording: tuple[str, str] | None = None
        self.builder = PartBuilder(language=source.language)
        self.abbreviations = source.abbreviations
        self.first: int | None = None  # where the alternatives at hand begin
        self.last = 0
        self.branch: list[Word] | None = None

    def begin(self, recording: str, channel: str) -> None:
        self.recording = (recording, channel)
        self.builder = PartBuilder(recording, self.source.language)

    def add(self, word: Word) -> bool:
        """Whether a part is full and may be taken."""
        if self.branch is not None:
            if word.text != "@":
                self.branch.append(word)
            return False
        if self.first is None or word.text != "@":
            self.builder.add_written(word, self.abbreviations)
        return self.builder.full and self.first is None

    def alternative(self, number: int, sign: str) -> None:
        if sign == "<ALT_BEGIN>":
            self.first, self.branch = len(self.builder), None
        elif self.first is None:
            self.source.bad(number, f"{sign} without <ALT_BEGIN>")
        elif sign == "<ALT>":
            self._close_branch()
            self.branch = []
        elif sign == "<ALT_END>":
            self._close_branch()
            self.first = self.branch = None
        else:
            self.source.bad(
                number, f"unknown sign {sign}; expected <ALT_BEGIN>, <ALT> or <ALT_END>"
            )

    def _close_branch(self) -> None:
        assert self.first is not None
        if self.branch is None:
            self.last = len(self.builder)
        else:
            self.builder.add_alternative(self.first, self.last, tuple(self.branch))

    def finish(self) -> Iterator[Transcript]:
        if self.first is not None:
            self.source.bad(None, "<ALT_BEGIN> without <ALT_END>")
            self.first = self.branch = None
        if not self.builder.empty:
            yield self.builder.take(continued=False)


def _parse(
    number: int,
    fields: list[str],
    source: Source,
    labels: dict[tuple[str, ...], Mapping[str, object]],
) -> _Row | None:
    count = len(fields)
    if not 5 <= count <= 8:
        source.bad(
            number,
            f"{count} fields; expected 5 to 8: recording channel start duration word [confidence]",
        )
        return None

    try:
        # NIST writes * for the times of an empty alternative.
        start, duration = (
            (0.0, 0.0)
            if fields[4] == "@" and fields[2] == "*"
            else (float(fields[2]), float(fields[3]))
        )
        if not (0 <= start < math.inf and 0 <= duration < math.inf):
            raise ValueError
    except ValueError:
        source.bad(number, _wrong_time(fields))
        return None

    end = round(start + duration, 6)
    if wrong := check_times(start, end):
        source.bad(number, wrong)
        return None

    confidence = None
    if count > 5 and fields[5] not in _NO_CONFIDENCE:
        confidence = parse_confidence(fields[5], source)
    key = (fields[1],) if count < 7 else (fields[1], fields[6])
    if key not in labels:
        labels[key] = {"channel": fields[1], **({"type": fields[6]} if count > 6 else {})}
    speaker = fields[7] if count > 7 else None
    text = fields[4] if fields[4].isascii() else fields[4].replace("\u00a0", " ")
    word = Word(text, start, end, confidence, speaker, labels[key])
    return _Row(fields[0], fields[1], word)


def _wrong_time(fields: list[str]) -> str:
    """What is wrong with the start or, if that is fine, with the duration."""
    for position, name in ((2, "start"), (3, "duration")):
        place = f"(field {position + 1} of {len(fields)})"
        try:
            value = float(fields[position])
        except ValueError:
            return f"{name} {fields[position]!r} is not a number {place}"
        if not 0 <= value < math.inf:
            return (
                f"{name} {fields[position]} is "
                f"{'negative' if value < 0 else 'not a time in seconds'} {place}"
            )

    raise AssertionError("both times are fine")


def write_ctm(parts: Iterator[Transcript], out: TextIO) -> None:
    for part in parts:
        name = no_comment(_field(part.name or "unknown", "_"))
        branches = branches_by_start(part)
        ending: Branches | None = None
        for at in range(len(part.tokens) + 1):
            if ending is not None and at >= ending.last:
                _write_branches(name, part, ending, out)
                ending = None
            if at in branches:
                ending = branches[at]
                out.write(_sign(name, part, at, "<ALT_BEGIN>"))
                if ending.first == ending.last:
                    out.write(_sign(name, part, at, "@"))
                    _write_branches(name, part, ending, out)
                    ending = None
            if at < len(part.tokens) and part.tokens[at].written:
                out.write(_token_line(name, part, part.tokens[at]))


def _write_branches(name: str, part: Transcript, branches: Branches, out: TextIO) -> None:
    for branch in branches.alternatives:
        out.write(_sign(name, part, branches.first, "<ALT>"))
        if not branch.words:
            out.write(_sign(name, part, branches.first, "@"))
        for word in _timed(branch.words, part, branches):
            alone = Transcript((word,))
            out.write(_token_line(name, alone, alone.tokens[0]))
    out.write(_sign(name, part, branches.first, "<ALT_END>"))


def _timed(words: Sequence[Word], part: Transcript, branches: Branches) -> Iterator[Word]:
    """Words of an alternative; those without times share those of what they stand for."""
    span = part.tokens[branches.first : branches.last]
    start, end = part.times(Token("", span[0].first, span[-1].last)) if span else (None, None)
    for i, word in enumerate(words):
        if start is None or end is None or (word.start is not None and word.end is not None):
            yield word
        else:
            length = (end - start) / len(words)
            yield word._replace(
                start=round(start + i * length, 6), end=round(start + (i + 1) * length, 6)
            )


def _sign(name: str, part: Transcript, at: int, sign: str) -> str:
    return f"{name} {_channel(part, min(at, len(part.tokens) - 1))} * * {sign}\n"


def _channel(part: Transcript, at: int) -> str:
    return _channel_of(part.words[part.tokens[at].first]) if part.tokens else DEFAULT_CHANNEL


def _channel_of(word: Word) -> str:
    return _field(str(word.labels.get("channel", DEFAULT_CHANNEL)), "_")


def _token_line(name: str, part: Transcript, token: Token) -> str:
    start, end = part.times(token)
    if start is None or end is None:
        raise DataError(
            f"{name}: {token.written!r} (word {token.first}) has no time, and CTM needs one for "
            "every word; "
            "choose another format with --to"
        )

    text = _field(token.written)
    if text.startswith("<ALT"):  # a word like the signs of alternatives
        text = text.replace("<", "＜")
    first = part.words[token.first]
    channel = _channel_of(first)
    line = f"{name} {channel} {seconds(start)} {seconds(round(end - start, 6))} {text}"
    confidence = part.confidence(token)
    kind = first.labels.get("type")
    if confidence is None and kind is None and first.speaker is None:
        return line + "\n"

    line += f" {'NA' if confidence is None else format(confidence, '.12g')}"
    if kind is not None or first.speaker is not None:
        line += f" {'lex' if kind is None else _field(str(kind), '_')}"
    if first.speaker is not None:
        line += " " + _field(first.speaker, "_")
    return line + "\n"


def _field(text: str, blank: str = "\u00a0") -> str:
    """One field: blanks inside it would end it."""
    if text.isalnum():  # by far the most common
        return text
    return re.sub(r"\s", blank, text.replace("\0", "\ufffd")) or "_"


def no_comment(name: str) -> str:
    """A recording's name that opens no comment."""
    return f"_{name}" if name.startswith(";;") else name


def seconds(value: float) -> str:
    """Milliseconds as a rule, microseconds where they matter."""
    return f"{value:.3f}" if round(value, 3) == value else f"{value:.6f}"


def looks_like_ctm(opening: str) -> bool:
    lines = first_lines(opening)
    fitting = [line for line in lines if _LINE.match(line) and 5 <= len(line.split()) <= 8]
    # "see you at 5 30 pm" is not one: some time has a decimal point.
    return most_fit(fitting, lines) and any("." in "".join(line.split()[2:4]) for line in fitting)


_CARRIES = frozenset(
    {Carries.MARKS, Carries.WORD_TIMES, Carries.CONFIDENCE, Carries.SPEAKERS, Carries.ALTERNATIVES}
)
FORMATS = (
    Format(
        "ctm",
        "NIST time-marked words",
        (".ctm",),
        read_ctm,
        write_ctm,
        looks_like_ctm,
        carries=_CARRIES,
    ),
)
