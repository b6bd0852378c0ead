"""ElevenLabs: words, the blanks between them and sounds, each with times; a transcript a channel
where there are several.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from legibly.formats.recognisers.collector import Piece, WordCollector, merge_runs
from legibly.formats.recognisers.documents import Documents, objects
from legibly.formats.recognisers.json_format import json_format
from legibly.transcript import Word

_TYPES = {"word", "spacing", "audio_event"}


def _fits(document: Any) -> bool:
    if isinstance(document.get("transcripts"), list):
        return all(_fits(item) for item in document["transcripts"])
    words = objects(document["words"])
    return bool(words) and all(word.get("type") in _TYPES for word in words)


def _walk(documents: Documents, collector: WordCollector) -> Iterator[object]:
    for document in documents:
        channels = objects(document.get("transcripts")) or [document]
        collector.set_language(channels[0].get("language_code"))
        if len(channels) == 1:
            collector.add_pieces(_pieces(channels[0]))
        else:
            rows = [
                _channel(channel, f"channel_{channel.get('channel_index', i)}", collector)
                for i, channel in enumerate(channels)
            ]
            for word in merge_runs(rows):
                collector.add(*word[:5])
        yield None


def _pieces(channel: dict[str, Any]) -> Iterator[Piece]:
    before = " "
    for word in objects(channel.get("words")):
        text = str(word.get("text", ""))
        if word.get("type") == "audio_event":
            text = f"[{text.strip('()[] ')}]"
        if word.get("type") != "spacing" and not before[-1:].isspace():
            yield Piece("" if _joins(before, text) else " ")
        before = text or before
        if word.get("type") == "spacing":
            yield Piece(text)
        else:
            sure = _confidence(word.get("logprob"))
            yield Piece(text, word.get("start"), word.get("end"), sure, word.get("speaker_id"))


def _joins(before: str, after: str) -> bool:
    """Without a blank between them words are one, as in Chinese; sounds stand alone."""
    return not before.endswith("]") and not after.startswith("[")


def _confidence(logprob: object) -> float | None:
    if isinstance(logprob, (int, float)) and logprob <= 0:
        return round(math.exp(logprob), 6)
    return None


def _channel(channel: dict[str, Any], name: str, collector: WordCollector) -> list[Word]:
    apart = WordCollector(collector.source)
    apart.add_pieces(_pieces(channel))
    found = [
        word._replace(text=token.written, speaker=word.speaker or name)
        for part in apart.parts([])
        for token in part.tokens
        for word in part.words[token.first : token.last]
    ]
    return found


FORMATS = (
    json_format(
        "elevenlabs",
        "JSON of ElevenLabs",
        ("language_code", "text", "words", "transcripts"),
        _fits,
        _walk,
    ),
)
