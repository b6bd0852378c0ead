from __future__ import annotations

import io
import re
from html import unescape

import pytest
from hypothesis import given

from legibly.metrics.html import write_html
from legibly.metrics.pairs import align_pair
from legibly.metrics.score import Settings, score_aligned
from legibly.metrics.side_by_side import KINDS, MAX_ROW_WORDS
from legibly.transcript import Transcript
from tests.metrics.helpers import texts, written

ROW = re.compile(r"<div class=row><div>(.*)</div><div>(.*)</div></div>")


def page(ref: Transcript, hyp: Transcript, convention: str = "iwslt", name: str = "talk") -> str:
    settings = Settings(convention=convention)
    pair = align_pair(name, ref, hyp)
    out = io.StringIO()
    write_html([pair], settings, score_aligned(pair, settings), out)
    return out.getvalue()


def rows(ref: str, hyp: str, convention: str = "iwslt") -> list[tuple[str, ...]]:
    return [match.groups() for match in ROW.finditer(page(written(ref), written(hyp), convention))]


@pytest.mark.parametrize(
    ("ref", "hyp", "left", "right"),
    [
        ("yes", "yes", "yes", "yes"),
        ("yes", "no", '<b class="sub">yes</b>', '<b class="sub">no</b>'),
        ("so yes", "so", 'so <b class="del">yes</b>', "so"),
        ("so", "so yes", "so", 'so <b class="ins">yes</b>'),
        ("so yes.", "so", 'so <b class="del mdel">yes.</b>', "so"),
        ("so", "so yes.", "so", 'so <b class="ins mins">yes.</b>'),
        ("yes.", "yes", '<b class="mdel">yes.</b>', '<b class="mdel">yes</b>'),
        ("yes", "yes.", '<b class="mins">yes</b>', '<b class="mins">yes.</b>'),
        ("yes?", "yes.", '<b class="msub">yes?</b>', '<b class="msub">yes.</b>'),
        ("Bill", "bill", '<b class="case">Bill</b>', '<b class="case">bill</b>'),
        ("Bill.", "bill", '<b class="case mdel">Bill.</b>', '<b class="case mdel">bill</b>'),
        ("Bill", "will", '<b class="sub">Bill</b>', '<b class="sub">will</b>'),
        ("It’s", "It's", "It’s", "It&#x27;s"),
        ("yes!", "yes.", "yes!", "yes."),  # the same to this convention
    ],
)
def test_errors_are_marked_on_both_sides(ref: str, hyp: str, left: str, right: str) -> None:
    assert rows(ref, hyp) == [(left, right)]


def test_which_marks_differ_is_the_conventions() -> None:
    assert rows("yes!", "yes.", "fine") == [
        ('<b class="msub">yes!</b>', '<b class="msub">yes.</b>')
    ]


def test_a_sentence_of_the_reference_is_a_row() -> None:
    assert rows("so yes. no? we", "so yes. no? we") == [
        ("so yes.", "so yes."),
        ("no?", "no?"),
        ("we", "we"),
    ]


def test_a_long_sentence_is_several_rows() -> None:
    long = " ".join(["so"] * (2 * MAX_ROW_WORDS + 1))
    assert [len(left.split()) for left, _ in rows(long, long)] == [MAX_ROW_WORDS, MAX_ROW_WORDS, 1]


def test_what_is_written_is_no_markup() -> None:
    found = page(written("A&B <i>x</i>"), written("A&B"), name="<talk>")
    assert "A&amp;B" in found
    assert "<i>" not in found
    assert "<h2>&lt;talk&gt;</h2>" in found


def test_a_page_has_the_table_and_a_filter_for_each_kind() -> None:
    found = page(written("Yes."), written("yes"))
    assert "signature marks:iwslt" in found
    for kind, name in KINDS.items():
        assert f"<input type=checkbox value={kind}> {name}</label>" in found
        assert f".{kind}" in found  # its colour


def test_a_page_needs_nothing_but_itself() -> None:
    found = page(written("Yes."), written("yes"))
    assert found.startswith("<!doctype html>")
    assert found.endswith("</html>\n")
    assert not re.search(r"src=|href=|https?:|@import", found)


@given(texts(), texts())
def test_all_words_of_both_sides_are_on_the_page(ref: Transcript, hyp: Transcript) -> None:
    found = [match.groups() for match in ROW.finditer(page(ref, hyp))]
    for side, text in enumerate((ref, hyp)):
        shown = " ".join(row[side] for row in found if row[side])
        assert unescape(re.sub(r"</?b[^>]*>", "", shown)) == text.text


@given(texts())
def test_a_text_beside_itself_has_no_errors(text: Transcript) -> None:
    assert "<b class=" not in page(text, text)
