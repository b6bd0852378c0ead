"""TRS, the XML of Transcriber: turns of one or several speakers, cut by `Sync` times.

Gender comes from the list of speakers. The focus condition follows HUB4 from the turn's mode
(planned, spontaneous) and fidelity, the speaker's dialect, and the background. Events become tags.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from legibly.errors import DataError
from legibly.files.source import Source
from legibly.formats.parts import PartBuilder
from legibly.formats.registry import Format
from legibly.formats.text import written_words
from legibly.formats.xml_reading import read_tree, say_unread, time_of, walk_text
from legibly.marks import is_only_marks
from legibly.transcript import Transcript, Word


@dataclass
class _Turns:
    source: Source
    builder: PartBuilder
    speakers: dict[str, Element]
    background: str = ""
    segment: int = 0
    waiting: list[tuple[str, dict[str, object], str | None]] = field(default_factory=list)

    def flush(self, start: float | None, end: float | None) -> None:
        """The words between two times."""
        spoken = [i for i, (text, _, _) in enumerate(self.waiting) if not is_only_marks(text)]
        for i, (text, labels, speaker) in enumerate(self.waiting):
            begin = start if spoken and i == spoken[0] else None
            finish = end if spoken and i == spoken[-1] else None
            word = Word(text, begin, finish, None, speaker, labels)
            self.builder.add_written(word, self.source.abbreviations)
        self.waiting = []
        self.segment += 1


def read_trs(source: Source) -> Iterator[Transcript]:
    root = read_tree(source)
    if root.tag != "Trans":
        raise DataError(
            f"{source.name}: the root element is {root.tag!r}; expected Trans, as Transcriber "
            "writes"
        )

    name = root.get("audio_filename") or source.recording
    speakers = {item.get("id", ""): item for item in root.iter("Speaker")}
    language = source.language or (root.get("lang") or "")[:2].lower() or None
    reading = _Turns(source, PartBuilder(name, language), speakers)
    say_unread(root, source, {"Turn"})
    for turn in root.iter("Turn"):
        _read_turn(turn, reading)
        if reading.builder.full:
            yield reading.builder.take(continued=True)

    if not reading.builder.empty:
        yield reading.builder.take(continued=False)


def _read_turn(turn: Element, reading: _Turns) -> None:
    ids = (turn.get("speaker") or "").split()
    who = ids[0] if ids else None
    start = time_of(turn, "startTime", reading.source)
    for item in walk_text(turn):
        if isinstance(item, str):
            labels = _labels(turn, who, reading)
            reading.waiting += [
                (piece, labels, _name(who, reading)) for piece in written_words(item)
            ]
        elif item.tag == "Sync":
            time = time_of(item, "time", reading.source)
            reading.flush(start, time)
            start = time
        elif item.tag == "Who":
            number = item.get("nb", "1")
            place = int(number) if number.isdecimal() and len(number) < 6 else 0
            who = ids[place - 1] if 0 < place <= len(ids) else None
        elif item.tag == "Background":
            reading.background = "" if item.get("level") == "off" else item.get("type", "other")
        elif item.tag == "Event" and item.get("desc"):
            tag = re.sub(r"[\[\]\s]+", "_", item.get("desc", ""))[:60]
            reading.waiting.append((f"[{tag}]", _labels(turn, who, reading), _name(who, reading)))
        elif text := "".join(item.itertext()).strip():
            reading.source.repaired(f"elements {item.tag[:30]!r} are not known, their text is kept")
            labels = _labels(turn, who, reading)
            reading.waiting += [
                (piece, labels, _name(who, reading)) for piece in written_words(text)
            ]

    reading.flush(start, time_of(turn, "endTime", reading.source))


def _name(who: str | None, reading: _Turns) -> str | None:
    if who is None:
        return None
    element = reading.speakers.get(who)
    return (element.get("name") if element is not None else None) or who


def _labels(turn: Element, who: str | None, reading: _Turns) -> dict[str, object]:
    speaker = reading.speakers.get(who or "")
    labels: dict[str, object] = {"segment": reading.segment}
    gender = speaker.get("type") if speaker is not None else None
    if gender in ("male", "female"):
        labels["gender"] = gender
    if turn.get("mode") or turn.get("fidelity"):
        native = speaker is None or speaker.get("dialect") != "nonnative"
        labels["focus"] = focus_condition(
            turn.get("mode"), turn.get("fidelity"), native, reading.background
        )
    return labels


def focus_condition(mode: str | None, fidelity: str | None, native: bool, background: str) -> str:
    """F0 planned, F1 spontaneous, F2 telephone, F3 music, F4 noise, F5 non-native, FX several of
    these (HUB4).
    """
    telephone = fidelity in ("low", "medium")
    degraded = [
        name
        for name, holds in (
            ("f2", telephone),
            ("f3", "music" in background),
            ("f4", bool(background) and "music" not in background),
            ("f5", not native),
        )
        if holds
    ]
    if len(degraded) > 1:
        return "fx"
    if degraded:
        return "fx" if degraded == ["f5"] and mode == "spontaneous" else degraded[0]

    return "f1" if mode == "spontaneous" else "f0"


FORMATS = (
    Format(
        "trs",
        "Transcriber's XML",
        (".trs", ".xml"),
        read_trs,
        sniff=lambda opening: bool(re.search(r"<Trans[\s>]", opening)),
    ),
)
