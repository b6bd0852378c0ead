"""Messages of live recognisers, one JSON object each: final words, or a partial result that may
still be revised.

Understood are word objects (`{"text": "hello", "start": 0.1}`), the messages of Vosk, Google,
Deepgram, AssemblyAI, Speechmatics, Kaldi's and Azure's servers, and of Whisper servers that send
all segments again, with `completed` on the firm ones. Messages without words (a session begins,
audio was added) say nothing.
"""

from __future__ import annotations

import io
from hashlib import blake2b
from itertools import islice
from typing import Any, NamedTuple

from legibly.errors import DataError
from legibly.files.source import Source
from legibly.formats.parts import PartBuilder
from legibly.formats.recognisers.collector import WordCollector
from legibly.formats.recognisers.documents import objects
from legibly.formats.recognisers.json_format import ANY, JsonFormat
from legibly.formats.registry import formats
from legibly.formats.word_lines import BadWordError, add_word, is_text
from legibly.marks import is_only_marks
from legibly.sound_tags import is_tag
from legibly.transcript import Transcript, join_recordings

NOTHING_SAID = {
    "type",
    "message",
    "message_type",
    "event",
    "speechEventType",
    "uid",
    "status",
    "session_id",
    "results",
}
_WORD_KEYS = {"start", "end", "confidence", "speaker", "s", "e", "conf", "spk", "p"}
_OTHERS = {
    "result",
    "results",
    "alternatives",
    "words",
    "segments",
    "channel",
    "type",
    "message_type",
    "message",
    "task",
}


REMEMBERED_SEGMENTS = 64  # of the last, that a server which sends all again may send


class Memory(NamedTuple):
    """What was final already: a turn, and digests of segments, the last first."""

    turn: str | int | None = None
    segments: tuple[str, ...] = ()


class Message(NamedTuple):
    final: list[Transcript]  # parts with the marks on their tokens
    partial: str = ""
    mark: str = ""  # for the last word of before


EMPTY_MESSAGE = Message([])


