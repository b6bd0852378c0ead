"""TTML subtitles (also DFXP, EBU-TT-D, IMSC): paragraphs with times, spans, line breaks, agents as
speakers.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import NamedTuple, TextIO
from xml.etree.ElementTree import Element
from xml.sax.saxutils import escape, quoteattr

from legibly.errors import DataError
from legibly.files.source import Source
from legibly.formats.carries import Carries
from legibly.formats.clock import clock_text
from legibly.formats.cue_text import CueWords
from legibly.formats.registry import Format
from legibly.formats.xml_reading import read_tree, say_unread, walk_text
from legibly.subtitles.cues import Cue
from legibly.subtitles.cutting import cut_cues
from legibly.subtitles.rules import PRESETS, CueRules
from legibly.timing import MAX_SECONDS
from legibly.transcript import Transcript, join_recordings

_CLOCK = re.compile(r"(\d{1,6}):(\d\d):(\d\d)(?:\.(\d+)|:(\d+)(?:\.\d+)?)?")
_OFFSET = re.compile(r"(\d{1,15}(?:\.\d{1,15})?)(h|m|s|ms|f|t)")

_RECORDING = "recording-"
_READINGS = {"text", "textContainer", "delimiter"}  # written small over a word: how to read it


class _Rates(NamedTuple):
    frames: float
    ticks: float


class _Paragraph(NamedTuple):
    start: float
    end: float
    speaker: str | None
    stretches: list[tuple[float | None, str]]


def _seconds(text: str, rates: _Rates) -> float | None:
    if match := _CLOCK.fullmatch(text.strip()):
        hours, minutes, seconds, fraction, frames = match.groups()
        rest = float(f"0.{fraction}") if fraction else int(frames or 0) / rates.frames
        return int(hours) * 3600 + int(minutes) * 60 + int(seconds) + rest

    if match := _OFFSET.fullmatch(text.strip()):
        unit = {
            "h": 3600.0,
            "m": 60.0,
            "s": 1.0,
            "ms": 0.001,
            "f": 1 / rates.frames,
            "t": 1 / rates.ticks,
        }[match[2]]
        return float(match[1]) * unit

    return None


def _number(text: str | None, default: float) -> float:
    try:
        found = float(text or default)
    except ValueError:
        return default
    return found if 0 < found < math.inf else default


def _root(source: Source) -> Element:
    root = read_tree(source)
    if root.tag != "tt":
        raise DataError(
            f"{source.name}: the root element is {root.tag!r}; expected tt, as TTML has"
        )
    return root


def _paragraphs(root: Element, source: Source) -> Iterator[list[_Paragraph]]:
    """A list for each recording; legibly writes several as divisions with names of their own."""
    frames = _number(root.get("frameRate"), 30.0)
    if multiplier := re.fullmatch(r"(\d+)\s+([1-9]\d*)", root.get("frameRateMultiplier", "")):
        frames *= int(multiplier[1]) / int(multiplier[2])
    ticks = frames if root.get("frameRate") else 1.0
    rates = _Rates(frames, _number(root.get("tickRate"), ticks))
    names = {}
    for agent in root.iter("agent"):
        text = next((name.text for name in agent.iter("name") if name.text), None)
        names[agent.get("id", "")] = (text or agent.get("id") or "").strip()

    found: list[_Paragraph] = []

    def timed(element: Element, begin: float, end: float | None) -> tuple[float, float | None]:
        first = _read(element, "begin", rates, source)
        last, length = _read(element, "end", rates, source), _read(element, "dur", rates, source)
        start = begin + (first or 0.0)
        if last is not None:
            return start, begin + last
        return (start, start + length) if length is not None else (start, end)

    def visit(element: Element, begin: float, end: float | None, agent: str | None) -> None:
        start, finish = timed(element, begin, end)
        said_by = element.get("agent", agent)
        if element.tag == "p":
            stretches = list(_stretches(element, start, finish, rates, source))
            spans = [
                timed(span, start, finish) for span in element.iter("span") if span.get("begin")
            ]
            if spans and element.get("begin") is None:  # all times are on the spans
                start = min(begin for begin, _ in spans)
            if spans and element.get("end") is None and element.get("dur") is None:
                finish = max((last for _, last in spans if last is not None), default=finish)
            found.append(
                _Paragraph(
                    start, max(start, finish or start), names.get(said_by or "", said_by), stretches
                )
            )
            return

        for child in element:
            visit(child, start, finish, said_by)

    body = root.find("body")
    if body is not None:
        say_unread(body, source, {"p", "metadata"})
        divisions = body.findall("div")
        apart = len(divisions) > 1 and all(
            item.get("id", "").startswith(_RECORDING) for item in divisions
        )
        groups = divisions if apart else [body]
        for group in groups:
            found = []
            visit(
                group,
                timed(body, 0.0, None)[0] if group is not body else 0.0,
                None,
                body.get("agent"),
            )
            if found:
                yield found


def _read(element: Element, key: str, rates: _Rates, source: Source) -> float | None:
    text = element.get(key)
    if text is None:
        return None
    seconds = _seconds(text, rates)
    if seconds is None or seconds > MAX_SECONDS:
        source.repaired(f"{key} is not a time, left out")
        return None
    return seconds


def _stretches(
    element: Element, start: float, end: float | None, rates: _Rates, source: Source
) -> Iterator[tuple[float | None, str]]:
    begin: float | None = None
    for item in walk_text(element):
        if isinstance(item, str):
            yield begin, re.sub(r"\s+", " ", item)
            begin = None if item.strip() else begin
        elif item.tag == "br":
            yield None, "\n"
        elif item.tag == "span" and item.get("ruby") in _READINGS:
            source.repaired("readings over words (ruby) left out")
        elif item.tag == "span":
            offset = _read(item, "begin", rates, source)
            inner = list(_stretches(item, start, end, rates, source))
            if offset is not None and inner:
                inner[0] = start + offset, inner[0][1]
            yield from inner
        elif "".join(item.itertext()).strip() and item.tag != "metadata":
            source.repaired(f"elements {item.tag[:30]!r} are not known, their text is kept")
            yield from _stretches(item, start, end, rates, source)


def ttml_cues(source: Source) -> Iterator[Cue]:
    for group in _paragraphs(_root(source), source):
        for item in group:
            text = "".join(part for _, part in item.stretches)
            lines = [" ".join(line.split()) for line in text.split("\n")]
            yield Cue(item.start, item.end, tuple(line for line in lines if line), item.speaker)


def read_ttml(source: Source) -> Iterator[Transcript]:
    root = _root(source)
    for group in _paragraphs(root, source):
        words = CueWords(source)
        if source.language is None:
            words.builder.language = (root.get("lang") or "")[:2].lower() or None

        def walk(group: list[_Paragraph] = group, words: CueWords = words) -> Iterator[object]:
            for item in group:
                words.add(item.stretches, item.start, item.end, item.speaker)
                yield None

        yield from words.builder.parts(walk())


def write_ttml(
    parts: Iterator[Transcript], out: TextIO, rules: CueRules = PRESETS["default"]
) -> None:
    """A division for each recording."""
    recordings = list(join_recordings(parts))
    names = sorted(
        {word.speaker for item in recordings for word in item.words if word.speaker is not None}
    )
    agents = {name: f"s{i}" for i, name in enumerate(names)}
    language = next((item.language for item in recordings if item.language), "")
    out.write(
        '<?xml version="1.0" encoding="UTF-8"?>\n<tt xmlns="http://www.w3.org/ns/ttml" '
        f'xmlns:ttm="http://www.w3.org/ns/ttml#metadata" xml:lang={quoteattr(language)}>\n'
    )
    if agents:
        out.write(" <head>\n  <metadata>\n")
        for name, key in agents.items():
            person = f'<ttm:name type="full">{_clean(name)}</ttm:name>'
            out.write(f'   <ttm:agent xml:id="{key}" type="person">{person}</ttm:agent>\n')
        out.write("  </metadata>\n </head>\n")

    out.write(" <body>\n")
    for number, recording in enumerate(recordings):
        name = f' xml:id="{_RECORDING}{number}"' if len(recordings) > 1 else ""
        out.write(f"  <div{name}>\n")
        for cue in cut_cues(recording, rules):
            agent = f' ttm:agent="{agents[cue.speaker]}"' if cue.speaker is not None else ""
            text = "<br/>".join(_clean(line) for line in cue.lines)
            out.write(
                f'   <p begin="{clock_text(cue.start, ".")}" '
                f'end="{clock_text(cue.end, ".")}"{agent}>{text}</p>\n'
            )
        out.write("  </div>\n")

    out.write(" </body>\n</tt>\n")


def _clean(text: str) -> str:
    """Escaped, and without the control characters that XML cannot hold."""
    return escape("".join(char for char in text if char >= " " and char not in "\ufffe\uffff"))


FORMATS = (
    Format(
        "ttml",
        "TTML subtitles (DFXP, EBU-TT-D, IMSC)",
        (".ttml", ".dfxp", ".xml"),
        read_ttml,
        write_ttml,
        lambda opening: bool(re.search(r"<(?:\w+:)?tt[\s>]", opening)),
        write_cues=write_ttml,
        cues=ttml_cues,
        carries=frozenset({Carries.MARKS, Carries.CUE_TIMES, Carries.SPEAKERS}),
    ),
)
