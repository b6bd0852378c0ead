"""The hyper-string: case forms and marks as arcs, scored by an n-gram model."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legibly.errors import DataError
from legibly.formatting.formatter import Formatter, WeightedScorer
from legibly.languages import language
from legibly.lattice.arcs import Column, MarkChoice, ScoredArc, Step, word_arc
from legibly.lattice.forms import Forms
from legibly.lattice.search import Search
from legibly.ngram import binary
from legibly.ngram.classes import NumberOdds, text_tokens
from legibly.ngram.counting import all_counts, count_slice, words_of_slices
from legibly.ngram.estimate import estimate
from legibly.ngram.smoothing import METHODS
from legibly.ngram.vocabulary import Vocabulary
from legibly.scorers.ngram import NgramScorer, load
from legibly.transcript import Transcript, Word, as_heard
from tests.lattice.toys import exhaustive

WORDS = ["bill", "met", "us", "and", "we", "the", "please", "iphone", "zebra"]
TEXTS = [
    "Bill met us , and we met Bill .",
    "The bill , please .",
    "We met the iPhone .",
    "Met us , Bill .",
]


@pytest.fixture(scope="module")
def scorers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, NgramScorer]:
    found = {}
    for method in METHODS:
        counted = count_slice(
            [text.split() for text in TEXTS * 3], 3, tmp_path_factory.mktemp(method)
        )
        words = words_of_slices([counted], 1)
        model = estimate(all_counts([counted], 3, words), 3, Vocabulary.of(words), method)
        found[method] = NgramScorer(model, [",", "."], ["iPhone"])
    return found


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=15, deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=3))
def test_the_search_finds_what_trying_everything_finds(
    scorers: dict[str, NgramScorer], method: str, words: list[str]
) -> None:
    scorer = scorers[method]
    forms = Forms([scorer])
    marks = [MarkChoice("", 0.0, False), MarkChoice(",", 0.0, False), MarkChoice(".", 0.0, True)]
    columns = [Column([ScoredArc(arc, 0.0, 0.0) for arc in forms(word)], marks) for word in words]
    search = Search([(scorer, 1.0)])
    for column in columns:
        search.push(column)
    best = search.best()
    expected = exhaustive(columns, [(scorer, 1.0)])[0]
    assert best.score == pytest.approx(expected[0])


def test_forms_and_folding(scorers: dict[str, NgramScorer]) -> None:
    scorer = scorers["stupid"]
    assert scorer.form("iphone") == "iPhone"
    assert scorer.marks == ("", ",", ".")


def test_a_model_without_the_marks_is_refused(tmp_path: Path) -> None:
    from legibly.ngram import binary

    counted = count_slice([["a", "b"]], 2, tmp_path / "counts")
    words = words_of_slices([counted], 1)
    binary.save(
        estimate(all_counts([counted], 2, words), 2, Vocabulary.of(words)), tmp_path / "ngram.lm"
    )
    with pytest.raises(DataError, match="does not know the marks"):
        load(tmp_path, {"marks": [","]})
    with pytest.raises(DataError, match="expected a list of marks"):
        load(tmp_path, {"marks": 5})
    (tmp_path / "forms.txt").write_bytes(b"\xff")
    with pytest.raises(DataError, match=r"forms.txt: cannot be read .*; train the model anew"):
        load(tmp_path, {"marks": []})


NUMBER_TEXTS = [
    *(
        "meet me at 3:30",
        "meet me at 4:30",
        "you owe me 330",
        "you owe me 450",
        "dinner for three",
        "in 20 minutes",
    ),
    *(
        "five of us met you",
        "the ceo met us at 5 pm",
        "she is twenty five",
        "he is 25 and you are 31",
    ),
]


@pytest.fixture(scope="module")
def class_scorer(tmp_path_factory: pytest.TempPathFactory) -> NgramScorer:
    texts = [text_tokens(text.split(), "A", cased=False) for text in NUMBER_TEXTS * 3]
    counted = count_slice(texts, 4, tmp_path_factory.mktemp("classes"))
    words = words_of_slices([counted], 1)
    model = estimate(all_counts([counted], 4, words), 4, Vocabulary.of(words))
    return NgramScorer(model, [], cased=False, classes="A", odds=NumberOdds([1] * 1000, "A"))


class Wakeful:
    """The same scorer, asked about every word."""

    def __init__(self, scorer: NgramScorer) -> None:
        self._scorer = scorer
        self.marks, self.start, self.extend, self.finish = (
            scorer.marks,
            scorer.start,
            scorer.extend,
            scorer.finish,
        )


SPOKEN = [
    "meet",
    "me",
    "at",
    "three",
    "thirty",
    "you",
    "owe",
    "five",
    "twenty",
    "c",
    "e",
    "o",
    "us",
    "dinner",
    "for",
    "p",
    "m",
]


@settings(max_examples=60)
@given(st.lists(st.sampled_from(SPOKEN), min_size=1, max_size=14))
def test_a_scorer_that_is_skipped_between_numbers_finds_the_same(
    class_scorer: NgramScorer, spoken: list[str]
) -> None:
    words = tuple(Word(text) for text in spoken)
    transcript = Transcript(words, tuple(as_heard(words)), "en")
    skipping = Formatter([WeightedScorer(class_scorer, 0.7)], language("en"))
    asked = Formatter([WeightedScorer(Wakeful(class_scorer), 0.7)], language("en"))
    assert skipping.plan.choice_reach == 3
    assert asked.plan.choice_reach is None
    assert skipping(transcript).text == asked(transcript).text


def test_the_words_around_decide(class_scorer: NgramScorer) -> None:
    formatter = Formatter([WeightedScorer(class_scorer)], language("en"))

    def text(spoken: str) -> str:
        words = tuple(Word(word) for word in spoken.split())
        return formatter(Transcript(words, tuple(as_heard(words)), "en")).text

    assert text("meet me at three thirty") == "Meet me at 3:30"
    assert text("you owe me three thirty") == "You owe me 330"
    assert text("the c e o met us") == "The CEO met us"


def test_spaces_are_tokens_where_wanted(tmp_path: Path) -> None:
    texts = [text_tokens(["at", "3:30", "PM"], "B", spaces=True)] * 3
    counted = count_slice(texts, 3, tmp_path)
    words = words_of_slices([counted], 1)
    model = estimate(all_counts([counted], 3, words), 3, Vocabulary.of(words))
    scorer = NgramScorer(model, [], classes="B", spaces=True)
    state = scorer.start()
    total = 0.0
    for text in ("at", "3:30", "PM"):
        [(more, state)] = scorer.extend([state], [Step(word_arc(text), "", 1)])[0]
        total += more
    assert total + scorer.finish(state) == pytest.approx(
        sum(model.text_score(model.vocabulary.encode(texts[0])))
    )


@pytest.mark.parametrize(
    ("settings_", "message"),
    [
        ({"classes": "C"}, "classes = 'C'; expected one of A, B"),
        ({"classes": "A", "number_counts": "no.npz"}, "damaged counts of"),
    ],
)
def test_bad_class_models(
    tmp_path: Path, settings_: dict[str, str], message: str, class_scorer: NgramScorer
) -> None:
    binary.save(class_scorer._model, tmp_path / "ngram.lm")
    with pytest.raises(DataError, match=message):
        load(tmp_path, {"marks": [], "cased": False, **settings_})
