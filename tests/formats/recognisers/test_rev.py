from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from legibly.errors import DataError
from legibly.formats import guess_format
from tests.formats.helpers import read
from tests.formats.recognisers.helpers import Said, as_text, drawn, heard, load, one, said, whole


def word(text: str, start: float | None = None, **more: Any) -> dict[str, Any]:
    times = {} if start is None else {"ts": start, "end_ts": start + 0.5}
    return {"type": "text", "value": text, **times, **more}


def mark(text: str) -> dict[str, Any]:
    return {"type": "punct", "value": text}


def document(*monologues: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"monologues": list(monologues), **more}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("vosk-transcriber.json", "one[0.84-1.11 unknown] zero[1.11-1.53 unknown]"),
        (
            "rev.json",
            "Good[0.5-0.7 Operator] day,[0.7-1 Operator] <crosstalk>[- Operator] "
            "everyone.[1.1-1.6 Operator] Thanks![2-2.4 1]",
        ),
        ("earnings.nlp", "Good[0.69-1.01 2] day,[1.01-1.23 2] COVID-19.[- 2]"),
    ],
)
def test_files_of_the_real_tools(name: str, expected: str) -> None:
    assert drawn(load(name)[0]) == expected


# --- JSON
# ------------------------------------------------------------------------------


@given(said())
def test_words_times_and_confidences_are_kept(spoken: list[Said]) -> None:
    rows: list[dict[str, Any]] = []
    for w in spoken:
        row = {"value": w.text, "ts": w.begin, "end_ts": w.stop, "confidence": w.confidence}
        rows += [{"type": "text", **row}, mark(" ")]
    assert heard(one("rev", document({"elements": rows}))) == spoken


def test_marks_are_elements_of_their_own() -> None:
    elements = [word("So", 0), mark(", "), word("yes", 1), mark(".")]
    assert whole("rev", document({"elements": elements})) == "So,[0-0.5] yes.[1-1.5]"


def test_what_was_not_understood_is_a_tag() -> None:
    elements = [word("so"), {"type": "unknown", "value": "inaudible"}]
    elements.append({"type": "unknown", "value": "<laugh>"})
    assert whole("rev", document({"elements": elements})) == "so[-] <inaudible>[-] <laugh>[-]"


@pytest.mark.parametrize(
    ("speaker", "expected"),
    [
        (0, "Ann"),
        (1, "1"),
        ({"id": "7", "name": "Bob"}, "Bob"),
        ({"id": "7", "name": ""}, "7"),
        ("spk", "spk"),
    ],
)
def test_speakers_have_names_where_there_are_any(speaker: Any, expected: str) -> None:
    speakers = [{"id": 0, "name": "Ann"}, {"id": 1, "name": ""}]
    found = document({"speaker": speaker, "elements": [word("so")]}, speakers=speakers)
    assert one("rev", found).words[0].speaker == expected


def test_vosk_transcribers_names_of_fields() -> None:
    terms = [{"type": "WORD", "text": "so", "start": 0.5, "end": 1.0}]
    assert whole("rev", document({"speaker": {"id": "x"}, "terms": terms})) == "so[0.5-1 x]"


def test_monologues_are_segments() -> None:
    transcript = one("rev", document({"elements": [word("so")]}, {"elements": [word("yes")]}))
    assert [item.labels for item in transcript.words] == [{"segment": 0}, {"segment": 1}]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({"monologues": 5}, "found an object with 'monologues'; expected rev JSON with monologues"),
        ([], "found an empty list; expected rev JSON with monologues"),
        (document({"elements": [{"type": "text"}]}), "a word is None; expected a string"),
    ],
)
def test_what_is_not_revs(content: Any, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read("rev", as_text(content))


# --- .nlp
# ------------------------------------------------------------------------------


HEADER = "token|speaker|ts|endTs|punctuation|prepunctuation|case|tags\n"


def test_fields_between_bars() -> None:
    rows = "So|1|0.5|1.0|,||UC|[]\n\nwell|1|||.|(|LC|['7:TIME']\n"
    transcript = one("nlp", HEADER + rows)
    assert drawn(transcript) == "So,[0.5-1 1] (well.[- 1]"
    assert [word.labels for word in transcript.words] == [{}, {"tags": "['7:TIME']"}]


def test_fields_may_stand_in_another_order() -> None:
    assert whole("nlp", "ts|token\n0.5|so\n") == "so[0.5-]"


@given(said())
def test_words_and_times_are_kept_between_bars(spoken: list[Said]) -> None:
    rows = [f"{w.text}|1|{w.begin}|{w.stop}\n" for w in spoken]
    found = heard(one("nlp", "token|speaker|ts|endTs\n" + "".join(rows)))
    assert found == [w._replace(confidence=0) for w in spoken]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "talk.x:1: found ''; expected a line like token|speaker|ts|endTs"),
        ("so yes\n", "talk.x:1: found 'so yes'; expected a line like token"),
        ("token|ts\nso\n", "talk.x:2: 1 fields; expected 2: token|ts; fix the line or pass"),
    ],
)
def test_a_bad_line_is_named(content: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        read("nlp", content)
    assert message in str(caught.value)


def test_a_bad_line_is_left_out_where_the_user_asks_for_it() -> None:
    assert whole("nlp", "token|ts\nso\nyes|1\n", skip_bad_lines=True) == "yes[1-]"


def test_the_first_line_tells() -> None:
    assert guess_format("talk", HEADER).name == "nlp"
