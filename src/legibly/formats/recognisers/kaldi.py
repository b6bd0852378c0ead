"""JSON of kaldi-gstreamer-server and the servers that speak like it: hypotheses with
`word-alignment`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from legibly.formats.recognisers.collector import WordCollector
from legibly.formats.recognisers.documents import Documents, objects
from legibly.formats.recognisers.json_format import json_format


def _fits(document: Any) -> bool:
    return isinstance(_result(document)["hypotheses"], list)


def _result(document: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = (
        document["result"] if isinstance(document.get("result"), dict) else document
    )
    return found


def _walk(documents: Documents, collector: WordCollector) -> Iterator[object]:
    for document in documents:
        result = _result(document) if isinstance(document, dict) else {}
        if not objects(result.get("hypotheses")):  # a status message
            continue
        if result.get("final") is False:
            collector.source.repaired("partial results left out, the final ones count")
            continue
        begin = collector.seconds(document.get("segment-start")) or 0.0
        best, *others = objects(result["hypotheses"])
        first = len(collector.builder)
        words = objects(best.get("word-alignment"))
        for item in words:
            start, length = (
                collector.seconds(item.get("start")),
                collector.seconds(item.get("length")),
            )
            at = None if start is None else begin + start
            end = None if at is None or length is None else round(at + length, 6)
            collector.add(
                item.get("word"), at, end, item.get("confidence"), document.get("speaker")
            )
        if not words:
            collector.add_text(best.get("transcript"))
        for other in others:
            score = other.get("likelihood", other.get("confidence"))
            collector.add_alternative(first, collector.words(other.get("transcript", "")), score)
        yield None


FORMATS = (
    json_format(
        "kaldi",
        "JSON of Kaldi's servers",
        ("hypotheses", "result", "status", "segment"),
        _fits,
        _walk,
    ),
)
