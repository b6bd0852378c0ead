"""`legibly open`: a server of its own, which only who has the address can ask."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.cli.helpers import Cli
from tools.browser import opened

needs_server = pytest.mark.skipif(
    find_spec("uvicorn") is None, reason="pip install 'legibly[serve]'"
)


@needs_server
def test_it_serves_what_it_was_given_to_who_has_the_token(tmp_path: Path) -> None:
    talk = tmp_path / "my talk.txt"
    talk.write_text("so we met", "utf-8")
    with opened(talk, "--model", "en-baseline") as address:
        plain, _, token = address.partition("#token=")
        assert len(token) >= 32
        with urllib.request.urlopen(plain) as page:
            assert b"<title>legibly</title>" in page.read()
        with pytest.raises(urllib.error.HTTPError, match="401"):
            urllib.request.urlopen(f"{plain}v1/opened")
        headers = {"Authorization": f"Bearer {token}"}
        asked = urllib.request.Request(f"{plain}v1/opened", headers=headers)
        with urllib.request.urlopen(asked) as answer:
            assert json.load(answer) == {"transcript": "my talk.txt", "sound": None}
        elsewhere = urllib.request.Request(plain, headers={"Host": "evil.example"})
        with pytest.raises(urllib.error.HTTPError, match="421"):
            urllib.request.urlopen(elsewhere)


@needs_server
@pytest.mark.parametrize("option", [(), ("--audio",)])
def test_a_file_that_is_not_there_is_said_before_anything_starts(
    cli: Cli, option: tuple[str, ...]
) -> None:
    result = cli("open", *option, "nowhere.ctm")
    assert result.code == 2
    assert result.err.startswith("legibly: nowhere.ctm: ")
    assert result.err.count("\n") == 1


def test_a_page_with_sound_says_where_the_sound_lies(tmp_path: Path) -> None:
    from legibly.cli.format import _beside
    from legibly.transcript import Transcript, Word

    audio, page = tmp_path / "sounds" / "my talk.wav", tmp_path / "pages" / "talk.html"
    (part,) = _beside(str(audio), str(page), [Transcript([Word("so")])])
    assert part.sound == "../sounds/my%20talk.wav"
