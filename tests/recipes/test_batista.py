"""Labels that the recipe makes, planned speech, and what the page says of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from legibly.metrics.counts import Slots
from legibly.metrics.score import Score
from legibly.transcript import Transcript, Word
from recipes.batista_2008.capitals import EXPERIMENTS, TAGGED
from recipes.batista_2008.example import paragraph
from recipes.batista_2008.labels import UNKNOWN_GENDER, with_genders, with_segments
from recipes.batista_2008.marking import (
    ALL_SPEECH,
    AUTOMATIC,
    CORPORA,
    HEARD,
    MANUAL,
    PLANNED_SPEECH,
    TASKS,
    TYPES,
    WITHOUT,
)
from recipes.batista_2008.readings import GENDERED, capital_readings, mark_readings
from recipes.made_up import make_up
from recipes.place import Place
from recipes.tables import slot_score

SPOKEN = Transcript(
    (
        *(Word("yes", 0.0, 0.4, speaker="a"), Word("i", 0.5, 0.6, speaker="a")),
        *(Word("see", 1.2, 1.4, speaker="a"), Word("who", 1.5, 1.6, speaker="b")),
        Word("then", speaker="b"),
    )
)


def scored(wrong: int) -> Score:
    """So many of ten slots of each unit are wrong."""
    return slot_score([Slots(10 - wrong, wrong)] * 20)


def test_segments_end_at_silences_and_speakers() -> None:
    found = [word.labels["segment"] for word in with_segments(SPOKEN).words]
    assert found == ["0", "0", "1", "2", "2"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ATL_se0_ag1_f_01_1.rev.jsonl.xz", ["f", "f", "f", UNKNOWN_GENDER, UNKNOWN_GENDER]),
        ("DCB_se1_ag2_m_02_3.rev.jsonl.xz", ["m", "m", "m", UNKNOWN_GENDER, UNKNOWN_GENDER]),
        ("4338887.jsonl.xz", [None] * 5),
    ],
)
def test_the_gender_of_whoever_is_interviewed_stands_in_the_name(
    name: str, expected: list[str | None]
) -> None:
    assert [w.labels.get("gender") for w in with_genders(name, SPOKEN).words] == expected


def test_labels_are_added_to_those_that_are_there() -> None:
    labelled = replace(SPOKEN, words=[word._replace(labels={"x": 1}) for word in SPOKEN.words])
    assert with_segments(labelled).words[0].labels == {"x": 1, "segment": "0"}


def rates(**changed: float) -> dict[str, dict[str, float]]:
    level = dict.fromkeys((*TYPES, *WITHOUT), 0.5)
    return {corpus: {**level, **changed} for corpus in (*CORPORA, HEARD)}


def readings(planned: float = 6, **changed: float) -> dict[str, object]:
    on_manual = {(corpus, task): scored(4) for corpus in CORPORA for task in TASKS}
    pooled = {(ALL_SPEECH, corpus): scored(5) for corpus in CORPORA}
    pooled |= {(PLANNED_SPEECH, corpus): scored(int(planned)) for corpus in CORPORA}
    automatic = {(name, task): scored(4) for name in (MANUAL, AUTOMATIC) for task in TASKS}
    return mark_readings(on_manual, pooled, automatic, rates(**changed))


def test_planned_speech_only() -> None:
    worse = readings(planned=6)
    assert (worse["planned_worse"], worse["planned_better"]) == (True, "none")
    assert worse["spontaneous_worse"] == (
        "AMI (spontaneous) 0.500 to 0.600 and CORAAL (interviews) 0.500 to 0.600"
    )
    better = readings(planned=4)
    assert better["planned_worse"] is False
    assert better["planned_better"] == "LJSpeech (read) and Earnings-22 (planned, answers)"


def test_what_gender_and_segments_bring() -> None:
    assert GENDERED in CORPORA
    assert readings()["gender_helps"] is False
    found = readings(**{"no gender": 0.52, "no segment": 0.52})
    assert (found["gender_helps"], found["gender_change"]) == (True, "+0.020")
    assert HEARD in str(found["segment_corpora"])


def test_parts_of_speech_beside_words() -> None:
    assert set(EXPERIMENTS["8"]) > set(TAGGED)
    lexica = {number: scored(4) for number in EXPERIMENTS}
    names = ("500,000 words of news", "all news, trigrams", "all news, trigrams that occur 5 times")
    counted = {name: scored(4) for name in names}
    assert capital_readings(counted, counted, lexica)["pos_helps"] is False
    assert capital_readings(counted, counted, lexica | {"8": scored(3)})["pos_helps"] is True


def test_the_example_is_a_paragraph_of_a_fair_length(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = make_up(tmp_path_factory.mktemp("corpora"))
    place = Place(folder, folder, folder)
    assert len(paragraph(place).tokens) > 5
