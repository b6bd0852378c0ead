"""A stream that is fed with the live messages of recognisers, or with plain words."""

from __future__ import annotations

from typing import Any

from legibly.formats.live import EMPTY_MESSAGE, Message, Messages
from legibly.formatting.stream import Stream, Update


class MessageStream:
    """One update for each message."""

    def __init__(self, stream: Stream, language: str, *, previews: bool = True) -> None:
        self.stream = stream
        self.messages = Messages(language)
        self._previews = previews

    def read(self, item: Any) -> Message:
        """Raises `BadWordError` for what is no message."""
        return self.messages.read(item)

    def hear(self, message: Message = EMPTY_MESSAGE) -> Update:
        """What a message brings; a partial result is only looked at."""
        stream = self.stream
        update = stream.mark(message.mark) if message.mark else stream.push_tokens(*message.final)
        if message.partial and self._previews:
            update = update._replace(provisional=stream.preview(*message.partial.split()))
        return update

    def hear_plain(self, text: str) -> Update:
        """Words between spaces."""
        return self.stream.push(*text.split())

    @property
    def left_out(self) -> int:
        """Words that could not be used."""
        return self.messages.left_out
