"""Deepgram: channels with alternatives, words with and without marks; also the messages of its live
service.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from legibly.formats.recognisers.collector import WordCollector, merge_runs
from legibly.formats.recognisers.documents import Documents, objects
from legibly.formats.recognisers.json_format import json_format
from legibly.transcript import Word


def _fits(document: Any) -> bool:
    if document.get("type") in ("Results", "Metadata") and (
        "channel" in document or "request_id" in document
    ):
        return True
    return isinstance(document["results"]["channels"], list)


def _walk(documents: Documents, collector: WordCollector) -> Iterator[object]:
    for document in documents:
        if "results" not in document:
            yield from _live(document, collector)
            continue
        channels = objects(document["results"]["channels"])
        if channels:
            collector.set_language(channels[0].get("detected_language"))
        if len(channels) == 1:
            for word in objects(_best(channels[0]).get("words")):
                collector.add(*_fields(word, None))
                yield None
        else:
            rows = [
                _channel_words(channel, f"channel_{i}", collector)
                for i, channel in enumerate(channels)
            ]
            for heard in merge_runs(rows):
                collector.add(*heard[:5])
                yield None
        if collector.builder.empty:
            for channel in channels:
                collector.add_text(_best(channel).get("transcript"))
        yield None


def _live(message: dict[str, Any], collector: WordCollector) -> Iterator[object]:
    if message.get("type") != "Results":
        return
    if message.get("is_final") is False:
        collector.source.repaired("partial results left out, the final ones count")
        return

    best = _best(message["channel"])
    words = objects(best.get("words"))
    for word in words:
        collector.add(*_fields(word, None))
    if not words:
        collector.add_text(best.get("transcript"))
    yield None


def _best(channel: dict[str, Any]) -> dict[str, Any]:
    return next(iter(objects(channel.get("alternatives"))), {})


def _fields(
    word: dict[str, Any], channel: str | None
) -> tuple[object, object, object, object, object]:
    written = word.get("punctuated_word", word.get("word"))
    speaker = word.get("speaker")
    return (
        written,
        word.get("start"),
        word.get("end"),
        word.get("confidence"),
        channel if speaker is None else speaker,
    )


def _channel_words(channel: dict[str, Any], name: str, collector: WordCollector) -> list[Word]:
    found = []
    for item in objects(_best(channel).get("words")):
        text, start, end, confidence, speaker = _fields(item, name)
        speaker_name = name if speaker == name else f"{name}_{speaker}"
        if (word := collector.word(text, start, end, confidence, speaker_name)) is not None:
            found.append(word)
    return found


FORMATS = (
    json_format(
        "deepgram", "JSON of Deepgram", ("metadata", "results", "channel", "is_final"), _fits, _walk
    ),
)
