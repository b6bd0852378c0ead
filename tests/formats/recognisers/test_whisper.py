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
    load,
    one,
    repaired,
    said,
    whole,
)


def spoken(*texts: str, **more: Any) -> list[dict[str, Any]]:
    return [
        {"word": text, "start": i, "end": i + 1, "probability": 0.5, **more}
        for i, text in enumerate(texts)
    ]


def segments(*found: dict[str, Any]) -> dict[str, Any]:
    return {"segments": list(found)}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "whisper.json",
            "Hi,[0-0.42] Bill.[0.6-0.98] It's[1.26-1.5] Tracy[1.5-1.9] at[1.9-2.1] 3.30[2.1-2.8] "
            "p.m.[2.8-3.4]",
        ),
        ("whisper-no-words.json", "Hi,[0-] Bill.[-1.26] It's[1.26-] Tracy.[-3.4]"),
        (
            "whisperx.json",
            "It[0.03-0.2 SPEAKER_00] cost[0.25-0.5 SPEAKER_00] $43,000.[- SPEAKER_00] "
            "Right?[2-2.4 SPEAKER_01]",
        ),
        ("faster-whisper.json", "So[0-0.5] what?[0.5-1.2]"),
        (
            "whisper-api.json",
            "Hello[0.1-0.5] there.[0.5-0.9] How[1.2-1.4] are[1.4-1.6] you?[1.6-2.1]",
        ),
        (
            "whisper-cpp.json",
            "And[0.32-0.37] so,[0.37-0.6] my[0.69-0.8] friends[0.8-1.2] ask[2-] not.[-3.5]",
        ),
    ],
)
def test_files_of_the_real_tools(name: str, expected: str) -> None:
    assert drawn(load(name)[0]) == expected


# --- words
# ------------------------------------------------------------------------------


@given(said())
def test_words_times_and_confidences_are_kept(words: list[Said]) -> None:
    rows = [
        {"word": f" {w.text}", "start": w.begin, "end": w.stop, "probability": w.confidence}
        for w in words
    ]
    assert heard(one("whisper", segments({"words": rows}))) == words


def test_pieces_of_words_are_put_together() -> None:
    words = spoken(
        " The", " state", "-of", "-the", "-art", " costs", " $43", ",000,", " 3", ".5", "%"
    )
    assert whole("whisper", segments({"words": words})) == (
        "The[0-1] state-of-the-art[1-5] costs[5-6] $43,000,[6-8] 3.5%[8-11]"
    )


def test_a_word_of_pieces_is_as_sure_as_its_least_sure_piece() -> None:
    words = [*spoken(" three"), {"word": ".5", "start": 1, "end": 2, "probability": 0.25}]
    [word] = one("whisper", segments({"words": words})).words
    assert (word.text, word.end, word.confidence) == ("three.5", 2, 0.25)


def test_words_without_spaces_are_whole() -> None:
    assert whole("whisper", segments({"words": spoken("so", "yes")})) == "so[0-1] yes[1-2]"


@pytest.mark.parametrize("name", ["probability", "score", "confidence"])
def test_confidence_by_any_of_its_names(name: str) -> None:
    words = [{"word": "so", name: 0.75}]
    assert one("whisper", segments({"words": words})).words[0].confidence == 0.75


def test_speakers_of_words_outweigh_those_of_segments() -> None:
    words = [{"word": "so", "speaker": "A"}, {"word": "yes"}]
    assert whole("whisper", segments({"speaker": "B", "words": words})) == "so[- A] yes[- B]"


def test_segments_are_numbered() -> None:
    found = one("whisper", segments({"words": spoken("so")}, {"words": spoken("yes")}))
    assert [word.labels for word in found.words] == [{"segment": 0}, {"segment": 1}]


def test_times_as_strings_are_times() -> None:
    words = [{"word": "hi", "start": "0.5", "end": "1.0"}]
    assert one("whisper", segments({"words": words})).words[0][1:3] == (0.5, 1.0)


def test_what_is_no_time_and_no_confidence_is_left_out_and_counted() -> None:
    words = [{"word": " hi", "start": "soon", "end": 1, "probability": "high"}]
    assert repaired("whisper", segments({"text": " hi", "words": words})) == (
        "hi[-1]",
        {"a time that is not one, left out": 1, "confidence is not a number, left out": 1},
    )


