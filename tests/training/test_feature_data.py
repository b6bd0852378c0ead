from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.casing import Case
from legibly.errors import DataError
from legibly.features.layouts import factorial_states
from legibly.features.templates import ABSENT, BIAS, Lexica, WordFeatures
from legibly.training.feature_data import (
    MAX_SEQUENCE_WORDS,
    Data,
    FeatureSettings,
    Labelled,
    NothingToLearnError,
    absent_features,
    gather,
    kept_keys,
    labelled,
    states_of,
)
from legibly.transcript import Transcript, Word, as_heard
from tests.metrics.helpers import written

LINES = ["Is it you? Yes, it is me.", "We met Bill in London. Did we? No!", "Yes, we met."]


def texts(lines: list[str]) -> list[Transcript]:
    return [written(line) for line in lines]


def settings(*templates: str, kind: str = "crf", **others: object) -> FeatureSettings:
    return FeatureSettings(kind, templates=templates, **others)  # type: ignore[arg-type]


def test_text_is_put_into_spoken_form() -> None:
    assert labelled(written("It was 12, NASA said.")) == Labelled(
        [Word(word) for word in ("it", "was", "twelve", "nasa", "said")],
        ["", "", ",", "", "."],
        [Case.CAPITAL, Case.LOWER, Case.LOWER, Case.UPPER, Case.LOWER],
    )


def test_words_with_times_stay_as_they_are() -> None:
    words = (Word("In", 0, 1), Word("1984,", 1, 2), Word("[laughter]", 2, 3))
    tokens = list(as_heard(words))
    tokens[1] = tokens[1]._replace(text="1984", after=",")
    item = labelled(Transcript(words, tokens, "en"))
    assert item.words == [Word("in", 0, 1), Word("1984", 1, 2)]
    assert item.marks == ["", ","]
    assert item.cases == [Case.CAPITAL, Case.LOWER]


def test_states_are_those_of_the_marks_or_of_the_cases() -> None:
    item = labelled(written("So it is; you?"))
    assert states_of(item, settings(marks=("", ",", ".", "?"))) == [0, 0, 2, 3]
    assert states_of(item, settings(marks=("", "."))) == [0, 0, 1, 1]
    assert states_of(item, settings(target="case")) == [Case.CAPITAL, 0, 0, 0]


def test_states_of_two_layers_know_the_type_of_the_sentence() -> None:
    states = factorial_states()
    found = states_of(labelled(written("Is it? So it is, yes")), settings(kind="fcrf"))
    assert [states[number] for number in found] == [
        *(("", "QNBEG"), ("?", "QNIN")),
        *(("", "DEBEG"), ("", "DEIN"), (",", "DEIN"), (".", "DEIN")),  # what is open ends
    ]


def test_chains_lie_one_behind_the_other() -> None:
    own = settings("w0", "2w-1", BIAS)
    data = gather(texts(LINES), own)
    items = [labelled(text) for text in texts(LINES)]
    assert data.lengths == [len(item.words) for item in items]
    assert data.states.tolist() == [state for item in items for state in states_of(item, own)]
    for template, row in zip(own.templates, data.prints, strict=True):
        alone = [WordFeatures(item.words).fingerprints(template) for item in items]
        assert row.tolist() == np.concatenate(alone).tolist()
    assert data.values == [None, None, None]


def test_long_texts_are_cut() -> None:
    """A chain that begins or ends inside a text does not look as if the text began there."""
    line = " ".join(["so it is,"] * 100)
    data = gather([written(line)], settings("w-1", "w1"))
    assert data.lengths == [MAX_SEQUENCE_WORDS, MAX_SEQUENCE_WORDS, 300 - 2 * MAX_SEQUENCE_WORDS]
    begins, ends = data.prints[0][[0, 128, 256]], data.prints[1][[127, 255, 299]]
    assert begins[0] != begins[1] == begins[2]
    assert ends[0] == ends[1] != ends[2]


def test_confidences_are_the_values_of_words() -> None:
    words = [Word("yes", 0, 1, 0.5), Word("no", 1, 2, 0.25)]
    tokens = [token._replace(after=mark) for token, mark in zip(as_heard(words), ",.", strict=True)]
    heard = Transcript(words, tokens, "en")
    values = gather([heard], settings("w0", "gap", BIAS, confident=True)).values
    assert [None if row is None else row.tolist() for row in values] == [[0.5, 0.25], [0, 0], None]


def test_lexica_are_looked_up() -> None:
    lexica = Lexica({"lex": {"bill": "Bill"}})
    (row,) = gather(texts(["We met Bill."]), settings("lex", lexica=lexica)).prints
    assert (row != ABSENT).tolist() == [False, False, True]


def test_features_that_the_corpora_lack_are_named() -> None:
    own = settings("w0", "gender", "gap", BIAS)
    assert absent_features(gather(texts(LINES), own), own) == ["gender", "gap"]


@pytest.mark.parametrize(
    ("lines", "target", "message"),
    [
        ([], "marks", "no words in the corpora; expected text with marks and capitals"),
        (["[laughter]"], "marks", "no words in the corpora"),
        (["no marks here"], "marks", "no marks to learn: every word has the same label"),
        (["all small,"], "case", "no capitals to learn: every word has the same label"),
    ],
)
def test_nothing_to_learn(lines: list[str], target: str, message: str) -> None:
    with pytest.raises(DataError, match=message) as error:
        gather(texts(lines), settings("w0", target=target))
    assert isinstance(error.value, NothingToLearnError) == ("to learn" in message)


PRINTS = st.lists(st.lists(st.integers(0, 6), min_size=5, max_size=5), min_size=1, max_size=3)


@given(PRINTS, st.none() | st.lists(st.integers(1, 4), min_size=5, max_size=5), st.integers(1, 5))
def test_features_are_kept_that_occur_often_enough(
    rows: list[list[int]], counts: list[int] | None, cutoff: int
) -> None:
    """A feature of one template is none of another; nought is no feature."""
    prints = [[key and 10 * at + key for key in row] for at, row in enumerate(rows)]
    seen: Counter[int] = Counter()
    for row in prints:
        for key, times in zip(row, counts or [1] * 5, strict=True):
            seen[key] += times
    data = Data(
        [np.array(row, np.uint64) for row in prints],
        [None] * len(prints),
        np.zeros(5, np.int64),
        [5],
        None if counts is None else np.array(counts, np.float32),
    )
    kept = sorted(key for key, times in seen.items() if key and times >= cutoff)
    assert kept_keys(data, cutoff).tolist() == kept
