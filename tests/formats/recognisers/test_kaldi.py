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


def aligned(*texts: str) -> dict[str, Any]:
    rows = [{"word": text, "start": i, "length": 0.5} for i, text in enumerate(texts)]
    return {"transcript": " ".join(texts), "word-alignment": rows}


def message(*hypotheses: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"status": 0, "result": {"hypotheses": list(hypotheses), "final": True}, **more}


def test_a_file_of_the_server() -> None:
    assert drawn(load("kaldi.jsonl")[0]) == "hello[1.6-1.9] there[1.9-2.4]"


@given(said())
def test_words_times_and_confidences_are_kept(spoken: list[Said]) -> None:
    rows = [
        {
            "word": word.text,
            "start": word.begin,
            "length": (word.end - word.start) / 1000,
            "confidence": word.confidence,
        }
        for word in spoken
    ]
    assert heard(one("kaldi", message({"word-alignment": rows}))) == spoken


def test_times_count_from_the_start_of_the_segment() -> None:
    messages = lines(
        message(aligned("so"), **{"segment-start": 10.0}),
        message(aligned("yes"), **{"segment-start": "20"}),
    )
    assert whole("kaldi", messages) == "so[10-10.5] yes[20-20.5]"


def test_hypotheses_may_stand_alone() -> None:
    assert whole("kaldi", {"hypotheses": [{"transcript": "so yes"}], "id": 1}) == "so[-] yes[-]"


def test_only_final_messages_count_and_those_about_the_service_do_not() -> None:
    partial = {"status": 0, "result": {"hypotheses": [{"transcript": "s"}], "final": False}}
    messages = lines(partial, {"status": 0, "adaptation_state": {}}, message(aligned("so")))
    assert repaired("kaldi", messages) == (
        "so[0-0.5]",
        {"partial results left out, the final ones count": 1},
    )


def test_a_word_without_a_start_has_no_end() -> None:
    rows = [{"word": "so", "length": 0.5}, {"word": "yes", "start": 1}]
    assert whole("kaldi", message({"word-alignment": rows})) == "so[-] yes[1-]"


def test_a_speaker_is_that_of_the_message() -> None:
    assert whole("kaldi", message(aligned("so"), speaker="A")) == "so[0-0.5 A]"


def test_other_hypotheses_are_alternatives() -> None:
    others = {"transcript": "so yet", "likelihood": 90.5}, {"transcript": "jet", "confidence": 0.1}
    transcript = one("kaldi", message(aligned("so", "yes"), *others))
    assert [
        (a.first, a.last, [word.text for word in a.words], a.score) for a in transcript.alternatives
    ] == [(0, 2, ["so", "yet"], 90.5), (0, 2, ["jet"], 0.1)]


@pytest.mark.parametrize(
    "document", [{"status": 0}, {"result": {}}, {"hypotheses": 5}, [{"hypotheses": []}]]
)
def test_what_is_not_the_servers(document: Any) -> None:
    with pytest.raises(DataError, match="expected kaldi JSON with hypotheses or result or status"):
        read("kaldi", as_text(document))
