"""Captions as youtube-transcript-api gives them: `text`, `start` and `duration`. They overlap: each
is shown until the one after the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from legibly.formats.parts import NEXT
from legibly.formats.recognisers.collector import WordCollector
from legibly.formats.recognisers.documents import Documents, objects
from legibly.formats.recognisers.json_format import json_format


def _fits(document: Any) -> bool:
    return any(
        "text" in item and "duration" in item for video in _videos(document) for item in video
    )


def _videos(document: Any) -> list[list[dict[str, Any]]]:
    """The captions of each video: a list of them, lists in a list, or under `snippets`."""
    if isinstance(document, dict):
        return [objects(document["snippets"])]
    if all(isinstance(item, list) for item in document):
        return [objects(item) for item in document]
    return [objects(document)]


def _walk(documents: Documents, collector: WordCollector) -> Iterator[object]:
    for document in documents:
        if isinstance(document, dict):
            collector.set_language(document.get("language_code"))
        for number, captions in enumerate(_videos(document)):
            if number:
                yield NEXT
            for caption in captions:
                start = collector.seconds(caption.get("start"))
                length = collector.seconds(caption.get("duration"))
                end = None if start is None or length is None else round(start + length, 6)
                collector.add_text(caption.get("text"), start, end)
                yield None


FORMATS = (
    json_format(
        "youtube",
        "JSON of youtube-transcript-api",
        ("text", "start", "duration", "snippets"),
        _fits,
        _walk,
    ),
)
