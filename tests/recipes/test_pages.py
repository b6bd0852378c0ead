"""Pages say only what was measured."""

from __future__ import annotations

from pathlib import Path

import pytest

from recipes.pages import listed, save_page, true_lines
from recipes.place import Place

TEMPLATE = """# A page
?better: It is better, by {points}.
?not better: It is not better.
The end."""


@pytest.mark.parametrize(
    ("better", "expected"),
    [
        (True, "# A page\nIt is better, by 3.\nThe end.\n"),
        (False, "# A page\nIt is not better.\nThe end.\n"),
    ],
)
def test_a_sentence_is_written_only_if_it_holds(
    better: bool, expected: str, tmp_path: Path
) -> None:
    (tmp_path / "page.md").write_text(TEMPLATE)
    place = Place(tmp_path, tmp_path / "docs", tmp_path)
    save_page(place, tmp_path / "page.md", "x.md", better=better, points=3)
    assert (tmp_path / "docs/x.md").read_text() == expected


def test_what_may_hold_has_a_sentence() -> None:
    with pytest.raises(ValueError, match="no sentence of the page asks for worse"):
        list(true_lines(TEMPLATE, {"better": True, "worse": False}))


def test_a_condition_is_true_or_false() -> None:
    with pytest.raises(ValueError, match="better: 3; expected whether it holds"):
        list(true_lines(TEMPLATE, {"better": 3}))


def test_lists_in_sentences() -> None:
    assert [listed(each) for each in ([], ["a"], ["a", "b", "c"])] == ["none", "a", "a, b and c"]
