"""Hugging Face pipelines (`return_timestamps`): `chunks` of words or of segments with
`timestamp: [start, end]`; a list of them is a recording each.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from legibly.formats.parts import NEXT
from legibly.formats.recognisers.collector import Piece, WordCollector
from legibly.formats.recognisers.documents import Documents, objects
from legibly.formats.recognisers.json_format import json_format


def _fits(document: Any) -> bool:
    if isinstance(document, list):
        return bool(document) and all(_fits(item) for item in document)
    chunks = document["chunks"]
    return isinstance(chunks, list) and all("timestamp" in chunk for chunk in chunks)


def _walk(documents: Documents, collector: WordCollector) -> Iterator[object]:
    for document in documents:
        for number, item in enumerate(document if isinstance(document, list) else [document]):
            if number:
                yield NEXT
            chunks = objects(item.get("speakers")) or objects(item.get("chunks"))
            collector.set_language(item.get("language"))
            apart = "" if any(str(c.get("text", "")).startswith(" ") for c in chunks) else " "
            collector.add_pieces(_piece(chunk, apart) for chunk in chunks)
            if not chunks:
                collector.add_text(item.get("text"))
            yield None


def _piece(chunk: dict[str, Any], apart: str) -> Piece:
    times = chunk.get("timestamp")
    start, end = [*times, None, None][:2] if isinstance(times, list) else (None, None)
    return Piece(f"{apart}{chunk.get('text', '')}", start, end, speaker=chunk.get("speaker"))


FORMATS = (
    json_format(
        "hugging-face",
        "JSON of Hugging Face pipelines",
        ("text", "chunks"),
        _fits,
        _walk,
    ),
)
