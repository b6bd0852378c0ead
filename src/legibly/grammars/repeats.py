"""A phrase several times in a row: digits, letters, groups of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from legibly.grammars.phrases import Around, Heard, Memo, Phrase, Said


class Run:
    """What is heard once, twice and so on from a place: mostly in one way each."""

    __slots__ = ("several", "single")

    def __init__(
        self,
        single: Sequence[Heard] | None = None,
        several: Sequence[Sequence[Heard]] = (),
    ) -> None:
        self.single, self.several = single, several

    def __len__(self) -> int:
        return len(self.several if self.single is None else self.single)

    def between(self, first: int, last: int) -> list[Heard]:
        """What is heard at least and at most so many times."""
        if self.single is not None:
            return list(self.single[first - 1 : last])
        return [heard for ways in self.several[first - 1 : last] for heard in ways]


NO_RUN = Run(single=())


class Many(Around):
    """One after the other, at least and at most so many times. With `short`, of more than so many
    only the longest is heard: enough to choose from.
    """

    def __init__(self, phrase: Phrase, least: int, most: int, short: int | None = None) -> None:
        super().__init__(phrase)
        self._least, self._most = least, most
        self._short = most if short is None else short
        phrase.most = max(phrase.most, most)

    def hear(self, words: Sequence[str], at: int, memo: Memo) -> Sequence[Heard]:
        run = self._run(words, at, memo)
        count = min(len(run), self._most)
        found = run.between(self._least, min(count, self._short))
        if count > self._short:
            found += run.between(max(count, self._least), count)
        return found

    def _run(self, words: Sequence[str], at: int, memo: Memo) -> Run:
        """All places are looked at from the last to the first, so that each has only to go on with
        what was heard after it, for all who ask for many.
        """
        if self._piece.empty:
            return self._run_of_nothing(words, at, memo)
        runs: dict[int, Run] = memo.setdefault((id(self._piece), "runs"), {})
        for place in range(len(words) - len(runs) - 1, at - 1, -1):
            runs[place] = self._run_at(words, place, runs, memo)
        return runs.get(at, NO_RUN)

    def _run_of_nothing(self, words: Sequence[str], at: int, memo: Memo) -> Run:
        """Where a piece may be heard in no word, what follows may follow at the same place."""
        run: list[list[Heard]] = []
        reached: list[Heard] = [(at, "", 0.0)]
        for _ in range(self._most):
            reached = [
                (end, text + (more or ""), cost + price)
                for place, text, cost in reached
                for end, more, price in self._piece.hear(words, place, memo)
            ]
            run.append(reached)
        return Run(several=run)

    def _run_at(self, words: Sequence[str], at: int, runs: dict[int, Run], memo: Memo) -> Run:
        if not self._piece.may_begin(words, at):
            return NO_RUN
        once = [(end, more or "", cost) for end, more, cost in self._piece.hear(words, at, memo)]
        if not once:
            return NO_RUN
        if len(once) == 1:
            end, text, cost = once[0]
            following = runs.get(end, NO_RUN)
            if following.single is not None:  # by far the most common
                rests = following.single[: self._piece.most - 1]
                run = [(last, text + rest, cost + price) for last, rest, price in rests]
                return Run(single=[*once, *run])

        several = [once]
        for times in range(1, self._piece.most):
            more = [
                (last, text + rest, cost + price)
                for end, text, cost in once
                for last, rest, price in runs.get(end, NO_RUN).between(times, times)
            ]
            if not more:
                break
            several.append(more)
        return Run(several=several)

    def say(self, source: Any, left: Any) -> Iterator[Said]:
        return self._say(source, left, 0)

    def _say(self, source: Any, left: Any, times: int) -> Iterator[Said]:
        if times < self._most:
            for rest, words, cost in self._piece.say(source, left):
                if rest != left:
                    for end, more, price in self._say(source, rest, times + 1):
                        yield end, words + more, cost + price
        if times >= self._least:
            yield left, (), 0.0


class OfLength(Many):
    """One after the other, until the text has so many characters."""

    def __init__(self, phrase: Phrase, length: int) -> None:
        super().__init__(phrase, 1, length)
        self._length = length

    def hear(self, words: Sequence[str], at: int, memo: Memo) -> Sequence[Heard]:
        return [
            heard
            for heard in self._run(words, at, memo).between(1, self._most)
            if len(heard[1]) == self._length
        ]

    def say(self, source: Any, left: Any) -> Iterator[Said]:
        return (said for said in super().say(source, left) if said[0] == left + self._length)
