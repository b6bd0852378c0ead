"""The model of what is begun anew: from its files, and refused where they are others."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from legibly.errors import DataError
from legibly.features.feature_table import FeatureTable
from legibly.features.restarts import TEMPLATES, Restart, Said, fingerprints
from legibly.scorers.restarts import RestartScorer, load

WORDS = [Said("we"), Said("we"), Said("go")]


def biased(odds: float) -> RestartScorer:
    """The same odds for everything."""
    (key,) = fingerprints([[""] * len(TEMPLATES)])[-1]
    weights = np.array([[0.0, odds]], np.float32)
    return RestartScorer(FeatureTable(TEMPLATES, np.array([key], np.uint64), weights))


def test_odds_are_sums_of_weights() -> None:
    restarts = [Restart(0, 1, "copy"), Restart(1, 2, "start")]
    assert biased(1.5).odds(WORDS, restarts) == [1.5, 1.5]
    assert biased(1.5).odds(WORDS, []) == []


def test_a_saved_one_is_the_same(tmp_path: Path) -> None:
    settings = biased(-2.0).save(tmp_path)
    assert load(tmp_path, settings).odds(WORDS, [Restart(0, 1, "copy")]) == [-2.0]


@pytest.mark.parametrize("features", [None, [], ["shape"]])
def test_features_of_another_version_are_refused(tmp_path: Path, features: object) -> None:
    settings = biased(0.0).save(tmp_path)
    with pytest.raises(DataError, match="the model is of another version"):
        load(tmp_path, {**settings, "features": features})


def test_a_damaged_table_is_refused(tmp_path: Path) -> None:
    settings = biased(0.0).save(tmp_path)
    (tmp_path / "restarts.npz").write_bytes(b"nothing")
    with pytest.raises(DataError, match="damaged feature weights"):
        load(tmp_path, settings)
