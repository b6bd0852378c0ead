"""SRT subtitles: a number, `00:00:01,000 --> 00:00:02,500`, lines of text, a blank line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TextIO

from legibly.files.source import Source
from legibly.formats.carries import Carries
from legibly.formats.clock import CLOCK, clock_text
from legibly.formats.cue_text import CueWords, cue_times, one_recording, without_rolling
from legibly.formats.line_speakers import Turns
from legibly.formats.registry import Format
from legibly.subtitles.cues import Cue
from legibly.subtitles.rules import PRESETS, CueRules
from legibly.transcript import Transcript

_WIDE = str.maketrans("<{", "＜｛")
_STYLE = re.compile(r"</?(?:i|b|u|s|font)(?:\s[^<>]*)?>|\{\\[^{}]*\}", re.I)


def srt_cues(source: Source) -> Iterator[Cue]:
    times: tuple[float, float] | None = None
    lines: list[str] = []
    waiting: str | None = None  # a line that may be the number of the next cue
    for number, line in ((n, part) for n, whole in source.lines() for part in whole.split("\r")):
        if "-->" in line and CLOCK.match(line.strip()):
            if times is not None:
                yield _cue(times, lines)
            elif waiting is not None and not waiting.strip().isdigit():
                source.bad(
                    number - 1,
                    f"found {waiting.strip()[:40]!r} before the first cue; expected its number",
                )
            lines, waiting = [], None
            times = cue_times(line, number, source)
        elif "-->" in line:
            cue_times(line, number, source)
        elif not line.strip():
            if waiting is not None:
                lines.append(waiting)
                waiting = None
        elif line.strip().isdigit():
            if waiting is not None:
                lines.append(waiting)
            waiting = line
        elif times is None:
            waiting = line if waiting is None else waiting
        else:
            if waiting is not None:
                lines.append(waiting)
                waiting = None
            lines.append(line)

    if waiting is not None:
        if times is None:
            source.bad(
                None,
                f"found {waiting.strip()[:40]!r} and no cue; expected 00:00:01,000 --> "
                "00:00:02,500",
            )
        lines.append(waiting)

    if times is not None:
        yield _cue(times, lines)


def _cue(times: tuple[float, float], lines: list[str]) -> Cue:
    return Cue(*times, tuple(_STYLE.sub("", line) for line in lines))


def read_srt(source: Source) -> Iterator[Transcript]:
    words = CueWords(source)

    def walk() -> Iterator[object]:
        raw = (((cue.start, cue.end), cue.lines) for cue in srt_cues(source))
        cues = list(without_rolling(raw, str, source))
        turns = Turns.of((line for _, lines in cues for line in lines), source)
        for (start, end), lines in cues:
            for speaker, text in turns.of_lines(lines):
                words.add([(None, text)], start, end, speaker)
            yield None

    yield from words.builder.parts(walk())


def _disarmed(line: str) -> str:
    """Text that looks like a time or a style, which SRT has no way to write."""
    line = line.replace("-->", "->")
    return _STYLE.sub(lambda style: style[0].translate(_WIDE), line)


def write_srt(
    parts: Iterator[Transcript], out: TextIO, rules: CueRules = PRESETS["default"]
) -> None:
    for number, cue in enumerate(one_recording(parts, "SRT", rules), 1):
        lines = "\n".join(map(_disarmed, cue.lines))
        out.write(
            f"{number}\n{clock_text(cue.start, ',')} --> {clock_text(cue.end, ',')}\n{lines}\n\n"
        )


def looks_like_srt(opening: str) -> bool:
    return bool(re.match(r"\s*\d+\s*\r?\n\s*\d+:\d\d:\d\d[,.]\d+\s*-->", opening))


FORMATS = (
    Format(
        "srt",
        "SubRip subtitles",
        (".srt",),
        read_srt,
        write_srt,
        looks_like_srt,
        write_cues=write_srt,
        cues=srt_cues,
        carries=frozenset({Carries.MARKS, Carries.CUE_TIMES}),
    ),
)
