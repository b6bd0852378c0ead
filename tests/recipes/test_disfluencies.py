"""What editors left out, and how much of it a model finds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from legibly.features.feature_table import FeatureTable
from legibly.features.restarts import TEMPLATES, Restart, Said, features, fingerprints
from legibly.languages import language
from legibly.metrics.counts import Slots
from legibly.scorers.restarts import RestartScorer
from legibly.transcript import Transcript
from recipes.disfluencies.learn import Examples, fit, folds, lowered
from recipes.disfluencies.measure import found_restarts, slots
from recipes.disfluencies.pairs import Shown, Verbatim, compare, joined, left_out


@pytest.mark.parametrize(
    ("said", "kept", "out"),
    [
        ("i i went", "i went", "x.."),
        ("so and and and so", "so and so", ".xx.."),
        ("i don't i don't know", "i don't know", "xx..."),
        ("it's it's like a shop", "it's a shop", "x.x.."),
        ("we went home", "they went home", "x.."),
        ("we went", "we all went", ".."),
        ("no", "", "x"),
        ("", "no", ""),
    ],
)
def test_the_first_of_words_said_twice_is_left_out(said: str, kept: str, out: str) -> None:
    found = left_out(said.split(), kept.split())
    assert "".join("x" if one else "." for one in found) == out


def test_what_is_written_otherwise_is_not_left_out() -> None:
    assert joined("i am going to go".split()) == ["i", "am", "gonna", "go"]
    verbatim = Transcript.from_text("Um, I'm gonna g- go.")
    text = compare(verbatim, Transcript.from_text("I'm going to go."), language("en"), Shown())
    assert [word.text for word in text.words] == ["i'm", "gonna", "g", "go"]
    assert text.left_out == [False, False, True, False]


class Sure:
    """The same odds for everything."""

    marks: tuple[str, ...] = ()

    def odds(self, words: Sequence[Said], restarts: Sequence[Restart]) -> list[float]:
        return [float(restart.length) for restart in restarts]


def verbatim(said: str, out: str) -> Verbatim:
    return Verbatim([Said(word) for word in said.split()], [one == "x" for one in out])


def test_words_are_counted_that_both_leave_out() -> None:
    text = verbatim("i i went we we stay it it is", "x.......x")
    found = found_restarts(text, Sure(), 0.5)
    assert [(one.first, one.last) for one in found] == [(0, 1), (3, 4), (6, 7)]
    assert found_restarts(text, Sure(), 1.0) == []
    assert slots(text, found) == [Slots(correct=1, inserted=2)]
    assert slots(text, []) == [Slots(deleted=1)]


def test_a_model_learns_what_is_left_out() -> None:
    said = "so we we go now the very very old house we we stay it is very very late " * 5
    out = ".x" + "." * 8 + "x" + "." * 7
    examples = Examples()
    text = verbatim(said, out * 5)
    examples.add(text, 1.0)
    pytest.importorskip("torch", reason="needs pip install 'legibly[train]'")
    judge = RestartScorer(fit(examples))
    found = {said.split()[one.first] for one in found_restarts(text, judge, 0.0)}
    assert found == {"we"}


def test_a_threshold_is_taken_off_all_odds() -> None:
    words = [Said("we"), Said("we")]
    restart = Restart(0, 1, "copy")
    bias = fingerprints([features(words, restart)])[-1]
    table = FeatureTable(TEMPLATES, bias, np.array([[0.0, 2.0]], np.float32))
    assert RestartScorer(lowered(table, 0.5)).odds(words, [restart]) == [1.5]


def test_folds_take_each_once() -> None:
    assert sorted(number for fold in folds(7, 3) for number in fold) == list(range(7))
    assert folds(2, 5) == [[0], [1]]
