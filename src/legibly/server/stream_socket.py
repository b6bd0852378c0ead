"""A stream over a WebSocket: one answer to each message, in order; no message is read before the
one before it is answered, so that a client who sends faster than that has to wait.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from legibly.errors import DataError, LegiblyError
from legibly.formats.word_lines import BadWordError
from legibly.formatting.stream import Update, joined
from legibly.server.limits import Limits
from legibly.server.live_talk import LiveTalk
from legibly.server.metrics import Metrics
from legibly.server.problems import ProblemError
from legibly.server.request_options import (
    STREAM_REQUEST,
    RequestOptions,
    read_options,
)
from legibly.server.resume_messages import Resume, read_resume
from legibly.server.served_models import ServedModels
from legibly.server.work import Deadline, WorkQueue

MAX_BAD_MESSAGES = 100
CLOCK_SECONDS = 0.25  # between looks at the clock
EXPECTED = (
    'expected {"words": [...]}, {"end": true} or a recogniser\'s message, as a JSON object in text'
)
NOTHING_YET = json.dumps({"committed": [], "provisional": "", "position": 0})
NORMAL, RESTARTS, TRY_LATER, TOO_MANY, TOO_IDLE = 1000, 1012, 1013, 1008, 1000


@dataclass(frozen=True)
class StreamServices:
    """What the streams of a worker share."""

    models: ServedModels
    queue: WorkQueue
    limits: Limits
    metrics: Metrics
    draining: asyncio.Event = field(default_factory=asyncio.Event)


class StreamSocket:
    """The talk of one client."""

    def __init__(self, socket: WebSocket, services: StreamServices) -> None:
        self._socket, self._services = socket, services
        self._talk: LiveTalk | None = None
        self._options: dict[str, Any] | None = None
        self._given = dict(_query(socket))
        self._bad = 0
        self._early = 0  # messages before the talk, none of which could be read

    async def run(self) -> None:
        """Raises `ProblemError` before the connection is accepted, where the query is wrong."""
        self._read_options(self._given, typed=False)
        subprotocol = "legibly" if "legibly" in self._socket.scope.get("subprotocols", ()) else None
        await self._socket.accept(subprotocol)
        metrics = self._services.metrics
        metrics.count("streams")
        metrics.gauge("open_streams", 1)
        try:
            await self._converse()
        except WebSocketDisconnect:
            pass
        finally:
            metrics.gauge("open_streams", -1)

    def _read_options(self, given: dict[str, Any], *, typed: bool) -> RequestOptions:
        rows = self._services.limits.table_rows
        return read_options(given, STREAM_REQUEST, max_rows=rows, typed=typed)

    async def _converse(self) -> None:
        """Until the client ends it, is silent for too long, or the server ends."""
        receiving: asyncio.Task[Any] | None = None
        drained = asyncio.ensure_future(self._services.draining.wait())
        heard_at = time.monotonic()
        try:
            while True:
                receiving = receiving or asyncio.ensure_future(self._socket.receive())
                done, _ = await asyncio.wait(
                    {receiving, drained},
                    timeout=self._patience(heard_at),
                    return_when=asyncio.FIRST_COMPLETED,
                )
                if receiving in done:
                    message, receiving = receiving.result(), None
                    heard_at = time.monotonic()
                    if message["type"] == "websocket.disconnect" or not await self._hear(message):
                        return
                elif drained in done:
                    await self._break_off(RESTARTS, "the server ends")
                    return
                elif time.monotonic() - heard_at > self._services.limits.idle_seconds:
                    await self._break_off(TOO_IDLE, "no message for too long")
                    return
                else:
                    await self._tick()
        finally:
            drained.cancel()
            if receiving is not None:
                receiving.cancel()

    def _patience(self, heard_at: float) -> float:
        """Seconds until somebody must look at the clock."""
        left = heard_at + self._services.limits.idle_seconds - time.monotonic()
        if self._talk is None or self._talk.max_wait is None:
            return max(0.01, left + 0.01)
        return min(max(0.01, left), max(0.02, min(CLOCK_SECONDS, self._talk.max_wait / 4)))

    async def _hear(self, received: dict[str, Any]) -> bool:
        """Answers one message; whether more may come."""
        begin = time.perf_counter()
        item: dict[str, Any] = {}
        try:
            item = _parsed(received)
            more = await self._answered(item)
        except (BadWordError, LegiblyError, ProblemError) as error:
            problem = _problem_of(error)
            if problem.status == HTTPStatus.SERVICE_UNAVAILABLE:
                # Nobody knows how much of it was heard: the last answer says where to go on.
                await self._socket.close(TRY_LATER, problem.detail[:100])
                return False
            self._pass_over(item)
            more = await self._complain(problem)
        self._services.metrics.count("stream_messages")
        self._services.metrics.took("stream", time.perf_counter() - begin)
        return more

    async def _answered(self, item: dict[str, Any]) -> bool:
        if self._talk is None and set(item) == {"start"} and isinstance(item["start"], dict):
            self._read_options(item["start"], typed=True)
            self._options = item["start"]
            await self._socket.send_text(NOTHING_YET)
            return True
        if self._talk is None:
            resumed = read_resume(item["resume"]) if set(item) == {"resume"} else None
            await self._begin(resumed)
            if resumed is not None:
                self._services.metrics.count("resumed")
                await self._say(Update([], []))
                return True
        if set(item) <= {"words", "end"} and item.get("end") is True:
            updates = await self._pushed(item) if "words" in item else []
            updates.append(await self._work(self._begun.end))
            await self._say(joined(updates), end=True)
            await self._socket.close(NORMAL)
            return False
        await self._say(joined(await self._pushed(item)))
        return True

    @property
    def _begun(self) -> LiveTalk:
        assert self._talk is not None
        return self._talk

    async def _begin(self, resumed: Resume | None) -> None:
        asked = self._read_options(self._given, typed=False)
        if self._options is not None:
            typed = self._read_options(self._options, typed=True)
            asked = RequestOptions({**asked.values, **typed.values})
        models = self._services.models
        self._talk = await self._work(lambda: LiveTalk(asked, resumed, models))
        for _ in range(0 if resumed is not None else self._early):
            self._talk.pass_over()

    async def _pushed(self, item: dict[str, Any]) -> list[Update]:
        """A few words at a time, so that nobody holds the others up for long."""
        talk, limits = self._begun, self._services.limits
        _check_size(item, limits)
        heard = talk.words
        update, rest = await self._work(partial(talk.begin, item))
        updates = [update]
        for some in rest:
            updates.append(await self._work(partial(talk.hear_all, some)))
        self._services.metrics.count("words", talk.words - heard)
        return updates

    async def _work(self, work: Callable[[], Any]) -> Any:
        return await self._services.queue.run(work, Deadline(self._services.limits.seconds))

    async def _tick(self) -> None:
        if self._talk is None:
            return
        update = await self._work(self._talk.tick)
        if update.committed:
            await self._say(update, tick=True)

    async def _break_off(self, code: int, reason: str) -> None:
        """What is not decided yet is, and the client may go on elsewhere."""
        if self._talk is not None:
            await self._say(await self._work(self._talk.break_off), closing=True)
        await self._socket.close(code, reason)

    def _pass_over(self, item: dict[str, Any]) -> None:
        if set(item) in ({"start"}, {"resume"}):
            return
        if self._talk is None:
            self._early += 1
        else:
            self._talk.pass_over()

    async def _complain(self, problem: ProblemError) -> bool:
        """A bad message has its answer too, and the stream goes on; but not without end."""
        self._services.metrics.count("bad_messages")
        self._bad += 1
        if self._talk is None:
            answer = json.dumps({"committed": [], "provisional": "", "error": problem.document})
        else:
            update = await self._work(self._talk.tick)
            answer = self._talk.answer(update, error=problem.document)
        await self._socket.send_text(answer)
        if self._bad < MAX_BAD_MESSAGES:
            return True
        await self._socket.close(TOO_MANY, "too many bad messages")
        return False

    async def _say(self, update: Update, **more: object) -> None:
        await self._socket.send_text(self._begun.answer(update, **more))


def _query(socket: WebSocket) -> Iterable[tuple[str, Any]]:
    params = socket.query_params
    for name in params:
        values = params.getlist(name)
        yield name, values[0] if len(values) == 1 else values


def _problem_of(error: Exception) -> ProblemError:
    if isinstance(error, ProblemError):
        return error
    return ProblemError.of(error if isinstance(error, LegiblyError) else DataError(str(error)))


def _parsed(received: dict[str, Any]) -> dict[str, Any]:
    text = received.get("text")
    if text is None:
        raise DataError(f"a binary message; {EXPECTED}")
    try:
        item = json.loads(text)
    except (ValueError, RecursionError):
        raise DataError(f"a message that is not JSON; {EXPECTED}") from None
    if not isinstance(item, dict):
        raise DataError(f"a message that is {type(item).__name__}; {EXPECTED}")
    return item


def _check_size(item: dict[str, Any], limits: Limits) -> None:
    words = item.get("words")
    if isinstance(words, list) and len(words) > limits.message_words:
        raise ProblemError(413, f"a message of more than {limits.message_words} words; split it")
