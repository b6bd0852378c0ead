"""The page's files, and what it asks: formats, subtitles, readings, comparing."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import legibly
from legibly.cli.main import run
from legibly.page.page_files import page_files
from legibly.server.access import Access, Tokens
from legibly.server.page_routes import Opened
from tests.server.fixtures import Ask

CALL = Path(__file__).parents[2] / "examples" / "earnings-call.ctm"
WORDS = [{"text": text, "start": i, "end": i + 0.5} for i, text in enumerate("so we met".split())]
DOCUMENT = {
    "legibly": 1,
    "words": WORDS,
    "tokens": [
        {"text": "So we all", "first": 0, "last": 2, "after": ","},
        {"text": "met", "first": 2, "last": 3, "after": "."},
    ],
}


def test_the_page_comes_with_a_policy_that_lets_nothing_in(client: TestClient) -> None:
    answer = client.get("/")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'; script-src 'self'" in policy
    assert "require-trusted-types-for 'script'" in policy
    assert "unsafe" not in policy
    assert answer.headers["x-frame-options"] == "DENY"
    for path, file in page_files().items():
        assert client.get(path).content == file.content, path
    assert client.get("/page/nothing.js").status_code == 404
    assert client.get("/page/../page_files.py").status_code == 404


def test_files_are_packed_for_those_who_unpack_them(client: TestClient) -> None:
    sent = client.get("/page/style.css", headers={"accept-encoding": "gzip"})
    assert sent.headers["content-encoding"] == "gzip"
    assert sent.content == page_files()["/page/style.css"].content  # unpacked by the client
    plain = client.get("/page/style.css", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers


def test_the_page_needs_no_token_and_what_was_opened_does(served: Ask, tmp_path: Path) -> None:
    sound = tmp_path / "talk.wav"
    sound.write_bytes(b"RIFF")
    access = Access(Tokens(["sixteen-characters"]))
    client = served(access=access, opened=Opened.of("call.ctm", [legibly.read(CALL)], sound))
    assert client.get("/").status_code == 200
    assert client.get("/page/one-file.html").status_code == 200
    assert client.get("/v1/opened").status_code == 401
    assert client.get("/v1/opened/transcript").status_code == 401
    headers = {"Authorization": "Bearer sixteen-characters"}
    names = client.get("/v1/opened", headers=headers).json()
    assert names == {"transcript": "call.ctm", "sound": "talk.wav"}
    document = client.get("/v1/opened/transcript", headers=headers).json()
    assert "tokens" not in document
    assert document["words"][0]["text"] == "good"
    assert client.get("/v1/opened/sound", headers=headers).content == b"RIFF"
    assert client.get("/v1/opened/other", headers=headers).status_code == 404


def test_tokens_that_are_more_than_the_words_are_opened_with_them() -> None:
    written = legibly.load("en-baseline")("so we met")
    document = json.loads(Opened.of("talk.txt", [written, written], None).document)
    assert [item["tokens"][2]["after"] for item in document["transcripts"]] == [".", "."]


def test_nothing_was_opened(served: Ask, client: TestClient) -> None:
    assert client.get("/v1/opened").status_code == 404
    without = served(opened=Opened())
    assert without.get("/v1/opened").json() == {"transcript": None, "sound": None}
    assert without.get("/v1/opened/transcript").status_code == 404
    assert without.get("/v1/opened/sound").status_code == 404


def test_edited_tokens_go_into_every_format_with_the_times_of_their_words(
    client: TestClient,
) -> None:
    srt = client.post("/v1/convert", json={"content": DOCUMENT, "to": "srt"})
    assert srt.text.startswith("1\n00:00:00,000 --> ")
    assert "So we all, met." in srt.text
    ctm = client.post("/v1/convert", json={"content": DOCUMENT, "to": "ctm"}).text
    assert "So_we_all" in ctm or "So" in ctm
    assert client.post("/v1/convert", json={"content": DOCUMENT}).text == "So we all, met.\n"
    back = client.post("/v1/convert", json={"content": DOCUMENT, "to": "json"}).json()
    assert back["words"] == WORDS
    page = client.post("/v1/convert", json={"content": DOCUMENT, "to": "html"})
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["content-security-policy"].startswith("default-src 'none'")


def test_convert_writes_what_the_command_line_writes(
    client: TestClient, capsys: pytest.CaptureFixture[str]
) -> None:
    for target in ("json", "stm", "vtt"):
        assert run(["convert", str(CALL), "--to", target]) == 0
        printed = capsys.readouterr().out
        sent = client.post("/v1/convert", params={"to": target}, content=CALL.read_bytes())
        assert sent.text == printed, target


def test_options_of_formatting_are_none_of_converting(client: TestClient) -> None:
    answer = client.post("/v1/convert", json={"content": DOCUMENT, "digits_from": 3})
    assert answer.status_code == 400
    assert "unknown field 'digits_from'" in answer.json()["detail"]


def test_subtitles_say_which_rules_they_break(client: TestClient) -> None:
    fine = client.post("/v1/subtitles", json={"content": DOCUMENT}).json()["cues"]
    assert fine == [
        {
            "start": 0.0,
            "end": 2.5,
            "lines": ["So we all, met."],
            "first": 0,
            "last": 2,
            "broken": [],
        }
    ]
    asked = {"content": DOCUMENT, "reading_speed": 5, "max_seconds": 1}
    broken = client.post("/v1/subtitles", json=asked).json()["cues"]
    assert {fact["rule"] for cue in broken for fact in cue["broken"]} == {"reading speed"}


def test_readings_are_the_likeliest_first(client: TestClient) -> None:
    words = [{"text": word} for word in "we sold twenty five of them".split()]
    asked = {"words": words, "first": 2, "last": 4, "count": 3}
    found = client.post("/v1/readings", json=asked).json()["readings"]
    assert len(found) == 3
    assert found[0]["tokens"][0] | {"kind": ""} == {
        "text": "25",
        "first": 2,
        "last": 4,
        "before": "",
        "after": "",
        "kind": "",
    }
    shares = [reading["share"] for reading in found]
    assert shares == sorted(shares, reverse=True)
    assert 0 < sum(shares) <= 1.000001


@pytest.mark.parametrize(
    ("asked", "status", "said"),
    [
        ({"words": ["so"]}, 400, "first and last are not given"),
        ({"words": ["so"], "first": 0, "last": 2}, 400, "expected some of the 1 words"),
        ({"words": ["so"], "first": -1, "last": 1}, 400, "expected 0 or more"),
        ({"words": ["so"] * 401, "first": 0, "last": 1}, 413, "more than 400 words"),
        ({"words": [], "first": 0, "last": 1}, 400, "expected some of the 0 words"),
        ({"content": {"legibly": 1, "transcripts": [{}, {}]}, "first": 0, "last": 1}, 400, "one"),
    ],
)
def test_readings_that_cannot_be(
    client: TestClient, asked: dict[str, object], status: int, said: str
) -> None:
    answer = client.post("/v1/readings", json=asked)
    assert (answer.status_code, said in answer.json()["detail"]) == (status, True), answer.text


def test_two_versions_in_rows_with_their_errors(client: TestClient) -> None:
    sides = {"reference": "So we met. Did he?", "hypothesis": "so we met did she", "bootstrap": 0}
    found = client.post("/v1/compare", json=sides).json()
    assert found["rows"][0]["reference"] == [
        {"text": "So", "errors": ["case"]},
        {"text": "we", "errors": []},
        {"text": "met.", "errors": ["mdel"]},
    ]
    assert found["rows"][1]["hypothesis"][1] == {"text": "she", "errors": ["sub", "mdel"]}
    score = client.post("/v1/score", json=sides).json()
    assert found["score"]["marks"] == score["marks"]


def test_formats_are_listed(client: TestClient) -> None:
    found = {form["name"]: form for form in client.get("/v1/formats").json()["formats"]}
    assert found["ctm"]["reads"]
    assert found["ctm"]["writes"]
    assert not found["whisper"]["writes"]
    assert found["html"]["suffixes"] == [".html", ".htm"]


def test_the_empty_page_is_one_file(client: TestClient) -> None:
    sent = client.get("/page/one-file.html").text
    assert 'id="transcript"></script>' in sent
    assert "page/style.css" not in sent
    assert len(gzip.compress(sent.encode())) < 100_000
    assert json.dumps(sent)
