"""What live recognisers send, message by message."""

from __future__ import annotations

from typing import Any

import pytest

from legibly.formats.word_lines import BadWordError
from legibly.live_messages import Messages


@pytest.mark.parametrize(
    ("message", "final", "partial"),
    [
        ({"text": "hello", "start": 0.1, "end": 0.5}, "hello", ""),
        ({"w": "hello", "p": ","}, "hello,", ""),
        ({"word": "hello", "start": 0.1}, "hello", ""),
        ({"partial": "hel"}, "", "hel"),
        ({"partial": ""}, "", ""),
        (
            {"text": "hello there", "result": [{"word": "hello"}, {"word": "there", "start": 1, "end": 2}]},
            "hello there",
            "",
        ),
        ({"text": ""}, "", ""),
        ({"text": "final text only"}, "final text only", ""),
        ({"results": [{"alternatives": [{"transcript": "to be"}], "isFinal": False}]}, "", "to be"),
        (
            {"results": [{"alternatives": [{"transcript": "to"}]}, {"alternatives": [{"transcript": " be"}]}]},
            "to be",
            "",
        ),
        ({"type": "Results", "is_final": False, "channel": {"alternatives": [{"transcript": "hi"}]}}, "", "hi"),
        (
            {"type": "Results", "is_final": True, "channel": {"alternatives": [{"words": [{"word": "hi"}]}]}},
            "hi",
            "",
        ),
        ({"status": 0, "result": {"final": False, "hypotheses": [{"transcript": "yo"}]}}, "", "yo"),
        ({"message": "AddPartialTranscript", "results": [], "metadata": {"transcript": "so"}}, "", "so"),
        ({"type": "partial", "text": "what is"}, "", "what is"),
    ],
)
def test_messages(message: dict[str, Any], final: str, partial: str) -> None:
    found = Messages("en").read(message)
    assert " ".join(word.text for word in found.final) == final
    assert found.partial == partial


def test_servers_that_send_all_segments_again() -> None:
    messages = Messages("en")
    first = {"segments": [{"start": "0.0", "end": "1.0", "text": " Hello wor", "completed": False}]}
    second = {
        "segments": [
            {"start": "0.0", "end": "1.2", "text": " Hello world.", "completed": True},
            {"start": "1.2", "end": "2.0", "text": " How", "completed": False},
        ]
    }
    assert messages.read(first).partial == "Hello wor"
    found = messages.read(second)
    assert [word.text for word in found.final] == ["Hello", "world."]
    assert (found.final[0].start, found.final[1].end) == (0.0, 1.2)
    assert found.partial == "How"
    assert messages.read(second).final == []


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ([1], "found list; expected an object"),
        ({"foo": 1}, "found an object with 'foo'; expected a word"),
        ({}, "nothing in it"),
        ({"w": 5}, "found an object with 'w'"),
        ({"word": "a", "start": "x"}, "expected seconds as a number"),
    ],
)
def test_what_is_no_message(message: Any, expected: str) -> None:
    with pytest.raises(BadWordError, match=expected):
        Messages("en").read(message)
