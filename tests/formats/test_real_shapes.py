"""Files of the shapes that real programs and services write, found in public repositories; the text
is ours.
"""

from __future__ import annotations

import pytest

from legibly.errors import DataError
from legibly.formats import guess_format
from tests.formats.helpers import read
from tests.formats.real_shapes import FILES, TEXTS, Shape
from tests.formats.recognisers.helpers import drawn, lines, load, one, repaired, whole


@pytest.mark.parametrize("shape", FILES, ids=lambda shape: shape.file)
def test_files_of_real_programs(shape: Shape) -> None:
    assert drawn(load(shape.file)[0]) == shape.expected


@pytest.mark.parametrize("shape", TEXTS, ids=lambda shape: shape.what)
def test_texts_of_real_shapes(shape: Shape) -> None:
    assert whole(shape.file, shape.content) == shape.expected


def test_confidences_of_logarithms() -> None:
    assert [word.confidence for word in load("elevenlabs.json")[0].words][-1] == pytest.approx(0.9)
    words = load("sherpa-onnx.jsonl")[0].words
    assert [word.confidence for word in words] == pytest.approx([0.9, 0.5, 1.0])


def test_channels_of_elevenlabs_are_speakers() -> None:
    def channel(number: int, text: str, start: float) -> dict[str, object]:
        word = {"text": text, "start": start, "end": start + 1, "type": "word"}
        return {"channel_index": number, "words": [word]}

    found = {"transcripts": [channel(0, "Hello,", 0.0), channel(1, "Yes.", 2.0)]}
    assert whole("elevenlabs", found) == "Hello,[0-1 channel_0] Yes.[2-3 channel_1]"


def test_segments_of_hugging_face() -> None:
    chunks = [{"text": " hi there.", "timestamp": [0, 0.5]}, {"text": " So", "timestamp": [1, 2]}]
    expected = "hi[0-] there.[-0.5] So[1-2]"
    assert whole("hugging-face", {"text": "", "chunks": chunks}) == expected
    tight = [{**chunk, "text": str(chunk["text"]).strip()} for chunk in chunks]  # as wav2vec's
    assert whole("hugging-face", {"text": "", "chunks": tight}) == expected
    spoken = [{**chunk, "speaker": "A"} for chunk in tight]
    assert whole("hugging-face", {"speakers": spoken, "chunks": chunks, "text": ""}) == (
        "hi[0- A] there.[-0.5 A] So[1-2 A]"
    )


def test_a_manifest_is_a_recording_a_line() -> None:
    rows = [
        {"audio_filepath": f"calls/{name}.wav", "duration": 2.5, "text": "x", "pred_text": said}
        for name, said in (("one", "good morning"), ("two", "hullo"))
    ]
    assert [(part.name, drawn(part)) for part in read("nemo", lines(*rows))] == [
        ("one", "good[0-] morning[-2.5]"),
        ("two", "hullo[0-2.5]"),
    ]


def test_stamps_of_a_nemo_hypothesis() -> None:
    row = {"word": "hi", "start_offset": 1, "end_offset": 4, "start": 0.08, "end": 0.32}
    assert whole("recogniser", {"timestamp": {"word": [row], "segment": []}}) == "hi[0.08-0.32]"


@pytest.mark.parametrize(
    ("text", "tokens", "expected"),
    [
        ("THE YELLOW", ["▁THE", "▁YE", "LL", "OW"], "THE[0-] YELLOW[1-]"),
        ("你好吗", ["你", "好", "吗"], "你[0-] 好[1-] 吗[2-]"),
        ("it's", ["it", "'", "s"], "it's[0-]"),
        ("other text", ["it"], "other[-] text[-]"),
    ],
)
def test_pieces_of_sherpa(text: str, tokens: list[str], expected: str) -> None:
    document = {"text": text, "tokens": tokens, "timestamps": list(range(len(tokens)))}
    assert whole("sherpa", document) == expected


@pytest.mark.parametrize(
    "document",
    [
        {"words": [{"word": "hi", "start": 0, "end": 0.2}]},
        {"transcription": [{"word": "hi", "startTime": 0, "endTime": "0.2s"}]},
        [{"text": "hi", "from": 0, "to": 0.2}],
        [{"word": "hi", "offset": 0, "duration": 0.2}],
    ],
)
def test_lists_of_words_under_many_names(document: object) -> None:
    assert whole("recogniser", document) == "hi[0-0.2]"


def test_whole_numbers_that_must_be_milliseconds() -> None:
    words = [{"text": "Hi", "start": 250, "end": 650}, {"text": "you", "start": 650, "end": 950}]
    found, repairs = repaired("recogniser", {"words": words})
    assert found == "Hi[0.25-0.65] you[0.65-0.95]"
    assert repairs == {"times read as milliseconds, since words take that many": 1}


