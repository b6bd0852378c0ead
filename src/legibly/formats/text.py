"""Plain text: read as words with the marks on them, written in the shapes people want.

A blank line ends a recording; a single line break is only a space, since recognisers break lines
anywhere. Chinese and Japanese characters are words of their own.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import TextIO

from legibly.drawing import needs_space, one_line, running_text
from legibly.errors import DataError
from legibly.files.source import MAX_WORD_CHARACTERS, OPENING_BYTES, Source
from legibly.formats.carries import Carries
from legibly.formats.line_speakers import Turns
from legibly.formats.line_times import LineTimes
from legibly.formats.parts import PartBuilder
from legibly.formats.registry import Format
from legibly.scripts import HAN
from legibly.transcript import Token, Transcript, Word, speaker_changes

_WRITTEN_WORD = re.compile(
    r"\[[^\[\]\s][^\[\]\n]{0,60}\]"  # [soft laughter]
    r"|<[^<>\s][^<>\n]{0,60}>"  # <unk>
    rf"|[“‘「『（《]*[{HAN}][，。？！：；、…—”’」』）》]*"
    rf"|[^\s{HAN}]+"
)
_JOINED = re.compile(r"(?<=\w)(—|--+|…|\.\.\.+)(?=\w)")
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n\s*")
_UNCLOSED_TAG = re.compile(r"[\[<][^\[\]<>\n]{0,60}$")


def written_words(text: str) -> Iterator[str]:
    """Written words and marks that stand alone."""
    for piece in _WRITTEN_WORD.findall(text):
        if "—" in piece or "--" in piece or "…" in piece or "..." in piece:
            yield from (part for part in _JOINED.split(piece) if part)
        else:
            yield piece


def read_line(text: str, source: Source) -> Transcript:
    """One line as a transcript of its own."""
    builder = PartBuilder(language=source.language)
    _add(builder, text, source)
    return builder.take(continued=False)


def read_string(text: str, language: str | None = None) -> Transcript:
    """All of a string as one transcript, whatever its lines."""
    return read_line(text, Source("<text>", io.BytesIO(), language=language))


def read_long_line(text: str, source: Source) -> Iterator[Transcript]:
    """The same for a line of any length, in parts."""
    return _read_running(
        Source(source.name, io.BytesIO(text.encode()), encoding="utf-8", language=source.language)
    )


def read_text(source: Source) -> Iterator[Transcript]:
    lines = source.opening.splitlines()
    lines = lines[:-1] if len(source.opening) >= OPENING_BYTES // 2 and len(lines) > 2 else lines
    times = LineTimes.of(lines)
    turns = Turns.of((times.split(line)[1] if times else line for line in lines), source)
    if turns or times:
        yield from _read_turns(source, turns, times)
    else:
        yield from _read_running(source)


def _read_turns(source: Source, turns: Turns, times: LineTimes | None) -> Iterator[Transcript]:
    """Lines that say who speaks, or when; all is one recording."""
    if times is not None:
        source.repaired("times at the beginnings of lines read as times")
    builder = PartBuilder(source.recording, source.language)
    waiting: float | None = None  # a time that stands alone is that of the next line
    for number, line in source.lines():
        start, rest = times.split(line) if times is not None else (None, line)
        if not rest.strip():
            waiting = waiting if start is None else start
            continue
        speaker, text = turns.of_line(rest)
        start = waiting if start is None else start
        pieces = list(written_words(text))
        waiting = None if pieces else start
        for i, piece in enumerate(pieces):
            labels = {"segment": number, **({"named": True} if turns.names else {})}
            word = Word(piece, start if i == 0 else None, None, None, speaker, labels)
            builder.add_written(word, source.abbreviations)
        if builder.full:
            yield builder.take(continued=True)
    if not builder.empty:
        yield builder.take(continued=False)


def _read_running(source: Source) -> Iterator[Transcript]:
    builder = PartBuilder(language=source.language)
    for chunk in _chunks(source):
        paragraphs = _BLANK_LINE.split(chunk)
        for i, paragraph in enumerate(paragraphs):
            if i > 0 and not builder.empty:
                yield builder.take(continued=False)
            _add(builder, paragraph, source)
            if builder.full:
                yield builder.take(continued=True)
    if not builder.empty:
        yield builder.take(continued=False)


def _add(builder: PartBuilder, text: str, source: Source) -> None:
    abbreviations = source.abbreviations
    for piece in written_words(text):
        builder.add_written(Word(piece), abbreviations)


def _chunks(source: Source) -> Iterator[str]:
    """Blocks cut where no word, tag or blank line is torn."""
    carry = ""
    for block in source.blocks():
        text = carry + block
        cut = _safe_cut(text)
        if len(text) - cut > 8 * MAX_WORD_CHARACTERS:
            raise DataError(
                f"{source.name}: {len(text) - cut} characters without a space; expected text"
            )
        if cut:
            yield text[:cut]
        carry = text[cut:]

    if carry:
        yield carry


def _safe_cut(text: str) -> int:
    cut = len(text)
    while cut and not text[cut - 1].isspace():
        cut -= 1
    if len(text) - cut > MAX_WORD_CHARACTERS:  # unspaced Chinese: before the last character
        return max((match.start() for match in re.finditer(f"[{HAN}]", text)), default=cut)
    while cut and text[cut - 1].isspace():
        cut -= 1
    tag = _UNCLOSED_TAG.search(text[:cut], max(0, cut - 64))
    return tag.start() if tag else cut


def _text_of(part: Transcript) -> str:
    """Running text; of one that had the names of speakers in it, a line a turn with the name."""
    if not any("named" in word.labels for word in part.words[:1]):
        return running_text(part.tokens)
    turns: list[list[Token]] = []
    for token in part.tokens:
        word = part.words[token.first]
        if not turns or speaker_changes(part.words[token.first - 1], word):
            turns.append([])
        turns[-1].append(token)
    drawn = []
    for turn in turns:
        name = part.words[turn[0].first].speaker
        drawn.append((f"{one_line(name)}: " if name else "") + running_text(turn))
    return "\n".join(drawn)


def write_text(parts: Iterator[Transcript], out: TextIO) -> None:
    """Running text, a blank line between recordings."""
    tail = ""  # what was written last of the recording at hand
    begun = False
    for part in parts:
        text = _text_of(part)
        if text and begun and not tail:
            out.write("\n")
        if text and tail and needs_space(tail, text):
            out.write(" ")
        out.write(text)
        tail = text[-1:] or tail
        begun = begun or bool(text)
        if not part.continued and tail:
            out.write("\n")
            tail = ""

    if tail:
        out.write("\n")


FORMATS = (
    Format(
        "text",
        "plain text; written as running text",
        (".txt",),
        read_text,
        write_text,
        carries=frozenset({Carries.MARKS}),
    ),
)
