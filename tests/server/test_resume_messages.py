"""A stream over several connections: nothing lost, nothing doubled."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legibly.errors import DataError
from legibly.formats.live import EMPTY_MESSAGE, Memory, Message
from legibly.formats.word_lines import BadWordError
from legibly.formatting.formatter import Formatter
from legibly.server.live_talk import LiveTalk
from legibly.server.request_options import RequestOptions
from legibly.server.resume_messages import Resume, read_resume, without_first
from legibly.server.served_models import ServedModels
from legibly.transcript import Token, Transcript, Word, as_heard, check_cover
from tests.formatting.test_formatter import baseline

MODELS = ServedModels({"tags": baseline()}, {"tags": {}})
TEXTS = st.sampled_from("so we met bill [noise] in london, um and. he said yes".split())
TIMED = st.builds(lambda text: {"text": text, "start": 1.0, "end": 1.5, "speaker": "A"}, TEXTS)


def segments(texts: list[str], last: int) -> dict[str, Any]:
    """As Whisper servers send them: all again, the last one open."""
    done = [{"start": i, "text": text, "completed": i < last} for i, text in enumerate(texts)]
    return {"segments": done[: last + 1]}


@st.composite
def conversations(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Messages of a client, of one kind or of several."""
    whisper = draw(st.lists(TEXTS, max_size=8))
    several = [segments(whisper, i) for i in range(len(whisper))]
    turns = [
        {"type": "Turn", "turn_order": i, "end_of_turn": end, "transcript": f"{text} so we"}
        for i, text in enumerate(draw(st.lists(TEXTS, max_size=4)))
        for end in (False, True, True)  # the last one again, with its formatting
    ]
    others = draw(
        st.lists(
            st.one_of(
                st.builds(lambda words: {"words": words}, st.lists(TEXTS | TIMED, max_size=6)),
                st.builds(lambda text: {"text": text}, TEXTS),
                st.builds(lambda text: {"partial": text}, TEXTS),
                st.builds(lambda mark: {"w": mark}, st.sampled_from([",", ".", "?"])),
                TIMED,
                st.just({"colour": "red"}),  # which cannot be read
            ),
            max_size=12,
        )
    )
    return draw(st.sampled_from([others, several, turns, [*others, *several], [*turns, *others]]))


def talk(resumed: Resume | None, delay: int, models: ServedModels = MODELS) -> LiveTalk:
    return LiveTalk(RequestOptions({"max_delay": str(delay), "resume": True}), resumed, models)


def said(one: LiveTalk, message: dict[str, Any]) -> dict[str, Any]:
    try:
        messages = one.read(message)
    except BadWordError:
        one.pass_over()
        messages = []
    return dict(json.loads(one.answer(one.hear_all(messages or [EMPTY_MESSAGE]))))


def unbroken(messages: list[dict[str, Any]], delay: int) -> list[dict[str, Any]]:
    one = talk(None, delay)
    answers = [said(one, message) for message in messages]
    answers.append(json.loads(one.answer(one.end())))
    return [token for answer in answers for token in answer["committed"]]


def broken(
    messages: list[dict[str, Any]], delay: int, cuts: list[int], lost: int
) -> list[dict[str, Any]]:
    """A client that keeps what the last answer that reached it told, and of its messages those
    that it may have to send again; `lost` answers never reach it when a connection breaks.
    """
    tokens: list[dict[str, Any]] = []
    state: dict[str, Any] | None = None
    for cut in [*sorted(cuts), None]:
        one = talk(read_resume(state) if state is not None else None, delay)
        first = state["message"] if state is not None else 0
        until = len(messages) if cut is None else max(first, min(cut, len(messages)))
        answers = [said(one, message) for message in messages[first:until]]
        if cut is None:
            answers.append(json.loads(one.answer(one.end())))
        elif lost:
            answers = answers[:-lost]
        for answer in answers:
            tokens += answer["committed"]
            state = json.loads(json.dumps(answer["resume"]))
    return tokens


