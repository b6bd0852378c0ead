"""The hyper-string: case forms and marks as arcs, scored by an n-gram model."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legibly.errors import DataError
from legibly.lattice.arcs import Column, MarkChoice, ScoredArc
from legibly.lattice.expansion import Forms
from legibly.lattice.search import Search
from legibly.ngram.counting import all_counts, count_share, shared_words
from legibly.ngram.estimate import METHODS, estimate
from legibly.ngram.vocabulary import Vocabulary
from legibly.scorers.ngram import NgramScorer, load
from tests.lattice.toys import exhaustive

WORDS = ["bill", "met", "us", "and", "we", "the", "please", "iphone", "zebra"]
TEXTS = ["Bill met us , and we met Bill .", "The bill , please .", "We met the iPhone .", "Met us , Bill ."]


@pytest.fixture(scope="module")
def scorers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, NgramScorer]:
    found = {}
    for method in METHODS:
        share = count_share([text.split() for text in TEXTS * 3], 3, tmp_path_factory.mktemp(method))
        words = shared_words([share], 1)
        model = estimate(all_counts([share], 3, words), 3, Vocabulary.of(words), method)
        found[method] = NgramScorer(model, [",", "."], ["iPhone"])
    return found


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=15, deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=3))
def test_the_search_finds_what_trying_everything_finds(
    scorers: dict[str, NgramScorer], method: str, words: list[str]
) -> None:
    scorer = scorers[method]
    forms = Forms([scorer])
    marks = [MarkChoice("", 0.0, False), MarkChoice(",", 0.0, False), MarkChoice(".", 0.0, True)]
    columns = [Column([ScoredArc(arc, 0.0, 0.0) for arc in forms(word)], marks) for word in words]
    search = Search([(scorer, 1.0)])
    for column in columns:
        search.push(column)
    best = search.best()
    expected = exhaustive(columns, [(scorer, 1.0)])[0]
    assert best.score == pytest.approx(expected[0])


def test_forms_and_folding(scorers: dict[str, NgramScorer]) -> None:
    scorer = scorers["stupid"]
    assert scorer.form("iphone") == "iPhone"
    assert scorer.marks == ("", ",", ".")


def test_a_model_without_the_marks_is_refused(tmp_path: Path) -> None:
    from legibly.ngram import binary

    share = count_share([["a", "b"]], 2, tmp_path / "counts")
    words = shared_words([share], 1)
    binary.save(estimate(all_counts([share], 2, words), 2, Vocabulary.of(words)), tmp_path / "ngram.lm")
    with pytest.raises(DataError, match="does not know the marks"):
        load(tmp_path, {"marks": [","]})
    with pytest.raises(DataError, match="expected a list of marks"):
        load(tmp_path, {"marks": 5})
