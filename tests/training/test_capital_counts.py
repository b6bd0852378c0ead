from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from legibly.casing import Case
from legibly.errors import DataError, UsageError
from legibly.features.templates import BIAS, WordFeatures
from legibly.training.capital_counts import COUNT_TEMPLATES, fits, gather_counts, joined
from legibly.training.feature_data import FeatureSettings
from legibly.transcript import Word

PLAN = FeatureSettings("maxent", "case", (*COUNT_TEMPLATES, BIAS))


def counts(path: Path, *lines: str) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def test_each_ngram_is_an_event_of_its_middle_word(tmp_path: Path) -> None:
    path = counts(
        tmp_path / "c.tsv", "<s> We met\t3", "met Bill in\t7", "in NASA </s>\t2", "we met Bill\t1"
    )
    data = gather_counts([path], PLAN, least=2)
    assert [list(Case)[state] for state in data.states] == [Case.CAPITAL, Case.CAPITAL, Case.UPPER]
    assert data.counts is not None
    assert data.counts.tolist() == [3, 7, 2]
    text = WordFeatures([Word(word) for word in ["we", "met", "bill", "in", "nasa"]])
    for name, row in zip(
        PLAN.templates, data.prints, strict=True
    ):  # the same features as those of the text
        assert row.tolist() == text.fingerprints(name)[[0, 2, 4]].tolist()


def test_features_outside_the_ngram_are_refused(tmp_path: Path) -> None:
    assert [
        name
        for name in ("w-1", "w1", "3w-1", "3w0", "3w-2", "w2", "p0", "gap", "lex")
        if fits(name, 3)
    ] == [*("w-1", "w1", "3w-1", "lex")]
    assert fits("3w0", 5)
    path = counts(tmp_path / "c.tsv", "met Bill in\t7")
    with pytest.raises(
        DataError, match="n-grams of 3 words do not hold the features 3w0; expected three words"
    ):
        gather_counts([path], FeatureSettings("maxent", "case", ("w0", "3w0")))
    with pytest.raises(UsageError, match="marks need text"):
        gather_counts([path], FeatureSettings("maxent", "marks", ("w0",)))


def test_nothing_that_occurs_often_enough(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no n-grams that occur 9 times"):
        gather_counts([counts(tmp_path / "c.tsv", "met Bill in\t7")], PLAN, least=9)


def test_counts_weigh_as_repetitions_do(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="needs pip install 'legibly[train]'")
    from legibly.training.fitting import train

    lines = {"met Bill in": 3, "the bill for": 2, "the bill in": 1}
    once = gather_counts(
        [counts(tmp_path / "a.tsv", *(f"{line}\t{n}" for line, n in lines.items()))], PLAN
    )
    repeated = [f"{line}\t1" for line, n in lines.items() for _ in range(n)]
    often = gather_counts([counts(tmp_path / "b.tsv", *repeated)], PLAN)
    settings = FeatureSettings("maxent", "case", PLAN.templates, cutoff=1)
    one, other = train(once, settings), train(often, settings)
    np.testing.assert_array_equal(one.keys, other.keys)
    np.testing.assert_allclose(one.weights, other.weights, atol=1e-3)
    both = joined(once, often)
    assert both.counts is not None
    assert both.counts.tolist() == [3, 2, 1, 1, 1, 1, 1, 1, 1]
