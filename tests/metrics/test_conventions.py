from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.errors import UsageError
from legibly.metrics.conventions import CONVENTIONS, convention

MARKS = [",", ":", "--", ".", "!", ";", "...", "?", ")"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("iwslt", ", , , . . . . ? -"),
        ("gravano2", ", . , . . . . . ,"),
        ("gravano4", ", . — . . . — ? —"),
        ("luNg", ", - - . ! - - ? -"),
        ("fine", ", : — . ! ; … ? -"),
    ],
)
def test_what_each_mark_counts_as(name: str, expected: str) -> None:
    assert [convention(name).classify(mark) or "-" for mark in MARKS] == expected.split()


@pytest.mark.parametrize(
    ("name", "marks"),
    [
        ("iwslt", (",", ".", "?")),
        ("gravano2", (",", ".")),
        ("gravano4", (",", ".", "?", "—")),
        ("luNg", (",", ".", "?", "!")),
        ("fine", (",", ".", "?", "!", ":", ";", "—", "、", "…")),
    ],
)
def test_the_classes_of_a_convention_each_once(name: str, marks: tuple[str, ...]) -> None:
    assert convention(name).marks == marks


def test_an_opening_bracket_counts_after_the_word_before_it() -> None:
    assert convention("gravano2").classify("", "(") == ","
    assert convention("gravano4").classify("", "(") == "—"
    assert convention("iwslt").classify("", "(") == ""


def test_a_mark_outweighs_a_bracket() -> None:
    assert convention("gravano2").classify(".)") == "."
    assert convention("gravano2").classify(".", "(") == "."


@pytest.mark.parametrize("after", ['."', ".”", ".'", '".'])
def test_quotation_marks_do_not_count(after: str) -> None:
    assert convention("iwslt").classify(after) == "."
    assert convention("gravano2").classify('"') == ""


@given(
    st.sampled_from(sorted(CONVENTIONS)),
    st.text(".,?!:;—…-()\"'", max_size=4),
    st.text('("', max_size=2),
)
def test_a_class_is_one_of_the_conventions_or_none(name: str, after: str, before: str) -> None:
    assert convention(name).classify(after, before) in ("", *convention(name).marks)


def test_a_convention_is_known_by_its_name() -> None:
    assert all(convention(name).name == name for name in CONVENTIONS)


def test_an_unknown_convention() -> None:
    with pytest.raises(UsageError, match="unknown convention 'iwlst'; did you mean 'iwslt'"):
        convention("iwlst")
