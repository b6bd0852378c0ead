"""One stream of a client: messages in, answers out. Without sockets."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from legibly.errors import UsageError
from legibly.formats.legibly_json import token_object
from legibly.formats.live import EMPTY_MESSAGE, Message
from legibly.formats.word_lines import BadWordError
from legibly.formatting.message_stream import MessageStream
from legibly.formatting.stream import Update, joined
from legibly.server.request_options import RequestOptions
from legibly.server.resume_messages import MessageLog, Resume, without_first
from legibly.server.served_models import ServedModels
from legibly.transcript import cut_parts

MAX_DELAY_WORDS, DEFAULT_DELAY_WORDS = 1_000, 4
MAX_PREVIEW_WORDS = 100  # of a partial result, its last
WORDS_AT_A_TIME = 16  # of a message, so that other streams have their turn


class LiveTalk:
    """Used by one thread at a time."""

    def __init__(self, asked: RequestOptions, resumed: Resume | None, models: ServedModels) -> None:
        self.max_wait: float | None = asked.get("max_wait")
        provisional = asked.get("provisional", True)
        self.resumable = asked.get("resume", False) or resumed is not None
        formatter = models.formatter(asked)
        delay = _delay(asked.get("max_delay", DEFAULT_DELAY_WORDS))
        if delay is None and self.max_wait is None:
            raise UsageError(
                "a stream without a limit; give it max_delay or max_wait, or send all to /v1/format"
            )
        stream = formatter.stream(
            max_delay=delay,
            max_wait=self.max_wait,
            partials=provisional,
            hold_numbers=asked.get("hold_numbers", False),
            resume=resumed.point if resumed is not None else None,
        )
        self._fed = MessageStream(stream, formatter.language.code, previews=provisional)
        self._log = MessageLog(resumed)
        self._skip = resumed.skip if resumed is not None else 0
        self.words = 0  # that were heard here
        if resumed is not None:
            self._fed.messages.recall(resumed.memory)

    def read(self, item: dict[str, Any]) -> list[Message]:
        """What a message says, but for words that were committed before the connection was lost."""
        memory = self._fed.messages.memory
        found = [self._fed.read(one) for one in _items(item)]
        words = sum(len(part.words) for message in found for part in message.final)
        found, self._skip = without_first(found, self._skip), 0
        self.words += words
        self._log.add(words, memory)
        return found

    def pass_over(self) -> None:
        """A message that could not be read; the client counts it all the same."""
        self._log.add(0, self._fed.messages.memory)

    def hear(self, message: Message) -> Update:
        shown = message.partial.split()[-MAX_PREVIEW_WORDS:]
        return self._fed.hear(message._replace(partial=" ".join(shown)))

    def begin(self, item: dict[str, Any]) -> tuple[Update, list[list[Message]]]:
        """What the first words of a message bring, and the others."""
        first, *rest = _portions(self.read(item))
        return self.hear_all(first), rest

    def hear_all(self, messages: Iterable[Message]) -> Update:
        return joined(map(self.hear, messages))

    def tick(self) -> Update:
        return self._fed.stream.tick()

    def end(self) -> Update:
        return self._fed.stream.close()

    def break_off(self) -> Update:
        """All is decided now; it goes on elsewhere, or not at all."""
        return self._fed.stream.flush() if self.resumable else self._fed.stream.close()

    def answer(self, update: Update, **more: object) -> str:
        first = update.committed[0].first if update.committed else 0
        document: dict[str, Any] = {
            "committed": [
                token_object(token, update.words[token.first - first : token.last - first])
                for token in update.committed
            ],
            "provisional": update.provisional,
            "position": self._fed.stream.given,
            **more,
        }
        if self.resumable:
            point = self._fed.stream.resume_point()
            document["resume"] = self._log.resume(point, self._fed.messages.memory).as_json()
        return json.dumps(document, ensure_ascii=False)


def _delay(value: object) -> int | None:
    text = str(value)
    if text.lower() == "none":
        return None
    if not (text.isascii() and text.isdecimal()) or int(text[:9]) > MAX_DELAY_WORDS:
        raise UsageError(f"max_delay is {text[:40]!r}; expected 0 to {MAX_DELAY_WORDS}, or none")
    return int(text)


def _items(item: dict[str, Any]) -> list[dict[str, Any]]:
    """Our own list of words as objects; what a recogniser says as it is."""
    if not set(item) <= {"words", "end"} or "words" not in item:
        return [item] if item else []
    words = item["words"]
    if not isinstance(words, list):
        raise BadWordError(f"words is {type(words).__name__}; expected a list")
    return [{"text": word} if isinstance(word, str) else word for word in words]


def _portions(messages: Sequence[Message]) -> Iterable[list[Message]]:
    """The same in pieces of a few words."""
    portion: list[Message] = []
    count = 0
    for message in messages or [EMPTY_MESSAGE]:
        pieces = [piece for part in message.final for piece in cut_parts(part, WORDS_AT_A_TIME)]
        for piece in pieces[:-1]:
            yield [*portion, Message([piece])]
            portion, count = [], 0
        portion.append(message._replace(final=pieces[-1:]))
        count += sum(len(piece.words) for piece in pieces[-1:])
        if count >= WORDS_AT_A_TIME:
            yield portion
            portion, count = [], 0
    if portion:
        yield portion
