"""Processes that do jobs: each has a pipe of its own, so that one that dies is known by its job.

A model is loaded before they are forked, and lies in memory once; where processes cannot be forked
each is sent what it needs. They die with the process that began them.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Generic, TypeVar

from legibly.workers import end_with_parent

Job = TypeVar("Job")
Result = TypeVar("Result")

AHEAD_JOBS = 2  # sent to a process, so that it need not wait for the next one
LOOK_SECONDS = 0.2  # between looks at whether to stop
END_SECONDS = 10.0  # for a process that has nothing left to do


class _Member(Generic[Job, Result]):
    """A process, its pipe, and the jobs that were sent, the one at work first."""

    def __init__(self, work: Callable[[Job], Result]) -> None:
        method = "fork" if sys.platform == "linux" else "spawn"
        context = multiprocessing.get_context(method)
        self.pipe, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(  # type: ignore[attr-defined]
            target=_serve, args=(theirs, self.pipe, work), daemon=True
        )
        self.process.start()
        theirs.close()
        self.jobs: deque[Job] = deque()
        self.since = time.monotonic()

    def send(self, job: Job) -> None:
        if not self.jobs:
            self.since = time.monotonic()
        self.jobs.append(job)
        self.pipe.send((job,))

    def receive(self) -> Result:
        """Raises EOFError where the process has died."""
        result: Result = self.pipe.recv()
        self.jobs.popleft()
        self.since = time.monotonic()
        return result

    def end(self) -> None:
        with suppress(OSError):  # it has died
            self.pipe.send(None)
        self.process.join(END_SECONDS)
        self.kill()

    def kill(self) -> None:
        if self.process.is_alive():
            self.process.kill()
        self.process.join()
        self.pipe.close()


def _serve(pipe: Connection, other: Connection, work: Callable[[Job], Result]) -> None:
    end_with_parent()
    other.close()
    # The one who sends jobs decides when there are no more; what is at work is finished.
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    while True:
        try:
            message = pipe.recv()
        except (EOFError, OSError):
            return
        if message is None:
            return
        pipe.send(work(message[0]))


class Crew(Generic[Job, Result]):
    """`lost` says what became of a job whose process died, or took more than `max_seconds`."""

    def __init__(
        self,
        work: Callable[[Job], Result],
        size: int,
        lost: Callable[[Job, str], Result],
        max_seconds: float | None = None,
    ) -> None:
        self._work, self._size, self._lost = work, size, lost
        self._max_seconds = max_seconds

    def run(
        self, jobs: Iterable[Job], stopping: Callable[[], bool] = lambda: False
    ) -> Iterator[Result]:
        """Results as they come. When `stopping`, jobs that were not sent are left; whoever leaves
        the loop ends the processes.
        """
        waiting = iter(jobs)
        given_back: deque[Job] = deque()  # of processes that died

        def following() -> Job | None:
            if stopping():
                return None
            return given_back.popleft() if given_back else next(waiting, None)

        members = [_Member[Job, Result](self._work) for _ in range(self._size)]
        try:
            while True:
                for _ in range(AHEAD_JOBS):  # one each, then a second one
                    for member in members:
                        if len(member.jobs) < AHEAD_JOBS and (job := following()) is not None:
                            self._send(member, job)
                if not any(member.jobs for member in members):
                    return
                ready = wait([member.pipe for member in members if member.jobs], LOOK_SECONDS)
                for i, member in enumerate(members):
                    if member.pipe in ready:
                        try:
                            yield member.receive()
                            continue
                        except (EOFError, OSError):
                            reason = _death(member.process)
                    elif self._is_late(member):
                        reason = f"took more than {self._max_seconds:g} s"
                    else:
                        continue
                    member.kill()
                    given_back.extend(list(member.jobs)[1:])
                    members[i] = _Member(self._work)
                    yield self._lost(member.jobs[0], reason)
        except GeneratorExit:
            for member in members:
                member.kill()
            raise
        finally:
            for member in members:
                if not member.pipe.closed:
                    member.end()

    def _send(self, member: _Member[Job, Result], job: Job) -> None:
        with suppress(OSError):  # it has died, which is found when it is listened to
            member.send(job)

    def _is_late(self, member: _Member[Job, Result]) -> bool:
        if self._max_seconds is None or not member.jobs:
            return False
        return time.monotonic() - member.since > self._max_seconds


def _death(process: BaseProcess) -> str:
    process.join(END_SECONDS)
    code = process.exitcode
    if code is not None and code < 0:
        try:
            name = signal.Signals(-code).name
        except ValueError:
            name = f"signal {-code}"
        memory = "; too little memory?" if name == "SIGKILL" else ""
        return f"its process was ended by {name}{memory}"
    return f"its process ended with {code}"
