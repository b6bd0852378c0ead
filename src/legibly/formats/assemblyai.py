"""AssemblyAI: words in milliseconds with the marks on them; utterances where speakers were told apart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from legibly.errors import DataError
from legibly.formats.recogniser import Documents, Hearing, json_format, objects


def _fits(document: Any) -> bool:
    return "status" in document and "text" in document and ("words" in document or "audio_url" in document)


def _walk(documents: Documents, hearing: Hearing) -> Iterator[object]:
    for document in documents:
        if document.get("status") != "completed":
            reason = str(document.get("error") or "no transcript in it")[:200].replace("\n", " ")
            raise DataError(f"{hearing.source.name}: status is {document.get('status')!r} ({reason})")
        hearing.set_language(document.get("language_code"))
        words = objects(document.get("words"))
        utterances = objects(document.get("utterances"))
        if sum(len(objects(item.get("words"))) for item in utterances) >= len(words) > 0:
            words = [{"speaker": item.get("speaker"), **word} for item in utterances for word in objects(item["words"])]
        for word in words:
            start, end = hearing.seconds(word.get("start"), 0.001), hearing.seconds(word.get("end"), 0.001)
            speaker = word.get("speaker") or word.get("channel")
            hearing.add(word.get("text"), start, end, word.get("confidence"), speaker)
            yield None
        if not words:
            hearing.add_text(document.get("text"))
            yield None


FORMATS = (
    json_format(
        "assemblyai", "JSON of AssemblyAI", ("id", "status", "text", "words", "utterances", "audio_url"), _fits, _walk
    ),
)
