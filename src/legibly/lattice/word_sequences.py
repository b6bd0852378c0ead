"""The best ways through a word lattice, as plain sequences of words, for scorers that judge one
sequence at a time.
"""

from __future__ import annotations

import heapq
from typing import NamedTuple

from legibly.lattice.word_lattice import Link, WordLattice, links_of_words
from legibly.transcript import Word


class WordSequence(NamedTuple):
    """Words, and what the recogniser says of them with its weight."""

    score: float
    words: tuple[Word, ...]


class _Way(NamedTuple):
    score: float
    texts: tuple[str, ...]  # what tells ways apart
    link: Link | None
    before: _Way | None


def best_sequences(
    lattice: WordLattice, count: int, *, weight: float = 1.0, penalty: float = 0.0
) -> list[WordSequence]:
    """Up to `count` distinct ones, the best first; `penalty` is what each word costs."""
    links = links_of_words(lattice, weight)
    ending: dict[int, list[Link]] = {}
    for link in links:
        ending.setdefault(link.last, []).append(link)
    ways: dict[int, list[_Way]] = {0: [_Way(0.0, (), None, None)]}
    for node in sorted(ending):
        found: dict[tuple[str, ...], _Way] = {}
        for link in ending[node]:
            for way in ways.get(link.first, ()):
                longer = _longer(way, link, penalty)
                known = found.get(longer.texts)
                if known is None or longer.score > known.score:
                    found[longer.texts] = longer
        ways[node] = heapq.nlargest(count, found.values(), key=lambda way: way.score)
    spoken = [WordSequence(way.score, _words(way)) for way in ways[max(ending)]] if ending else []
    unsaid = _silent_score(lattice, weight)
    if unsaid is not None:
        spoken.append(WordSequence(unsaid, ()))
    return heapq.nlargest(count, spoken, key=lambda way: way.score)


def _silent_score(lattice: WordLattice, weight: float) -> float | None:
    """Of the best way without any word, if there is one."""
    best: dict[int, float] = {0: 0.0}
    for link in sorted(lattice.links, key=lambda link: link.first):
        if link.word is None and link.first in best:
            total = best[link.first] + weight * link.score
            best[link.last] = max(total, best.get(link.last, total))
    return best.get(lattice.nodes - 1)


def along(
    lattice: WordLattice, words: tuple[Word, ...], *, weight: float = 1.0, penalty: float = 0.0
) -> WordSequence:
    """Given words that lead through a lattice, with the best that the recogniser says of them."""
    texts = [word.text.lower() for word in words]
    links = sorted(links_of_words(lattice, weight), key=lambda link: link.last)
    best: dict[tuple[int, int], float] = {(0, 0): 0.0}  # by node and words so far
    for link in links:
        for count in range(len(texts) + 1):
            score = best.get((link.first, count))
            if score is None:
                continue
            after = count + (link.word is not None)
            if link.word is not None and (
                count == len(texts) or link.word.text.lower() != texts[count]
            ):
                continue
            total = score + link.score - (penalty if link.word is not None else 0.0)
            place = link.last, after
            best[place] = max(total, best.get(place, total))
    end = max((link.last for link in links), default=0)
    return WordSequence(best.get((end, len(texts)), float("-inf")), words)


def _longer(way: _Way, link: Link, penalty: float) -> _Way:
    if link.word is None:
        return _Way(way.score + link.score, way.texts, link, way)
    return _Way(way.score + link.score - penalty, (*way.texts, link.word.text.lower()), link, way)


def _words(way: _Way) -> tuple[Word, ...]:
    words: list[Word] = []
    at: _Way | None = way
    while at is not None:
        if at.link is not None and at.link.word is not None:
            words.append(at.link.word)
        at = at.before
    return tuple(reversed(words))
