"""Pages say only what was measured."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from recipes.pages import listed, outcomes_in, save_page, true_lines
from recipes.place import Place

TEMPLATE = """# A page
?better: It is better, by {points}.
?not better: It is not better.
The end."""


@pytest.mark.parametrize(
    ("better", "expected"),
    [
        (True, "# A page\nIt is better, by 3.\nThe end.\n\nMade from commit `abc`.\n"),
        (False, "# A page\nIt is not better.\nThe end.\n\nMade from commit `abc`.\n"),
    ],
)
def test_a_sentence_is_written_only_if_it_holds(
    better: bool, expected: str, tmp_path: Path
) -> None:
    (tmp_path / "page.md").write_text(TEMPLATE)
    place = Place(tmp_path, tmp_path / "docs", tmp_path, commit="abc")
    save_page(place, tmp_path / "page.md", "x.md", better=better, points=3)
    assert (tmp_path / "docs/x.md").read_text() == expected


def test_outcomes_go_to_the_index_and_not_to_the_page(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text(
        "# A page\n?falls: @Table 5 | reproduced | it falls on {sets}\n"
        "?not falls: @Table 5 | differs | it rises\n@Table 7 | not possible | no sound\n"
    )
    place = Place(tmp_path, tmp_path / "docs", tmp_path, commit="abc")
    save_page(place, tmp_path / "page.md", "x.md", falls=True, sets="news")
    assert "Table" not in (tmp_path / "docs/x.md").read_text()
    assert json.loads((tmp_path / "docs/outcomes/x.json").read_text()) == {
        "commit": "abc",
        "outcomes": [
            {"table": "Table 5", "outcome": "reproduced", "why": "it falls on news"},
            {"table": "Table 7", "outcome": "not possible", "why": "no sound"},
        ],
    }


def test_an_outcome_is_one_of_three() -> None:
    with pytest.raises(ValueError, match=r"expected @table \| reproduced or differs"):
        list(outcomes_in(["@Table 5 | perhaps | why"]))


def test_what_may_hold_has_a_sentence() -> None:
    with pytest.raises(ValueError, match="no sentence of the page asks for worse"):
        list(true_lines(TEMPLATE, {"better": True, "worse": False}))


def test_a_condition_is_true_or_false() -> None:
    with pytest.raises(ValueError, match="better: 3; expected whether it holds"):
        list(true_lines(TEMPLATE, {"better": 3}))


def test_lists_in_sentences() -> None:
    assert [listed(each) for each in ([], ["a"], ["a", "b", "c"])] == ["none", "a", "a, b and c"]
