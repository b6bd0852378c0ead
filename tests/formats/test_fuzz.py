"""Readers meet anything: an answer or one clear line, never a traceback."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from legibly.errors import LegiblyError
from legibly.formats import formats, guess_format
from legibly.transcript import Transcript
from tests.formats.helpers import read, write
from tests.strategies import transcripts

READABLE = sorted(name for name, item in formats().items() if item.read)
BOTH = sorted(name for name, item in formats().items() if item.read and item.write)


def answers(name: str, content: str | bytes, **settings: bool) -> list[Transcript] | None:
    try:
        return read(name, content, **settings)
    except LegiblyError as error:
        assert "\n" not in str(error)  # noqa: PT017 - most inputs are fine and raise nothing
        return None


@pytest.mark.parametrize("name", READABLE)
@given(content=st.binary(max_size=300))
def test_any_bytes(name: str, content: bytes) -> None:
    answers(name, content)
    answers(name, content, skip_bad_lines=True)


@pytest.mark.parametrize("name", READABLE)
@given(content=st.text(max_size=300))
def test_any_text(name: str, content: str) -> None:
    answers(name, content)
    answers(name, content, skip_bad_lines=True)


@pytest.mark.parametrize("name", BOTH)
@settings(suppress_health_check=[HealthCheck.too_slow])
@given(transcript=transcripts(timed=True, min_size=1), data=st.data())
def test_mutated_files(name: str, transcript: Transcript, data: st.DataObject) -> None:
    content = write(name, [transcript])
    at = data.draw(st.integers(0, len(content)))
    cut = data.draw(st.integers(0, 5))
    put = data.draw(
        st.text(max_size=5) | st.sampled_from(["\0", "NaN", "-1", '"', "{", "\n", "<ALT>", "1e999"])
    )
    answers(name, content[:at] + put + content[at + cut :])


FIXTURES = sorted((Path(__file__).parents[2] / "examples" / "recognisers").iterdir())


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.name)
@given(data=st.data())
def test_mutated_files_of_the_real_tools(path: Path, data: st.DataObject) -> None:
    content = path.read_bytes()
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(content)))
        cut = data.draw(st.integers(0, 40))
        odd = [
            b"null",
            b"[]",
            b"{}",
            b"-1",
            b'"x"',
            b"1e999",
            b"NaN",
            b"\xff",
            b"<",
            b"&x;",
            b"\n\n",
            b"-->",
            b"true",
        ]
        content = (
            content[:at]
            + data.draw(st.sampled_from(odd) | st.binary(max_size=3))
            + content[at + cut :]
        )
    name = guess_format(path.name, content[:4096].decode("utf-8", "ignore")).name
    answers(name, content)
    answers(name, content, skip_bad_lines=True)


@pytest.mark.parametrize(
    "path", [path for path in FIXTURES if path.suffix in (".json", ".jsonl")], ids=lambda p: p.name
)
@given(data=st.data())
def test_documents_with_other_values_in_them(path: Path, data: st.DataObject) -> None:
    """Valid JSON of the right kind with one value replaced: an answer, or one line."""
    documents = (
        [json.loads(line) for line in path.read_text().splitlines()]
        if path.suffix == ".jsonl"
        else None
    )
    if documents is None:
        decoder, text, documents = json.JSONDecoder(), path.read_text(), []
        while text.strip():
            value, end = decoder.raw_decode(text.lstrip())
            documents.append(value)
            text = text.lstrip()[end:]
    holder = data.draw(
        st.sampled_from([item for document in documents for item in _holders(document)])
    )
    keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
    values: st.SearchStrategy[Any] = st.sampled_from(
        [None, True, 5, -1.5, "x", "", [], {}, [[]], [None], [{}], {"a": 1}, "1e5", 1e308]
    )
    holder[data.draw(st.sampled_from(keys))] = data.draw(values)
    answers("recogniser", "\n".join(json.dumps(document) for document in documents))


def _holders(value: Any) -> Iterator[Any]:
    if isinstance(value, (dict, list)) and value:
        yield value
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _holders(inner)


@pytest.mark.parametrize("name", BOTH)
@given(transcript=transcripts(timed=True, min_size=1), data=st.data())
def test_truncated_files_lose_no_word_before_the_cut(
    name: str, transcript: Transcript, data: st.DataObject
) -> None:
    content = write(name, [transcript])
    lines = content.splitlines(keepends=True)
    kept = "".join(lines[: data.draw(st.integers(0, len(lines)))])
    found = answers(name, kept)
    if found is not None and name in ("ctm", "words"):
        assert sum(len(item.words) for item in found) == kept.count("\n")
