"""Amazon Transcribe: items with times as strings, marks as items of their own, speakers on the
items or beside them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from legibly.errors import DataError
from legibly.formats.recognisers.collector import WordCollector, merge_runs
from legibly.formats.recognisers.documents import Documents, objects
from legibly.formats.recognisers.json_format import json_format
from legibly.transcript import Word


def _fits(document: Any) -> bool:
    return "items" in document["results"] or "transcripts" in document["results"]


def _walk(documents: Documents, collector: WordCollector) -> Iterator[object]:
    for document in documents:
        if document.get("status") == "FAILED":
            raise DataError(
                f"{collector.source.name}: the job failed; there is no transcript in it"
            )
        results = document["results"]
        collector.set_language(results.get("language_code"))
        speakers = _speakers(results)
        items = objects(results.get("items"))
        channels = results.get("channel_labels")
        labelled = objects(channels.get("channels") if isinstance(channels, dict) else None)
        if len(labelled) > 1 and all(objects(channel.get("items")) for channel in labelled):
            for word in merge_runs([_channel_words(channel, collector) for channel in labelled]):
                collector.add(*word[:5])
                yield None
            continue
        for item in items:
            _add(item, speakers, collector)
            yield None
        if not items:
            for transcript in objects(results.get("transcripts")):
                collector.add_text(transcript.get("transcript"))
            yield None


def _speakers(results: dict[str, Any]) -> dict[object, object]:
    """By the start of each word."""
    found: dict[object, object] = {}
    labels = results.get("speaker_labels")
    for segment in objects(labels.get("segments") if isinstance(labels, dict) else None):
        for item in objects(segment.get("items")):
            found[item.get("start_time")] = item.get("speaker_label")
    return found


def _channel_words(channel: dict[str, Any], collector: WordCollector) -> list[Word]:
    """With the marks on them."""
    found: list[Word] = []
    for item in objects(channel["items"]):
        best = next(iter(objects(item.get("alternatives"))), {})
        if item.get("type") == "punctuation":
            if found:
                found[-1] = found[-1]._replace(text=f"{found[-1].text}{best.get('content', '')}")
            continue
        name = channel.get("channel_label")
        word = collector.word(
            best.get("content"),
            item.get("start_time"),
            item.get("end_time"),
            best.get("confidence"),
            name,
        )
        if word is not None:
            found.append(word)

    return found


def _add(item: dict[str, Any], speakers: dict[object, object], collector: WordCollector) -> None:
    best, *others = objects(item.get("alternatives")) or [{}]
    if item.get("type") == "punctuation":
        collector.add_mark(best.get("content"))
        return

    start = item.get("start_time")
    speaker = item.get("speaker_label") or speakers.get(start)
    first = len(collector.builder)
    collector.add(best.get("content"), start, item.get("end_time"), best.get("confidence"), speaker)
    for other in others:
        collector.add_alternative(
            first, [collector.word(other.get("content"), start, item.get("end_time"))]
        )


FORMATS = (
    json_format(
        "aws",
        "JSON of Amazon Transcribe",
        ("jobName", "accountId", "results", "status"),
        _fits,
        _walk,
    ),
)
