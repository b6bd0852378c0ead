"""Praat's TextGrid, long and short: tiers of intervals, one a speaker or one of words among others.

Tiers of phones are passed over. An interval of several words has times only at its ends. Forced
aligners name their tiers `words`, or `speaker - words`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple, TextIO

from legibly.drawing import draw
from legibly.errors import DataError
from legibly.files.source import Source
from legibly.formats.carries import Carries
from legibly.formats.cue_text import CueWords
from legibly.formats.recognisers.collector import merge_runs
from legibly.formats.registry import Format
from legibly.formats.text import written_words
from legibly.timing import MAX_SECONDS
from legibly.transcript import Transcript, Word, join_recordings
from legibly.word_times import fill_times

_VALUE = re.compile(
    r'"((?:[^"]|"")*)"'  # a label
    r"|![^\n]*|\[\d*\]"  # a comment, a heading
    r"|<(exists|absent)>|(?<![\w.])(-?\d{1,400}(?:\.\d*)?(?:[eE][-+]?\d{1,3})?)(?![\w.])"
)
_PHONES = re.compile(r"\bphon(?:e|eme)s?\b|^segments?$|^(?:KAN-?)?MAU$", re.I)
_WORDS = re.compile(r"\b[Ww][Oo][Rr][Dd][Ss]?\b|^ORT(?:-|$)")
# What aligners write where nobody speaks: P2FA and FAVE, MFA, MAUS, Kaldi.
_SILENCES = frozenset({"sp", "sil", "<sil>", "{sl}", "<p:>", "<p>", "<eps>", "pau", "#", "<#>"})
MAX_INTERVALS = 5_000_000


class _Tier(NamedTuple):
    name: str
    intervals: list[tuple[float, float, str]]


def read_textgrid(source: Source) -> Iterator[Transcript]:
    tiers = list(_tiers(source))
    chosen = [tier for tier in tiers if not _is_phones(tier.name)] or tiers
    words = [tier for tier in chosen if _WORDS.search(tier.name)]
    chosen = words or chosen
    several = len(chosen) > 1
    for tier in tiers:
        if tier not in chosen:
            source.repaired(f"tier {tier.name[:40]!r} left out, another has the words")

    channels = []
    for tier in chosen:
        speaker = re.sub(r"\s*-?\s*\bwords?\b\s*$", "", tier.name, flags=re.I).strip() or None
        channels.append(
            list(_words(tier, speaker if several or speaker not in (None, tier.name) else None))
        )

    collected = CueWords(source)

    def walk() -> Iterator[object]:
        for word in merge_runs(channels):
            collected.builder.add_written(word, source.abbreviations)
            yield None

    yield from collected.builder.parts(walk())


def _is_phones(name: str) -> bool:
    """Of sounds, not of words: but a telephone speaks in words (`phone - words`)."""
    return bool(_PHONES.search(name)) and not re.search(r"\bwords?\s*$", name, re.I)


def _words(tier: _Tier, speaker: str | None) -> Iterator[Word]:
    for start, end, text in tier.intervals:
        found = list(written_words(text))
        for i, piece in enumerate(found):
            yield Word(
                piece,
                start if i == 0 else None,
                end if i + 1 == len(found) else None,
                None,
                speaker,
            )


def _tiers(source: Source) -> Iterator[_Tier]:
    text = source.document()
    if "TextGrid" not in text[:200]:
        raise DataError(f"{source.name}: no TextGrid in its head; expected a file that Praat wrote")

    # Long files say the same as short ones with names before the values.
    values = [
        match[1].replace('""', '"') if match[1] is not None else (match[2] or match[3])
        for match in _VALUE.finditer(text)
        if match.lastindex is not None
    ]
    values = values[2:] if len(values) > 1 and values[1] == "TextGrid" else values
    try:
        at = 2 + (values[2] in ("exists", "absent"))
        count = int(float(values[at]))
        at += 1
        for _ in range(count):
            kind, name, amount = values[at], values[at + 1], int(float(values[at + 4]))
            at += 5
            if not 0 <= amount <= MAX_INTERVALS:
                raise ValueError(f"{amount} intervals")
            size = 3 if kind == "IntervalTier" else 2
            if kind not in ("IntervalTier", "TextTier"):
                raise ValueError(f"a tier of the kind {kind[:40]!r}")
            rows = [values[at + size * i : at + size * (i + 1)] for i in range(amount)]
            at += size * amount
            if kind == "IntervalTier":
                yield _Tier(name, [_interval(row, source) for row in _spoken(rows, source)])
            else:
                source.repaired(f"tier of points {name[:40]!r} left out")
    except (IndexError, ValueError, OverflowError) as error:
        raise DataError(
            f"{source.name}: not a whole TextGrid ({error}); the file seems cut or damaged"
        ) from None


def _spoken(rows: list[list[str]], source: Source) -> Iterator[list[str]]:
    for row in rows:
        label = row[2].strip()
        if label.lower() in _SILENCES:
            source.repaired("labels of silence left out")
        elif label:
            yield row


def _interval(row: list[str], source: Source) -> tuple[float, float, str]:
    start, end = float(row[0]), float(row[1])
    if not start <= MAX_SECONDS or not end <= MAX_SECONDS:
        raise ValueError(f"a time of {row[0][:20]} to {row[1][:20]}")
    if start < 0 or end < start:
        source.repaired("an interval that ends before it begins, or before zero")
        start = max(0.0, start)
        end = max(start, end)
    return start, end, row[2]


def write_textgrid(parts: Iterator[Transcript], out: TextIO) -> None:
    """A tier a speaker. Intervals of a tier cannot overlap: a word begins at the earliest where the
    one before ends.
    """
    recordings = join_recordings(parts)
    recording = next(recordings, None) or Transcript(())
    if next(recordings, None) is not None:
        raise DataError("TextGrid holds one recording, here are several; convert them one by one")
    try:
        starts, ends = fill_times(recording.words)
    except DataError as error:
        raise DataError(
            f"{recording.name or 'recording'}: "
            f"{str(error).replace('subtitles need', 'TextGrid needs')}"
        ) from None

    rows = []
    for token in recording.tokens:
        if token.written:
            span = slice(token.first, token.last)
            rows.append((recording.speaker(token), min(starts[span]), max(ends[span]), draw(token)))

    last = max((end for _, _, end, _ in rows), default=0.0)
    tiers = [
        (speaker, [row[1:] for row in group])
        for speaker, group in groupby(
            sorted(rows, key=lambda row: (row[0] is not None, row[0] or "", row[1])),
            key=lambda row: row[0],
        )
    ]
    out.write('File type = "ooTextFile"\nObject class = "TextGrid"\n\n')
    out.write(f"xmin = 0\nxmax = {_number(last)}\ntiers? <exists>\nsize = {len(tiers)}\nitem []:\n")
    for number, (speaker, spans) in enumerate(tiers, 1):
        intervals = list(_without_overlap(spans, last))
        name = "words" if speaker is None else f"{speaker} - words"
        out.write(
            f'    item [{number}]:\n        class = "IntervalTier"\n        name = '
            f'"{_quote(name)}"\n'
        )
        out.write(
            f"        xmin = 0\n        xmax = {_number(last)}\n        intervals: size = "
            f"{len(intervals)}\n"
        )
        for i, (start, end, text) in enumerate(intervals, 1):
            out.write(
                f"        intervals [{i}]:\n            xmin = {_number(start)}\n            xmax "
                f"= {_number(end)}\n"
            )
            out.write(f'            text = "{_quote(text)}"\n')


def _without_overlap(
    spans: list[tuple[float, float, str]], last: float
) -> Iterator[tuple[float, float, str]]:
    """With empty intervals between; words that have no room of their own share the interval of the
    one before.
    """
    reached = 0.0
    held: tuple[float, float, str] | None = None
    for start, end, text in spans:
        begin = max(start, reached)
        if end <= begin and held is not None:
            held = held[0], held[1], f"{held[2]} {text}"
            continue
        if held is not None:
            yield held
        if begin > reached:
            yield reached, begin, ""
        held = (begin, max(end, begin), text)
        reached = max(end, begin)

    if held is not None:
        yield held
    if reached < last:
        yield reached, last, ""


def _quote(text: str) -> str:
    return text.replace('"', '""')


def _number(value: float) -> str:
    return f"{value:.6f}".rstrip("0").rstrip(".") or "0"


FORMATS = (
    Format(
        "textgrid",
        "Praat's TextGrid, a tier a speaker",
        (".textgrid",),
        read_textgrid,
        write_textgrid,
        lambda opening: "ooTextFile" in opening[:100] and "TextGrid" in opening[:200],
        carries=frozenset({Carries.MARKS, Carries.WORD_TIMES, Carries.SPEAKERS}),
    ),
)
