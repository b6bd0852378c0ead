"""Hidden events, held against trying every sequence of them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from legibly.ngram.hidden_events import (
    BOUNDARY,
    HiddenEvents,
    as_boundaries,
    cascade,
    training_words,
)
from tests.ngram.helpers import trained

ENDS = (".", "?")
TALK = [
    [("how", ""), ("are", ""), ("you", "?")],
    [("well", ","), ("i", ""), ("am", ""), ("fine", "."), ("are", ""), ("you", "?")],
    [("yes", "."), ("you", ""), ("are", ".")],
] * 10


def model(copied: bool, folder: Path, order: int = 3) -> HiddenEvents:
    texts = [training_words(words, ENDS, copied=copied) for words in TALK]
    return HiddenEvents(trained(texts, order, "kneser-ney", folder), (",",), ENDS, copied)


def score(own: HiddenEvents, words: list[str], events: tuple[str, ...]) -> float:
    """The log-probability of one sequence of events, the obvious way."""
    if not own.copied or events[-1] in ENDS:
        return text_score(own, list(zip(words, events, strict=True)))

    # What the last words began as is not known.
    logs = []
    for promise in ENDS:
        text = training_words(list(zip(words, events, strict=True)), ENDS, copied=True)
        begins = max((i + 1 for i, event in enumerate(events) if event in ENDS), default=0)
        tail = training_words(list(zip(words, events, strict=True))[begins:], ENDS)
        text[len(text) - len(tail) :] = [promise, *tail]
        logs.append(sum(own.model.text_score(own.model.vocabulary.encode(text))))
    return float(np.logaddexp.reduce(logs))


def text_score(own: HiddenEvents, pairs: list[tuple[str, str]]) -> float:
    text = training_words(pairs, ENDS, copied=own.copied)
    return sum(own.model.text_score(own.model.vocabulary.encode(text)))


@pytest.mark.parametrize("ended", [False, True])
@pytest.mark.parametrize("copied", [False, True])
@pytest.mark.parametrize(
    "words", ["how are you", "yes you are", "well i am fine", "you", "yes how are"]
)
def test_chances_are_those_of_all_sequences(
    ended: bool, copied: bool, words: str, tmp_path: Path
) -> None:
    own = replace(model(copied, tmp_path), ended=ended)
    spoken = words.split()
    sequences = [
        events
        for events in itertools.product(own.events, repeat=len(spoken))
        if events[-1] in ENDS or not ended
    ]
    logs = np.array([score(own, spoken, events) for events in sequences])
    chances = np.exp(logs - np.logaddexp.reduce(logs))
    expected = np.zeros((len(spoken), len(own.events)))
    for events, chance in zip(sequences, chances, strict=True):
        for at, event in enumerate(events):
            expected[at, own.events.index(event)] += chance
    assert own.posteriors(spoken) == pytest.approx(expected, abs=1e-4)
    if copied and not ended:
        return  # one path through the states is no sequence of events
    best = sequences[int(np.argmax(logs))]
    assert score(own, spoken, tuple(own.best(spoken))) == pytest.approx(score(own, spoken, best))


@pytest.mark.parametrize("words", ["yes you are", "how are you", "you", "yes how are"])
def test_untied_copies_say_what_a_sentence_is_and_not_its_end(words: str, tmp_path: Path) -> None:
    own = replace(model(True, tmp_path), tied=False)
    spoken = words.split()
    expected = np.zeros((len(spoken), len(own.events)))
    for events in itertools.product(own.events, repeat=len(spoken)):
        if events[-1] not in ENDS:
            continue
        ends = [at for at, event in enumerate(events) if event in ENDS]
        for kinds in itertools.product(ENDS, repeat=len(ends)):
            chance = math.exp(untied_score(own, spoken, events, kinds))
            said = dict(zip(ends, kinds, strict=True))
            for at, event in enumerate(events):
                expected[at, own.events.index(said.get(at, event))] += chance
    expected /= expected.sum(1, keepdims=True)
    assert own.posteriors(spoken) == pytest.approx(expected, abs=1e-4)


def untied_score(
    own: HiddenEvents, words: list[str], events: tuple[str, ...], kinds: tuple[str, ...]
) -> float:
    """Of a text whose sentences begin with `kinds`, and end as the events say."""
    text, left = [kinds[0]], list(kinds[1:])
    for word, event in zip(words, events, strict=True):
        text += [word, event] if event else [word]
        if event in ENDS and left:
            text.append(left.pop(0))
    return sum(own.model.text_score(own.model.vocabulary.encode(text)))


def test_words_as_they_are_trained_on() -> None:
    words = TALK[1]
    assert " ".join(training_words(words, ENDS)) == "well , i am fine . are you ?"
    assert " ".join(training_words(words, ENDS, copied=True)) == ". well , i am fine . ? are you ?"
    assert [mark for _, mark in as_boundaries(words, ENDS)] == [",", "", "", BOUNDARY, "", BOUNDARY]


def test_a_cascade(tmp_path: Path) -> None:
    alike = [training_words(as_boundaries(words, ENDS), (BOUNDARY,)) for words in TALK]
    first = HiddenEvents(trained(alike, 3, "kneser-ney", tmp_path / "1"), (",",), (BOUNDARY,))
    second = model(True, tmp_path / "2")
    assert cascade(first, second, ["well", "i", "am", "fine", "are", "you"]) == [
        ",",
        "",
        "",
        ".",
        "",
        "?",
    ]
    assert cascade(first, second, []) == []


class Decided(HiddenEvents):
    """The first step of a cascade, with what it finds."""

    def decide(self, words: Sequence[str], *, viterbi: bool = False) -> list[str]:
        return ["", "", BOUNDARY, ",", ""]


def test_a_cascade_leaves_what_has_no_end(tmp_path: Path) -> None:
    second = model(True, tmp_path)
    words = ["how", "are", "you", "well", "i"]
    assert cascade(Decided(second.model), second, words) == ["", "", "?", ",", ""]


def test_an_end_that_is_not_given_may_be_missed(tmp_path: Path) -> None:
    own = replace(model(False, tmp_path), ended=False)
    assert own.decide(["well", "i"]) == [",", ""]
    assert own.decide(["how", "are", "you"]) == ["", "", "?"]


def test_the_last_word_ends_a_sentence(tmp_path: Path) -> None:
    own = model(False, tmp_path)
    for viterbi in (False, True):
        assert own.decide(["zebra"], viterbi=viterbi)[-1] in ENDS
    assert math.isclose(float(own.posteriors(["how", "zebra"]).sum()), 2.0)
