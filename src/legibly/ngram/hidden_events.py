"""The hidden-event language model (Stolcke et al. 1998): marks are events between words that nobody
hears.

An n-gram model over words and events; for the words of an utterance the chance of every event after
every word is counted with the forward-backward algorithm, or the best sequence with Viterbi's. With
`copied`, the mark that ends a sentence also stands before its first word, as Lu & Ng (2010)
duplicate it: a sentence then has to end as it began (`tied`), or ends anyhow, and what it is is
read off its beginning.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from legibly.ngram.model import Ngram
from legibly.ngram.vocabulary import END

NO_EVENT = ""
BOUNDARY = "<b>"  # of a cascade's first step: some end of a sentence
BEAM_LOG_PROB = 12.0  # log-probability below the best at which a state is given up


class _Edge(NamedTuple):
    source: int
    target: int
    event: int
    log: float


@dataclass(frozen=True)
class HiddenEvents:
    """`inner` marks stand inside sentences, `ends` end them."""

    model: Ngram
    inner: tuple[str, ...] = (",",)
    ends: tuple[str, ...] = (".", "?", "!")
    copied: bool = False
    tied: bool = True  # a sentence ends as it began; else its beginning says what it is
    ended: bool = True  # the last word ends a sentence; else that is to be found out, as all ends

    @property
    def events(self) -> tuple[str, ...]:
        return (NO_EVENT, *self.inner, *self.ends)

    def posteriors(self, words: Sequence[str]) -> NDArray[np.float64]:
        """Chances [words, events]."""
        steps, finals = self._graph(words)
        if not steps:
            return np.zeros((0, len(self.events)))

        forwards = [self._begin_logs()]
        for edges in steps:
            logs = np.full(1 + max(edge.target for edge in edges), -np.inf)
            for edge in edges:
                logs[edge.target] = np.logaddexp(
                    logs[edge.target], forwards[-1][edge.source] + edge.log
                )
            forwards.append(logs)

        backward = np.array([finals.get(i, -np.inf) for i in range(len(forwards[-1]))])
        out = np.zeros((len(words), len(self.events)))
        for at in range(len(steps) - 1, -1, -1):
            before = np.full(len(forwards[at]), -np.inf)
            sums = np.full(len(self.events), -np.inf)
            for edge in steps[at]:
                tail = edge.log + backward[edge.target]
                before[edge.source] = np.logaddexp(before[edge.source], tail)
                sums[edge.event] = np.logaddexp(sums[edge.event], forwards[at][edge.source] + tail)
            out[at] = np.exp(sums - np.logaddexp.reduce(sums))
            backward = before

        return out

    def best(self, words: Sequence[str]) -> list[str]:
        """The most likely sequence of events (Viterbi)."""
        steps, finals = self._graph(words)
        scores = [self._begin_logs()]
        backs: list[list[_Edge | None]] = []
        for edges in steps:
            logs = np.full(1 + max(edge.target for edge in edges), -np.inf)
            back: list[_Edge | None] = [None] * len(logs)
            for edge in edges:
                if (score := scores[-1][edge.source] + edge.log) > logs[edge.target]:
                    logs[edge.target], back[edge.target] = score, edge
            scores.append(logs)
            backs.append(back)

        if not steps:
            return []

        at = max(finals, key=lambda i: scores[-1][i] + finals[i])
        found = []
        for back in reversed(backs):
            taken = back[at]
            assert taken is not None
            found.append(self.events[taken.event])
            at = taken.source

        return found[::-1]

    def decide(self, words: Sequence[str], *, viterbi: bool = False) -> list[str]:
        if viterbi:
            return self.best(words)
        return [self.events[i] for i in self.posteriors(words).argmax(1)]

    def _begin(self) -> list[tuple[tuple[int, str], float]]:
        if not self.copied:
            return [((self.model.start, NO_EVENT), 0.0)]
        return list(self._copies(self.model.start))

    def _begin_logs(self) -> NDArray[np.float64]:
        return np.array([log for _, log in self._begin()])

    def _copies(self, state: int) -> Iterator[tuple[tuple[int, str], float]]:
        """The sentence that begins here has to end with one of these."""
        for mark in self.ends:
            log, after = self.model.score(state, self.model.vocabulary.number(mark))
            yield (after, mark), log

    def _graph(self, words: Sequence[str]) -> tuple[list[list[_Edge]], dict[int, float]]:
        """For each word the ways from the states before it to those after it and its event; and
        what ending costs.
        """
        states = [state for state, _ in self._begin()]
        logs = [log for _, log in self._begin()]
        steps: list[list[_Edge]] = []
        number = self.model.vocabulary.number
        for at, word in enumerate(words):
            last = at + 1 == len(words)
            targets: dict[tuple[int, str], int] = {}
            best: list[float] = []
            edges: list[_Edge] = []
            floor = max(logs) - BEAM_LOG_PROB
            for i, (state, promised) in enumerate(states):
                if logs[i] < floor:
                    continue
                log, heard = self.model.score(state, number(word))
                for event, mark in enumerate(self.events):
                    for follower, more in self._follow(heard, mark, promised, last):
                        total = log + more
                        if not math.isfinite(total):
                            continue
                        target = targets.setdefault(follower, len(targets))
                        if target == len(best):
                            best.append(-math.inf)
                        best[target] = max(best[target], logs[i] + total)
                        edges.append(_Edge(i, target, self._said(event, promised), total))
            steps.append(edges)
            states, logs = list(targets), best

        finals = {i: self.model.score(state, END)[0] for i, (state, _) in enumerate(states)}
        return steps, finals

    def _said(self, event: int, promised: str) -> int:
        """The event that is reported: of an end, with copies, the one that was promised."""
        if self.copied and self.events[event] in self.ends:
            return self.events.index(promised)
        return event

    def _follow(
        self, state: int, mark: str, promised: str, last: bool
    ) -> Iterator[tuple[tuple[int, str], float]]:
        """The states after an event."""
        must_end = last and self.ended
        if not mark:
            if not must_end:
                yield (state, promised), 0.0
            return

        log, after = self.model.score(state, self.model.vocabulary.number(mark))
        if mark in self.inner:
            if not must_end:
                yield (after, promised), log
        elif not self.copied:
            yield (after, NO_EVENT), log
        elif mark == promised or not self.tied:
            if last:
                yield (after, NO_EVENT), log
            else:
                for follower, more in self._copies(after):
                    yield follower, log + more


def training_words(
    words: Sequence[tuple[str, str]], ends: Sequence[str], *, copied: bool = False
) -> list[str]:
    """Words with the marks after them as the model is trained on them."""
    out: list[str] = []
    sentence: list[str] = []
    for word, mark in words:
        sentence.append(word)
        if mark:
            sentence.append(mark)
        if mark in ends:
            out += [mark, *sentence] if copied else sentence
            sentence = []
    return out + sentence


def as_boundaries(words: Sequence[tuple[str, str]], ends: Sequence[str]) -> list[tuple[str, str]]:
    """The first step of a cascade: every end of a sentence looks alike."""
    return [(word, BOUNDARY if mark in ends else mark) for word, mark in words]


def cascade(
    first: HiddenEvents, second: HiddenEvents, words: Sequence[str], *, viterbi: bool = False
) -> list[str]:
    """Sentences first, then the marks of each. Words behind the last sentence keep the marks that
    the first step gave them.
    """
    events = first.decide(words, viterbi=viterbi)
    out: list[str] = []
    for at, event in enumerate(events):
        if event == BOUNDARY:
            out += second.decide(words[len(out) : at + 1], viterbi=viterbi)
    return out + events[len(out) :]
