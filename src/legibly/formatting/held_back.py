"""Words on their way to the search: some wait until it is known whether they are written at all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from legibly.transcript import Transcript


class HoldsBack(Protocol):
    """Tells marks that are said, or what somebody began anew."""

    @property
    def lookahead(self) -> int:
        """Words that wait at most."""

    @property
    def waiting(self) -> int:
        """Words that wait."""

    def fork(self) -> HoldsBack:
        """The same, to look ahead with."""

    def add(self, part: Transcript) -> Transcript | None:
        """What is known now."""

    def flush(self, *, closing: bool = False) -> Transcript | None:
        """All that waits; `closing` at the end of a recording."""

    def add_mark_to_last(self, mark: str) -> bool:
        """A mark for the last word; False where it does not wait."""


class HeldBack:
    """Several that hold words back, one behind the other."""

    def __init__(self, steps: Sequence[HoldsBack] = ()) -> None:
        self._steps = steps

    @property
    def lookahead(self) -> int:
        return sum(step.lookahead for step in self._steps)

    @property
    def waiting(self) -> int:
        return sum(step.waiting for step in self._steps)

    def fork(self) -> HeldBack:
        """The same, to look ahead with."""
        return HeldBack([step.fork() for step in self._steps])

    def all_of(self, parts: Sequence[Transcript]) -> list[Transcript]:
        """What waits and what comes now, as if nothing followed."""
        known = [*map(self.add, parts), self.flush()]
        return [part for part in known if part is not None]

    def add(self, part: Transcript) -> Transcript | None:
        return self._through(part, self._steps)

    def flush(self, *, closing: bool = False) -> Transcript | None:
        """All that waits, from the first step to the last."""
        rest: list[Transcript] = []
        for number, step in enumerate(self._steps):
            passed = step.flush(closing=closing)
            if passed is not None:
                passed = self._through(passed, self._steps[number + 1 :])
            if passed is not None:
                rest.append(passed)
        return _joined(rest)

    def add_mark_to_last(self, mark: str) -> bool:
        """The last word waits in the first step that any waits in."""
        return any(step.add_mark_to_last(mark) for step in self._steps)

    def _through(self, part: Transcript, steps: Sequence[HoldsBack]) -> Transcript | None:
        passed: Transcript | None = part
        for step in steps:
            if passed is None:
                return None
            passed = step.add(passed)
        return passed


def _joined(parts: Sequence[Transcript]) -> Transcript | None:
    if not parts:
        return None
    words = tuple(word for part in parts for word in part.words)
    tokens = []
    count = 0
    for part in parts:
        tokens += [token.shifted(count) for token in part.tokens]
        count += len(part.words)
    return Transcript(words, tuple(tokens), continued=True)
