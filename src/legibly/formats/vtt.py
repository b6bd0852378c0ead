"""WebVTT: cues with voice tags (`<v Chair>`), settings, and times inside them
(`<00:00:01.200>`).
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from typing import TextIO

from legibly.errors import DataError, at
from legibly.files.source import Source
from legibly.formats.carries import Carries
from legibly.formats.clock import CLOCK, clock, clock_text
from legibly.formats.cue_text import CueWords, cue_times, one_recording, without_rolling
from legibly.formats.line_speakers import find_names, listed, split_name
from legibly.formats.registry import Format
from legibly.subtitles.cues import Cue
from legibly.subtitles.rules import PRESETS, CueRules
from legibly.transcript import Transcript

_TAG = re.compile(r"<(/?)([^<>\s.]*)((?:\.[^<>\s]*)?)(?:\s+([^<>]*))?>")
_READING = re.compile(r"<rt[^<>]*>.*?(?:</rt>|(?=</ruby>)|$)", re.S)
_DATA = re.compile(r"data:\w+/|[A-Za-z0-9+/=]{500}|\S+#xywh=[\w:.,]+$")


def _blocks(source: Source) -> Iterator[tuple[int, tuple[float, float], list[str]]]:
    """Cues as they stand: the line, the times, the lines of text. Notes, styles and regions are
    passed over.
    """
    first = True
    block: list[tuple[int, str]] = []
    for number, line in [*_with_end(source)]:
        if first:
            first = False
            if not line.startswith("WEBVTT"):
                raise DataError(
                    f"{source.name}:1: found {line[:40]!r}; expected WEBVTT in the first line"
                )
            block = [(number, line)]
        elif line:
            if "-->" in line and any("-->" in text for _, text in block):  # no blank line between
                yield from _cue(block, source)
                block = []
            block.append((number, line))
        else:
            yield from _cue(block, source)
            block = []


def _cue(
    block: list[tuple[int, str]], source: Source
) -> Iterator[tuple[int, tuple[float, float], list[str]]]:
    found = next((i for i, (_, text) in enumerate(block) if "-->" in text), None)
    if found is None:
        head = block[0][1] if block else "NOTE"
        if not re.match(r"(WEBVTT|NOTE|STYLE|REGION|X-TIMESTAMP)", head):
            source.repaired("a block without times left out")
        return

    number, line = block[found]
    times = cue_times(line, number, source, thousandths=True)
    if times is not None:
        _refuse_metadata(block[found + 1 :], source)
        yield number, times, [text for _, text in block[found + 1 :]]


def _refuse_metadata(payload: list[tuple[int, str]], source: Source) -> None:
    """A track may hold JSON or pictures for a program; nobody said that."""
    text = "".join(line for _, line in payload).strip()
    if _DATA.match(text) or (text[:1] in "{[" and _is_json(text)):
        raise DataError(
            at(source.name, payload[0][0], "a track of metadata; expected cues of spoken text")
        )


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _with_end(source: Source) -> Iterator[tuple[int, str]]:
    number = 0
    for number, line in source.lines():
        for part in line.split("\r"):
            yield number, part
    if number:
        yield number + 1, ""


def _plain(text: str) -> str:
    return html.unescape(_TAG.sub("", _READING.sub("", text)))


def vtt_cues(source: Source) -> Iterator[Cue]:
    for _, times, lines in _blocks(source):
        yield Cue(*times, tuple(_plain(line) for line in lines))


def read_vtt(source: Source) -> Iterator[Transcript]:
    words = CueWords(source)

    def walk() -> Iterator[object]:
        blocks = ((times, lines) for _, times, lines in _blocks(source))
        cues = list(without_rolling(blocks, _plain, source))
        names = find_names(_plain(lines[0]) for _, lines in cues)
        if names:
            source.repaired(f"names before the text read as speakers: {listed(names)}")
        current: str | None = None  # who was named last goes on speaking
        for (start, end), lines in cues:
            for speaker, stretches in _voices("\n".join(_without_readings(lines, source))):
                if stretches and speaker is None and names:
                    named, rest = split_name(stretches[0][1], names)
                    speaker = current = named or current
                    stretches = [(stretches[0][0], rest), *stretches[1:]]
                words.add(stretches, start, end, speaker)
            yield None

    yield from words.builder.parts(walk())


def _without_readings(lines: list[str], source: Source) -> list[str]:
    """Without ruby: what is written small over a word says how to read it."""
    if not any("<rt" in line for line in lines):
        return lines
    source.repaired("readings over words (ruby) left out")
    return [_READING.sub("", line) for line in lines]


def _voices(text: str) -> Iterator[tuple[str | None, list[tuple[float | None, str]]]]:
    """The text of each voice in a cue, cut at the times inside it."""
    speaker: str | None = None
    stretches: list[tuple[float | None, str]] = []
    begin: float | None = None
    position = 0
    for match in _TAG.finditer(text):
        between = html.unescape(text[position : match.start()])
        position = match.end()
        if between:
            stretches.append((begin, between))
            begin = None
        if match[2] == "v" and not match[1]:
            if any(part.strip() for _, part in stretches):
                yield speaker, stretches
            stretches = []
            speaker = html.unescape(match[4] or "").strip() or None
        elif CLOCK.fullmatch(match[2] + match[3]):
            begin = clock(match[2] + match[3])

    stretches.append((begin, html.unescape(text[position:])))
    if any(part.strip() for _, part in stretches):
        yield speaker, stretches


def write_vtt(
    parts: Iterator[Transcript], out: TextIO, rules: CueRules = PRESETS["default"]
) -> None:
    out.write("WEBVTT\n")
    for cue in one_recording(parts, "WebVTT", rules):
        out.write(cue_block(cue))


def cue_block(cue: Cue) -> str:
    voice = f"<v {_escape(' '.join(cue.speaker.split()))}>" if cue.speaker is not None else ""
    lines = "\n".join(_timed_lines(cue) if cue.timed else map(_escape, cue.lines))
    return f"\n{clock_text(cue.start, '.')} --> {clock_text(cue.end, '.')}\n{voice}{lines}\n"


def _timed_lines(cue: Cue) -> Iterator[str]:
    """Before each word the time at which it begins; times rise, and lie inside the cue."""
    reached, until = round(cue.start * 1000), round(cue.end * 1000)
    for line in cue.timed:
        drawn = ""
        for start, text in line:
            space = " " if text[:1] == " " else ""
            if reached < round(start * 1000) < until:
                drawn += f"{space}<{clock_text(start, '.')}>{_escape(text.removeprefix(' '))}"
                reached = round(start * 1000)
            else:
                drawn += _escape(text)
        yield drawn


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


FORMATS = (
    Format(
        "vtt",
        "WebVTT subtitles",
        (".vtt",),
        read_vtt,
        write_vtt,
        lambda opening: opening.startswith("WEBVTT"),
        write_cues=write_vtt,
        cues=vtt_cues,
        carries=frozenset({Carries.MARKS, Carries.CUE_TIMES, Carries.SPEAKERS}),
        carries_by_rules=frozenset({Carries.WORD_TIMES}),
    ),
)
