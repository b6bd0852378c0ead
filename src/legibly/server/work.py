"""A bounded queue of work for threads, so that the loop of events stays free."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from legibly.server.problems import ProblemError, try_again

Made = TypeVar("Made")


class Deadline:
    """By when some work must be done; work asks now and then whether it still makes sense."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._until = time.monotonic() + seconds
        self._given_up = False

    @property
    def left(self) -> float:
        return max(0.0, self._until - time.monotonic())

    def give_up(self) -> None:
        """Nobody waits for the result any more."""
        self._given_up = True

    def check(self) -> None:
        if self._given_up or self.left <= 0:
            raise self.passed()

    def passed(self) -> ProblemError:
        return try_again(
            f"not done within {self.seconds:g} seconds; send less at a time, or later", 10
        )


class WorkQueue:
    """Work in threads, one piece after the other, and so many that wait."""

    def __init__(self, name: str, *, most_waiting: int, threads: int = 1) -> None:
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._threads, self._most = threads, most_waiting
        self.unfinished = 0

    async def run(self, work: Callable[[], Made], deadline: Deadline) -> Made:
        """Raises `ProblemError` where too much waits or the time is over. What was begun goes on
        in its thread until it looks at its deadline.
        """
        if self.unfinished >= self._most + self._threads:
            raise try_again("too many requests are waiting; try again", 1)
        self.unfinished += 1
        future = asyncio.get_running_loop().run_in_executor(self._executor, work)
        future.add_done_callback(self._finished)
        try:
            async with asyncio.timeout(deadline.left):
                return await asyncio.shield(future)
        except TimeoutError:
            deadline.give_up()
            raise deadline.passed() from None
        except asyncio.CancelledError:
            deadline.give_up()
            raise

    def _finished(self, future: asyncio.Future[Made]) -> None:
        self.unfinished -= 1
        if not future.cancelled():
            future.exception()  # seen, also where nobody waits for it

    def close(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)
