from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.errors import DataError
from legibly.features.feature_table import FeatureTable
from legibly.features.templates import WordFeatures
from legibly.transcript import Word

HEARD = WordFeatures([Word("a", 0.0, 0.5), Word("b", 2.0, 2.5)])
KEYS = np.sort(np.array([HEARD.fingerprints(name)[0] for name in ("w0", "w1", "gap")], np.uint64))


def table_of(weights: dict[str, list[float]]) -> FeatureTable:
    """Weights of features of the first word, by name."""
    keys = {int(HEARD.fingerprints(name)[0]): row for name, row in weights.items()}
    rows = np.array([keys[key] for key in sorted(keys)], np.float32)
    return FeatureTable(tuple(weights), np.array(sorted(keys), np.uint64), rows)


TABLE = table_of({"w0": [1.0, 2.0], "w1": [4.0, 8.0], "gap": [1.0, 10.0]})


def test_scores_are_sums_of_weights_times_values() -> None:
    gap = 1.5
    np.testing.assert_allclose(TABLE.scores(HEARD), [[5 + gap, 10 + 10 * gap], [0.0, 0.0]])


@given(st.lists(st.integers(1, 30), unique=True, max_size=8), st.lists(st.integers(0, 40)))
def test_features_that_are_not_there_have_a_row_of_noughts(
    keys: list[int], asked: list[int]
) -> None:
    own = np.array(sorted(keys), np.uint64)
    table = FeatureTable(("w0",), own, np.ones((len(keys), 1), np.float32))
    expected = [sorted(keys).index(key) if key in keys else len(keys) for key in asked]
    assert table.rows(np.array(asked, np.uint64)).tolist() == expected


def test_an_empty_table_says_nothing() -> None:
    empty = FeatureTable(("w0",), np.zeros(0, np.uint64), np.zeros((0, 3), np.float32))
    assert empty.scores(HEARD).tolist() == [[0.0] * 3] * 2


def test_what_is_saved_is_loaded_in_half_precision(tmp_path: Path) -> None:
    TABLE.save(tmp_path / "t.npz")
    again = FeatureTable.load(tmp_path / "t.npz", TABLE.templates, 2)
    assert again.keys.tolist() == TABLE.keys.tolist()
    np.testing.assert_allclose(again.scores(HEARD), TABLE.scores(HEARD), rtol=1e-3)


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"keys": KEYS, "weights": np.ones((3, 3))}, r"\(3, 3\) weights for 3 features and 2 out"),
        ({"keys": KEYS, "weights": np.ones((2, 2))}, r"\(2, 2\) weights for 3 features and 2 out"),
        ({"keys": KEYS.astype(np.int32), "weights": np.ones((3, 2))}, "other types"),
        ({"keys": KEYS[[0, 0, 1]], "weights": np.ones((3, 2))}, "out of order"),
        ({"keys": KEYS, "weights": np.full((3, 2), np.nan)}, "weights that are no numbers"),
        ({"keys": KEYS}, "no item named 'weights.npy'"),
        ({"keys": KEYS[0], "weights": np.ones(2)}, r"\(2,\) weights for 1 features"),
    ],
    ids=["outputs", "rows", "type", "twice", "nan", "missing", "no rows"],
)
def test_damaged_tables(tmp_path: Path, arrays: dict[str, np.ndarray], message: str) -> None:
    np.savez(tmp_path / "t.npz", **arrays)  # type: ignore[arg-type]
    with pytest.raises(DataError, match=f"damaged feature weights .*{message}"):
        FeatureTable.load(tmp_path / "t.npz", ("w0",), 2)


def test_a_file_that_is_no_table(tmp_path: Path) -> None:
    (tmp_path / "t.npz").write_bytes(b"nothing")
    with pytest.raises(DataError, match=r"damaged feature weights .*; train the model anew"):
        FeatureTable.load(tmp_path / "t.npz", ("w0",), 2)


def test_an_empty_file_is_no_table(tmp_path: Path) -> None:
    (tmp_path / "t.npz").write_bytes(b"")
    with pytest.raises(DataError, match="damaged feature weights"):
        FeatureTable.load(tmp_path / "t.npz", ("w0",), 2)
