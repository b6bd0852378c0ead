"""AssemblyAI: words in milliseconds with the marks on them; utterances where speakers were told
apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from legibly.errors import DataError
from legibly.formats.recognisers.collector import WordCollector
from legibly.formats.recognisers.documents import Documents, objects
from legibly.formats.recognisers.json_format import json_format


def _fits(document: Any) -> bool:
    return (
        "status" in document
        and "text" in document
        and ("words" in document or "audio_url" in document)
    )


def _walk(documents: Documents, collector: WordCollector) -> Iterator[object]:
    for document in documents:
        if document.get("status") != "completed":
            reason = str(document.get("error") or "no transcript in it")[:200].replace("\n", " ")
            raise DataError(
                f"{collector.source.name}: status is {document.get('status')!r} ({reason})"
            )
        collector.set_language(document.get("language_code"))
        words = objects(document.get("words"))
        utterances = objects(document.get("utterances"))
        if sum(len(objects(item.get("words"))) for item in utterances) >= len(words) > 0:
            words = [
                {"speaker": item.get("speaker"), **word}
                for item in utterances
                for word in objects(item["words"])
            ]
        for word in words:
            start, end = (
                collector.seconds(word.get("start"), 0.001),
                collector.seconds(word.get("end"), 0.001),
            )
            speaker = word.get("speaker") or word.get("channel")
            collector.add(word.get("text"), start, end, word.get("confidence"), speaker)
            yield None
        if not words:
            collector.add_text(document.get("text"))
            yield None


FORMATS = (
    json_format(
        "assemblyai",
        "JSON of AssemblyAI",
        ("id", "status", "text", "words", "utterances", "audio_url"),
        _fits,
        _walk,
    ),
)
