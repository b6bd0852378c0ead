"""Lattices and N-best lists of a recogniser: words, case and marks are chosen together.

The nodes of a word lattice become positions of the search, its links arcs of as many positions as
they reach over, once for every case form; marks stand after them as ever. What the recogniser says
of a link is weighted in. Only scorers that walk what is written can go through a lattice (n-gram
models); tables of a tagger belong to one sequence of words (`word_sequences`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from legibly.errors import DataError
from legibly.languages import Language
from legibly.lattice.arcs import Arc, Column, MarkChoice, ScoredArc, Step
from legibly.lattice.forms import Forms
from legibly.lattice.search import Search, Weighted
from legibly.marks import NONE, SENTENCE_ENDS
from legibly.transcript import Alternative, Token, Transcript, Word


class Link(NamedTuple):
    """From one node to another, with a word or silently; `score` is the recogniser's log-score."""

    first: int
    last: int
    word: Word | None
    score: float = 0.0


@dataclass(frozen=True)
class WordLattice:
    """Nodes are numbered so that links lead upwards; it begins at 0 and ends at the last."""

    links: Sequence[Link]
    nodes: int
    name: str = ""

    @classmethod
    def of_alternatives(cls, transcript: Transcript) -> WordLattice:
        """The words of a transcript, and beside them what the recogniser would also have accepted.

        An alternative without a score costs as much as the words it stands for."""
        links = [Link(i, i + 1, word) for i, word in enumerate(transcript.words)]
        # An alternative that is what was heard has its score.
        heard: dict[tuple[int, int], float] = {}
        for alternative in transcript.alternatives:
            words = transcript.words[alternative.first : alternative.last]
            if [word.text for word in alternative.words] == [word.text for word in words]:
                heard.setdefault((alternative.first, alternative.last), alternative.score or 0.0)

        branches = [
            _branch(item, (item.score or 0.0) - heard.get((item.first, item.last), 0.0))
            for item in transcript.alternatives
        ]
        return _numbered(links, branches, len(transcript.words) + 1, transcript.name or "")


def _branch(alternative: Alternative, score: float) -> list[Link]:
    """Links of one alternative; nodes inside it are below nought until they are numbered."""
    first, last, words = alternative.first, alternative.last, alternative.words
    if not words:
        return [Link(first, last, None, score)]
    places = [first, *(-1 - i for i in range(len(words) - 1)), last]
    return [
        Link(places[i], places[i + 1], word, score if i == 0 else 0.0)
        for i, word in enumerate(words)
    ]


def _numbered(
    links: Sequence[Link], branches: Sequence[list[Link]], nodes: int, name: str
) -> WordLattice:
    """All nodes in an order in which links lead upwards: those of a branch stand before the node it
    ends at.
    """
    before: dict[int, list[tuple[int, int]]] = {}
    for number, branch in enumerate(branches):
        for link in branch:
            if link.last < 0:
                before.setdefault(branch[-1].last, []).append((number, link.last))

    numbers: dict[object, int] = {}
    for node in range(nodes):
        for place in before.get(node, ()):
            numbers[place] = len(numbers)
        numbers[node] = len(numbers)

    found = [Link(numbers[link.first], numbers[link.last], link.word, link.score) for link in links]
    for number, branch in enumerate(branches):
        for link in branch:
            first = numbers[link.first] if link.first >= 0 else numbers[number, link.first]
            last = numbers[link.last] if link.last >= 0 else numbers[number, link.last]
            found.append(Link(first, last, link.word, link.score))

    return WordLattice(found, len(numbers), name)


