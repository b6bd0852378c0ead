"""Words chosen from what a recogniser would accept, by everything that a model knows.

Each way to read a stretch is formatted on its own, between the words around it; the score of the
best way to write it counts beside the recogniser's. That is the product of `P(words | sound)` and
`P(what is written | words)`, and of what the voice says, if a scorer listens to it (Kim & Woodland
2003, ASR+LMPunc_H100, with any scorer).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from legibly.lattice.word_lattice import WordLattice
from legibly.lattice.word_sequences import WordSequence, along, best_sequences
from legibly.transcript import Alternative, Transcript, Word, as_heard

CONTEXT_BEFORE_WORDS, CONTEXT_BEHIND_WORDS = 20, 10  # that a stretch is read between

Judge = Callable[[Sequence[Transcript]], list[float]]  # log-scores of the best ways to write each


@dataclass(frozen=True)
class Choosing:
    """How words are chosen: the recogniser's `weight`, what each word costs, and how many ways to
    read a stretch are looked at.
    """

    weight: float = 1.0
    penalty: float = 0.0
    ways: int = 100


def choose_words(transcript: Transcript, judge: Judge, choosing: Choosing) -> Transcript:
    """Stretch by stretch, in order; where there is one way to read, the words stay."""
    words = transcript.words
    chosen: list[Word] = []
    reached = 0
    for first, last, alternatives in stretches(transcript.alternatives):
        chosen += words[reached:first]
        found = _ways(words[first:last], alternatives, first, choosing)
        around = chosen[-CONTEXT_BEFORE_WORDS:], words[last : last + CONTEXT_BEHIND_WORDS]
        chosen += _best(found, around, transcript, judge)
        reached = last
    chosen += words[reached:]
    return replace(transcript, words=chosen, tokens=tuple(as_heard(chosen)), alternatives=())


def choose_path(
    lattice: WordLattice,
    judge: Judge,
    choosing: Choosing,
    language: str,
    candidate: Sequence[Word] = (),
) -> Transcript:
    """Of a whole lattice; `candidate` is a way through it that somebody found otherwise."""
    weight, penalty = choosing.weight, choosing.penalty
    found = best_sequences(lattice, choosing.ways, weight=weight, penalty=penalty)
    if candidate:
        found.append(along(lattice, tuple(candidate), weight=weight, penalty=penalty))
    bare = Transcript((), (), language, lattice.name)
    words = _best(found, ([], []), bare, judge)
    return replace(bare, words=words, tokens=tuple(as_heard(words)))


def stretches(
    alternatives: Sequence[Alternative],
) -> Iterator[tuple[int, int, list[Alternative]]]:
    """Alternatives that overlap, together: from which word to which they reach."""
    group: list[Alternative] = []
    last = 0
    for item in sorted(alternatives, key=lambda item: (item.first, item.last)):
        if group and item.first >= last:
            yield group[0].first, last, group
            group = []
        group.append(item)
        last = max(last, item.last) if len(group) > 1 else item.last
    if group:
        yield group[0].first, last, group


def _ways(
    words: Sequence[Word], alternatives: Sequence[Alternative], first: int, choosing: Choosing
) -> list[WordSequence]:
    here = Transcript(
        tuple(words), alternatives=tuple(item.shifted(-first) for item in alternatives)
    )
    lattice = WordLattice.of_alternatives(here)
    return best_sequences(lattice, choosing.ways, weight=choosing.weight, penalty=choosing.penalty)


def _best(
    found: Sequence[WordSequence],
    around: tuple[Sequence[Word], Sequence[Word]],
    transcript: Transcript,
    judge: Judge,
) -> tuple[Word, ...]:
    if len(found) < 2:
        return found[0].words if found else ()
    before, behind = around
    read = [
        Transcript((*before, *way.words, *behind), (), transcript.language, transcript.name)
        for way in found
    ]
    written = judge(read)
    best = max(range(len(found)), key=lambda i: (found[i].score + written[i], -i))
    return found[best].words