class Messages:
    """Remembers which segments and turns were final already, for servers that repeat them."""

    def __init__(self, language: str) -> None:
        self._source = Source("<stream>", io.BytesIO(b""), language=language, skip_bad_lines=True)
        # Segments that were final, by a digest of start and text.
        self._given: dict[str, None] = {}
        self._turn: object = None

    @property
    def left_out(self) -> int:
        """Words that could not be used."""
        return self._source.skipped

    @property
    def memory(self) -> Memory:
        """What a server may say again."""
        turn = self._turn if isinstance(self._turn, str | int) else None
        return Memory(turn, tuple(islice(reversed(self._given), REMEMBERED_SEGMENTS)))

    def recall(self, memory: Memory) -> None:
        """Go on where somebody else stopped reading."""
        self._turn = memory.turn
        self._given = dict.fromkeys(reversed(memory.segments))

    def read(self, item: Any) -> Message:
        """Raises `BadWordError` for what is no message."""
        if not isinstance(item, dict):
            raise BadWordError(
                f"found {type(item).__name__}; expected an object, a word or a recogniser's message"
            )

        try:
            message = self._read(item)
        except (
            DataError,
            TypeError,
            AttributeError,
            KeyError,
            IndexError,
            ValueError,
            OverflowError,
        ) as error:
            if isinstance(error, BadWordError):
                raise
            raise BadWordError(
                f"not a message that can be read ({str(error)[:120]})".replace("\n", " ")
            ) from None

        return message if is_text(message.partial) else message._replace(partial="")

    def _read(self, item: dict[str, Any]) -> Message:
        if isinstance(item.get("partial"), str) and "w" not in item:
            return Message([], item["partial"])
        if isinstance(item.get("segments"), list) and not {"language", "text"} & set(item):
            return self._segments(objects(item["segments"]))
        if _is_word(item):
            return self._word(item)
        if item.get("type") == "Turn":
            return self._assembly_turn(item)
        if _is_partial(item):
            return Message([], _text_in(item))
        if objects(item.get("results")) and any(
            "isFinal" in r or "stability" in r for r in objects(item["results"])
        ):
            return self._google(item)

        for kind in formats().values():
            if isinstance(kind, JsonFormat) and kind.name != ANY and kind.fits(item):
                collector = WordCollector(self._source)
                return _with_mark(
                    list(join_recordings(collector.parts(kind.walk(iter([item]), collector))))
                )

        if isinstance(item.get("text"), str):  # a final text and nothing else
            return self._text(item["text"])
        if NOTHING_SAID & set(item) or "language" in item:
            return EMPTY_MESSAGE
        if isinstance(item.get("Text"), str):  # Azure, while it listens
            return Message([], item["Text"])

        known = ", ".join(repr(str(key)[:20]) for key in list(item)[:5])
        raise BadWordError(
            f"found an object with {known or 'nothing in it'}; expected a word or a recogniser's "
            "message"
        )

    def _text(self, text: str, start: object = None, end: object = None) -> Message:
        collector = WordCollector(self._source)
        collector.add_text(text, start, end)
        return _with_mark(list(collector.parts([])))

    def _segments(self, segments: list[dict[str, Any]]) -> Message:
        """Without `completed` on any, the last one is still open."""
        told = any("completed" in segment for segment in segments)
        final: list[Transcript] = []
        partial = []
        for i, segment in enumerate(segments):
            text = str(segment.get("text", "")).strip()
            if not (segment.get("completed") if told else i + 1 < len(segments)):
                partial.append(text)
                continue
            key = _digest(segment.get("start"), text)
            if key in self._given:
                continue
            self._given[key] = None
            if len(self._given) > 1000:
                del self._given[next(iter(self._given))]
            collector = WordCollector(self._source)
            for word in objects(segment.get("words")):
                collector.add(
                    word.get("word"), word.get("start"), word.get("end"), word.get("probability")
                )
            if collector.builder.empty:
                collector.add_text(text, segment.get("start"), segment.get("end"))
            final += collector.parts([])

        return Message(final, " ".join(partial))

    def _assembly_turn(self, item: dict[str, Any]) -> Message:
        """A turn is final once; what comes again with its formatting does not count."""
        if not item.get("end_of_turn"):
            return Message([], str(item.get("transcript", "")))

        turn = item.get("turn_order")
        if turn is not None and turn == self._turn:
            return EMPTY_MESSAGE

        self._turn = turn
        collector = WordCollector(self._source)
        for word in objects(item.get("words")):
            start, end = (
                collector.seconds(word.get("start"), 0.001),
                collector.seconds(word.get("end"), 0.001),
            )
            collector.add(word.get("text"), start, end, word.get("confidence"))

        if collector.builder.empty:
            collector.add_text(item.get("transcript"))
        return _with_mark(list(collector.parts([])))

    def _google(self, item: dict[str, Any]) -> Message:
        """Results that are final, and beside them some that are not."""
        kind = formats()["google"]
        assert isinstance(kind, JsonFormat)
        collector = WordCollector(self._source)
        final = list(join_recordings(collector.parts(kind.walk(iter([item]), collector))))
        interim = [r for r in objects(item["results"]) if not r.get("isFinal", r.get("is_final"))]
        return Message(final, " ".join(filter(None, (_text_in(result) for result in interim))))

    def _word(self, item: dict[str, Any]) -> Message:
        builder = PartBuilder(language=self._source.language)
        keys = {"word": "w" if not {"start", "end"} & set(item) else "text"}
        renamed = {
            keys.get(key, key): value
            for key, value in item.items()
            if key not in ("partial", "is_final")
        }
        text = renamed.get("text", renamed.get("w"))
        if (
            isinstance(text, str)
            and "p" not in renamed
            and len(text.split()) > 1
            and not is_tag(text)
        ):
            collector = WordCollector(self._source)
            start, end = (
                renamed.get("start", renamed.get("s")),
                renamed.get("end", renamed.get("e")),
            )
            confidence = renamed.get("confidence", renamed.get("conf"))
            collector.add(text, start, end, confidence, renamed.get("speaker", renamed.get("spk")))
            return _with_mark(list(collector.parts([])))

        add_word(builder, renamed, self._source)
        return _with_mark([] if builder.empty else [builder.take(continued=False)])


def _digest(start: object, text: str) -> str:
    return blake2b(f"{start} {text}".encode("utf-8", "replace"), digest_size=6).hexdigest()


def _with_mark(parts: list[Transcript]) -> Message:
    """A message that is nothing but a mark belongs to the word before."""
    tokens = [token for part in parts for token in part.tokens]
    if len(tokens) == 1 and is_only_marks(tokens[0].text) and not tokens[0].after:
        return Message([], "", tokens[0].text)
    return Message(parts)


def _is_word(item: dict[str, Any]) -> bool:
    if isinstance(item.get("w"), str):
        return True
    if _OTHERS & set(item):
        return False

    text = item.get("text", item.get("word"))
    if not isinstance(text, str) or not text:
        return False

    return (
        "word" in item
        or bool(_WORD_KEYS & set(item))
        or (len(text.split()) == 1 and set(item) == {"text"})
    )


def _is_partial(item: dict[str, Any]) -> bool:
    nested = item.get("result")
    return (
        item.get("is_final") is False
        or item.get("partial") is True
        or item.get("message") == "AddPartialTranscript"
        or item.get("message_type") == "PartialTranscript"
        or item.get("type") in ("partial", "interim", "transcript.partial")
        or (isinstance(nested, dict) and nested.get("final") is False)
    )


def _text_in(item: Any) -> str:
    """The first text of a message, wherever it is."""
    if isinstance(item, dict):
        metadata = item.get("metadata")
        if isinstance(metadata, dict) and isinstance(metadata.get("transcript"), str):
            return str(metadata["transcript"]).strip()
        for key in ("transcript", "text"):
            if isinstance(item.get(key), str):
                return str(item[key]).strip()
        return next((found for value in item.values() if (found := _text_in(value))), "")

    if isinstance(item, list):
        return next((found for value in item if (found := _text_in(value))), "")

    return ""
