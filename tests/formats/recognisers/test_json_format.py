from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from legibly.errors import DataError
from legibly.formats import guess_format
from legibly.formats.recognisers.collector import WordCollector
from legibly.formats.recognisers.documents import Documents
from legibly.formats.recognisers.json_format import MESSAGES_TRIED, json_format
from legibly.transcript import join_recordings
from tests.formats.helpers import read, source, write
from tests.formats.recognisers.helpers import FIXTURES, drawn, lines, load, repaired, whole

KINDS = {
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

# --- which recogniser a file is from
# ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_json_format_names_itself_and_refuses_the_others(kind: str) -> None:
    content = (FIXTURES / KINDS[kind]).read_bytes()
    assert drawn(read(kind, content)[0]) == drawn(load(KINDS[kind])[0])
    for other in KINDS:
        if other != kind:
            with pytest.raises(DataError, match=f"expected {other} JSON with"):
                read(other, content)


@pytest.mark.parametrize(
    ("opening", "expected"),
    [
        ('{"text": "hello there", "segments": [', "recogniser"),
        ('{"text": " A very long text that', "recogniser"),
        ('{"partial": ""}\n', "recogniser"),
        ('{"text": ""}\n{"text": "hello world again"}', "recogniser"),
        ('[{"start": 0, "end": 1, "text": "x"}]', "recogniser"),
        ('{"legibly": 1, "words": []}', "json"),
        ('{"text": "hello", "start": 0.1}\n', "words"),
        ('{"w": "hello"}\n', "words"),
    ],
)
def test_json_is_told_apart_by_its_opening(opening: str, expected: str) -> None:
    assert guess_format("a.json", opening).name == expected


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"foo": 1}', "found an object with 'foo'; expected JSON of "),
        ("{}", "found an object with nothing in it; expected JSON of"),
        ('{"results": 5, "jobName": "x", "status": "x"}', "nearest is aws by 'jobName', 'results'"),
        ("[1, 2]", "found a list that begins with a number; expected JSON of"),
        ("[[1], 2]", "found a list that begins with a list; expected JSON of"),
        ("[]", "found an empty list; expected JSON of"),
        ('{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6, "g": 7}', "'e', 'f'; expected JSON"),
        (json.dumps({"k" * 99: 1}), f"found an object with '{'k' * 30}'; expected JSON"),
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


def test_live_messages_may_begin_with_some_that_have_no_words() -> None:
    started = [{"type": "started"}, {"message": "Info"}, {"event": "ready"}]
    assert repaired("recogniser", lines(*started, {"text": "so yes"})) == (
        "so[-] yes[-]",
        {"messages without words left out": 3},
    )


def test_not_all_of_a_long_log_is_looked_through() -> None:
    log = lines(*[{"type": "ping"}] * (MESSAGES_TRIED - 1), {"text": "so"})
    assert whole("recogniser", log) == "so[-]"
    with pytest.raises(DataError, match="found an object with 'type'"):
        read("recogniser", lines({"type": "ping"}) + log)


@pytest.mark.parametrize("content", ["", "\n\n"])
def test_an_empty_file_has_no_recordings(content: str) -> None:
    assert read("recogniser", content) == []


# --- a format of one's own
# ------------------------------------------------------------------------------


def walk(documents: Documents, collector: WordCollector) -> Iterator[object]:
    for document in documents:
        collector.add(document["said"].strip())
        yield None


PLAIN = json_format("plain", "plain JSON", ("said",), lambda found: found["said"] != "", walk)


def plain(content: str) -> list[str]:
    assert PLAIN.read is not None
    return [item.text for item in join_recordings(PLAIN.read(source(content)))]


def test_a_walk_adds_words_to_its_collector() -> None:
    assert plain('{"said": "so "}\n{"said": "yes."}') == ["so yes."]


@pytest.mark.parametrize("content", ['{"said": ""}', '{"other": 1}', "[]", '["said"]'])
def test_the_first_document_must_fit(content: str) -> None:
    with pytest.raises(DataError, match=r"talk\.x: found .*; expected plain JSON with said"):
        plain(content)


@pytest.mark.parametrize(
    ("second", "error"), [('{"said": 5}', "AttributeError"), ('{"other": 1}', "KeyError")]
)
def test_what_a_walk_cannot_read_is_one_line(second: str, error: str) -> None:
    message = rf"talk\.x: not what plain writes \({error}: .*\); check the file"
    with pytest.raises(DataError, match=message) as caught:
        plain('{"said": "so"}\n' + second)
    assert "\n" not in str(caught.value)


# --- odd files
# ------------------------------------------------------------------------------


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


def test_long_files_come_in_parts() -> None:
    words = [{"word": f" w{i}", "start": i, "end": i + 1} for i in range(20_000)]
    segments = [{"words": words[i : i + 10]} for i in range(0, 20_000, 10)]
    reader = guess_format("talk.json", '{"segments": [').read
    assert reader is not None
    parts = list(reader(source(json.dumps({"segments": segments}))))
    assert len(parts) > 2
    assert [part.continued for part in parts] == [*[True] * (len(parts) - 1), False]
    assert [word.text for part in parts for word in part.words] == [f"w{i}" for i in range(20_000)]
