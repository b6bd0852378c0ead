"""Speechmatics. json-v2: results that are words, marks, or entities with the words that were
spoken. v1, of before 2019: words with times and durations, and beside them who spoke when.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from legibly.formats.recognisers.collector import WordCollector
from legibly.formats.recognisers.documents import Documents, objects
from legibly.formats.recognisers.json_format import json_format
from legibly.formats.word_lines import is_text
from legibly.marks import is_only_marks
from legibly.speakers import Turn, turn_at
from legibly.transcript import Token, Word


def _is_first_version(document: Any) -> bool:
    words = objects(document.get("words"))
    return bool(words) and {"name", "time", "duration"} <= set(words[0])


def _fits(document: Any) -> bool:
    if _is_first_version(document):
        return True
    results = document["results"]
    return isinstance(results, list) and (
        "format" in document
        or any(item.get("type") in ("word", "punctuation", "entity") for item in objects(results))
    )


def _walk(documents: Documents, collector: WordCollector) -> Iterator[object]:
    for document in documents:
        if _is_first_version(document):
            yield from _walk_first_version(document, collector)
            continue
        if document.get("message") == "AddPartialTranscript":
            collector.source.repaired("partial results left out, the final ones count")
            continue
        metadata = document.get("metadata")
        config = metadata.get("transcription_config") if isinstance(metadata, dict) else None
        collector.set_language(config.get("language") if isinstance(config, dict) else None)
        for item in objects(document.get("results")):
            _add(item, collector)
            yield None


def _walk_first_version(document: dict[str, Any], collector: WordCollector) -> Iterator[object]:
    """A mark is a word that takes no time."""
    job = document.get("job")
    collector.set_language(job.get("lang") if isinstance(job, dict) else None)

    def times(item: dict[str, Any]) -> tuple[float | None, float | None]:
        start, length = collector.seconds(item.get("time")), collector.seconds(item.get("duration"))
        return start, None if start is None or length is None else round(start + length, 6)

    turns = [
        Turn(start, end, str(item.get("name")))
        for item in objects(document.get("speakers"))
        for start, end in [times(item)]
        if start is not None and end is not None
    ]
    for item in objects(document["words"]):
        start, end = times(item)
        if start == end and is_only_marks(str(item.get("name"))):
            collector.add_mark(item.get("name"))
        else:
            confidence, speaker = item.get("confidence"), turn_at(turns, start)
            collector.add(item.get("name"), start, end, confidence, speaker)
        yield None


def _best(item: dict[str, Any]) -> dict[str, Any]:
    return next(iter(objects(item.get("alternatives"))), {})


def _add(item: dict[str, Any], collector: WordCollector) -> None:
    best = _best(item)
    if item.get("type") == "punctuation":
        if item.get("attaches_to") == "next":
            collector.builder.open_mark(str(best.get("content", "")))
        else:
            collector.add_mark(best.get("content"))
    elif item.get("type") == "entity" and objects(item.get("spoken_form")):
        speaker = best.get("speaker") or item.get("channel")
        found = [_word(word, speaker, collector) for word in objects(item["spoken_form"])]
        heard = [word for word in found if word is not None]
        written = str(best.get("content") or " ".join(word.text for word in heard))
        kind = str(item.get("entity_class", "number"))
        if heard and is_text(written) and is_text(kind):
            collector.builder.add_tokens(heard, [Token(written, 0, len(heard), kind=kind)])
    elif item.get("type") in ("word", "entity", None):
        times = item.get("start_time"), item.get("end_time")
        speaker = best.get("speaker") or item.get("channel")
        collector.add(best.get("content"), *times, best.get("confidence"), speaker)
    else:
        kind = str(item.get("type"))[:30].encode("utf-8", "replace").decode()
        collector.source.repaired(f"results of the unknown type {kind!r} left out")


def _word(item: dict[str, Any], speaker: object, collector: WordCollector) -> Word | None:
    best = _best(item)
    return collector.word(
        best.get("content"),
        item.get("start_time"),
        item.get("end_time"),
        best.get("confidence"),
        speaker,
    )


FORMATS = (
    json_format(
        "speechmatics",
        "JSON of Speechmatics",
        ("format", "job", "metadata", "results"),
        _fits,
        _walk,
    ),
)
