"""Google Speech-to-Text, versions 1 and 2: results with alternatives, durations as `1.300s` or
seconds and nanos.

With speakers told apart, version 1 repeats all words with their speakers in the last result, and
where it streams in every one.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from legibly.formats.parts import NEXT
from legibly.formats.recognisers.collector import WordCollector
from legibly.formats.recognisers.documents import Documents, objects
from legibly.formats.recognisers.json_format import json_format
from legibly.formats.recognisers.watson import is_watson

_KNOWN = frozenset(
    {
        "results",
        "response",
        "totalBilledTime",
        "requestId",
        "metadata",
        "speechAdaptationInfo",
        "done",
    }
)


def _files(document: Any) -> Iterator[tuple[str | None, list[dict[str, Any]]]]:
    """The results of each file; only batches of version 2 have several, by their names. Silence has
    none.
    """
    for key in ("response", "transcript", "inlineResult"):
        if isinstance(document.get(key), dict):
            yield from _files(document[key])
            return

    results = document.get("results", [])
    if isinstance(results, dict):
        for name, inner in results.items():
            if not isinstance(inner, dict) or not set(inner) & {
                "transcript",
                "inlineResult",
                "error",
                "results",
            }:
                raise TypeError("results is something else's")
            for _, found in _files(inner):
                yield name, found
        return

    if not isinstance(results, list):
        raise TypeError(f"results is {type(results).__name__}")

    yield None, objects(results)


def _fits(document: Any) -> bool:
    if not _KNOWN & set(document):
        return False
    results = [item for _, found in _files(document) for item in found]
    if any("type" in item for item in results):  # Speechmatics'
        return False
    if is_watson(document):
        return False
    if not results:
        return {"totalBilledTime", "response", "results"} & set(document) != set() and set(
            document
        ) <= _KNOWN | {"name"}
    return any(objects(item.get("alternatives")) or "resultEndTime" in item for item in results)


def _field(item: dict[str, Any], *names: str) -> Any:
    return next((item[name] for name in names if name in item), None)


def _walk(documents: Documents, collector: WordCollector) -> Iterator[object]:
    for document in documents:
        for name, results in _files(document):
            if name is not None:
                yield NEXT
                collector.builder.name = PurePath(name).stem or name
            everything = _repeated_words(results)
            if everything is not None:
                results = [{"alternatives": [{"words": everything}]}]
            several = len({result.get("channelTag") for result in results}) > 1
            for number, result in enumerate(results):
                final = _field(result, "isFinal", "is_final")
                if final is False or (final is None and "stability" in result):
                    collector.source.repaired("partial results left out, the final ones count")
                    continue
                collector.set_language(_field(result, "languageCode", "language_code"))
                if alternatives := objects(result.get("alternatives")):
                    channel = f"channel_{result.get('channelTag')}" if several else None
                    _add(alternatives, result, number, channel, collector)
                yield None


def _add(
    alternatives: list[dict[str, Any]],
    result: dict[str, Any],
    number: int,
    channel: str | None,
    collector: WordCollector,
) -> None:
    best, *others = alternatives
    first = len(collector.builder)
    words = objects(best.get("words"))
    for word in words:
        speaker = _speaker(word) or channel
        collector.add(
            word.get("word"), *_times(word), word.get("confidence"), speaker, {"segment": number}
        )

    if not words:
        collector.add_text(
            best.get("transcript"),
            None,
            _field(result, "resultEndTime", "resultEndOffset"),
            channel,
        )

    for other in others:
        collector.add_alternative(
            first, collector.words(other.get("transcript", "")), other.get("confidence")
        )


def _times(word: dict[str, Any]) -> tuple[Any, Any]:
    """A start of zero is left out of the messages."""
    end = _field(word, "endTime", "endOffset", "end_time", "end_offset")
    start = _field(word, "startTime", "startOffset", "start_time", "start_offset")
    return "0s" if start is None and end is not None else start, end


def _speaker(word: dict[str, Any]) -> object:
    return _field(word, "speakerLabel", "speakerTag", "speaker_label", "speaker_tag") or None


def _repeated_words(results: list[dict[str, Any]]) -> list[dict[str, Any]] | None:
    """The words of the last result, where they are those of all the others again, now with their
    speakers.
    """
    bests = [next(iter(objects(result.get("alternatives"))), {}) for result in results]
    if len(bests) < 2:
        return None

    words = objects(bests[-1].get("words"))
    before = [word for best in bests[:-1] for word in objects(best.get("words"))]
    if not words or any(_speaker(word) is None for word in words):
        return None
    if any(_speaker(word) for word in before):
        channels = {result.get("channelTag") for result in results}
        return words if len(channels) == 1 and _hold(words, before) else None

    said = " ".join(str(best.get("transcript", "")) for best in bests[:-1]).split()
    spoken = [str(word.get("word")) for word in before]
    again = [str(word.get("word")) for word in words]
    own = str(bests[-1].get("transcript", "")).split()  # where the last is a segment itself
    return words if again in (said, spoken, said + own, spoken + own) else None


def _hold(words: list[dict[str, Any]], before: list[dict[str, Any]]) -> bool:
    """Whether all that was said before is among some words, each at its own time."""
    timed = [(str(word.get("word")), *map(str, _times(word))) for word in before]
    again = {(str(word.get("word")), *map(str, _times(word))) for word in words}
    return all(end != "None" for *_, end in timed) and again.issuperset(timed)


FORMATS = (
    json_format(
        "google",
        "JSON of Google Speech-to-Text",
        ("results", "response", "totalBilledTime"),
        _fits,
        _walk,
    ),
)
