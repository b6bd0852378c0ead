"""Google Speech-to-Text, versions 1 and 2: results with alternatives, durations as `1.300s` or seconds and nanos.

With speakers told apart, version 1 repeats all words with their speakers in the last result.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from legibly.formats.recogniser import Documents, Hearing, json_format, objects
from legibly.model import Word


def _results(document: Any) -> list[dict[str, Any]]:
    for key in ("response", "transcript", "inlineResult"):
        if isinstance(document.get(key), dict):
            return _results(document[key])
    results = document["results"]
    if isinstance(results, dict):  # version 2 in batch: a file each
        return [item for inner in results.values() for item in _results(inner)]
    if not isinstance(results, list):
        raise TypeError(f"results is {type(results).__name__}")
    return objects(results)


def _fits(document: Any) -> bool:
    results = _results(document)
    if any("type" in item for item in results):  # Speechmatics'
        return False
    return not results or any(objects(item.get("alternatives")) or "resultEndTime" in item for item in results)


def _field(item: dict[str, Any], *names: str) -> Any:
    return next((item[name] for name in names if name in item), None)


def _walk(documents: Documents, hearing: Hearing) -> Iterator[object]:
    for document in documents:
        results = _results(document)
        everything = _repeated_words(results)
        if everything is not None:
            results = [{"alternatives": [{"words": everything}]}]
        for number, result in enumerate(results):
            if result.get("isFinal") is False:
                hearing.source.repaired("partial results left out, the final ones count")
                continue
            hearing.set_language(_field(result, "languageCode", "language_code"))
            if alternatives := objects(result.get("alternatives")):
                _add(alternatives, result, number, hearing)
            yield None


def _add(alternatives: list[dict[str, Any]], result: dict[str, Any], number: int, hearing: Hearing) -> None:
    best, *others = alternatives
    first = len(hearing.builder)
    words = objects(best.get("words"))
    for word in words:
        hearing.add(word.get("word"), *_times(word), word.get("confidence"), _speaker(word), {"segment": number})
    if not words:
        hearing.add_text(best.get("transcript"), None, _field(result, "resultEndTime", "resultEndOffset"))
    for other in others:
        found = tuple(Word(word) for word in str(other.get("transcript", "")).split())
        hearing.builder.add_alternative(first, len(hearing.builder), found, other.get("confidence"))


def _times(word: dict[str, Any]) -> tuple[Any, Any]:
    """A start of zero is left out of the messages."""
    end = _field(word, "endTime", "endOffset", "end_time", "end_offset")
    start = _field(word, "startTime", "startOffset", "start_time", "start_offset")
    return "0s" if start is None and end is not None else start, end


def _speaker(word: dict[str, Any]) -> object:
    return _field(word, "speakerLabel", "speakerTag", "speaker_label", "speaker_tag") or None


def _repeated_words(results: list[dict[str, Any]]) -> list[dict[str, Any]] | None:
    counts = [len(objects((objects(r.get("alternatives")) or [{}])[0].get("words"))) for r in results]
    if len(counts) < 2 or not counts[-1] or counts[-1] != sum(counts[:-1]):
        return None
    words = objects(objects(results[-1]["alternatives"])[0]["words"])
    return words if all(_speaker(word) is not None for word in words) else None


FORMATS = (
    json_format("google", "JSON of Google Speech-to-Text", ("results", "response", "totalBilledTime"), _fits, _walk),
)