# --- segments without words
# ------------------------------------------------------------------------------


def test_a_segment_without_words_has_its_times_at_its_ends() -> None:
    found = segments({"start": 0, "end": 2, "text": " So it is.", "speaker": "A"})
    assert whole("whisper", found) == "So[0- A] it[- A] is.[-2 A]"


def test_segments_may_be_dumped_as_they_are() -> None:
    assert whole("whisper", [{"start": 0, "end": 1, "text": "So."}]) == "So.[0-1]"


def test_chinese_words_are_characters() -> None:
    found = {**segments({"start": 0, "end": 1, "text": "你好，世界。"}), "language": "zh"}
    transcript = one("whisper", found)
    assert [token.written for token in transcript.tokens] == ["你", "好，", "世", "界。"]
    assert transcript.language == "zh"
    assert transcript.text == "你好，世界。"


def test_marks_that_stand_apart_hang_on_their_words() -> None:
    found = segments(
        {"start": 0, "end": 2, "text": " - Comment ça va ?"},
        {"start": 2, "end": 3, "text": " iPhone手机"},
    )
    assert whole("whisper", found) == ("-Comment[0-] ça[-] va?[-2] iPhone[2-] 手[-] 机[-3]")


def test_a_text_alone_has_no_times() -> None:
    assert whole("whisper", {"task": "transcribe", "text": "So, yes."}) == "So,[-] yes.[-]"


# --- OpenAI's service
# ------------------------------------------------------------------------------


def test_the_services_marks_are_laid_over_its_words() -> None:
    said = ("Hello", "I", "have", "twenty", "five", "apples", "Yes")
    document = {
        "language": "english",
        "text": "Hello, I have twenty-five apples. Yes.",
        "segments": None,
        "words": [{"word": w, "start": i, "end": i + 1} for i, w in enumerate(said)],
    }
    assert whole("recogniser", document) == (
        "Hello,[0-1] I[1-2] have[2-3] twenty-five[3-5] apples.[5-6] Yes.[6-7]"
    )
    assert one("whisper", document).language == "en"


def test_the_services_words_need_no_text() -> None:
    document = {"segments": [], "words": spoken("so", "yes")}
    assert whole("whisper", document) == "so[0-1] yes[1-2]"


# --- whisper.cpp
# ------------------------------------------------------------------------------


def piece(text: str, start: int, **more: Any) -> dict[str, Any]:
    return {"text": text, "offsets": {"from": start * 1000, "to": start * 1000 + 1000}, **more}


def test_whisper_cpps_segments_of_one_word() -> None:
    cut = [piece(text, i) for i, text in enumerate([" don", "'t", " ask"])]
    assert whole("whisper", {"transcription": cut}) == "don't[0-2] ask[2-3]"


def test_whisper_cpps_tokens() -> None:
    tokens = [
        piece("[_BEG_]", 0),
        piece(" don", 0, p=0.75),
        piece("'t", 1, p=0.5),
        piece(" ask", 2),
        piece("[_TT_150]", 3),
    ]
    document = {"transcription": [piece(" don't ask", 0, tokens=tokens)]}
    transcript = one("whisper", {"result": {"language": "en"}, **document})
    assert drawn(transcript) == "don't[0-2] ask[2-3]"
    assert [word.confidence for word in transcript.words] == [0.5, None]
    assert transcript.language == "en"


def test_tokens_that_cut_characters_are_left_aside() -> None:
    tokens = [piece(" caf", 0), piece("\ufffd", 0), piece("\ufffd", 0)]
    assert whole("whisper", {"transcription": [piece(" café", 0, tokens=tokens)]}) == "café[0-1]"


def test_a_segment_without_offsets_has_no_times() -> None:
    assert whole("whisper", {"transcription": [{"text": " so"}]}) == "so[-]"


# --- wrong files
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            {"text": "so"},
            "found an object with 'text'; expected whisper JSON with text or segments",
        ),
        ({"transcription": 5}, "expected whisper JSON"),
        ([{"start": 0}], "found a list of objects with 'start'; expected whisper JSON"),
        (segments({"words": [{"word": 5}]}), "talk.x: a word is 5; expected a string"),
        ({"transcription": [], "result": 5}, "not what whisper writes .*; check the file"),
    ],
)
def test_what_is_not_whispers(content: Any, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read("whisper", as_text(content))