@settings(max_examples=150)
@given(
    messages=conversations(),
    cuts=st.lists(st.integers(0, 20), max_size=4),
    delay=st.sampled_from([0, 1, 2, 4, 8]),
    lost=st.integers(0, 3),
)
def test_the_tokens_are_those_of_one_connection(
    messages: list[dict[str, Any]], cuts: list[int], delay: int, lost: int
) -> None:
    tokens = broken(messages, delay, cuts, lost)
    assert tokens == unbroken(messages, delay)
    count = tokens[-1]["last"] if tokens else 0
    check_cover([Token("", token["first"], token["last"]) for token in tokens], count)


def test_no_more_is_kept_than_is_needed() -> None:
    one = talk(None, 2)
    for _ in range(300):
        said(one, {"words": ["so"]})
        answer = said(one, {"partial": "so we"})
    assert answer["resume"]["message"] == 2 * 298
    assert len(one._log._open) <= 3
    assert len(json.dumps(answer["resume"])) < 3000


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(
                st.sampled_from(
                    [
                        *"position message skip words tokens ended opening turn segments".split(),
                        *"text first last after kind start speaker".split(),
                    ]
                ),
                inner,
                max_size=6,
            )
        ),
        max_leaves=12,
    )
)
def test_what_no_answer_held_is_refused_in_a_line(item: object) -> None:
    with contextlib.suppress(DataError):
        talk(read_resume(item), 2)


@pytest.mark.parametrize(
    ("item", "message"),
    [
        (5, "resume is int; expected what an answer held"),
        ({"position": -1}, "position is -1; expected 0 to"),
        ({"words": [{}]}, "a word has no text"),
        ({"words": [{"text": "a"}]}, "resume: "),
        ({"words": [{"text": "a", "start": "x"}]}, "start of a word is 'x'; expected a number"),
        ({"tokens": [{"text": 5}]}, "a token is not what an answer held"),
        ({"tokens": [{"text": "a"}]}, "a token has no positions"),
        ({"tokens": [{"text": "a", "last": 1}]}, "resume: "),
        ({"ended": 5}, "ended or opening is not"),
        ({"words": [{"text": "a"}], "tokens": [{"text": "a", "last": 1}]}, "1 words before posit"),
        ({"segments": [5]}, "turn or segments are not"),
        ({"words": "so"}, "words is not a list"),
    ],
)
def test_what_is_wrong_with_it_is_said(item: object, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_resume(item)


def test_a_point_survives_json() -> None:
    one = talk(None, 1)
    for word in ["so", "we.", "[noise]", "met"]:
        answer = said(one, {"words": [{"text": word, "start": 1, "end": 2, "confidence": 0.5}]})
    resumed = read_resume(answer["resume"])
    assert resumed.as_json() == answer["resume"]
    assert read_resume({**answer["resume"], "turn": 3, "opening": "("}).memory == Memory(3)


def test_too_few_words_sent_again_are_an_error() -> None:
    words = (Word("so"), Word("we"))
    part = Transcript(words, tuple(as_heard(words)), continued=True)
    (message,) = without_first([Message([part])], 1)
    assert [word.text for word in message.final[0].words] == ["we"]
    with pytest.raises(DataError, match="1 words fewer than were committed"):
        without_first([Message([part])], 3)


def test_tokens_that_no_model_wrote_do_no_harm() -> None:
    formatter: Formatter = baseline()
    models = ServedModels({"tags": formatter}, {"tags": {}})
    point = {
        "position": 9,
        "words": [{"text": "x"}, {"text": "y"}],
        "tokens": [{"text": "\n", "first": 0, "last": 2, "after": "!?", "kind": "nonsense"}],
    }
    one = talk(read_resume(point), 1, models)
    assert said(one, {"words": ["so", "we"]})["committed"][0]["first"] == 9
