from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from legibly.errors import DataError
from tests.formats.helpers import read
from tests.formats.recognisers.helpers import (
    Said,
    as_text,
    drawn,
    heard,
    lines,
    load,
    one,
    repaired,
    said,
    whole,
)

PARTIAL = "partial results left out, the final ones count"
KEPT = "the last partial result kept, as no final one follows"


def words(*texts: str) -> list[dict[str, Any]]:
    return [{"word": text, "start": i, "end": i + 0.5, "conf": 0.5} for i, text in enumerate(texts)]


@pytest.mark.parametrize(
    ("name", "expected", "repairs"),
    [
        ("vosk.json", "one[0.84-1.11] zero[1.11-1.53] nine[3-3.5]", {PARTIAL: 2}),
        (
            "vosk-alternatives.jsonl",
            "recognise[0.8-1.1] speech[1.1-1.6] and[2-2.2]",
            {PARTIAL: 1, KEPT: 1},
        ),
    ],
)
def test_files_of_the_real_tool(name: str, expected: str, repairs: dict[str, int]) -> None:
    transcript, found = load(name)
    assert drawn(transcript) == expected
    assert found == repairs


@given(said())
def test_words_times_and_confidences_are_kept(spoken: list[Said]) -> None:
    rows = [{"word": w.text, "start": w.begin, "end": w.stop, "conf": w.confidence} for w in spoken]
    assert heard(one("vosk", {"result": rows, "text": "x"})) == spoken


def test_a_final_result_replaces_partial_ones() -> None:
    messages = lines({"partial": "o"}, {"partial": "one"}, {"text": "one two"}, {"partial": ""})
    assert repaired("vosk", messages) == ("one[-] two[-]", {PARTIAL: 3})


def test_the_last_partial_result_counts_where_no_final_one_follows() -> None:
    assert repaired("vosk", lines({"text": "one"}, {"partial": "two"})) == (
        "one[-] two[-]",
        {PARTIAL: 1, KEPT: 1},
    )
    last = {"partial": "two", "partial_result": words("two")}
    assert repaired("vosk", lines(last, {"partial": ""}))[0] == "two[0-0.5]"


def test_a_final_result_of_nothing_replaces_nothing() -> None:
    assert repaired("vosk", lines({"partial": "one"}, {"text": ""}))[0] == "one[-]"


def test_messages_may_stand_in_a_list() -> None:
    assert whole("vosk", [{"text": "one"}, {"text": "two"}]) == "one[-] two[-]"


def test_of_several_hypotheses_the_first_counts_and_the_others_are_alternatives() -> None:
    assert load("vosk-alternatives.jsonl")[0].alternatives[0].score == 253.9
    message = {
        "alternatives": [
            {"text": "one two", "result": words("one", "two"), "confidence": 300.0},
            {"text": "won two", "result": words("won", "two"), "confidence": 200.0},
            {"text": "won too", "confidence": 100.0},
        ]
    }
    transcript = one("vosk", lines({"text": "so"}, message))
    assert drawn(transcript) == "so[-] one[0-0.5] two[1-1.5]"
    assert [
        (a.first, a.last, [word.text for word in a.words], a.score) for a in transcript.alternatives
    ] == [(1, 3, ["won", "two"], 200.0), (1, 3, ["won", "too"], 100.0)]


@pytest.mark.parametrize(
    "document",
    [
        {"spk": [0.1], "spk_frames": 3},
        {"text": "one", "language": "en"},
        {"text": "one", "result": 5},
        [],
        [{"text": "one"}, {"words": []}],
        {},
    ],
)
def test_what_is_not_vosks(document: Any) -> None:
    with pytest.raises(DataError, match="expected vosk JSON with result or text or alternatives"):
        read("vosk", as_text(document))


def test_a_broken_line_among_messages() -> None:
    log = '{"text": "one two"}\n{"text": "thr\n{"text": "four"}\n'
    with pytest.raises(DataError, match=r"talk.x:2: not valid JSON"):
        read("vosk", log)
    assert one("vosk", log, skip_bad_lines=True).text == "one two four"
