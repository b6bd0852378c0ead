"""NVIDIA NeMo: manifests, one recording a line, with what was recognised; words with speakers of
its diarisation; and the time stamps of a hypothesis.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from legibly.formats.parts import NEXT
from legibly.formats.recognisers.collector import WordCollector
from legibly.formats.recognisers.documents import Documents, objects
from legibly.formats.recognisers.json_format import json_format


def is_nemo(document: dict[str, Any]) -> bool:
    return (
        "audio_filepath" in document
        or "pred_text" in document
        or ("session_id" in document and isinstance(document.get("words"), list))
        or bool(_stamps(document))
    )


def _fits(document: Any) -> bool:
    return is_nemo(document)


def _stamps(document: dict[str, Any]) -> list[dict[str, Any]]:
    """Words of a hypothesis: `{"word": [{"word": .., "start": .., "start_offset": ..}]}`."""
    inner = document.get("timestamp", document.get("timestep", document))
    words = objects(inner.get("word")) if isinstance(inner, dict) else []
    return words if all("start_offset" in word for word in words) else []


def _walk(documents: Documents, collector: WordCollector) -> Iterator[object]:
    last: object = None
    for document in documents:
        name = document.get("audio_filepath", document.get("session_id"))
        if name != last and name is not None:
            yield NEXT
            collector.builder.name = PurePath(str(name)).stem or str(name)
            last = name
        collector.set_language(document.get("lang"))
        words = _stamps(document) or objects(document.get("words"))
        for word in words:
            start, end = (word.get(key, word.get(f"{key}_time")) for key in ("start", "end"))
            collector.add(word.get("word"), start, end, word.get("confidence"), word.get("speaker"))
        if not words:
            start = collector.seconds(document.get("offset")) or 0.0
            length = collector.seconds(document.get("duration"))
            text = document.get("pred_text", document.get("text"))
            collector.add_text(text, *((None, None) if length is None else (start, start + length)))
        yield None


FORMATS = (
    json_format(
        "nemo",
        "JSON of NVIDIA NeMo",
        ("audio_filepath", "pred_text", "session_id", "words"),
        _fits,
        _walk,
    ),
)
