"""What the recognisers write, read as they write it. A token is drawn as
`text[start-end speaker]`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from legibly.errors import DataError
from legibly.files.source import open_source
from legibly.formats import guess_format
from legibly.formats.transcripts import parts_of
from legibly.transcript import Transcript, join_recordings
from tests.formats.helpers import read, write

FIXTURES = Path(__file__).parents[3] / "examples" / "recognisers"


def load(name: str) -> tuple[Transcript, dict[str, int]]:
    with open_source(FIXTURES / name) as source:
        (transcript,) = join_recordings(parts_of(source))
        return transcript, dict(source.repairs)


def drawn(transcript: Transcript) -> str:
    out = []
    for token in transcript.tokens:
        start, end = ("" if time is None else f"{time:g}" for time in transcript.times(token))
        speaker = transcript.speaker(token)
        out.append(f"{token.written}[{start}-{end}{' ' + speaker if speaker else ''}]")
    return " ".join(out)


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
        ("vosk.json", "one[0.84-1.11] zero[1.11-1.53] nine[3-3.5]"),
        ("vosk-alternatives.jsonl", "recognise[0.8-1.1] speech[1.1-1.6] and[2-2.2]"),
        ("vosk-transcriber.json", "one[0.84-1.11 unknown] zero[1.11-1.53 unknown]"),
        (
            "rev.json",
            "Good[0.5-0.7 Operator] day,[0.7-1 Operator] <crosstalk>[- Operator] "
            "everyone.[1.1-1.6 Operator] "
            "Thanks![2-2.4 1]",
        ),
        ("earnings.nlp", "Good[0.69-1.01 2] day,[1.01-1.23 2] COVID-19.[- 2]"),
        ("kaldi.jsonl", "hello[1.6-1.9] there[1.9-2.4]"),
        ("google-v1.json", "okay,[0-0.5] so[0.5-0.8] what[0.8-1.1] am[-] I[-] doing[-] here?[-3]"),
        ("google-v1-speakers.json", "hi[0-0.4 1] there[0.4-0.9 1] hello[1-1.5 2]"),
        ("google-v2.json", "Thank[0.2-0.6 1] you.[0.6-1 1]"),
        ("aws.json", "Hello,[0.04-0.4 spk_0] world.[0.4-0.9 spk_1]"),
        ("azure-batch.json", "It[0.5-0.7 1] cost[0.7-1 1] $25.[1-2.2 1]"),
        ("azure-sdk.jsonl", "Hello[0.13-0.53] there.[0.53-1.03]"),
        ("azure-fast.json", "Good[0.1-0.5 2] day.[0.5-1 2]"),
        ("deepgram.json", "Hello,[0.08-0.5 0] it's[0.6-0.9 0] me.[0.9-1.2 0]"),
        (
            "deepgram-channels.json",
            "how[0-0.2 channel_0] are[0.2-0.4 channel_0] you[0.4-0.6 channel_0] fine[1.2-1.6 "
            "channel_1] "
            "good[3-3.3 channel_0]",
        ),
        ("deepgram-live.jsonl", "Hello.[0.1-0.5]"),
        ("assemblyai.json", "Smoke,[0.25-0.65 A] right?[0.73-1.022 A] Yes.[1.5-1.8 B]"),
        ("speechmatics.json", "In[0.1-0.4 S1] 2020.[0.5-1.5 S1] Yes[2-2.4 S2]"),
        ("htk.slf", "FOUR[0.36-0.75] SEVEN[0.75-1.2]"),
        ("pocketsphinx.slf", "the[0.14-0.38] comparatively[0.41-1.27] minor[1.27-1.77]"),
    ],
)
def test_files_of_the_real_tools(name: str, expected: str) -> None:
    assert drawn(load(name)[0]) == expected


def test_every_json_format_names_itself() -> None:
    kinds = {
        "whisper": "whisperx.json",
        "vosk": "vosk.json",
        "rev": "rev.json",
        "kaldi": "kaldi.jsonl",
        "google": "google-v2.json",
        "aws": "aws.json",
        "azure": "azure-batch.json",
        "deepgram": "deepgram.json",
        "assemblyai": "assemblyai.json",
        "speechmatics": "speechmatics.json",
    }
    for kind, name in kinds.items():
        content = (FIXTURES / name).read_bytes()
        assert drawn(read(kind, content)[0]) == drawn(load(name)[0])
        for other in kinds:
            if other != kind:
                with pytest.raises(DataError, match=f"expected {other} JSON with"):
                    read(other, content)


def test_confidences_and_alternatives() -> None:
    azure, _ = load("azure-batch.json")
    assert [word.text for word in azure.words] == ["it", "cost", "twenty", "five", "dollars"]
    assert azure.confidence(azure.tokens[2]) == pytest.approx(0.9 * 0.8 * 0.9)
    assert [" ".join(w.text for w in a.words) for a in azure.alternatives] == [
        "it costs twenty five dollars"
    ]
    assert load("vosk-alternatives.jsonl")[0].alternatives[0].score == 253.9
    assert load("aws.json")[0].alternatives[0].words[0].text == "word"
    assert load("whisper-cpp.json")[0].words[3].confidence == 0.8
    entity = load("speechmatics.json")[0].tokens[1]
    assert (entity.kind, entity.first, entity.last) == ("date", 1, 3)


def test_what_was_repaired_is_counted() -> None:
    assert load("vosk.json")[1] == {"partial results left out, the final ones count": 2}
    assert (
        "the last partial result kept, as no final one follows"
        in load("vosk-alternatives.jsonl")[1]
    )
    odd = {
        "segments": [
            {
                "text": " hi",
                "words": [{"word": " hi", "start": "soon", "end": 1, "probability": "high"}],
            }
        ]
    }
    with open_source(_file(odd)) as source:
        (transcript,) = join_recordings(parts_of(source))
        assert transcript.words[0].start is None
        assert dict(source.repairs) == {
            "a time that is not one, left out": 1,
            "confidence is not a number, left out": 1,
        }


def _file(document: Any) -> Path:
    import tempfile

    with tempfile.NamedTemporaryFile("w", suffix=".json", delete=False) as file:
        json.dump(document, file)
    return Path(file.name)


def test_times_as_strings_are_times() -> None:
    (transcript,) = read(
        "whisper", '{"segments": [{"words": [{"word": "hi", "start": "0.5", "end": "1.0"}]}]}'
    )
    assert transcript.words[0][1:3] == (0.5, 1.0)


def test_chinese_words_are_characters() -> None:
    (transcript,) = read(
        "whisper",
        '{"segments": [{"start": 0, "end": 1, "text": "你好，世界。"}], "language": "zh"}',
    )
    assert [token.written for token in transcript.tokens] == ["你", "好，", "世", "界。"]
    assert transcript.language == "zh"
    assert transcript.text == "你好，世界。"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"foo": 1}', "found an object with 'foo'; expected JSON of "),
        ('{"results": 5, "jobName": "x", "status": "x"}', "nearest is aws, which has jobName"),
        ("[1, 2]", "found list; expected JSON of"),
        (
            '{"text": "hi", "segments": [{"start": 0,',
            r"talk.x:1: not valid JSON .*; the file seems cut short",
        ),
        (
            '{"status": "error", "text": null, "audio_url": "x", "error": "Download error"}',
            "status is 'error'",
        ),
        ('{"jobName": "x", "status": "FAILED", "results": {"items": []}}', "the job failed"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_other_json_is_answered_with_what_was_found(content: str, message: str) -> None:
    with pytest.raises(DataError, match=message) as caught:
        read("recogniser", content)
    assert "\n" not in str(caught.value)


def test_a_broken_line_among_messages() -> None:
    lines = '{"text": "one two"}\n{"text": "thr\n{"text": "four"}\n'
    with pytest.raises(DataError, match=r"talk.x:2: not valid JSON"):
        read("vosk", lines)
    (transcript,) = read("vosk", lines, skip_bad_lines=True)
    assert transcript.text == "one two four"


@pytest.mark.parametrize(
    ("opening", "expected"),
    [
        ('{"text": "hello there", "segments": [', "recogniser"),
        ('{"text": " A very long text that', "recogniser"),
        ('{"partial": ""}\n', "recogniser"),
        ('[{"start": 0, "end": 1, "text": "x"}]', "recogniser"),
        ('{"legibly": 1, "words": []}', "json"),
        ('{"text": "hello", "start": 0.1}\n', "words"),
        ('{"w": "hello"}\n', "words"),
    ],
)
def test_json_is_told_apart_by_its_opening(opening: str, expected: str) -> None:
    assert guess_format("a.json", opening).name == expected


def test_long_files_come_in_parts() -> None:
    words = [{"word": f" w{i}", "start": i, "end": i + 1} for i in range(20_000)]
    document = json.dumps(
        {"segments": [{"words": words[i : i + 10]} for i in range(0, 20_000, 10)]}
    )
    with open_source(_file(json.loads(document))) as source:
        parts = list(parts_of(source))
    assert len(parts) > 2
    assert sum(len(part.words) for part in parts) == 20_000


def whole(name: str, document: Any, **settings: Any) -> str:
    return " | ".join(drawn(item) for item in read(name, json.dumps(document), **settings))


def spoken(*texts: str) -> list[dict[str, Any]]:
    return [
        {"word": text, "start": i, "end": i + 1, "probability": 0.5} for i, text in enumerate(texts)
    ]


def test_whispers_pieces_are_put_together() -> None:
    words = spoken(
        " The", " state", "-of", "-the", "-art", " costs", " $43", ",000,", " 3", ".5", "%"
    )
    assert whole("whisper", {"segments": [{"words": words}]}) == (
        "The[0-1] state-of-the-art[1-5] costs[5-6] $43,000,[6-8] 3.5%[8-11]"
    )
    cut = [
        {"text": t, "offsets": {"from": i * 1000, "to": i * 1000 + 1000}}
        for i, t in enumerate([" don", "'t", " ask"])
    ]
    assert whole("whisper", {"transcription": cut}) == "don't[0-2] ask[2-3]"


def test_openais_service_as_its_library_dumps_it() -> None:
    said = ("Hello", "I", "have", "twenty", "five", "apples", "Yes")
    words = [{"word": w, "start": i, "end": i + 1} for i, w in enumerate(said)]
    document = {
        "language": "english",
        "text": "Hello, I have twenty-five apples. Yes.",
        "segments": None,
        "words": words,
    }
    assert whole("recogniser", document) == (
        "Hello,[0-1] I[1-2] have[2-3] twenty-five[3-5] apples.[5-6] Yes.[6-7]"
    )


def test_live_messages_one_a_line() -> None:
    lines = ['{"text": ""}', '{"text": "hello world again"}']
    (transcript,) = read("recogniser", "\n".join(lines))
    assert [word.text for word in transcript.words] == ["hello", "world", "again"]
    assert guess_format("a.jsonl", "\n".join(lines)).name == "recogniser"
    started = (
        '{"type": "SpeechStarted", "channel": [0]}\n'
        + (FIXTURES / "deepgram-live.jsonl").read_text()
    )
    assert drawn(read("recogniser", started)[0]) == "Hello.[0.1-0.5]"


def test_googles_variants() -> None:
    interim = {"results": [{"alternatives": [{"transcript": "hel"}], "stability": 0.9}]}
    final = {"results": [{"alternatives": [{"transcript": "hello"}], "isFinal": True}]}
    content = "\n".join(json.dumps(item) for item in (interim, interim, final))
    assert drawn(read("google", content)[0]) == "hello[-]"
    tagged = [{"word": w, "speakerTag": t} for w, t in (("hi", 1), ("there", 1), ("hello", 2))]
    repeated = [
        {"alternatives": [{"transcript": "hi there"}]},
        {"alternatives": [{"transcript": "hello"}]},
    ]
    assert whole("google", {"results": [*repeated, {"alternatives": [{"words": tagged}]}]}) == (
        "hi[- 1] there[- 1] hello[- 2]"
    )
    batch = {
        "results": {
            "gs://b/one.wav": {
                "transcript": {"results": [{"alternatives": [{"transcript": "one"}]}]}
            },
            "gs://b/two.wav": {"error": {"code": 3}},
            "gs://b/three.wav": {
                "transcript": {"results": [{"alternatives": [{"transcript": "three"}]}]}
            },
        }
    }
    assert whole("recogniser", batch) == "one[-] | three[-]"
    assert [item.name for item in read("google", json.dumps(batch))] == ["one", "three"]
    assert read("recogniser", '{"totalBilledTime": "15s"}') == []


def test_channels() -> None:
    def item(text: str, start: float, channel: str) -> dict[str, Any]:
        times = {"start_time": str(start), "end_time": str(start + 0.4)}
        return {
            "type": "pronunciation",
            "alternatives": [{"content": text}],
            "channel_label": channel,
            **times,
        }

    first = [item("hello", 0.0, "ch_0"), item("there", 0.5, "ch_0")]
    second = [item("yes", 0.0, "ch_1"), item("right", 0.5, "ch_1")]
    labels = {
        "channels": [
            {"channel_label": f"ch_{i}", "items": own} for i, own in enumerate((first, second))
        ]
    }
    mark = {"type": "punctuation", "alternatives": [{"content": "."}]}
    second.append(mark)
    document = {"jobName": "x", "results": {"items": [*first, *second], "channel_labels": labels}}
    assert whole("aws", document) == (
        "hello[0-0.4 ch_0] there[0.5-0.9 ch_0] yes[0-0.4 ch_1] right.[0.5-0.9 ch_1]"
    )

    def phrase(channel: int, offset: int, text: str) -> dict[str, Any]:
        return {
            "channel": channel,
            "offsetInTicks": offset,
            "durationInTicks": 10,
            "nBest": [{"display": text}],
        }

    phrases = [phrase(0, 0, "A."), phrase(0, 90_000_000, "C."), phrase(1, 30_000_000, "B.")]
    assert [t.text for t in read("azure", json.dumps({"recognizedPhrases": phrases}))] == [
        "A. B. C."
    ]


@pytest.mark.parametrize(
    ("name", "document"),
    [
        ("whisper", {"segments": [{"words": [{"word": "a", "start": 10**320, "end": 1}]}]}),
        ("whisper", {"segments": [{"words": [{"word": "a", "speaker": "\ud800"}]}]}),
        (
            "azure",
            {
                "recognizedPhrases": [
                    {"nBest": [{"display": "A", "words": [{"word": "a", "offsetInTicks": -5}]}]}
                ]
            },
        ),
        (
            "azure",
            {"recognizedPhrases": [{"nBest": [{"display": "A", "words": [{"word": None}]}]}]},
        ),
        (
            "vosk",
            {
                "alternatives": [
                    {"text": "a"},
                    {"result": [{"word": "\ud800"}], "confidence": 10**400},
                ]
            },
        ),
    ],
)
def test_odd_values_are_left_out_or_answered(name: str, document: Any) -> None:
    for transcript in read(name, json.dumps(document), skip_bad_lines=True):
        write("words", [transcript]).encode()


def test_marks_that_open_and_marks_alone() -> None:
    def result(kind: str, text: str, **more: Any) -> dict[str, Any]:
        return {"type": kind, "alternatives": [{"content": text}], **more}

    results = [
        result("word", "Hola"),
        result("punctuation", "¿", attaches_to="next"),
        result("word", "qué"),
    ]
    assert whole("speechmatics", {"format": "2.9", "results": results}) == "Hola[-] ¿qué[-]"
    segments = [
        {"start": 0, "end": 2, "text": " - Comment ça va ?"},
        {"start": 2, "end": 3, "text": " iPhone手机"},
    ]
    assert (
        whole("whisper", {"segments": segments})
        == "-Comment[0-] ça[-] va?[-2] iPhone[2-] 手[-] 机[-3]"
    )


def test_alternatives_and_marks_at_the_cut_between_parts() -> None:
    items = []
    for i in range(9000):
        items.append(
            {"type": "pronunciation", "alternatives": [{"content": f"w{i}"}, {"content": "x"}]}
        )
        items.append({"type": "punctuation", "alternatives": [{"content": "."}]})
    (transcript,) = read("aws", json.dumps({"jobName": "x", "results": {"items": items}}))
    assert all(token.after == "." and not token.before for token in transcript.tokens)
    assert all(
        transcript.words[a.first].text[0] == "w" and a.last == a.first + 1
        for a in transcript.alternatives
    )
    assert len(transcript.alternatives) == 9000
