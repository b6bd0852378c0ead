"""How a client goes on after a lost connection, without anything that the server keeps.

A client counts its messages, and keeps those from the one that the last answer named. The answer
holds a *resume* object: which message to send again first, how many of its words were committed,
and the words before that decisions still depend on.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from legibly.errors import DataError
from legibly.formats.legibly_json import word_object
from legibly.formats.live import REMEMBERED_SEGMENTS, Memory, Message
from legibly.formatting.resuming import ResumePoint
from legibly.transcript import Token, Transcript, Word

MAX_POSITION = 1 << 48
MAX_SKIPPED_WORDS = 100_000
MAX_CONTEXT_WORDS = 1_000
_TOKEN_FIELDS = ("text", "first", "last", "before", "after", "kind")
_WORD_FIELDS = ("text", "start", "end", "confidence", "speaker")


@dataclass(frozen=True)
class Resume:
    """`message` is the first that is sent again, counted from the start of the stream; `skip` so
    many of its words were committed.
    """

    point: ResumePoint = field(default_factory=ResumePoint)
    message: int = 0
    skip: int = 0
    memory: Memory = field(default_factory=Memory)

    def as_json(self) -> dict[str, Any]:
        point = self.point
        document: dict[str, Any] = {
            "position": point.position,
            "message": self.message,
            "skip": self.skip,
            "words": [_word_object(word) for word in point.words],
            "tokens": [_token_object(token) for token in point.tokens],
            "ended": point.ended,
            "shouted": point.shouted,
        }
        if point.opening:
            document["opening"] = point.opening
        if self.memory.turn is not None:
            document["turn"] = self.memory.turn
        if self.memory.segments:
            document["segments"] = list(self.memory.segments)
        return document


def _word_object(word: Word) -> dict[str, Any]:
    known = word_object(word._replace(labels={}))
    return {name: known[name] for name in _WORD_FIELDS if known.get(name) is not None}


def _token_object(token: Token) -> dict[str, Any]:
    item = token._asdict()
    return {name: value for name, value in item.items() if value not in ("", "word")} | {
        "text": token.text
    }


def read_resume(item: Any) -> Resume:
    """Raises `DataError` for what no answer of this server held."""
    if not isinstance(item, dict):
        raise DataError(f"resume is {type(item).__name__}; expected what an answer held")
    words = tuple(_read_word(word) for word in _objects(item, "words"))
    tokens = tuple(_read_token(token) for token in _objects(item, "tokens"))
    try:
        Transcript(words, tokens)
    except DataError as error:
        raise DataError(f"resume: {error}") from None
    ended, opening = item.get("ended"), item.get("opening", "")
    if not isinstance(ended, bool | None) or not isinstance(opening, str) or len(opening) > 20:
        raise DataError("resume: ended or opening is not what an answer held")
    point = ResumePoint(
        _whole(item, "position", MAX_POSITION),
        words,
        tokens,
        ended,
        item.get("shouted") is not False,
        opening,
    )
    if point.position < len(words):
        raise DataError(f"resume: {len(words)} words before position {point.position}")
    return Resume(
        point,
        _whole(item, "message", MAX_POSITION),
        _whole(item, "skip", MAX_SKIPPED_WORDS),
        _memory(item),
    )


def _objects(item: dict[str, Any], name: str) -> list[dict[str, Any]]:
    found = item.get(name, [])
    if (
        not isinstance(found, list)
        or len(found) > MAX_CONTEXT_WORDS
        or not all(isinstance(entry, dict) for entry in found)
    ):
        raise DataError(f"resume: {name} is not a list of up to {MAX_CONTEXT_WORDS} objects")
    return found


def _read_word(item: dict[str, Any]) -> Word:
    values: dict[str, Any] = {name: item.get(name) for name in _WORD_FIELDS}
    for name in ("start", "end", "confidence"):
        value = values[name]
        if isinstance(value, bool) or not isinstance(value, int | float | None):
            raise DataError(f"resume: {name} of a word is {repr(value)[:40]}; expected a number")
    if not isinstance(values["text"], str) or not isinstance(values["speaker"], str | None):
        raise DataError("resume: a word has no text")
    text, start, end, confidence, speaker = (values[name] for name in _WORD_FIELDS)
    return Word(text, start, end, confidence, speaker)


def _read_token(item: dict[str, Any]) -> Token:
    values = {name: item.get(name, "") for name in _TOKEN_FIELDS}
    values["kind"] = item.get("kind", "word")
    values["first"], values["last"] = item.get("first", 0), item.get("last")
    if not all(isinstance(values[name], str) for name in ("text", "before", "after", "kind")):
        raise DataError("resume: a token is not what an answer held")
    if type(values["first"]) is not int or type(values["last"]) is not int:
        raise DataError("resume: a token has no positions")
    return Token(**values)


def _whole(item: dict[str, Any], name: str, most: int) -> int:
    value = item.get(name, 0)
    if type(value) is not int or not 0 <= value <= most:
        raise DataError(f"resume: {name} is {repr(value)[:40]}; expected 0 to {most}")
    return value


def _memory(item: dict[str, Any]) -> Memory:
    turn, segments = item.get("turn"), item.get("segments", [])
    if (
        not isinstance(turn, str | int | None)
        or not isinstance(segments, list)
        or len(segments) > REMEMBERED_SEGMENTS
        or not all(isinstance(segment, str) for segment in segments)
    ):
        raise DataError("resume: turn or segments are not what an answer held")
    return Memory(turn, tuple(segments))


class _Heard(NamedTuple):
    """A message of the client."""

    number: int
    first: int  # the position of its first word
    words: int
    memory: Memory  # of the reader before it


class MessageLog:
    """Which messages have words that are not committed yet."""

    def __init__(self, resumed: Resume | None = None) -> None:
        resumed = resumed or Resume()
        self._next = resumed.message
        # Where its first word would be, had none been committed.
        self._position = resumed.point.position - resumed.skip
        self._open: deque[_Heard] = deque()

    def add(self, words: int, memory: Memory) -> None:
        """A message, with words that were skipped among them."""
        if words:
            self._open.append(_Heard(self._next, self._position, words, memory))
        self._next += 1
        self._position += words

    def resume(self, point: ResumePoint, memory: Memory) -> Resume:
        """Where to go on; `memory` is that of the reader now."""
        given = point.position
        while self._open and self._open[0].first + self._open[0].words <= given:
            self._open.popleft()
        if not self._open:
            return Resume(point, self._next, 0, memory)
        first = self._open[0]
        return Resume(point, first.number, max(0, given - first.first), first.memory)


def without_first(messages: Sequence[Message], count: int) -> list[Message]:
    """Messages without words that were committed before; raises `DataError` where there are
    fewer.
    """
    left: list[Message] = []
    for message in messages:
        final: list[Transcript] = []
        for part in message.final:
            skipped = min(count, len(part.words))
            count -= skipped
            if skipped < len(part.words):
                final.append(_cut(part, skipped))
        left.append(message._replace(final=final))
    if count:
        raise DataError(
            f"resume: {count} words fewer than were committed; send the message again that the "
            "last answer named"
        )
    return left


def _cut(part: Transcript, count: int) -> Transcript:
    if not count:
        return part
    tokens = [token.shifted(-count) for token in part.tokens if token.first >= count]
    words = part.words[count:]
    if not tokens or tokens[0].first != 0:  # another division than the one before
        tokens = [Token(word.text, i, i + 1) for i, word in enumerate(words)]
    return replace(part, words=words, tokens=tokens, alternatives=(), mark_chances=())
