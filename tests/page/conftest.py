"""A browser and a server for tests of the page; without them these tests are left out."""

from __future__ import annotations

import wave
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from legibly.formats.transcripts import write
from legibly.transcript import Token, Transcript, Word
from tools.browser import browser, missing, opened

CALL = Path(__file__).parents[2] / "examples" / "earnings-call.ctm"
OpenPage = Callable[..., Any]
MISSING = missing() or ("" if find_spec("uvicorn") else "no server: pip install 'legibly[serve]'")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """Not for the whole session: while it is open, a loop of events runs in this thread, and other
    tests want loops of their own.
    """
    if MISSING:
        pytest.skip(MISSING)
    with browser() as found:
        yield found


@pytest.fixture
def open_page(chromium: Any) -> Iterator[OpenPage]:
    """Opens an address; what goes wrong in a page fails the test."""
    wrong: list[str] = []
    contexts = []

    def note(said: Any) -> None:
        if said.type == "error" and "Failed to load resource" not in said.text:
            wrong.append(said.text)

    def open_at(address: str, **options: Any) -> Any:
        context = chromium.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
        context.set_default_timeout(30_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", note)
        page.goto(address)
        return page

    yield open_at
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.fixture(scope="session")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Half a minute of silence."""
    path = tmp_path_factory.mktemp("sound") / "call.wav"
    with wave.open(str(path), "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(8000)
        out.writeframes(bytes(2 * 8000 * 30))
    return path


@pytest.fixture(scope="session")
def served(sound: Path) -> Iterator[str]:
    """The address of `legibly open` with the example and its sound."""
    if MISSING:
        pytest.skip(MISSING)
    with opened(CALL, "--audio", sound, "--model", "en-baseline") as address:
        yield address


def spoken(text: str, speakers: str = "") -> Transcript:
    """Written text as it was heard, a word a second, by speakers named with a letter each."""
    written = text.split()
    words = [
        Word(
            "".join(char for char in word.lower() if char not in ",.?"),
            float(i),
            i + 0.8,
            0.3 if i == 3 else 0.95,
            speakers[i] if speakers else None,
        )
        for i, word in enumerate(written)
    ]
    tokens = [
        Token(word.rstrip(",.?"), i, i + 1, "", word[len(word.rstrip(",.?")) :])
        for i, word in enumerate(written)
    ]
    return Transcript(words, tokens, "en", "talk")


@pytest.fixture
def saved(tmp_path: Path) -> Callable[[Transcript], str]:
    """The address of a transcript that was saved as a page."""

    def save(transcript: Transcript) -> str:
        path = tmp_path / "talk.html"
        write(transcript, path)
        return path.as_uri()

    return save
