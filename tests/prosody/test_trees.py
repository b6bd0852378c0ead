from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.errors import DataError
from legibly.prosody.drawing import TreeDrawing
from legibly.prosody.trees import LEAF, Trees, joined, load_trees

MARKS = ("", ",")


def small() -> Trees:
    """pause <= 0.3? no marks; else rate <= 5? a comma, or not."""
    return Trees(
        roots=np.array([0]),
        feature=np.array([0, LEAF, 1, LEAF, LEAF]),
        threshold=np.array([0.3, 0, 5, 0, 0], np.float32),
        left=np.array([1, 0, 3, 0, 0]),
        right=np.array([2, 0, 4, 0, 0]),
        missing=np.array([1, 0, 0, 0, 0], np.int8),
        values=np.array([[0, 0], [0.5, -2], [0, 0], [-2, 1], [-0.5, 0.25]], np.float32),
    )


def walked(trees: Trees, row: list[float]) -> list[float]:
    """The same, node by node."""
    total = np.zeros(trees.outputs)
    for root in trees.roots:
        node = int(root)
        while trees.feature[node] != LEAF:
            value = row[trees.feature[node]]
            left = bool(trees.missing[node]) if value != value else value <= trees.threshold[node]
            node = int((trees.left if left else trees.right)[node])
        total += trees.values[node]
    return total.tolist()


VALUES = st.floats(-1, 9) | st.just(float("nan"))


@given(st.lists(st.tuples(VALUES, VALUES), min_size=1, max_size=20))
def test_scores_are_those_of_a_walk(rows: list[tuple[float, float]]) -> None:
    trees = joined([small(), small()])
    expected = [walked(trees, list(row)) for row in rows]
    assert trees.scores(np.array(rows)) == pytest.approx(np.array(expected))


def test_how_often_features_are_asked() -> None:
    rows = np.array([[0.0, 1.0], [1.0, 1.0], [np.nan, 1.0]])
    assert small().queries(rows, 2).tolist() == [3, 1]
    assert small().appearances(2).tolist() == [1, 1]
    assert small().leaves == 3


def test_they_are_read_as_they_were_written(tmp_path: Path) -> None:
    small().save(tmp_path / "trees.npz")
    again = load_trees(tmp_path / "trees.npz", 2, 2)
    for before, after in zip(small(), again, strict=True):
        assert np.array_equal(np.asarray(before), np.asarray(after))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"left": np.array([0, 0, 3, 0, 0])}, "nodes that lead nowhere"),
        ({"right": np.array([2, 0, 9, 0, 0])}, "nodes that lead nowhere"),
        ({"feature": np.array([7, LEAF, 1, LEAF, LEAF])}, "nodes that lead nowhere"),
        ({"roots": np.array([5])}, "nodes that lead nowhere"),
        ({"roots": np.zeros(0, np.int64)}, "nodes that lead nowhere"),
        ({"values": np.full((5, 2), np.nan, np.float32)}, "values that are no numbers"),
        ({"values": np.zeros((5, 3), np.float32)}, "other shapes"),
        ({"threshold": np.array([np.nan, 0, 5, 0, 0], np.float32)}, "values that are no numbers"),
        ({"missing": np.zeros(4, np.int8)}, "other shapes"),
    ],
)
def test_trees_that_would_not_end_are_refused(
    tmp_path: Path,
    changes: dict[str, np.ndarray[tuple[int, ...], np.dtype[np.generic]]],
    message: str,
) -> None:
    path = tmp_path / "trees.npz"
    small()._replace(**changes).save(path)  # type: ignore[arg-type]
    with pytest.raises(DataError, match=f"damaged decision trees .{message}"):
        load_trees(path, 2, 2)


def test_a_tree_in_words() -> None:
    drawing = TreeDrawing(small(), ("pause", "rate"), MARKS)
    assert drawing.text() == (
        "pause <= 0.3 (or not known)\n"
        "  none x1.6\n"
        "otherwise\n"
        "  rate <= 5\n"
        "    comma x2.7\n"
        "  otherwise\n"
        "    comma x1.3\n"
    )


def test_a_tree_as_a_picture() -> None:
    picture = TreeDrawing(small(), ("pause", "a<b"), MARKS).svg()
    assert picture.count("<rect") == 1 + 5
    assert "a&lt;b &lt;= 5" in picture
    assert "comma x2.7" in picture
