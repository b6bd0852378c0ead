"""The BBC's Kaldi: words as heard beside words as written, and turns of speakers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from legibly.formats.recognisers.collector import WordCollector
from legibly.formats.recognisers.documents import Documents, objects
from legibly.formats.recognisers.json_format import json_format
from legibly.speakers import Turn, turn_at


def _fits(document: Any) -> bool:
    return isinstance(document["retval"]["words"], list)


def _walk(documents: Documents, collector: WordCollector) -> Iterator[object]:
    for document in documents:
        retval = document.get("retval", {})
        turns = [_turn(item, collector) for item in objects(retval.get("segments"))]
        for word in objects(retval.get("words")):
            start, end = collector.seconds(word.get("start")), collector.seconds(word.get("end"))
            speaker = turn_at(turns, start)
            text = word.get("punct") or word.get("word")
            collector.add(text, start, end, word.get("confidence"), speaker)
            yield None


def _turn(item: dict[str, Any], collector: WordCollector) -> Turn:
    start = collector.seconds(item.get("start")) or 0.0
    speaker = item.get("speaker")
    name = speaker.get("@id") if isinstance(speaker, dict) else speaker
    return Turn(start, start + (collector.seconds(item.get("duration")) or 0.0), str(name))


FORMATS = (json_format("bbc", "JSON of the BBC's Kaldi", ("action", "retval"), _fits, _walk),)
