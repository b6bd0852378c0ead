"""A plain list of words, as scripts save them: objects with the word and its times, under whatever
names are usual for them; also with `paragraphs` that say who speaks (editors of paper edits). Or
nothing but the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from legibly.formats.recognisers.collector import WordCollector
from legibly.formats.recognisers.documents import Documents, objects
from legibly.formats.recognisers.json_format import json_format
from legibly.speakers import Turn, turn_at

_WORD = ("word", "text", "punct")
_START = ("start", "startTime", "start_time", "begin", "from", "offset")
_END = ("end", "endTime", "end_time", "stop", "to")
_CONFIDENCE = ("confidence", "conf", "probability", "score", "prob")
_SPEAKER = ("speaker", "speaker_id", "speakerId", "speaker_label", "spk")
_LISTS = ("words", "transcription", "transcript", "result", "results", "items", "data")
LONGEST_SECONDS = 20  # a "word" of more was measured in milliseconds


def _words(document: Any) -> list[dict[str, Any]]:
    if isinstance(document, list):
        return objects(document)
    return next((found for key in _LISTS if (found := objects(document.get(key)))), [])


def _text(document: Any) -> str | None:
    """The text, where there is nothing else."""
    if not isinstance(document, dict):
        return None
    found = [document.get(key) for key in ("transcription", "transcript")]
    return next((text for text in found if isinstance(text, str)), None)


def _fits(document: Any) -> bool:
    if _text(document) is not None and not _words(document):
        return True
    words = _words(document)
    return bool(words) and all(map(_is_word, words[:20]))


def _is_word(item: dict[str, Any]) -> bool:
    """It is called one, or has the times of one."""
    text = next((item[key] for key in _WORD if isinstance(item.get(key), str)), None)
    return text is not None and ("word" in item or any(key in item for key in _START))


def _first(item: dict[str, Any], keys: tuple[str, ...]) -> Any:
    return next((item[key] for key in keys if item.get(key) is not None), None)


def _walk(documents: Documents, collector: WordCollector) -> Iterator[object]:
    for document in documents:
        words = _words(document)
        unit = _unit(words)
        if unit != 1.0:
            collector.source.repaired("times read as milliseconds, since words take that many")
        more = document if isinstance(document, dict) else {}
        collector.set_language(more.get("language", more.get("language_code")))
        turns = [
            Turn(start, end, str(item["speaker"]))
            for item in objects(more.get("paragraphs"))
            if item.get("speaker")
            and (start := collector.seconds(item.get("start"), unit)) is not None
            and (end := collector.seconds(item.get("end"), unit)) is not None
        ]
        if not words:
            collector.add_text(_text(document))
        for word in words:
            start = collector.seconds(_first(word, _START), unit)
            end = collector.seconds(_first(word, _END), unit)
            length = collector.seconds(word.get("duration"), unit)
            if end is None and start is not None and length is not None:
                end = round(start + length, 6)
            speaker = _first(word, _SPEAKER) or turn_at(turns, start)
            collector.add(_first(word, _WORD), start, end, _first(word, _CONFIDENCE), speaker)
            yield None


def _unit(words: list[dict[str, Any]]) -> float:
    """Milliseconds where all times are whole numbers and most words would last too long."""
    spans = [(_first(word, _START), _first(word, _END)) for word in words]
    if not spans or not all(type(time) is int for span in spans for time in span):
        return 1.0
    lengths = sorted(end - start for start, end in spans)
    return 0.001 if lengths[len(lengths) // 2] >= LONGEST_SECONDS else 1.0


FORMATS = (
    json_format(
        "word-list",
        "JSON with a plain list of words and their times",
        ("word", "text", "start", "end", "words", "paragraphs"),
        _fits,
        _walk,
    ),
)
