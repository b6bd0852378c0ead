from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from legibly.model_folders.loading import load_folder
from legibly.model_folders.manifest import read_manifest
from legibly.ngram.hidden_events import BOUNDARY
from legibly.scorers.hidden_events import ENDS, INNER
from legibly.training.hidden_events import (
    EVENTS,
    EventSettings,
    event_model,
    sentences,
    train,
    utterances,
)
from legibly.transcript import Transcript, Word
from tests.metrics.helpers import written

TEXT = "How are you? Well, I am fine. Are you?\nYes, Bill is fine.\n" * 20


@pytest.fixture
def settings(tmp_path: Path) -> EventSettings:
    (tmp_path / "text.txt").write_text(TEXT)
    return EventSettings((str(tmp_path / "text.txt"),), order=3)


def shown(text: str) -> str:
    (words,) = utterances([written(text)])
    return " ".join(f"{word}{mark}" for word, mark in words)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Well, it is: yes.", "well, it is, yes."),
        ("So; it -- is?", "so. it, is?"),
        ("It is", "it is."),  # the last word ends a sentence
        ("It is,", "it is."),
        ("It is 5!", "it is five!"),
    ],
)
def test_marks_are_events_after_words_as_they_are_heard(text: str, expected: str) -> None:
    assert shown(text) == expected


def test_texts_without_words_are_no_utterances() -> None:
    assert list(utterances([written(""), written("[laughter]")])) == []


def test_every_mark_is_an_event_that_the_scorer_knows() -> None:
    assert set(EVENTS.values()) == {*INNER, *ENDS}


def test_an_utterance_falls_into_its_sentences() -> None:
    (utterance,) = utterances([written("How are you? Well, I am fine. Yes")])
    parts = list(sentences(utterance))
    assert [part for sentence in parts for part in sentence] == utterance
    assert [" ".join(word for word, _ in part) for part in parts] == [
        *("how are you", "well i am fine", "yes"),
    ]
    assert [part[-1][1] for part in parts] == ["?", ".", "."]


def test_events_are_known_even_where_they_do_not_occur(settings: EventSettings) -> None:
    model = event_model(replace(settings, min_count=2), [["a", ",", "a"], ["b"]], ["?", ","])
    assert "?" in model.vocabulary
    assert "b" not in model.vocabulary  # rarer than asked for


def formatted(folder: Path, line: str) -> str:
    return load_folder(folder)(Transcript([Word(word) for word in line.split()])).text


@pytest.mark.parametrize("cascaded", [False, True])
@pytest.mark.parametrize("copied", [False, True])
@pytest.mark.parametrize("viterbi", [False, True])
def test_a_model_of_ones_own(
    settings: EventSettings, tmp_path: Path, cascaded: bool, copied: bool, viterbi: bool
) -> None:
    chosen = replace(settings, cascaded=cascaded, copied=copied, viterbi=viterbi)
    train(chosen, tmp_path / "model", "mine")
    events, lexicon = read_manifest(tmp_path / "model").scorers
    assert events == {
        **{"kind": "hidden_events", "file": "events.lm"},
        **{"copied": copied, "tied": True, "cascaded": cascaded, "viterbi": viterbi},
    }
    assert lexicon["kind"] == "lexicon"
    found = formatted(tmp_path / "model", "how are you well i am fine are you yes bill is fine")
    assert found == "How are you? Well, I am fine. Are you? Yes, Bill is fine."


def test_the_first_step_of_a_cascade_only_knows_that_a_sentence_ends(
    settings: EventSettings, tmp_path: Path
) -> None:
    first = train(replace(settings, cascaded=True), tmp_path / "model", "mine")
    assert BOUNDARY in first.vocabulary
    assert not any(mark in first.vocabulary for mark in ENDS)
    whole = train(settings, tmp_path / "other", "mine")
    assert BOUNDARY not in whole.vocabulary
    assert all(mark in whole.vocabulary for mark in ENDS)
