from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from legibly.errors import DataError
from tests.formats.helpers import read
from tests.formats.recognisers.helpers import Said, as_text, drawn, heard, load, one, said, whole

TICKS = 10_000_000  # of a second


def batch(*phrases: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"recognizedPhrases": list(phrases), **more}


def phrase(display: str, *words: str, **more: Any) -> dict[str, Any]:
    rows = [
        {"word": word, "offsetInTicks": i * TICKS, "durationInTicks": TICKS // 2}
        for i, word in enumerate(words)
    ]
    best = {"display": display, **({"words": rows} if rows else {})}
    return {"nBest": [best, *more.pop("others", [])], **more}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("azure-batch.json", "It[0.5-0.7 1] cost[0.7-1 1] $25.[1-2.2 1]"),
        ("azure-sdk.jsonl", "Hello[0.13-0.53] there.[0.53-1.03]"),
        ("azure-fast.json", "Good[0.1-0.5 2] day.[0.5-1 2]"),
    ],
)
def test_files_of_the_service(name: str, expected: str) -> None:
    assert drawn(load(name)[0]) == expected


def test_what_was_heard_are_the_words_and_what_is_written_the_tokens() -> None:
    transcript, _ = load("azure-batch.json")
    assert [word.text for word in transcript.words] == ["it", "cost", "twenty", "five", "dollars"]
    assert transcript.confidence(transcript.tokens[2]) == pytest.approx(0.9 * 0.8 * 0.9)
    assert [" ".join(w.text for w in a.words) for a in transcript.alternatives] == [
        "it costs twenty five dollars"
    ]


@given(said())
def test_words_times_and_confidences_are_kept(spoken: list[Said]) -> None:
    rows = [
        {
            "word": word.text,
            "offsetInTicks": word.start * TICKS // 1000,
            "durationInTicks": (word.end - word.start) * TICKS // 1000,
            "confidence": word.confidence,
        }
        for word in spoken
    ]
    display = " ".join(word.text for word in spoken)
    assert heard(one("azure", batch({"nBest": [{"display": display, "words": rows}]}))) == spoken


@pytest.mark.parametrize(
    "times",
    [
        {"offsetInTicks": 5_000_000, "durationInTicks": 2_500_000},
        {"Offset": 5_000_000, "Duration": 2_500_000},
        {"offset": "PT0.5S", "duration": "PT0.25S"},
        {"offsetMilliseconds": 500, "durationMilliseconds": 250},
    ],
)
def test_times_are_ticks_or_durations_or_milliseconds(times: dict[str, Any]) -> None:
    document = batch({"nBest": [{"display": "Yes.", "words": [{"word": "yes", **times}]}]})
    assert whole("azure", document) == "Yes.[0.5-0.75]"


def test_a_word_may_have_no_duration_or_no_time() -> None:
    words = [{"word": "so", "offsetInTicks": TICKS}, {"word": "yes", "durationInTicks": TICKS}]
    document = batch({"nBest": [{"display": "so yes", "words": words}]})
    assert whole("azure", document) == "so[1-] yes[-]"


def test_without_words_a_phrase_has_its_times_at_its_ends() -> None:
    times = {"offsetInTicks": TICKS, "durationInTicks": 2 * TICKS}
    assert whole("azure", batch(phrase("So, yes.", **times))) == "So,[1-] yes.[-3]"
    lexical = {"nBest": [{"lexical": "so yes"}], **times}
    assert whole("azure", batch(lexical)) == "so[1-] yes[-3]"


def test_a_result_without_a_list_of_hypotheses_is_one_itself() -> None:
    message = {"RecognitionStatus": "Success", "DisplayText": "So, yes.", "Offset": 0}
    assert whole("azure", message) == "So,[0-] yes.[-]"


def test_results_may_stand_in_a_list() -> None:
    messages = [{"RecognitionStatus": "Success", "DisplayText": text} for text in ("So.", "Yes.")]
    assert whole("azure", messages) == "So.[-] Yes.[-]"


def test_channels_follow_each_other_as_they_were_heard() -> None:
    def said_in(channel: int, seconds: int, text: str, **more: Any) -> dict[str, Any]:
        return phrase(text, channel=channel, offsetInTicks=seconds * TICKS, **more)

    phrases = [said_in(0, 0, "A."), said_in(0, 9, "C."), said_in(1, 3, "B.", speaker=7)]
    assert whole("azure", batch(*phrases)) == "A.[0- channel_0] B.[3- 7] C.[9- channel_0]"


def test_one_channel_needs_no_name() -> None:
    assert whole("azure", batch(phrase("So.", channel=0), phrase("Yes.", channel=0))) == (
        "So.[-] Yes.[-]"
    )


def test_phrases_are_segments_and_other_hypotheses_alternatives() -> None:
    others = [{"lexical": "show me", "confidence": 0.25}]
    transcript = one("azure", batch(phrase("So.", "so"), phrase("Yes.", "yes", others=others)))
    assert [word.labels for word in transcript.words] == [{"segment": 0}, {"segment": 1}]
    [other] = transcript.alternatives
    assert (other.first, other.last, other.score) == (1, 2, 0.25)
    assert [word.text for word in other.words] == ["show", "me"]


def test_the_language_is_the_services() -> None:
    assert one("azure", batch(phrase("Sim."), locale="pt-BR")).language == "pt"


def test_a_word_that_is_none_is_named() -> None:
    document = batch({"nBest": [{"display": "A", "words": [{"word": 5}]}]})
    with pytest.raises(DataError, match="a word is 5; expected a string"):
        read("azure", as_text(document))
