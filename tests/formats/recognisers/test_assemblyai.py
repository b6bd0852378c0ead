from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from legibly.errors import DataError
from tests.formats.helpers import read
from tests.formats.recognisers.helpers import Said, as_text, drawn, heard, load, one, said, whole


def completed(**more: Any) -> dict[str, Any]:
    return {"id": "1", "status": "completed", "text": "", "audio_url": "x", **more}


def words(*texts: str, **more: Any) -> list[dict[str, Any]]:
    return [
        {"text": text, "start": 1000 * i, "end": 1000 * i + 500, **more}
        for i, text in enumerate(texts)
    ]


def test_a_file_of_the_service() -> None:
    expected = "Smoke,[0.25-0.65 A] right?[0.73-1.022 A] Yes.[1.5-1.8 B]"
    assert drawn(load("assemblyai.json")[0]) == expected


@given(said())
def test_words_times_and_confidences_are_kept(spoken: list[Said]) -> None:
    rows = [
        {"text": w.text, "start": w.start, "end": w.end, "confidence": w.confidence} for w in spoken
    ]
    assert heard(one("assemblyai", completed(words=rows))) == spoken


def test_speakers_of_utterances_go_to_their_words() -> None:
    utterances = [
        {"speaker": "A", "words": words("Hi.")},
        {"speaker": "B", "words": words("Yes,", "hi.")},
    ]
    document = completed(words=words("Hi.", "Yes,", "hi."), utterances=utterances)
    assert whole("assemblyai", document) == "Hi.[0-0.5 A] Yes,[0-0.5 B] hi.[1-1.5 B]"


def test_utterances_that_lack_words_are_left_aside() -> None:
    document = completed(words=words("Hi.", "Yes."), utterances=[{"words": words("Hi.")}])
    assert whole("assemblyai", document) == "Hi.[0-0.5] Yes.[1-1.5]"


def test_a_channel_stands_for_a_speaker() -> None:
    assert whole("assemblyai", completed(words=words("Hi.", channel="1"))) == "Hi.[0-0.5 1]"
    document = completed(words=words("Hi.", channel="1", speaker="A"))
    assert whole("assemblyai", document) == "Hi.[0-0.5 A]"


@pytest.mark.parametrize("rows", [None, []])
def test_without_words_the_text_is_read(rows: object) -> None:
    assert whole("assemblyai", completed(text="Hi. Yes.", words=rows)) == "Hi.[-] Yes.[-]"


def test_the_language_is_the_services() -> None:
    assert one("assemblyai", completed(text="olá", language_code="pt")).language == "pt"
    assert one("assemblyai", completed(text="hi", language_code="pt"), language="en").language == (
        "en"
    )


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"status": "error", "error": "Download\nerror"}, r"status is 'error' \(Download error\)"),
        ({"status": "queued"}, r"talk.x: status is 'queued' \(no transcript in it\)"),
        ({"words": words(5)}, "talk.x: a word is 5; expected a string"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_transcript(more: dict[str, Any], message: str) -> None:
    with pytest.raises(DataError, match=message):
        read("assemblyai", as_text(completed(**more)))
