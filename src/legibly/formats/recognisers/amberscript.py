"""Amberscript: segments of a speaker each, with their words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from legibly.formats.recognisers.collector import WordCollector
from legibly.formats.recognisers.documents import Documents, objects
from legibly.formats.recognisers.json_format import json_format


def is_amberscript(document: dict[str, Any]) -> bool:
    return any("spkid" in speaker for speaker in objects(document.get("speakers")))


def _fits(document: Any) -> bool:
    return isinstance(document["segments"], list) and is_amberscript(document)


def _walk(documents: Documents, collector: WordCollector) -> Iterator[object]:
    for document in documents:
        names = {item.get("spkid"): item.get("name") for item in objects(document.get("speakers"))}
        collector.set_language(document.get("language"))
        for number, segment in enumerate(objects(document.get("segments"))):
            speaker = names.get(segment.get("speaker")) or segment.get("speaker")
            for word in objects(segment.get("words")):
                times = word.get("start"), word.get("end")
                labels: dict[str, object] = {"segment": number}
                collector.add(word.get("text"), *times, word.get("conf"), speaker, labels)
            yield None


FORMATS = (
    json_format(
        "amberscript",
        "JSON of Amberscript",
        ("speakers", "segments", "recordId"),
        _fits,
        _walk,
    ),
)
