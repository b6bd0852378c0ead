"""Files as recognisers write them, read and drawn. A token is drawn as
`text[start-end speaker]`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import strategies as st

from legibly.files.source import open_source
from legibly.formats import find_format
from legibly.formats.transcripts import parts_of
from legibly.transcript import Transcript, join_recordings
from tests.formats.helpers import read, source

FIXTURES = Path(__file__).parents[3] / "examples" / "recognisers"


def load(name: str) -> tuple[Transcript, dict[str, int]]:
    """An example of a real tool, and what was repaired in it."""
    with open_source(FIXTURES / name) as opened:
        (transcript,) = join_recordings(parts_of(opened))
        return transcript, dict(opened.repairs)


def drawn(transcript: Transcript) -> str:
    out = []
    for token in transcript.tokens:
        start, end = ("" if time is None else f"{time:g}" for time in transcript.times(token))
        speaker = transcript.speaker(token)
        out.append(f"{token.written}[{start}-{end}{' ' + speaker if speaker else ''}]")
    return " ".join(out)


def as_text(content: Any) -> str:
    return content if isinstance(content, str) else json.dumps(content)


def whole(name: str, content: Any, **settings: Any) -> str:
    """All recordings of a document, or of lines that were made up."""
    return " | ".join(drawn(item) for item in read(name, as_text(content), **settings))


def one(name: str, content: Any, **settings: Any) -> Transcript:
    (transcript,) = read(name, as_text(content), **settings)
    return transcript


def repaired(name: str, content: Any) -> tuple[str, dict[str, int]]:
    """What was read, and what had to be repaired."""
    reader = find_format(name).read
    assert reader is not None
    opened = source(as_text(content))
    found = " | ".join(drawn(item) for item in join_recordings(reader(opened)))
    return found, dict(opened.repairs)


def lines(*messages: Any) -> str:
    """Messages one a line, as services send them."""
    return "".join(f"{json.dumps(message)}\n" for message in messages)


class Said(NamedTuple):
    """A word as a recogniser heard it; times in milliseconds, as whole numbers keep."""

    text: str
    start: int
    end: int
    confidence: float

    @property
    def begin(self) -> float:
        return self.start / 1000

    @property
    def stop(self) -> float:
        return self.end / 1000


@st.composite
def said(draw: st.DrawFn) -> list[Said]:
    """A few plain words, one after the other."""
    reached, found = 0, []
    for text in draw(st.lists(st.text("abcdefghij", min_size=2, max_size=6), min_size=1)):
        start = reached + draw(st.integers(1, 900))
        reached = start + draw(st.integers(1, 900))
        found.append(Said(text, start, reached, draw(st.integers(0, 100)) / 100))
    return found


def heard(transcript: Transcript) -> list[Said]:
    """The words of a transcript, all of which have times and confidences."""
    return [
        Said(
            word.text,
            round((word.start or 0) * 1000),
            round((word.end or 0) * 1000),
            round(word.confidence or 0, 6),
        )
        for word in transcript.words
    ]
