"""Readers meet anything: an answer or one clear line, never a traceback."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from legibly.errors import LegiblyError
from legibly.formats import formats
from legibly.transcript import Transcript
from tests.formats.helpers import read, write
from tests.strategies import transcripts

BOTH = sorted(name for name, item in formats().items() if item.read and item.write)


def answers(name: str, content: str | bytes, **settings: bool) -> list[Transcript] | None:
    try:
        return read(name, content, **settings)
    except LegiblyError as error:
        assert "\n" not in str(error)  # noqa: PT017 - most inputs are fine and raise nothing
        return None


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
