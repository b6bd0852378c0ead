from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legibly.lattice.arcs import Arc, Column, MarkChoice, ScoredArc, Step, word_arc
from legibly.lattice.scoring import Tag, TagTable
from legibly.lattice.search import Search, Weighted
from legibly.transcript import Token
from tests.lattice.toys import ToyLm, chain_of, exhaustive, random_scores

SCORES = st.floats(-5, 0)
TAGS = (
    Tag(mark="", hidden="x"),
    Tag(mark="", hidden="y"),
    Tag(mark=","),
    Tag(mark="."),
    Tag(mark="?"),
)


@st.composite
def columns(draw: st.DrawFn, max_words: int = 5) -> list[Column]:
    """Two forms a word, some arcs over several words, one to three marks."""
    count = draw(st.integers(1, max_words))
    found = []
    for position in range(count):
        arcs = [
            ScoredArc(word_arc("w", opens=False), draw(SCORES), -math.inf),
            ScoredArc(word_arc("W"), draw(SCORES), draw(SCORES)),
        ]
        for length in range(2, position + 2):
            if draw(st.booleans()):
                score = draw(SCORES)
                arcs.append(ScoredArc(Arc(length, (Token(str(length), 0, length),)), score, score))
        names = draw(st.sampled_from([("",), ("", ","), ("", "."), ("", ",", "."), (".", "?")]))
        marks = [MarkChoice(name, draw(SCORES), name in (".", "?")) for name in names]
        found.append(Column(arcs, marks))
    return found


@st.composite
def sequence_scorers(draw: st.DrawFn, words: int) -> list[Weighted]:
    """Any mixture of language models and chains, with and without hidden choices."""
    scorers: list[Weighted] = []
    seed = draw(st.integers(0, 10**6))
    for kind in draw(
        st.lists(st.sampled_from(["lm", "hidden lm", "chain", "moving chain"]), max_size=2)
    ):
        weight = draw(st.floats(0.1, 2))
        if kind.endswith("lm"):
            scorers.append((ToyLm(seed, hidden=2 if kind == "hidden lm" else 1), weight))
            continue
        tags = len(TAGS)
        neighbours = (
            random_scores(seed, tags, tags)
            if kind == "chain"
            else random_scores(seed, words, tags, tags)
        )
        start, end = random_scores(seed + 1, tags), random_scores(seed + 2, tags)
        table = TagTable(TAGS, random_scores(seed, words, tags), neighbours, start, end)
        scorers.append((chain_of(table), weight))
    return scorers


def live_from(found: list[Column], position: int) -> int:
    """Where the earliest arc begins that ends after a word."""
    starts = [
        last + 1 - a.arc.length
        for last in range(position + 1, len(found))
        for a in found[last].arcs
    ]
    return min([*starts, position + 1])


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_the_best_path_is_that_of_trying_everything(data: st.DataObject) -> None:
    found = data.draw(columns())
    scorers = data.draw(sequence_scorers(len(found)))
    capitals = data.draw(st.booleans())
    search = Search(scorers, capitals=capitals)
    for position, column in enumerate(found):
        search.push(column, live_from(found, position))
    best = exhaustive(found, scorers, capitals=capitals)[0]
    assert search.best().score == pytest.approx(best[0])


@settings(max_examples=80, deadline=None)
@given(st.data(), st.integers(2, 5))
def test_the_k_best_are_those_of_trying_everything(data: st.DataObject, k: int) -> None:
    found = data.draw(columns(max_words=4))
    scorers = data.draw(sequence_scorers(len(found)))
    search = Search(scorers, k=k)
    for position, column in enumerate(found):
        search.push(column, live_from(found, position))
    expected = [score for score, _ in exhaustive(found, scorers)[:k]]
    assert [path.score for path in search.finish()] == pytest.approx(expected)


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_what_is_settled_on_the_way_is_the_start_of_the_best_path(data: st.DataObject) -> None:
    found = data.draw(columns(max_words=6))
    scorers = data.draw(sequence_scorers(len(found)))
    whole, stepwise = Search(scorers), Search(scorers)
    steps = []
    for position, column in enumerate(found):
        whole.push(column, live_from(found, position))
        stepwise.push(column, live_from(found, position))
        if data.draw(st.booleans()):
            steps += stepwise.settled()
    steps += stepwise.best().steps
    # Ties may be broken either way; the score may not.
    assert _score_of(found, scorers, steps) == pytest.approx(whole.best().score)


def _score_of(found: list[Column], scorers: list[Weighted], steps: Sequence[Step]) -> float:
    return next(score for score, path in exhaustive(found, scorers) if path == steps)


def plain(text: str, marks: list[MarkChoice] | None = None) -> Column:
    arcs = [
        ScoredArc(word_arc(text, opens=False), 0.0, -math.inf),
        ScoredArc(word_arc(text.title()), -1.0, -1.0),
    ]
    return Column(arcs, marks or [MarkChoice("", 0.0, False)])


def test_a_beam_gives_up_hopeless_paths_only() -> None:
    def decode(beam: float | None) -> float:
        search = Search([(ToyLm(3), 1.0)], beam=beam)
        for word in "abcdef":
            search.push(plain(word, [MarkChoice("", 0.0, False), MarkChoice(".", -2.0, True)]))
        return search.best().score

    assert decode(None) == pytest.approx(decode(20.0))
    assert decode(0.0) <= decode(None)


def test_time_is_linear_because_paths_meet() -> None:
    search = Search([(ToyLm(1), 1.0)])
    for _ in range(300):
        search.push(plain("w", [MarkChoice("", 0.0, False), MarkChoice(".", 0.0, True)]))
        search.settled()
    assert len(search._frontiers[300]) <= 4
