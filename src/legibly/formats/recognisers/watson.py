"""IBM Watson: words as `["word", 0.1, 0.4]`, confidences and speakers in lists beside them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from legibly.formats.recognisers.collector import WordCollector
from legibly.formats.recognisers.documents import Documents, objects
from legibly.formats.recognisers.json_format import json_format

HESITATION = "%HESITATION"


def is_watson(document: dict[str, Any]) -> bool:
    results = objects(document.get("results"))
    alternatives = [best for item in results for best in objects(item.get("alternatives"))]
    return (
        "result_index" in document
        or "speaker_labels" in document
        or any("timestamps" in best or "word_confidence" in best for best in alternatives)
        or (bool(alternatives) and all("final" in item for item in results))
    )


def _fits(document: Any) -> bool:
    if isinstance(document, list):
        return bool(document) and all(_fits(item) for item in document)
    return isinstance(document["results"], list) and is_watson(document)


def _walk(documents: Documents, collector: WordCollector) -> Iterator[object]:
    for document in documents:
        for message in document if isinstance(document, list) else [document]:
            speakers = {
                label.get("from"): label.get("speaker")
                for label in objects(message.get("speaker_labels"))
            }
            for number, result in enumerate(objects(message.get("results"))):
                if result.get("final") is False:
                    collector.source.repaired("partial results left out, the final ones count")
                    continue
                _add(objects(result.get("alternatives")), speakers, number, collector)
                yield None


def _add(
    alternatives: list[dict[str, Any]],
    speakers: dict[object, object],
    number: int,
    collector: WordCollector,
) -> None:
    if not alternatives:
        return

    best, *others = alternatives
    first = len(collector.builder)
    timed = [row for row in best.get("timestamps") or [] if isinstance(row, list) and row]
    sure = [row for row in best.get("word_confidence") or [] if isinstance(row, list)]
    known = len(sure) == len(timed) and all(len(row) > 1 for row in sure)
    for i, row in enumerate(timed):
        word, start, end = [*row, None, None][:3]
        confidence = sure[i][1] if known else None
        speaker = speakers.get(start)
        collector.add(_tag(word), start, end, confidence, speaker, {"segment": number})

    if not timed:
        collector.add_text(_tag(best.get("transcript")))

    for other in others:
        collector.add_alternative(
            first, collector.words(other.get("transcript", "")), other.get("confidence")
        )


def _tag(text: object) -> object:
    """What stands for a sound, as a tag."""
    return text.replace(HESITATION, "<hesitation>") if isinstance(text, str) else text


FORMATS = (
    json_format(
        "watson",
        "JSON of IBM Watson",
        ("results", "result_index", "speaker_labels"),
        _fits,
        _walk,
    ),
)
