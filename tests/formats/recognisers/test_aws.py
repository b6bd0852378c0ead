from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from legibly.errors import DataError
from tests.formats.helpers import read
from tests.formats.recognisers.helpers import Said, as_text, drawn, heard, load, one, said, whole

MARK = {"type": "punctuation", "alternatives": [{"content": "."}]}


def item(text: str, start: float | None = None, *others: str, **more: Any) -> dict[str, Any]:
    times = {} if start is None else {"start_time": str(start), "end_time": str(start + 0.5)}
    alternatives = [{"content": content, "confidence": "0.5"} for content in (text, *others)]
    return {"type": "pronunciation", "alternatives": alternatives, **times, **more}


def job(*items: dict[str, Any], **results: Any) -> dict[str, Any]:
    return {"jobName": "x", "status": "COMPLETED", "results": {"items": list(items), **results}}


def test_a_file_of_the_service() -> None:
    transcript, _ = load("aws.json")
    assert drawn(transcript) == "Hello,[0.04-0.4 spk_0] world.[0.4-0.9 spk_1]"
    assert transcript.alternatives[0].words[0].text == "word"


@given(said())
def test_words_times_and_confidences_are_kept(spoken: list[Said]) -> None:
    rows = [
        {
            "type": "pronunciation",
            "start_time": str(word.begin),
            "end_time": str(word.stop),
            "alternatives": [{"content": word.text, "confidence": str(word.confidence)}],
        }
        for word in spoken
    ]
    assert heard(one("aws", job(*rows))) == spoken


def test_marks_are_items_of_their_own() -> None:
    assert whole("aws", job(item("so", 0.0), MARK, item("yes", 1.0), MARK)) == (
        "so.[0-0.5] yes.[1-1.5]"
    )


def test_speakers_stand_on_the_items_or_beside_them() -> None:
    labelled = job(item("so", 0.0, speaker_label="spk_1"), item("yes", 1.0))
    assert whole("aws", labelled) == "so[0-0.5 spk_1] yes[1-1.5]"
    segments = [
        {"items": [{"start_time": "0.0", "speaker_label": "spk_0"}]},
        {"items": [{"start_time": "1.0", "speaker_label": "spk_1"}]},
    ]
    beside = job(item("so", 0.0), item("yes", 1.0), speaker_labels={"segments": segments})
    assert whole("aws", beside) == "so[0-0.5 spk_0] yes[1-1.5 spk_1]"


def test_channels_follow_each_other_as_they_were_heard() -> None:
    first = [item("hello", 0.0), item("there", 0.5), item("fine", 4.0)]
    second = [item("yes", 2.0), item("right", 2.5), MARK]
    labels = {
        "channels": [
            {"channel_label": f"ch_{i}", "items": own} for i, own in enumerate((first, second))
        ]
    }
    assert whole("aws", job(*first, *second, channel_labels=labels)) == (
        "hello[0-0.5 ch_0] there[0.5-1 ch_0] yes[2-2.5 ch_1] right.[2.5-3 ch_1] fine[4-4.5 ch_0]"
    )


def test_channels_without_items_of_their_own_are_left_aside() -> None:
    labels = {"channels": [{"channel_label": "ch_0"}, {"channel_label": "ch_1"}]}
    assert whole("aws", job(item("so", 0.0), channel_labels=labels)) == "so[0-0.5]"


def test_other_hypotheses_of_a_word_are_kept() -> None:
    transcript = one("aws", job(item("so", 0.0), item("yes", 1.0, "yet", "jet")))
    assert [(a.first, a.last, a.words[0].text) for a in transcript.alternatives] == [
        (1, 2, "yet"),
        (1, 2, "jet"),
    ]


def test_alternatives_and_marks_at_the_cut_between_parts() -> None:
    items = [piece for i in range(9000) for piece in (item(f"w{i}", None, "x"), MARK)]
    transcript = one("aws", job(*items))
    assert all(token.after == "." and not token.before for token in transcript.tokens)
    assert all(
        transcript.words[a.first].text[0] == "w" and a.last == a.first + 1
        for a in transcript.alternatives
    )
    assert len(transcript.alternatives) == 9000


def test_without_items_the_transcripts_are_read() -> None:
    assert whole("aws", job(transcripts=[{"transcript": "So, yes."}])) == "So,[-] yes.[-]"


def test_the_language_is_the_services() -> None:
    assert one("aws", job(item("so"), language_code="en-US")).language == "en"


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({"status": "FAILED", "results": {"items": []}}, "talk.x: the job failed; there is no tra"),
        (job({"type": "pronunciation"}), "a word is None; expected a string"),
    ],
)
def test_what_is_no_transcript(document: dict[str, Any], message: str) -> None:
    with pytest.raises(DataError, match=message):
        read("aws", as_text(document))
