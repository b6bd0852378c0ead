"""Messages of live recognisers, one JSON object each: final words, or a partial result that may still be revised.

Understood are word objects (`{"text": "hello", "start": 0.1}`), the messages of Vosk, Google, Deepgram, Speechmatics,
Kaldi's and Azure's servers, and of Whisper servers that send all segments again with `completed` on the firm ones.
"""

from __future__ import annotations

import io
from typing import Any, NamedTuple

from legibly.formats.parts import PartBuilder
from legibly.formats.recogniser import ANY, Hearing, JsonFormat, objects
from legibly.formats.registry import formats
from legibly.formats.source import Source
from legibly.formats.word_lines import BadWordError, add_word
from legibly.model import Transcript, Word, join_recordings


class Message(NamedTuple):
    final: list[Word]  # with the marks on them
    partial: str = ""


class Messages:
    """Remembers which segments were final already, for servers that repeat them."""

    def __init__(self, language: str) -> None:
        self._source = Source("<stream>", io.BytesIO(b""), language=language, skip_bad_lines=True)
        self._completed = -1.0  # end of the last segment that was final

    @property
    def left_out(self) -> int:
        """Words that could not be used."""
        return self._source.skipped

    def read(self, item: Any) -> Message:
        """Raises `BadWordError` for what is no message."""
        if not isinstance(item, dict):
            raise BadWordError(f"found {type(item).__name__}; expected an object, a word or a recogniser's message")
        if "partial" in item:
            return Message([], str(item["partial"]))
        if isinstance(item.get("segments"), list) and any("completed" in s for s in objects(item["segments"])):
            return self._segments(objects(item["segments"]))
        if self._is_partial(item):
            return Message([], _text_in(item))
        if any(isinstance(item.get(key), str) for key in ("w", "word")) or _is_word(item):
            return Message(_words(self._word(item)))
        for kind in formats().values():
            if isinstance(kind, JsonFormat) and kind.name != ANY and kind.fits(item):
                hearing = Hearing(self._source)
                parts = hearing.parts(kind.walk(iter([item]), hearing))
                return Message([word for part in join_recordings(parts) for word in _words(part)])
        if isinstance(item.get("text"), str):  # a final text and nothing else
            return Message([Word(text) for text in item["text"].split()])
        known = ", ".join(repr(str(key)[:20]) for key in list(item)[:5])
        raise BadWordError(
            f"found an object with {known or 'nothing in it'}; expected a word or a recogniser's message"
        )

    def _segments(self, segments: list[dict[str, Any]]) -> Message:
        final: list[Word] = []
        partial = []
        for segment in segments:
            end = self._seconds(segment.get("end"))
            if not segment.get("completed"):
                partial.append(str(segment.get("text", "")).strip())
            elif end is None or end > self._completed + 1e-6:
                hearing = Hearing(self._source)
                for word in objects(segment.get("words")):
                    hearing.add(word.get("word"), word.get("start"), word.get("end"), word.get("probability"))
                if hearing.builder.empty:
                    hearing.add_text(segment.get("text"), segment.get("start"), segment.get("end"))
                final += [word for part in hearing.parts([]) for word in _words(part)]
                self._completed = self._completed if end is None else end
        return Message(final, " ".join(partial))

    def _seconds(self, value: object) -> float | None:
        return Hearing(self._source).seconds(value)

    def _is_partial(self, item: dict[str, Any]) -> bool:
        results = objects(item.get("results"))
        nested = item.get("result") if isinstance(item.get("result"), dict) else {}
        return (
            item.get("is_final") is False
            or item.get("message") == "AddPartialTranscript"
            or item.get("type") in ("partial", "interim", "transcript.partial")
            or (bool(results) and all(result.get("isFinal") is False for result in results))
            or (isinstance(nested, dict) and nested.get("final") is False)
        )

    def _word(self, item: dict[str, Any]) -> Transcript:
        builder = PartBuilder()
        renamed = {("text" if key == "word" else key): value for key, value in item.items()}
        add_word(builder, renamed, self._source)
        return builder.take(continued=False)


def _is_word(item: dict[str, Any]) -> bool:
    text = item.get("text")
    return isinstance(text, str) and len(text.split()) <= 1 and not {"result", "alternatives", "words"} & set(item)


def _words(part: Transcript) -> list[Word]:
    """As the stream takes them: the marks on the word, unless somebody wrote several words as one token."""
    found: list[Word] = []
    for token in part.tokens:
        if token.last - token.first == 1:
            word = part.words[token.first]
            found.append(word._replace(text=f"{token.before}{token.text}{token.after}".replace(" ", "")))
        else:
            found += part.words[token.first : token.last]
    return found


def _text_in(item: Any) -> str:
    """The first text of a message, wherever it is."""
    if isinstance(item, dict):
        for key in ("transcript", "text"):
            if isinstance(item.get(key), str):
                return str(item[key]).strip()
        if isinstance(item.get("results"), list) and objects(item["results"]):
            return " ".join(filter(None, (_text_in(result) for result in item["results"])))
        return next((found for value in item.values() if (found := _text_in(value))), "")
    if isinstance(item, list):
        return next((found for value in item if (found := _text_in(value))), "")
    return ""
