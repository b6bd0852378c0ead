"""Azure Speech: results of batch transcription, of the SDK (detailed), and of fast transcription.

What was heard (`lexical`) are the words; what Azure writes (`display`) is laid over them as tokens,
so that `25` knows the times of `twenty five`. Times are ticks of 100 ns, ISO durations or
milliseconds. Other hypotheses of the N-best list are kept as alternatives.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from legibly.formats.overlay import overlay
from legibly.formats.recognisers.collector import WordCollector
from legibly.formats.recognisers.documents import Documents, objects
from legibly.formats.recognisers.json_format import json_format
from legibly.marks import split_marks
from legibly.transcript import Word

TICK = 1e-7


def _fits(document: Any) -> bool:
    if isinstance(document, list):
        return bool(document) and all(_fits(item) for item in document)
    small = _small(document)
    return bool(
        "recognizedphrases" in small
        or ("phrases" in small and ("combinedphrases" in small or "durationmilliseconds" in small))
        or (
            "recognitionstatus" in small
            and ("nbest" in small or "displaytext" in small or "offset" in small)
        )
    )


def _small(item: dict[str, Any]) -> dict[str, Any]:
    """The SDK writes `NBest`, batch transcription `nBest`."""
    return {key.lower(): value for key, value in item.items()}


def _walk(documents: Documents, collector: WordCollector) -> Iterator[object]:
    for document in documents:
        for item in document if isinstance(document, list) else [document]:
            small = _small(item)
            collector.set_language(small.get("locale"))
            phrases = [
                _small(p)
                for p in objects(small.get("recognizedphrases", small.get("phrases", [item])))
            ]
            several = len({phrase.get("channel") for phrase in phrases}) > 1
            if several:  # they stand channel by channel
                phrases.sort(key=lambda phrase: _times(phrase, collector)[0] or 0.0)
            for number, phrase in enumerate(phrases):
                channel = f"channel_{phrase.get('channel')}" if several else None
                _add_phrase(phrase, number, channel, collector)
                yield None


def _add_phrase(
    phrase: dict[str, Any], number: int, channel: str | None, collector: WordCollector
) -> None:
    speaker = phrase.get("speaker", phrase.get("speakerid"))
    speaker = channel if speaker is None else speaker
    hypotheses = [_small(item) for item in objects(phrase.get("nbest"))] or [phrase]
    best, *others = hypotheses
    words = [_small(word) for word in objects(best.get("words"))]
    labels: dict[str, object] = {"segment": number}
    found = [_word(word, speaker, labels, collector) for word in words]
    heard = [word for word in found if word is not None]
    display = best.get("display", best.get("displaytext", best.get("text")))
    first = len(collector.builder)
    shown = [_small(word) for word in objects(best.get("displaywords"))]
    if heard:
        tokens = None
        if isinstance(display, str):
            tokens = overlay([word.text for word in heard], display, collector.source.abbreviations)
        collector.builder.add_tokens(heard, tokens)
    elif shown:  # times are only at what was written
        for item in shown:
            times = _times(item, collector)
            collector.add(item.get("displaytext"), *times, item.get("confidence"), speaker, labels)
    else:
        start, end = _times(phrase, collector)
        collector.add_text(display or best.get("lexical"), start, end, speaker)

    for other in others:
        collector.add_alternative(
            first, collector.words(other.get("lexical", "")), other.get("confidence")
        )


def _word(
    item: dict[str, Any], speaker: object, labels: dict[str, object], collector: WordCollector
) -> Word | None:
    text = item.get("word", item.get("text"))
    if isinstance(text, str):  # fast transcription leaves the marks on its words
        text = split_marks(text.strip(), collector.source.abbreviations).text
    return collector.word(text, *_times(item, collector), item.get("confidence"), speaker, labels)


def _times(item: dict[str, Any], collector: WordCollector) -> tuple[float | None, float | None]:
    if "offsetmilliseconds" in item:
        start, length = (
            collector.seconds(item.get(f"{key}milliseconds"), 0.001)
            for key in ("offset", "duration")
        )
    elif "offsetinticks" in item:
        start, length = (
            collector.seconds(item.get(f"{key}inticks"), TICK) for key in ("offset", "duration")
        )
    elif isinstance(item.get("offset"), str):
        start, length = (collector.seconds(item.get(key)) for key in ("offset", "duration"))
    else:
        start, length = (collector.seconds(item.get(key), TICK) for key in ("offset", "duration"))

    if start is None:
        return None, None

    return round(start, 6), None if length is None else round(start + length, 6)


FORMATS = (
    json_format(
        "azure",
        "JSON of Azure Speech",
        ("recognizedPhrases", "combinedRecognizedPhrases", "RecognitionStatus", "NBest", "phrases"),
        _fits,
        _walk,
    ),
)