def decode(
    lattice: WordLattice,
    scorers: Sequence[Weighted],
    forms: Forms,
    marks: Sequence[str],
    *,
    weight: float = 1.0,
    penalty: float = 0.0,
    beam: float | None = None,
    language: Language,
) -> Transcript:
    """The best words with their case and marks; `weight` is that of the recogniser's scores,
    `penalty` a word's.
    """
    words = links_of_words(lattice, weight)
    if not words:
        return Transcript((), (), language.code, lattice.name)

    search = Search(scorers, beam=beam)
    choices = [MarkChoice(mark, 0.0, mark in SENTENCE_ENDS) for mark in (NONE, *marks)]
    ending: dict[int, list[Link]] = {}
    for link in words:
        ending.setdefault(link.last, []).append(link)
    last = max(ending)
    chosen: dict[tuple[int, int, str], Link] = {}
    live = _live_from(words, last)
    for position in range(1, last + 1):
        arcs = []
        for link in ending.get(position, ()):
            score = link.score - (penalty if link.word is not None else 0.0)
            for arc in _arcs(link, forms):
                key = (link.first, link.last, arc.tokens[0].text if arc.tokens else "")
                if key not in chosen or link.score > chosen[key].score:
                    chosen[key] = link
                arcs.append(ScoredArc(arc, score, score))
        silent = position == last
        search.push(
            Column(arcs, [MarkChoice(NONE, 0.0, True)] if silent else choices), live[position]
        )

    return _transcript(search.best().steps, chosen, language, lattice.name)


def _arcs(link: Link, forms: Forms) -> list[Arc]:
    length = link.last - link.first
    if link.word is None:  # the end: only behind the end of a sentence
        return [Arc(length, (), inside=False)]
    return [arc._replace(length=length) for arc in forms(link.word.text.lower())]


def _live_from(links: Sequence[Link], last: int) -> list[int]:
    """For each position the lowest one that a link which ends later begins at."""
    live = [last] * (last + 1)
    lowest = last
    starts: dict[int, int] = {}
    for link in links:
        starts[link.last] = min(link.first, starts.get(link.last, link.first))
    for position in range(last, -1, -1):
        live[position] = min(lowest, position)
        lowest = min(lowest, starts.get(position, lowest))
    return live


def links_of_words(lattice: WordLattice, weight: float) -> list[Link]:
    """Links of words alone, between positions that words end at; a last silent link leads to the
    end.

    What lies on silent links between two words goes to the second one's score.
    """
    silent: dict[int, list[Link]] = {}
    heard: dict[int, list[Link]] = {}
    for link in lattice.links:
        if not 0 <= link.first < link.last < lattice.nodes:
            raise DataError(
                f"{lattice.name}: a link from node {link.first} to {link.last}; expected links "
                "that lead upwards"
            )
        (silent if link.word is None else heard).setdefault(link.first, []).append(link)

    # For each node: the places that lead to it silently, with the best score.
    places: dict[int, dict[int, float]] = {0: {0: 0.0}}
    position = {0: 0}
    for node in sorted({link.last for group in heard.values() for link in group}):
        position[node] = len(position)
        places.setdefault(node, {})[node] = 0.0

    out: list[Link] = []
    for node in range(lattice.nodes):
        for link in silent.get(node, ()):
            target = places.setdefault(link.last, {})
            for source, score in places.get(node, {}).items():
                total = score + weight * link.score
                target[source] = max(total, target.get(source, total))
        for link in heard.get(node, ()):
            for source, score in places.get(node, {}).items():
                out.append(
                    Link(
                        position[source],
                        position[link.last],
                        link.word,
                        score + weight * link.score,
                    )
                )

    end = len(position)
    finals = places.get(lattice.nodes - 1, {})
    reached = {link.last for link in out}
    out += [
        Link(position[source], end, None, score)
        for source, score in finals.items()
        if position[source] in reached
    ]
    if out and not any(link.word is None for link in out):
        raise DataError(f"{lattice.name}: no way through the lattice from its start to its end")

    return out


def _transcript(
    steps: Sequence[Step], chosen: dict[tuple[int, int, str], Link], language: Language, name: str
) -> Transcript:
    words: list[Word] = []
    tokens: list[Token] = []
    for step in steps:
        if not step.arc.tokens:
            continue
        text = step.arc.tokens[0].text
        link = chosen[step.first, step.last, text]
        assert link.word is not None
        tokens.append(Token(text, len(words), len(words) + 1, after=language.glyph(step.mark)))
        words.append(link.word)
    return Transcript(tuple(words), tuple(tokens), language.code, name)
