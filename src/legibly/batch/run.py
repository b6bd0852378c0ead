"""A batch from its listing to its summary, whatever engine does the work."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from legibly.batch.crew import Crew
from legibly.batch.items import Item
from legibly.batch.journal import Journal
from legibly.batch.work import DONE, FAILED, Outcome, Work, format_item
from legibly.errors import DataError
from legibly.files.places import is_url, remove_unfinished, size_of

Engine = Callable[[Iterable[Item]], Iterator[Outcome]]


class Tally(NamedTuple):
    """What a run has done so far, of what it has to do."""

    files: int = 0
    size: int = 0
    words: int = 0
    speech: float = 0.0
    quarantined: int = 0
    all_files: int = 0
    all_size: int = 0
    seconds: float = 0.0  # since it began

    @property
    def seconds_left(self) -> float | None:
        """By the bytes that are left, at the rate so far."""
        if not self.size or not self.seconds:
            return None
        return (self.all_size - self.size) * self.seconds / self.size

    def line(self) -> str:
        rate = self.words / self.seconds if self.seconds else 0.0
        left = self.seconds_left
        text = f"{self.files:,} of {self.all_files:,} files, {rate:,.0f} words/s"
        text += f", {_duration(left)} left" if left is not None else ""
        return text + (f", {self.quarantined:,} quarantined" if self.quarantined else "")


def _duration(seconds: float) -> str:
    minutes, hours = seconds / 60, seconds / 3600
    if hours >= 1:
        return f"{int(hours)} h {int(minutes) % 60} min"
    return f"{minutes:.0f} min" if minutes >= 1.5 else f"{seconds:.0f} s"


def local_engine(
    work: Work, workers: int, max_seconds: float | None, stopping: Callable[[], bool]
) -> Engine:
    """All cores of this machine."""

    def lost(item: Item, reason: str) -> Outcome:
        return Outcome(item, FAILED, reason=f"{item.source}: {reason}")

    def run(items: Iterable[Item]) -> Iterator[Outcome]:
        do = partial(format_item, work.formatter(), work)
        return Crew(do, workers, lost, max_seconds).run(items, stopping)

    return run


def conduct(
    journal: Journal,
    engine: Engine,
    *,
    retries: int,
    output: str,
    went_on: bool,
    report: Callable[[Tally], None] = lambda tally: None,
    stopping: Callable[[], bool] = lambda: False,
) -> Tally:
    """Does what waits in the journal; `went_on`: the run before was cut off."""
    if went_on and not is_url(output):
        remove_unfinished(output, journal.targets())
    journal.forget(_missing(journal.done()))
    waiting = journal.waiting()
    tally = Tally(all_files=len(waiting), all_size=sum(item.size for item in waiting))
    begin = time.monotonic()
    for attempt in range(retries + 1 if waiting else 0):
        again: list[Item] = []
        for outcome in engine(waiting):
            last = attempt == retries
            journal.record(outcome, last_try=last and not outcome.fatal)
            if outcome.fatal:
                raise DataError(f"{outcome.reason}; what is done is in {journal.path}")
            if outcome.state == FAILED and not last:
                again.append(outcome.item)
                continue
            tally = _added(tally, outcome)._replace(seconds=time.monotonic() - begin)
            report(tally)
        if not again or stopping():
            break
        waiting = again
    return tally._replace(seconds=time.monotonic() - begin)


def _missing(done: Iterable[tuple[str, str, int]]) -> Iterator[str]:
    """Files whose output has gone, or is of another size than was written."""
    for source, target, written in list(done):
        if not is_url(target) and size_of(target) != written:
            yield source


def _added(tally: Tally, outcome: Outcome) -> Tally:
    return tally._replace(
        files=tally.files + 1,
        size=tally.size + outcome.item.size,
        words=tally.words + outcome.words,
        speech=tally.speech + outcome.speech,
        quarantined=tally.quarantined + (outcome.state != DONE),
    )
