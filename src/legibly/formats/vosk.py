"""Vosk's messages: results, results with alternatives, and partial ones, which a final one replaces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from legibly.formats.recogniser import Documents, Hearing, json_format, objects

_KEYS = {"result", "text", "partial", "partial_result", "alternatives", "spk", "spk_frames"}


def _fits(document: Any) -> bool:
    if isinstance(document, list):
        return bool(document) and all(_fits(item) for item in document)
    known = set(document) & _KEYS
    if not known - {"spk", "spk_frames"} or set(document) - _KEYS:
        return False
    return "result" not in document or isinstance(document["result"], list)


def _walk(documents: Documents, hearing: Hearing) -> Iterator[object]:
    pending: dict[str, Any] | None = None  # a partial that nothing has replaced yet
    for document in documents:
        for message in document if isinstance(document, list) else [document]:
            if "partial" in message:
                pending = message if message["partial"] else pending
                hearing.source.repaired("partial results left out, the final ones count")
                continue
            if message.get("text") or objects(message.get("alternatives")):
                pending = None
            _add(message, hearing)
            yield None
    if pending is not None:
        hearing.source.repaired("the last partial result kept, as no final one follows")
        _add_words(objects(pending.get("partial_result")), pending["partial"], hearing)
    yield None


def _add(message: dict[str, Any], hearing: Hearing) -> None:
    best, *others = objects(message.get("alternatives")) or [message]
    first = len(hearing.builder)
    _add_words(objects(best.get("result")), best.get("text", ""), hearing)
    for other in others:
        found = [hearing.word(w.get("word"), w.get("start"), w.get("end")) for w in objects(other.get("result"))]
        hearing.add_alternative(first, found or hearing.words(other.get("text", "")), other.get("confidence"))


def _add_words(words: list[dict[str, Any]], text: object, hearing: Hearing) -> None:
    for item in words:
        hearing.add(item.get("word"), item.get("start"), item.get("end"), item.get("conf"))
    if not words:
        hearing.add_text(text)


FORMATS = (json_format("vosk", "JSON messages of Vosk", ("result", "text", "alternatives"), _fits, _walk),)
