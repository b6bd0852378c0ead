"""Two routes to the same answer."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legibly.casing import Case, write_case
from legibly.lattice.arcs import Column, MarkChoice, ScoredArc, word_arc
from legibly.lattice.search import Search
from legibly.ngram.model import Ngram
from legibly.ngram.smoothing import METHODS
from legibly.ngram.wfst import best_path
from legibly.scorers.ngram import NgramScorer
from tests.ngram.helpers import trained

pytest.importorskip("kaldifst", reason="needs pip install 'legibly[fst]'")

TEXTS = [
    "Bill met us , and we met Bill .",
    "The bill , please .",
    "We met the NASA .",
    "Met us , Bill .",
]
WORDS = ["bill", "met", "us", "and", "we", "the", "please", "nasa"]


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Ngram]:
    texts = [text.split() for text in TEXTS * 5]
    return {
        method: trained(texts, 3, method, tmp_path_factory.mktemp(method)) for method in METHODS
    }


def searched(model: Ngram, forms: list[list[str]], marks: list[str]) -> float:
    """The best score by the lattice's own search, without its rule about capitals."""
    choices = [MarkChoice(mark, 0.0, False) for mark in ["", *marks]]
    search = Search([(NgramScorer(model, marks), 1.0)], capitals=False)
    for own in forms:
        search.push(Column([ScoredArc(word_arc(form), 0.0, 0.0) for form in own], choices))
    return search.best().score


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("marks", [[",", "."], []], ids=["marks and case", "case alone"])
@settings(max_examples=15, deadline=None)
@given(words=st.lists(st.sampled_from(WORDS), min_size=1, max_size=8))
def test_automata_and_the_lattice_agree(
    models: dict[str, Ngram], method: str, marks: list[str], words: list[str]
) -> None:
    model = models[method]
    forms = [
        [
            form
            for form in {word, write_case(word, Case.CAPITAL), word.upper()}
            if form in model.vocabulary
        ]
        for word in words
    ]
    score, written = best_path(model, forms, marks)
    assert score == pytest.approx(searched(model, forms, marks), abs=1e-3)
    assert [word.lower() for word in written if word not in marks] == words


def test_what_automata_write(models: dict[str, Ngram]) -> None:
    _, written = best_path(models["kneser-ney"], [["we"], ["met"], ["bill", "Bill"]], [",", "."])
    assert " ".join(written) == "we met Bill ."
