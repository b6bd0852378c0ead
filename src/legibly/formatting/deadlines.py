"""Which words of a stream can wait no longer."""

from __future__ import annotations

from collections.abc import Callable

from legibly.errors import UsageError
from legibly.transcript import Word

MAX_WAIT_SECONDS = 1e6


class Deadlines:
    """A word may wait for `max_delay` more words and for `max_wait` seconds: on the words' times
    where they have some, else on the clock.
    """

    def __init__(
        self, max_delay: int | None, max_wait: float | None, clock: Callable[[], float]
    ) -> None:
        if max_delay is not None and max_delay < 0:
            raise UsageError(
                f"max_delay is {max_delay}; expected words, 0 or more, or None for no limit"
            )
        if max_wait is not None and not 0 < max_wait < MAX_WAIT_SECONDS:
            raise UsageError(
                f"max_wait is {max_wait}; expected seconds above 0, or None for no limit"
            )

        self._max_delay, self._max_wait, self._clock = max_delay, max_wait, clock
        self._arrived: dict[int, float] = {}  # when words came, by place
        self._heard = 0
        self._newest: float | None = None  # time of the last word that has one
        self._timed = False  # whether the last word has one

    @property
    def run_by_clock(self) -> bool:
        return self._max_wait is not None

    def hear(self, places: range, word: Word) -> None:
        """Words have come, `word` the last of them."""
        self._arrived.update(dict.fromkeys(places, self._clock()))
        self._heard = places.stop
        time = _time_of(word)
        self._timed = time is not None
        self._newest = self._newest if time is None else time

    def is_late(self, place: int, word: Word, *, by_clock: bool) -> bool:
        """`by_clock`: nothing came for a while, so that only the clock can tell."""
        if self._max_delay is not None and self._heard - 1 - place >= self._max_delay:
            return True
        if self._max_wait is None:
            return False
        time = _time_of(word)
        if time is not None and self._newest is not None and self._newest - time >= self._max_wait:
            return True
        if not by_clock and time is not None and self._timed:
            return False
        return self._clock() - self._arrived.get(place, 0.0) >= self._max_wait

    def forget_before(self, place: int) -> None:
        self._arrived = {at: time for at, time in self._arrived.items() if at >= place}


def _time_of(word: Word) -> float | None:
    return word.end if word.end is not None else word.start
