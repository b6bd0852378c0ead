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


def text(transcript: str, **more: Any) -> dict[str, Any]:
    return {"alternatives": [{"transcript": transcript}], **more}


def words(*rows: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"alternatives": [{"words": list(rows)}], **more}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("google-v1.json", "okay,[0-0.5] so[0.5-0.8] what[0.8-1.1] am[-] I[-] doing[-] here?[-3]"),
        ("google-v1-speakers.json", "hi[0-0.4 1] there[0.4-0.9 1] hello[1-1.5 2]"),
        ("google-v2.json", "Thank[0.2-0.6 1] you.[0.6-1 1]"),
    ],
)
def test_files_of_the_service(name: str, expected: str) -> None:
    assert drawn(load(name)[0]) == expected


@given(said())
def test_words_times_and_confidences_are_kept(spoken: list[Said]) -> None:
    rows = [
        {
            "word": word.text,
            "startTime": f"{word.begin}s",
            "endTime": f"{word.stop}s",
            "confidence": word.confidence,
        }
        for word in spoken
    ]
    assert heard(one("google", {"results": [words(*rows)]})) == spoken


@pytest.mark.parametrize(
    "times",
    [
        {"startTime": "0.500s", "endTime": "1s"},
        {"startOffset": "0.5s", "endOffset": "1.0s"},
        {"start_time": {"nanos": 500_000_000}, "end_time": {"seconds": "1"}},
        {"start_offset": "0.5s", "end_offset": {"seconds": 0, "nanos": 1_000_000_000}},
    ],
)
def test_times_as_each_version_writes_them(times: dict[str, Any]) -> None:
    assert whole("google", {"results": [words({"word": "so", **times})]}) == "so[0.5-1]"


def test_a_start_of_zero_is_left_out_of_the_messages() -> None:
    assert whole("google", {"results": [words({"word": "so", "endTime": "1s"})]}) == "so[0-1]"
    assert whole("google", {"results": [words({"word": "so"})]}) == "so[-]"


def test_only_final_messages_count() -> None:
    messages = lines(
        {"results": [text("hel", stability=0.9)]},
        {"results": [text("hello", stability=0.9, isFinal=False)]},
        {"results": [text("hello", isFinal=True)]},
    )
    assert repaired("google", messages) == (
        "hello[-]",
        {"partial results left out, the final ones count": 2},
    )


def test_words_that_are_repeated_with_their_speakers_are_read_once() -> None:
    tagged = [{"word": w, "speakerTag": t} for w, t in (("hi", 1), ("there", 1), ("hello", 2))]
    results = [text("hi there"), text("hello"), words(*tagged)]
    assert whole("google", {"results": results}) == "hi[- 1] there[- 1] hello[- 2]"


def _spoken(word: str, start: float, tag: int) -> dict[str, Any]:
    end = f"{start + 0.5}s"
    return {"word": word, "startTime": f"{start}s", "endTime": end, "speakerTag": tag}


def test_words_that_are_repeated_where_all_have_speakers_are_read_once() -> None:
    first, second = [_spoken("hi", 0.1, 1), _spoken("there", 0.5, 1)], [_spoken("you", 1.5, 2)]
    expected = "hi[0.1-0.6 1] there[0.5-1 1] you[1.5-2 2]"
    whole_again = [words(*first), words(*second), words(*first, *second)]
    assert whole("google", {"results": whole_again}) == expected
    growing = [words(*first), words(*first, *second)]
    assert whole("google", {"results": growing}) == expected
    late = [{**word, "speakerTag": 2} for word in first]  # the last result knows best
    assert whole("google", {"results": [words(*late), words(*first, *second)]}) == expected


def test_the_same_words_said_again_are_kept() -> None:
    results = [words(_spoken("yes", 0.5, 1)), words(_spoken("yes", 2.5, 1))]
    assert whole("google", {"results": results}) == "yes[0.5-1 1] yes[2.5-3 1]"
    untimed = [{"word": "yes", "speakerTag": tag} for tag in (1, 2)]
    results = [words(word) for word in untimed]
    assert whole("google", {"results": results}) == "yes[- 1] yes[- 2]"
    of_channels = [{**words(_spoken("yes", 0.5, 1)), "channelTag": channel} for channel in (1, 2)]
    assert whole("google", {"results": of_channels}) == "yes[0.5-1 1] yes[0.5-1 1]"


def test_other_words_at_the_end_are_no_repetition() -> None:
    tagged = [{"word": w, "speakerTag": 1} for w in ("hi", "you")]
    results = [text("hi there"), words(*tagged)]
    assert whole("google", {"results": results}) == "hi[-] there[-] hi[- 1] you[- 1]"


def test_channels_stand_for_speakers_where_there_are_several() -> None:
    several = {"results": [text("so", channelTag=1), text("yes", channelTag=2)]}
    assert whole("google", several) == "so[- channel_1] yes[- channel_2]"
    assert whole("google", {"results": [text("so", channelTag=1)]}) == "so[-]"


def test_the_end_of_a_result_is_that_of_its_text() -> None:
    document = {"results": [text("so yes", resultEndTime="2.5s")]}
    assert whole("google", document) == "so[-] yes[-2.5]"


def test_other_hypotheses_of_a_result_are_alternatives() -> None:
    first, second = {"transcript": "so yes"}, {"transcript": "so yet", "confidence": 0.5}
    transcript = one("google", {"results": [text("oh"), {"alternatives": [first, second]}]})
    [other] = transcript.alternatives
    assert (other.first, other.last, other.score) == (1, 3, 0.5)
    assert [word.text for word in other.words] == ["so", "yet"]


def test_a_batch_has_a_recording_for_each_file() -> None:
    batch = {
        "results": {
            "gs://b/one.wav": {"transcript": {"results": [text("one")]}},
            "gs://b/two.wav": {"error": {"code": 3}},
            "gs://b/three.wav": {"inlineResult": {"transcript": {"results": [text("three")]}}},
        }
    }
    assert whole("recogniser", batch) == "one[-] | three[-]"
    assert [item.name for item in read("google", as_text(batch))] == ["one", "three"]


def test_a_long_operation_holds_its_results() -> None:
    document = {"name": "1", "done": True, "response": {"results": [text("so")]}}
    assert whole("recogniser", document) == "so[-]"


@pytest.mark.parametrize(
    "document", [{"totalBilledTime": "15s"}, {"results": []}, {"results": [], "requestId": "1"}]
)
def test_silence_has_no_words(document: dict[str, Any]) -> None:
    assert read("google", as_text(document)) == []


def test_the_language_is_the_services() -> None:
    assert one("google", {"results": [text("sim", languageCode="pt-br")]}).language == "pt"


@pytest.mark.parametrize(
    "document",
    [
        {"results": {"one.wav": 5}},
        {"results": 5},
        {"foo": []},
        {"results": [{"type": "word", "alternatives": [{"content": "so"}]}]},  # Speechmatics'
        {"results": [{"words": []}]},
        [{"results": []}],
    ],
)
def test_what_is_not_the_services(document: Any) -> None:
    with pytest.raises(DataError, match="expected google JSON with results or response or totalB"):
        read("google", as_text(document))
