"""Marks that open a question or an exclamation, where a language has them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.formatting.formatter import Formatter, WeightedScorer
from legibly.formatting.options import Options
from legibly.languages import language
from legibly.lattice.scoring import Block, Context, Scores, Tag, TagTable
from legibly.transcript import Transcript

MARKS = ("", ",", ".", "?", "!")
OPENINGS = ("", "¿", "¡")


@dataclass(frozen=True)
class Expects:
    """A scorer that wants certain marks after certain words and before others."""

    after: dict[str, str]
    before: dict[str, str] = field(default_factory=dict)
    sure: float = -9.0  # log-score of everything else
    tells: bool = True  # what opens
    marks: tuple[str, ...] = MARKS

    @property
    def context(self) -> Context:
        return Context()

    def tables(self, blocks: Sequence[Block]) -> list[list[TagTable]]:
        return [self._tables(block) for block in blocks]

    def _tables(self, block: Block) -> list[TagTable]:
        words = [word.text for word in block.words[block.first : block.last]]
        after = TagTable(
            tuple(Tag(mark=mark) for mark in MARKS), self._scores(words, self.after, MARKS)
        )
        before = TagTable(
            tuple(Tag(opening=mark) for mark in OPENINGS),
            self._scores(words, self.before, OPENINGS),
        )
        return [after, before] if self.tells else [after]

    def _scores(self, words: Sequence[str], wanted: dict[str, str], marks: Sequence[str]) -> Scores:
        return np.array(
            [
                [0.0 if mark == wanted.get(word, "") else self.sure for mark in marks]
                for word in words
            ]
        )


def spanish(scorer: Expects, **options: object) -> Formatter:
    return Formatter([WeightedScorer(scorer)], language("es"), Options(**options))  # type: ignore[arg-type]


def test_the_question_is_opened_where_it_begins() -> None:
    scorer = Expects({"hola": ",", "estas": "?", "bien": "."}, {"como": "¿"})
    assert spanish(scorer)("hola como estas muy bien").text == "Hola, ¿como estas? Muy bien."


def test_at_the_beginning_of_a_sentence_its_capital_is_behind_the_mark() -> None:
    scorer = Expects({"estas": "?", "gol": "!"}, {"como": "¿", "gol": "¡"})
    assert spanish(scorer)("como estas gol").text == "¿Como estas? ¡Gol!"


def test_never_one_without_the_other() -> None:
    """The end is expected and the beginning is not: it stands at the sentence's."""
    assert spanish(Expects({"bien": ".", "vienes": "?"}))("bien no vienes").text in (
        "Bien. ¿No vienes?",
        "Bien. No vienes.",
    )
    assert spanish(Expects({"vienes": "."}, {"vienes": "¿"}, sure=-2.0))("no vienes").text in (
        "No vienes.",
        "No ¿vienes?",
    )


def test_a_model_that_tells_of_no_beginnings_opens_with_the_sentence() -> None:
    scorer = Expects({"bien": ".", "vienes": "?", "gol": "!"}, tells=False)
    assert spanish(scorer)("muy bien cuando vienes gol").text == "Muy bien. ¿Cuando vienes? ¡Gol!"


def test_what_somebody_wrote_stays() -> None:
    scorer = Expects({"vienes": "?"})
    assert spanish(scorer)("pero ¿cuándo vienes").text == "Pero ¿cuándo vienes?"
    assert spanish(scorer)("¿Vienes? Sí.").text == "¿Vienes? Sí."
    assert spanish(scorer, redo=True)("pero vienes? ¿No").text.count("¿") == 1


def test_without_punctuation_nothing_opens() -> None:
    scorer = Expects({"vienes": "?"}, {"vienes": "¿"})
    assert spanish(scorer, punctuation=False)("no vienes").text == "No vienes"
    assert spanish(scorer, marks=(",", "."))("no vienes").text == "No vienes."


def test_english_has_none() -> None:
    scorer = Expects({"you": "?"}, {"are": "¿"})
    assert Formatter([WeightedScorer(scorer)], language("en"))("are you").text == "Are you?"


WORDS = st.lists(st.sampled_from(["hola", "como", "estas", "gol", "bien"]), max_size=12)


@pytest.mark.parametrize("tells", [True, False])
@given(
    WORDS,
    st.dictionaries(st.sampled_from(["estas", "gol", "bien"]), st.sampled_from(MARKS)),
    st.dictionaries(st.sampled_from(["hola", "como", "gol"]), st.sampled_from(OPENINGS)),
)
def test_marks_come_in_pairs(
    tells: bool, words: list[str], after: dict[str, str], before: dict[str, str]
) -> None:
    formatter = spanish(Expects(after, before, sure=-3.0, tells=tells))
    written = formatter(Transcript.of(words))
    opened = ""
    for token in written.tokens:
        if token.before:
            assert not opened
            opened = token.before
        if token.after in (".", "?", "!"):
            assert {"?": "¿", "!": "¡"}.get(token.after, "") == opened
            opened = ""
    assert not opened

    stream = formatter.stream(max_delay=None)
    streamed = [token for word in words for token in stream.push(word).committed]
    streamed += stream.close().committed
    assert streamed == list(written.tokens)
