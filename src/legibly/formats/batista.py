"""The XML of Batista et al. (2008), figure 8: segments of words with time, confidence, focus, mark
and part of speech.

Times are hundredths of a second. Several recordings in a file stand under one root, told apart by
`name`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import TextIO
from xml.etree.ElementTree import Element
from xml.sax.saxutils import escape, quoteattr

from legibly.drawing import one_line
from legibly.errors import DataError
from legibly.files.source import Source
from legibly.formats.carries import Carries
from legibly.formats.parts import PartBuilder
from legibly.formats.registry import Format
from legibly.formats.word_checks import end_after_start, parse_confidence
from legibly.formats.xml_reading import read_tree, say_unread, time_of
from legibly.marks import ends_sentence
from legibly.transcript import Token, Transcript, Word, join_recordings, speaker_changes

_READ = {"W", "TranscriptGUID", "SpeakerLanguage"}  # the last two say nothing of the words
_GENDERS = {"M": "male", "F": "female"}


def read_batista(source: Source) -> Iterator[Transcript]:
    root = read_tree(source)
    segments = [root] if root.tag == "TranscriptSegment" else list(root.iter("TranscriptSegment"))
    if not segments and root.tag != "Transcript":
        raise DataError(
            f"{source.name}: no TranscriptSegment in {root.tag!r}; expected the XML of Batista et "
            "al. 2008"
        )

    for name, group in groupby(enumerate(segments), key=lambda item: item[1].get("recording")):
        builder = PartBuilder(name or source.recording, source.language or root.get("language"))
        for number, segment in group:
            _read_segment(segment, number, builder, source)
            if builder.full:
                yield builder.take(continued=True)
        if not builder.empty:
            yield builder.take(continued=False)


def _read_segment(segment: Element, number: int, builder: PartBuilder, source: Source) -> None:
    speaker = segment.find("Speaker")
    name = None if speaker is None else speaker.get("name") or speaker.get("id")
    shared: dict[str, object] = {"segment": number}
    gender = _GENDERS.get(speaker.get("gender", "")) if speaker is not None else None
    if gender:
        shared["gender"] = gender
    say_unread(segment, source, _READ)
    for item in segment.iter("W"):
        text = " ".join((item.text or "").split())
        if not text:
            source.repaired("an empty W left out")
            continue
        start = time_of(item, "start", source, 0.01)
        end = end_after_start(start, time_of(item, "end", source, 0.01), source)
        labels = {**shared, **{key: item.get(key) for key in ("focus", "pos") if item.get(key)}}
        confidence = parse_confidence(item.get("conf"), source)
        builder.add(
            Word(text, start, end, confidence, name, labels),
            item.get("prepunct", ""),
            item.get("punct", ""),
        )


def write_batista(parts: Iterator[Transcript], out: TextIO) -> None:
    out.write('<?xml version="1.0" encoding="UTF-8"?>\n<Transcript>\n')
    guid = 0
    for recording in join_recordings(parts):
        for segment in _segments(recording):
            guid += 1
            _write_segment(recording, segment, guid, out)
    out.write("</Transcript>\n")


def _segments(recording: Transcript) -> Iterator[list[Token]]:
    """As the input had them; otherwise a segment a speaker's turn."""
    segment: list[Token] = []
    for token in recording.tokens:
        if segment:
            last, word = recording.words[segment[-1].last - 1], recording.words[token.first]
            known = "segment" in last.labels and "segment" in word.labels
            ended = known and last.labels["segment"] != word.labels["segment"]
            long = len(segment) > 200 and ends_sentence(segment[-1].after)
            if ended or long or speaker_changes(last, word):
                yield segment
                segment = []
        segment.append(token)

    if segment:
        yield segment


def _write_segment(recording: Transcript, segment: list[Token], guid: int, out: TextIO) -> None:
    word = recording.words[segment[0].first]
    name = f" recording={quoteattr(_clean(recording.name))}" if recording.name else ""
    out.write(f"<TranscriptSegment{name}>\n  <TranscriptGUID>{guid}</TranscriptGUID>\n")
    start, end = recording.times(Token("", segment[0].first, segment[-1].last))
    if start is not None and end is not None:
        out.write(f'  <Time start="{_hundredths(start)}" end="{_hundredths(end)}" reasons=""/>\n')
    if word.speaker is not None:
        gender = {"male": "M", "female": "F"}.get(str(word.labels.get("gender")), "U")
        speaker = quoteattr(_clean(word.speaker))
        out.write(f'  <Speaker id={speaker} name={speaker} gender="{gender}" known="F"/>\n')

    out.write("  <TranscriptWList>\n")
    for token in segment:
        if token.text:
            out.write(f"    <W{_attributes(recording, token)}>{escape(_clean(token.text))}</W>\n")

    out.write("  </TranscriptWList>\n</TranscriptSegment>\n")


def _attributes(recording: Transcript, token: Token) -> str:
    word = recording.words[token.first]
    start, end = recording.times(token)
    confidence = recording.confidence(token)
    found = [
        ("start", None if start is None else _hundredths(start)),
        ("end", None if end is None else _hundredths(end)),
        ("conf", None if confidence is None else f"{confidence:.6f}"),
        ("focus", word.labels.get("focus")),
        ("prepunct", token.before or None),
        ("punct", token.after or None),
        ("pos", word.labels.get("pos")),
    ]
    return "".join(
        f" {key}={quoteattr(_clean(str(value)))}" for key, value in found if value is not None
    )


def _hundredths(seconds: float) -> str:
    return f"{seconds * 100:.1f}".removesuffix(".0")


def _clean(text: str) -> str:
    """On one line, and without the control characters that XML cannot hold."""
    return "".join(char for char in one_line(text) if char >= " " and char not in "\ufffe\uffff")


FORMATS = (
    Format(
        "xml",
        "XML of Batista et al. 2008",
        (".xml",),
        read_batista,
        write_batista,
        lambda opening: bool(re.search(r"<TranscriptSegment|<Transcript>", opening)),
        carries=frozenset(
            {Carries.MARKS, Carries.WORD_TIMES, Carries.CONFIDENCE, Carries.SPEAKERS}
        ),
    ),
)
