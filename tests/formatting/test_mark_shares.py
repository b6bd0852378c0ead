"""How sure a model is of the marks that it writes, and how many a user wants."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import legibly
from legibly.errors import UsageError
from legibly.formatting.formatter import Formatter, WeightedScorer
from legibly.formatting.options import Options
from legibly.languages import language
from legibly.lattice.scoring import Block, Context, Tag, TagTable
from legibly.transcript import Token, Transcript, Word, cut_parts, join_parts

MARKS = ("", ",", ".", "?")


@dataclass(frozen=True)
class Thinks:
    """A scorer that finds marks as likely as it is told, behind every word."""

    shares: tuple[float, ...]
    marks: tuple[str, ...] = MARKS

    @property
    def context(self) -> Context:
        return Context()

    def tables(self, blocks: Sequence[Block]) -> list[list[TagTable]]:
        tags = tuple(Tag(mark=mark) for mark in MARKS)
        row = np.log(np.array(self.shares))
        return [[TagTable(tags, np.tile(row, (block.last - block.first, 1)))] for block in blocks]


def thinking(*shares: float, **options: object) -> Formatter:
    chosen = Options(marks=(",", ".", "?"), **options)  # type: ignore[arg-type]
    return Formatter([WeightedScorer(Thinks(shares))], language("en"), chosen)


def confidences(written: Transcript) -> list[float | None]:
    return [
        None if chance is None else round(chance, 3)
        for chance in map(written.mark_confidence, written.tokens)
    ]


def test_what_is_written_is_as_likely_as_the_scorers_say() -> None:
    written = thinking(0.6, 0.3, 0.08, 0.02)("so we went home")
    assert confidences(written)[:3] == [0.6] * 3
    assert written.mark_chances[0] is not None
    assert written.mark_chances[0].some == pytest.approx(0.4)


def test_at_an_end_only_what_may_end_is_compared() -> None:
    written = thinking(0.6, 0.3, 0.08, 0.02)("so we went home")
    assert written.text == "So we went home."
    assert confidences(written)[-1] == 0.8


def test_marks_that_were_there_nobody_chose() -> None:
    words = (Word("yes"), Word("no"), Word("so"))
    tokens = (Token("yes", 0, 1, after=","), Token("no", 1, 2), Token("so", 2, 3))
    written = thinking(0.6, 0.3, 0.08, 0.02)(Transcript(words, tokens))
    assert confidences(written)[0] is None


def test_nobody_knows_where_no_scorer_tells() -> None:
    written = Formatter([], language("en"), Options())("so we went")
    assert confidences(written) == [None] * 3


def test_a_mark_behind_several_words_is_that_of_the_last() -> None:
    formatter = legibly.load("en-baseline", rules={"going to": "gonna"})
    written = formatter("i am going to")
    assert [token.text for token in written.tokens] == ["I", "am", "gonna"]
    assert len(written.mark_chances) == 4


def test_json_says_it_and_another_reading_forgets_it() -> None:
    document = json.loads(thinking(0.6, 0.3, 0.08, 0.02)("so we went").to("json"))
    assert document["tokens"][0]["mark_confidence"] == 0.6
    assert "mark_confidence" not in json.loads(Transcript((Word("so"),)).to("json"))["tokens"][0]


@given(st.lists(st.sampled_from("so we went home again".split()), min_size=1, max_size=30))
def test_parts_keep_it(words: list[str]) -> None:
    written = thinking(0.5, 0.3, 0.15, 0.05)(words)
    joined = join_parts(list(cut_parts(written, 3)))
    assert confidences(joined) == confidences(written)


@given(st.floats(0, 1), st.floats(0, 1))
def test_more_sensitivity_never_writes_fewer_marks(one: float, other: float) -> None:
    few, many = sorted((one, other))

    def marks(sensitivity: float) -> int:
        written = thinking(0.55, 0.4, 0.04, 0.01, sensitivity=sensitivity)("so we went home")
        return sum(token.after != "" for token in written.tokens)

    assert marks(few) <= marks(many)


def test_sensitivity_changes_what_is_written_and_not_how_likely_it_is() -> None:
    usual, eager = (
        thinking(0.6, 0.3, 0.08, 0.02, sensitivity=wanted)("so we went home")
        for wanted in (0.5, 1.0)
    )
    assert usual.text == "So we went home."
    assert eager.text == "So, we, went, home."
    assert confidences(eager)[:3] == [0.3] * 3
    assert eager.mark_chances[0] is not None
    assert usual.mark_chances[0] is not None
    assert eager.mark_chances[0].shares == usual.mark_chances[0].shares


@pytest.mark.parametrize("wrong", [-0.1, 1.1, "high", None, True, float("nan")])
def test_sensitivity_is_a_number_from_nought_to_one(wrong: object) -> None:
    with pytest.raises(UsageError, match=r"sensitivity is .*; expected a number from 0 to 1"):
        Options(sensitivity=wrong)  # type: ignore[arg-type]