def test_a_list_of_words_without_times() -> None:
    assert whole("recogniser", {"words": [{"word": "hi"}, {"word": "you"}]}) == "hi[-] you[-]"


def test_nothing_but_the_text() -> None:
    assert whole("recogniser", {"transcription": "hi you"}) == "hi[-] you[-]"


# --- subtitles
# ------------------------------------------------------------------------------


def test_a_timing_line_ends_the_block() -> None:
    text = "WEBVTT\n\n00:01.000 --> 00:02.000\nhi\n00:03.000 --> 00:04.000 align:start\nyou\n"
    assert whole("vtt", text) == "hi[1-2] you[3-4]"


@pytest.mark.parametrize(
    "payload", ['{"a": 1}', '[{"a":\n 1}]', "data:image/png;base64,AAAA", "a.jpg#xywh=0,0,16,9"]
)
def test_a_track_of_metadata_is_refused(payload: str) -> None:
    with pytest.raises(DataError, match=r"talk\.x:4: a track of metadata"):
        whole("vtt", f"WEBVTT\n\n00:01.000 --> 00:02.000\n{payload}\n")


def test_readings_over_words_are_left_out() -> None:
    cue = "<ruby>base<rt>anno</rt></ruby> <ruby>a<rt>b</ruby> x"
    found, repairs = repaired("vtt", f"WEBVTT\n\n00:01.000 --> 00:02.000\n{cue}\n")
    assert found == "base[1-] a[-] x[-2]"
    assert repairs == {"readings over words (ruby) left out": 1}
    spans = '<span ruby="base">base</span><span ruby="text">anno</span>'
    ttml = f'<tt><body><div><p begin="1s" end="2s">{spans}</p></div></body></tt>'
    assert whole("ttml", ttml) == "base[1-2]"


def test_names_in_srt() -> None:
    cues = ["JOHN: hi", "you", "[Dr. Mary Smith] fine"]
    text = "".join(
        f"{i}\n00:00:0{i},000 --> 00:00:0{i},500\n{line}\n\n" for i, line in enumerate(cues, 1)
    )
    found, repairs = repaired("srt", text)
    assert found == "hi[1-1.5 JOHN] you[2-2.5 JOHN] fine[3-3.5 Dr. Mary Smith]"
    assert repairs == {"names before the text read as speakers: Dr. Mary Smith, JOHN": 1}


# --- others
# ------------------------------------------------------------------------------


@pytest.mark.parametrize("label", ["sp", "sil", "<SIL>", "<p:>", "{SL}"])
def test_labels_of_silence(label: str) -> None:
    rows = [(0, 1, "hi"), (1, 2, label), (2, 3, "you")]
    body = "".join(f'{start}\n{end}\n"{text}"\n' for start, end, text in rows)
    head = 'File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n3\n<exists>\n1\n'
    found, repairs = repaired("textgrid", f'{head}"IntervalTier"\n"words"\n0\n3\n3\n{body}')
    assert found == "hi[0-1] you[2-3]"
    assert repairs == {"labels of silence left out": 1}


def test_a_short_label_of_stm() -> None:
    assert one("stm", "rec 1 spk 0.0 1.0 <M> hello\n").words[0].labels["gender"] == "male"


def test_a_whisper_word_of_marks_keeps_its_times() -> None:
    word = {"word": " ...", "start": 0.2, "end": 0.5, "probability": 0.3}
    segment = {"start": 0, "end": 1, "text": "...", "words": [word]}
    found = one("whisper", {"text": "...", "segments": [segment]})
    assert drawn(found) == "...[0.2-0.5]"
    assert found.words[0].confidence == 0.3


def test_a_log_among_the_messages() -> None:
    text = 'LOG (VoskAPI:x.cc:1) Decoding\n{"text": "hi"}\nLOG (x) y\n{"text": "you"}\n'
    assert repaired("vosk", text) == (
        "hi[-] you[-]",
        {"lines of a program's log left out": 2},
    )


@pytest.mark.parametrize(
    ("opening", "expected"),
    [
        ("[music] hello there", "text"),
        ("{laughs} hello there", "text"),
        ("[00:01:02] hi", "text"),
        ("[Ann] hi", "text"),
        ('[\n {"a": 1', "recogniser"),
        ('[["hi", 1]]', "recogniser"),
        ('LOG (Vosk) a\n{"text": "hi"}\n', "recogniser"),
    ],
)
def test_what_only_looks_like_json(opening: str, expected: str) -> None:
    assert guess_format("-", opening).name == expected


def test_turns_are_no_transcript() -> None:
    with pytest.raises(DataError, match=r"no words; expected a transcript.*--speakers"):
        guess_format("talk", "SPEAKER rec 1 0.0 2.0 <NA> <NA> ann <NA> <NA>\n")


def test_a_mark_before_the_first_word_is_no_word() -> None:
    assert whole("whisper", {"text": "", "segments": [{"text": "... so"}]}) == "...so[-]"
