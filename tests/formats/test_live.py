"""What live recognisers send, message by message."""

from __future__ import annotations

from typing import Any

import pytest

from legibly.formats.live import Message, Messages
from legibly.formats.word_lines import BadWordError


def written(message: Message) -> str:
    return " ".join(token.written for part in message.final for token in part.tokens)


@pytest.mark.parametrize(
    ("message", "final", "partial"),
    [
        ({"text": "hello", "start": 0.1, "end": 0.5}, "hello", ""),
        ({"w": "hello", "p": ","}, "hello,", ""),
        ({"word": "hello", "start": 0.1}, "hello", ""),
        ({"partial": "hel"}, "", "hel"),
        ({"partial": ""}, "", ""),
        (
            {
                "text": "hello there",
                "result": [{"word": "hello"}, {"word": "there", "start": 1, "end": 2}],
            },
            "hello there",
            "",
        ),
        ({"text": ""}, "", ""),
        ({"text": "final text only"}, "final text only", ""),
        ({"results": [{"alternatives": [{"transcript": "to be"}], "isFinal": False}]}, "", "to be"),
        (
            {
                "results": [
                    {"alternatives": [{"transcript": "to"}]},
                    {"alternatives": [{"transcript": " be"}]},
                ]
            },
            "to be",
            "",
        ),
        (
            {
                "type": "Results",
                "is_final": False,
                "channel": {"alternatives": [{"transcript": "hi"}]},
            },
            "",
            "hi",
        ),
        (
            {
                "type": "Results",
                "is_final": True,
                "channel": {"alternatives": [{"words": [{"word": "hi"}]}]},
            },
            "hi",
            "",
        ),
        ({"status": 0, "result": {"final": False, "hypotheses": [{"transcript": "yo"}]}}, "", "yo"),
        (
            {"message": "AddPartialTranscript", "results": [], "metadata": {"transcript": "so"}},
            "",
            "so",
        ),
        ({"type": "partial", "text": "what is"}, "", "what is"),
    ],
)
def test_messages(message: dict[str, Any], final: str, partial: str) -> None:
    found = Messages("en").read(message)
    assert written(found) == final
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
    assert written(found) == "Hello world."
    assert (found.final[0].words[0].start, found.final[0].words[1].end) == (0.0, 1.2)
    assert found.partial == "How"
    assert messages.read(second).final == []


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ([1], "found list; expected an object"),
        ({"foo": 1}, "found an object with 'foo'; expected a word"),
        ({}, "nothing in it"),
        ({"w": 5}, "found an object with 'w'"),
        ({"type": "Results", "channel": None}, "not a message that can be read"),
        ({"word": "a", "start": "x"}, "expected seconds as a number"),
    ],
)
def test_what_is_no_message(message: Any, expected: str) -> None:
    with pytest.raises(BadWordError, match=expected):
        Messages("en").read(message)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ({"text": "hello", "start": 0, "end": 1, "partial": False}, Message([], "")),
        ({"partial": None}, Message([])),
        ({"partial": "\ud800"}, Message([], "")),
        ({"message": "RecognitionStarted", "id": "x"}, Message([])),
        ({"uid": "x", "message": "SERVER_READY", "backend": "y"}, Message([])),
        ({"uid": "x", "language": "en", "language_prob": 0.9}, Message([])),
        ({"type": "SpeechStarted", "channel": [0, 1], "timestamp": 0.1}, Message([])),
        ({"type": "Begin", "id": "x", "expires_at": 1}, Message([])),
        ({"results": [], "speechEventType": "END_OF_SINGLE_UTTERANCE"}, Message([])),
        ({"status": 0, "adaptation_state": {"id": "x"}}, Message([])),
        ({"Text": "hello wor", "Offset": 1, "Duration": 2}, Message([], "hello wor")),
        (
            {"message_type": "PartialTranscript", "text": "hello wor", "words": []},
            Message([], "hello wor"),
        ),
        (
            {
                "type": "Turn",
                "turn_order": 0,
                "end_of_turn": False,
                "transcript": "hel",
                "words": [],
            },
            Message([], "hel"),
        ),
        (
            {
                "message": "AddPartialTranscript",
                "metadata": {"transcript": "so"},
                "results": [{"type": "word"}],
            },
            Message([], "so"),
        ),
        (
            {"results": [{"alternatives": [{"transcript": "to be"}], "stability": 0.5}]},
            Message([], "to be"),
        ),
        ({"text": "."}, Message([], "", ".")),
        ({"text": ""}, Message([])),
    ],
)
def test_messages_with_nothing_final(message: dict[str, Any], expected: Message | None) -> None:
    if expected is None:
        with pytest.raises(BadWordError):
            Messages("en").read(message)
    elif message.get("partial") is False:
        assert written(Messages("en").read(message)) == "hello"
    else:
        assert Messages("en").read(message) == expected


def test_words_with_spaces_keep_their_times() -> None:
    for item in (
        {"text": "new york", "start": 1, "end": 2, "speaker": "A"},
        {"word": "new york", "start": 1, "end": 2},
    ):
        (part,) = Messages("en").read(item).final
        assert [word.text for word in part.words] == ["new", "york"]
        assert (part.words[0].start, part.words[1].end) == (1, 2)
    (part,) = Messages("en").read({"text": "[background noise]", "start": 1, "end": 2}).final
    assert [word.text for word in part.words] == ["[background noise]"]


def test_a_turn_counts_once() -> None:
    messages = Messages("en")
    turn = {
        "type": "Turn",
        "turn_order": 0,
        "end_of_turn": True,
        "transcript": "hi there",
        "words": [
            {"text": "hi", "start": 100, "end": 300},
            {"text": "there", "start": 300, "end": 600},
        ],
    }
    assert written(messages.read(turn)) == "hi there"
    assert messages.read({**turn, "transcript": "Hi there.", "turn_is_formatted": True}).final == []
    assert written(messages.read({**turn, "turn_order": 1})) == "hi there"


def test_servers_that_do_not_say_what_is_complete() -> None:
    messages = Messages("en")
    assert messages.read({"segments": [{"start": 0, "end": 1, "text": "one"}]}).partial == "one"
    both = {
        "segments": [{"start": 0, "end": 1, "text": "one."}, {"start": 1, "end": 2, "text": "two"}]
    }
    assert written(messages.read(both)) == "one."
    assert messages.read(both).final == []
