"""Azure Speech: results of batch transcription, of the SDK (detailed), and of fast transcription.

What was heard (`lexical`) are the words; what Azure writes (`display`) is laid over them as tokens, so that `25` knows
the times of `twenty five`. Times are ticks of 100 ns, ISO durations or milliseconds. Other hypotheses of the N-best
list are kept as alternatives.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from legibly.formats.recogniser import Documents, Hearing, json_format, objects
from legibly.formats.written import lay_over
from legibly.model import Word

TICK = 1e-7


def _fits(document: Any) -> bool:
    if isinstance(document, list):
        return bool(document) and all(_fits(item) for item in document)
    small = _small(document)
    return bool(
        "recognizedphrases" in small
        or ("phrases" in small and ("combinedphrases" in small or "durationmilliseconds" in small))
        or ("recognitionstatus" in small and ("nbest" in small or "displaytext" in small or "offset" in small))
    )


def _small(item: dict[str, Any]) -> dict[str, Any]:
    """The SDK writes `NBest`, batch transcription `nBest`."""
    return {key.lower(): value for key, value in item.items()}


def _walk(documents: Documents, hearing: Hearing) -> Iterator[object]:
    for document in documents:
        for item in document if isinstance(document, list) else [document]:
            small = _small(item)
            hearing.set_language(small.get("locale"))
            phrases = [_small(p) for p in objects(small.get("recognizedphrases", small.get("phrases", [item])))]
            several = len({phrase.get("channel") for phrase in phrases}) > 1
            if several:  # they stand channel by channel
                phrases.sort(key=lambda phrase: _times(phrase, hearing)[0] or 0.0)
            for number, phrase in enumerate(phrases):
                channel = f"channel_{phrase.get('channel')}" if several else None
                _add_phrase(phrase, number, channel, hearing)
                yield None


def _add_phrase(phrase: dict[str, Any], number: int, channel: str | None, hearing: Hearing) -> None:
    speaker = phrase.get("speaker", phrase.get("speakerid"))
    speaker = channel if speaker is None else speaker
    hypotheses = [_small(item) for item in objects(phrase.get("nbest"))] or [phrase]
    best, *others = hypotheses
    words = [_small(word) for word in objects(best.get("words"))]
    labels: dict[str, object] = {"segment": number}
    found = [_word(word, speaker, labels, hearing) for word in words]
    heard = [word for word in found if word is not None]
    display = best.get("display", best.get("displaytext", best.get("text")))
    first = len(hearing.builder)
    if heard:
        tokens = None
        if isinstance(display, str):
            tokens = lay_over([word.text for word in heard], display, hearing.source.abbreviations)
        hearing.builder.add_tokens(heard, tokens)
    else:
        start, end = _times(phrase, hearing)
        hearing.add_text(display or best.get("lexical"), start, end, speaker)
    for other in others:
        hearing.add_alternative(first, hearing.words(other.get("lexical", "")), other.get("confidence"))


def _word(item: dict[str, Any], speaker: object, labels: dict[str, object], hearing: Hearing) -> Word | None:
    text = item.get("word", item.get("text"))
    return hearing.word(text, *_times(item, hearing), item.get("confidence"), speaker, labels)


def _times(item: dict[str, Any], hearing: Hearing) -> tuple[float | None, float | None]:
    if "offsetmilliseconds" in item:
        start, length = (hearing.seconds(item.get(f"{key}milliseconds"), 0.001) for key in ("offset", "duration"))
    elif "offsetinticks" in item:
        start, length = (hearing.seconds(item.get(f"{key}inticks"), TICK) for key in ("offset", "duration"))
    elif isinstance(item.get("offset"), str):
        start, length = (hearing.seconds(item.get(key)) for key in ("offset", "duration"))
    else:
        start, length = (hearing.seconds(item.get(key), TICK) for key in ("offset", "duration"))
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
