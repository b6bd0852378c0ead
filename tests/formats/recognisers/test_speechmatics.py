from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from legibly.errors import DataError
from legibly.formats import guess_format
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


def result(kind: str, text: str, start: float | None = None, **more: Any) -> dict[str, Any]:
    times = {} if start is None else {"start_time": start, "end_time": start + 0.5}
    return {"type": kind, "alternatives": [{"content": text}], **times, **more}


def document(*results: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"format": "2.9", "results": list(results), **more}


def test_a_file_of_the_service() -> None:
    transcript, _ = load("speechmatics.json")
    assert drawn(transcript) == "In[0.1-0.4 S1] 2020.[0.5-1.5 S1] Yes[2-2.4 S2]"
    entity = transcript.tokens[1]
    assert (entity.kind, entity.first, entity.last) == ("date", 1, 3)


@given(said())
def test_words_times_and_confidences_are_kept(spoken: list[Said]) -> None:
    rows = [
        {
            "type": "word",
            "start_time": word.begin,
            "end_time": word.stop,
            "alternatives": [{"content": word.text, "confidence": word.confidence}],
        }
        for word in spoken
    ]
    assert heard(one("speechmatics", document(*rows))) == spoken


def test_marks_hang_on_the_word_before_or_open_the_next() -> None:
    found = document(
        result("word", "Hola"),
        result("punctuation", ",", attaches_to="previous"),
        result("punctuation", "¿", attaches_to="next"),
        result("word", "qué"),
        result("punctuation", "?"),
    )
    assert whole("speechmatics", found) == "Hola,[-] ¿qué?[-]"


def test_an_entity_is_a_token_over_the_words_that_were_spoken() -> None:
    spoken = [result("word", "twenty", 0.0), result("word", "five", 0.5)]
    entity = result("entity", "25", 0.0, spoken_form=spoken, entity_class="cardinal")
    transcript = one("speechmatics", document(entity, result("punctuation", ".")))
    assert [word.text for word in transcript.words] == ["twenty", "five"]
    assert drawn(transcript) == "25.[0-1]"
    assert transcript.tokens[0].kind == "cardinal"


def test_an_entity_without_a_class_is_a_number_and_without_content_its_words() -> None:
    entity = {"type": "entity", "spoken_form": [result("word", "so"), result("word", "on")]}
    [token] = one("speechmatics", document(entity)).tokens
    assert (token.text, token.kind, token.first, token.last) == ("so on", "number", 0, 2)


def test_an_entity_without_its_words_is_one() -> None:
    assert whole("speechmatics", document(result("entity", "25", 1.0))) == "25[1-1.5]"


def test_a_channel_stands_for_a_speaker() -> None:
    assert whole("speechmatics", document(result("word", "so", channel="1"))) == "so[- 1]"
    named = {"type": "word", "channel": "1", "alternatives": [{"content": "so", "speaker": "S2"}]}
    assert whole("speechmatics", document(named)) == "so[- S2]"


def test_only_final_messages_count() -> None:
    messages = lines(
        {"message": "AddPartialTranscript", **document(result("word", "s"))},
        {"message": "AddTranscript", **document(result("word", "so"))},
        {"message": "EndOfTranscript"},
    )
    assert repaired("speechmatics", messages) == (
        "so[-]",
        {"partial results left out, the final ones count": 1},
    )


def test_other_results_are_passed_over() -> None:
    assert whole("speechmatics", document(result("word", "so"), {"type": "speaker_change"})) == (
        "so[-]"
    )


def test_the_language_is_the_services() -> None:
    metadata = {"transcription_config": {"language": "pt"}}
    assert one("speechmatics", document(result("word", "sim"), metadata=metadata)).language == "pt"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({"results": []}, "found an object with 'results'; expected speechmatics JSON with format"),
        ({"format": "2.9", "results": {}}, "expected speechmatics JSON with format or job"),
        (document(result("word", 5)), "a word is 5; expected a string"),  # type: ignore[arg-type]
    ],
)
def test_what_is_not_the_services(content: Any, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read("speechmatics", as_text(content))


def test_the_first_version() -> None:
    def at(time: float, duration: float, name: str, **more: Any) -> dict[str, Any]:
        return {"time": f"{time:.3f}", "duration": f"{duration:.3f}", "name": name, **more}

    first_version = {
        "format": "1.0",
        "job": {"id": 7, "lang": "en-US", "duration": 5},
        "speakers": [at(0.5, 1.5, "M1", confidence=None), at(2.1, 1.0, "F2")],
        "words": [
            at(0.5, 0.4, "Good", confidence="0.943"),
            at(0.9, 0.6, "morning", confidence="1.000"),
            at(1.5, 0, ".", confidence=None),
            at(2.2, 0.3, "Hello", confidence="0.5"),
        ],
    }
    found = one("recogniser", first_version)
    assert drawn(found) == "Good[0.5-0.9 M1] morning.[0.9-1.5 M1] Hello[2.2-2.5 F2]"
    assert [word.confidence for word in found.words] == [0.943, 1.0, 0.5]
    assert found.language == "en"
    assert guess_format("v1.json", as_text(first_version)).name == "recogniser"
