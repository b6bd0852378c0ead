"""Vosk's messages: results, results with alternatives, and partial ones, which a final one
replaces.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from legibly.formats.recognisers.collector import WordCollector
from legibly.formats.recognisers.documents import Documents, objects
from legibly.formats.recognisers.json_format import json_format

_KEYS = {"result", "text", "partial", "partial_result", "alternatives", "spk", "spk_frames"}


def _fits(document: Any) -> bool:
    if isinstance(document, list):
        return bool(document) and all(_fits(item) for item in document)
    known = set(document) & _KEYS
    if not known - {"spk", "spk_frames"} or set(document) - _KEYS:
        return False
    return "result" not in document or isinstance(document["result"], list)


def _walk(documents: Documents, collector: WordCollector) -> Iterator[object]:
    pending: dict[str, Any] | None = None  # a partial that nothing has replaced yet
    for document in documents:
        for message in document if isinstance(document, list) else [document]:
            if "partial" in message:
                pending = message if message["partial"] else pending
                collector.source.repaired("partial results left out, the final ones count")
                continue
            if message.get("text") or objects(message.get("alternatives")):
                pending = None
            _add(message, collector)
            yield None

    if pending is not None:
        collector.source.repaired("the last partial result kept, as no final one follows")
        _add_words(objects(pending.get("partial_result")), pending["partial"], collector)

    yield None


def _add(message: dict[str, Any], collector: WordCollector) -> None:
    best, *others = objects(message.get("alternatives")) or [message]
    first = len(collector.builder)
    _add_words(objects(best.get("result")), best.get("text", ""), collector)
    for other in others:
        found = [
            collector.word(w.get("word"), w.get("start"), w.get("end"))
            for w in objects(other.get("result"))
        ]
        collector.add_alternative(
            first, found or collector.words(other.get("text", "")), other.get("confidence")
        )


def _add_words(words: list[dict[str, Any]], text: object, collector: WordCollector) -> None:
    for item in words:
        collector.add(item.get("word"), item.get("start"), item.get("end"), item.get("conf"))
    if not words:
        collector.add_text(text)


FORMATS = (
    json_format("vosk", "JSON messages of Vosk", ("result", "text", "alternatives"), _fits, _walk),
)
