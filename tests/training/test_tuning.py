"""Numbers that are moved while a measure grows; the measure is whatever the test can foresee."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from legibly.casing import Case
from legibly.errors import UsageError
from legibly.formatting.formatter import Formatter, WeightedScorer
from legibly.formatting.options import Options
from legibly.languages import language
from legibly.lattice.scoring import Block, Context, Tag, TagTable
from legibly.scorers.lexicon import Entry, LexiconScorer
from legibly.training.tuning import (
    BIAS_STEP,
    WEIGHTS,
    Measure,
    Remembered,
    Trial,
    as_words,
    heard,
    restored,
    tune,
    words_of,
)
from legibly.transcript import Alternative, Token, Transcript, Word
from tests.metrics.helpers import written


class AfterEach:
    """The same chances for a mark after every word; and how often it was asked."""

    context = Context()

    def __init__(self, **chances: float) -> None:
        self.marks = ("", *({"comma": ",", "stop": "."}[name] for name in chances))
        self.scores = np.log([1 - sum(chances.values()), *chances.values()])
        self.asked = 0

    def tables(self, blocks: Sequence[Block]) -> list[list[TagTable]]:
        self.asked += len(blocks)
        tags = tuple(Tag(mark=mark) for mark in self.marks)
        lower = TagTable((Tag(case=Case.LOWER),), np.zeros((1, 1)))
        return [
            [TagTable(tags, np.tile(self.scores, (block.last - block.first, 1))), lower]
            for block in blocks
        ]

    def form(self, word: str) -> str | None:
        return {"iphone": "iPhone"}.get(word)


LEXICON = LexiconScorer({"bill": Entry((0, 1, 0, 0), None)})
BLOCK = Block([Word("so"), Word("it"), Word("is")], 0, 3, True, True)


def formatter(*scorers: tuple[object, float]) -> Formatter:
    weighted = [WeightedScorer(scorer, weight) for scorer, weight in scorers]  # type: ignore[arg-type]
    return Formatter(weighted, language("en"), Options(numbers=False))


def near(*wanted: float) -> Measure:
    """Best where the weights behind the first are these."""

    def measure(tried: Formatter) -> float:
        own = [item.weight for item in tried.scorers[1:]]
        return -100 * sum((a - b) ** 2 for a, b in zip(own, wanted, strict=True))

    return measure


def test_the_best_weight_of_the_grid_is_found() -> None:
    found = tune(formatter((AfterEach(comma=0.1), 1.0), (LEXICON, 0.3)), near(0.77))
    assert found.weights == [1.0, 0.75]
    assert found.before == pytest.approx(-100 * 0.47**2)
    assert found.after == pytest.approx(-100 * 0.02**2)
    assert found.biases == {}


def test_several_weights_are_moved_in_turn() -> None:
    other = AfterEach(stop=0.1)
    before = formatter((AfterEach(comma=0.1), 1.0), (LEXICON, 1.0), (other, 1.0))
    assert tune(before, near(0.2, 2.9)).weights == [1.0, 0.2, 3.0]


@pytest.mark.parametrize(("rounds", "weight"), [(1, 0.1), (2, 0.2)])
def test_weights_that_hang_together_want_several_rounds(rounds: int, weight: float) -> None:
    def measure(tried: Formatter) -> float:
        one, other = (item.weight for item in tried.scorers[1:])
        return -100 * (one - other) ** 2 - 10 * (one - 1) ** 2

    first, second = AfterEach(comma=0.1), AfterEach(stop=0.1)
    before = formatter((first, 1.0), (second, 0.0), (first, 0.0))
    assert tune(before, measure, rounds=rounds).weights == [1.0, weight, weight]


def test_all_that_was_tried_is_told() -> None:
    told: list[Trial] = []
    found = tune(
        formatter((AfterEach(comma=0.1), 1.0), (LEXICON, 1.0)), near(1.0), report=told.append
    )
    assert found.trials == told
    assert told[0] == Trial("as it is", 0.0, 0.0)
    assert [trial.what for trial in told[1:]] == ["weight 2"] * (len(WEIGHTS) - 1)
    assert sorted([1.0, *(trial.value for trial in told[1:])]) == list(WEIGHTS)


def test_a_gain_that_may_be_chance_is_none() -> None:
    before = formatter((AfterEach(comma=0.1), 1.0), (LEXICON, 1.0))

    def measure(tried: Formatter) -> float:
        return 0.09 if tried.scorers[1].weight == 0.5 else 0.0

    assert tune(before, measure).weights == [1.0, 1.0]
    assert tune(before, measure, least=0.05).weights == [1.0, 0.5]


def test_a_lexicon_of_weight_nought_is_there_for_its_forms() -> None:
    found = tune(formatter((AfterEach(comma=0.1), 1.0), (LEXICON, 0.0)), near(0.5))
    assert found.weights == [1.0, 0.0]
    assert len(found.trials) == 1


def test_biases_of_marks_are_moved_in_steps() -> None:
    scorer = AfterEach(comma=0.1)

    def measure(tried: Formatter) -> float:
        first = tried.scorers[0].scorer
        assert isinstance(first, Remembered)
        return -100 * (first.biases[","] + 0.5) ** 2

    found = tune(formatter((scorer, 1.0)), measure, biases=[","])
    assert found.biases == {",": pytest.approx(-0.4)}
    values = [trial.value for trial in found.trials if trial.what == "bias ,"]
    first = [BIAS_STEP, -BIAS_STEP, -2 * BIAS_STEP, -3 * BIAS_STEP]  # past the best, and back
    assert values[:4] == pytest.approx(first)


def test_a_bias_that_writes_the_wanted_marks_is_found() -> None:
    """By a real measure: "stop" is likelier than "comma", and commas are wanted."""
    text = written("Yes, no, so, it, is, you, met, us.")
    scorer = AfterEach(comma=0.35, stop=0.4)
    found = tune(formatter((scorer, 1.0)), restored([text]), biases=[",", "."])
    assert found.before == pytest.approx(100 / 8)  # the end is right
    assert found.after == 100.0
    assert found.biases[","] - found.biases["."] > np.log(0.4 / 0.35)


def test_what_a_scorer_says_is_asked_for_once() -> None:
    scorer = AfterEach(comma=0.4)
    found = tune(formatter((scorer, 1.0), (LEXICON, 1.0)), restored([written("Yes, no.")]))
    assert len(found.trials) > 10
    assert scorer.asked == 1


def test_remembered_tables_are_those_of_the_scorer() -> None:
    scorer = AfterEach(comma=0.1)
    remembered = Remembered(scorer)
    ((marks, case),) = remembered.tables([BLOCK])
    ((expected, _),) = scorer.tables([BLOCK])
    assert marks.scores.tolist() == expected.scores.tolist()
    remembered.biases = {",": 0.5}
    ((tilted, same),) = remembered.tables([BLOCK])
    assert tilted.scores == pytest.approx(expected.scores + np.array([0.0, 0.5]))
    assert same is case
    remembered.tables([BLOCK._replace(ends=False)])
    assert scorer.asked == 3  # once here, once for each of two blocks


def test_a_remembered_scorer_is_what_it_was() -> None:
    remembered = Remembered(AfterEach(comma=0.1))
    assert (remembered.marks, remembered.context) == (("", ","), Context())
    assert remembered.form("iphone") == "iPhone"
    assert remembered.form("van") is None


def test_what_a_recogniser_would_have_heard() -> None:
    words = (Word("Yes,", 0.0, 0.5, speaker="A"), Word("Bill.", 0.6, 1.0, speaker="B"))
    alternatives = [Alternative(0, 1, (Word("yet"),))]
    tokens = [Token("Yes", 0, 1, after=","), Token("Bill", 1, 2, after=".")]
    found = heard(Transcript(words, tokens, "en", "talk", alternatives))
    assert found.words == (words[0]._replace(text="yes,"), words[1]._replace(text="bill."))
    assert found.tokens == (Token("yes,", 0, 1), Token("bill.", 1, 2))
    assert (found.name, found.alternatives) == ("talk", ())


class OnlyTheFirst(AfterEach):
    """A comma after the first word, hardly one elsewhere."""

    def tables(self, blocks: Sequence[Block]) -> list[list[TagTable]]:
        (tables,) = super().tables(blocks)
        tables[0].scores[0] = np.log([0.01, 0.99])
        return [tables]


@pytest.mark.parametrize(("by", "expected"), [("f1", 100 * 2 / 3), ("ser", -50.0)])
@pytest.mark.parametrize("case", [False, True], ids=["marks", "case"])
def test_measures_are_in_points(by: str, expected: float, case: bool) -> None:
    """Of two commas one is written; of two capitals that at the beginning."""
    measure = restored([written("So, it is Bill, yes")], by, case)
    assert measure(formatter((OnlyTheFirst(comma=0.1), 1.0))) == pytest.approx(expected)


def test_unknown_measures() -> None:
    with pytest.raises(UsageError, match="unknown measure 'wer'; expected f1 or ser"):
        restored([], "wer")


@pytest.mark.parametrize(("count", "expected"), [(0, 0), (1, 1), (3, 1), (4, 2), (99, 3)])
def test_texts_up_to_so_many_words(count: int, expected: int) -> None:
    texts = [written("so it is"), written("yes it is"), written("no")]
    assert words_of(iter(texts), count) == texts[:expected]


def test_words_with_marks_are_a_transcript() -> None:
    assert as_words([("yes", ","), ("no", "")]).text == "yes, no"
