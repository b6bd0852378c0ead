from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from legibly.errors import DataError
from tests.formats.helpers import read
from tests.formats.recognisers.helpers import (
    FIXTURES,
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


def word(text: str, start: float, **more: Any) -> dict[str, Any]:
    return {"word": text, "start": start, "end": start + 0.5, **more}


def channel(*words: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"alternatives": [{"words": list(words), **more}]}


def document(*channels: dict[str, Any]) -> dict[str, Any]:
    return {"metadata": {}, "results": {"channels": list(channels)}}


def result(*words: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "Results", "channel": channel(*words), "is_final": True, **more}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("deepgram.json", "Hello,[0.08-0.5 0] it's[0.6-0.9 0] me.[0.9-1.2 0]"),
        (
            "deepgram-channels.json",
            "how[0-0.2 channel_0] are[0.2-0.4 channel_0] you[0.4-0.6 channel_0] "
            "fine[1.2-1.6 channel_1] good[3-3.3 channel_0]",
        ),
        ("deepgram-live.jsonl", "Hello.[0.1-0.5]"),
    ],
)
def test_files_of_the_service(name: str, expected: str) -> None:
    assert drawn(load(name)[0]) == expected


@given(said())
def test_words_times_and_confidences_are_kept(spoken: list[Said]) -> None:
    rows = [
        {"word": w.text, "start": w.begin, "end": w.stop, "confidence": w.confidence}
        for w in spoken
    ]
    assert heard(one("deepgram", document(channel(*rows)))) == spoken


def test_a_word_with_its_marks_outweighs_the_bare_one() -> None:
    assert whole("deepgram", document(channel(word("so", 0, punctuated_word="So,")))) == (
        "So,[0-0.5]"
    )


def test_speakers_of_channels_are_told_apart() -> None:
    first, second = channel(word("so", 0, speaker=0)), channel(word("yes", 1))
    assert whole("deepgram", document(first, second)) == (
        "so[0-0.5 channel_0_0] yes[1-1.5 channel_1]"
    )


def test_without_words_the_text_is_read() -> None:
    assert whole("deepgram", document(channel(transcript="So, yes."))) == "So,[-] yes.[-]"
    both = document(channel(transcript="So."), channel(transcript="Yes."))
    assert whole("deepgram", both) == "So.[-] Yes.[-]"


def test_the_language_is_the_services() -> None:
    found = {**channel(word("sim", 0)), "detected_language": "pt"}
    assert one("deepgram", document(found)).language == "pt"


# --- the live service
# ------------------------------------------------------------------------------


def test_only_final_messages_count() -> None:
    messages = lines(
        {"type": "Metadata", "request_id": "x"},
        result(word("s", 0), is_final=False),
        result(word("so", 0)),
        {"type": "UtteranceEnd"},
        result(word("yes", 1)),
    )
    assert repaired("deepgram", messages) == (
        "so[0-0.5] yes[1-1.5]",
        {"partial results left out, the final ones count": 1},
    )


def test_a_message_without_words_has_its_text() -> None:
    message = {"type": "Results", "channel": channel(transcript="So, yes.")}
    assert whole("deepgram", message) == "So,[-] yes.[-]"


def test_a_live_log_may_begin_with_something_else() -> None:
    log = '{"type": "SpeechStarted", "channel": [0]}\n'
    log += (FIXTURES / "deepgram-live.jsonl").read_text()
    assert whole("recogniser", log) == "Hello.[0.1-0.5]"


# --- wrong files
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({"results": {"channels": 5}}, "found an object with 'results'; expected deepgram JSON"),
        ({"results": []}, "expected deepgram JSON with metadata or results or channel or is_final"),
        (document(channel(word(None, 0))), "talk.x: a word is None; expected a string"),  # type: ignore[arg-type]
        ({"type": "Results", "channel": None, "request_id": 1}, "not what deepgram writes"),
    ],
)
def test_what_is_not_the_services(content: Any, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read("deepgram", as_text(content))
