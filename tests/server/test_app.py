"""The routes, as a client sees them."""

from __future__ import annotations

import gzip
import io
import json
import lzma
import zipfile
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from legibly.cli.main import run
from legibly.server.served_models import ServedModels
from tests.server.fixtures import Ask

CALL = Path(__file__).parents[2] / "examples" / "earnings-call.ctm"
RTTM = (
    "SPEAKER talk 1 0.0 1.0 <NA> <NA> A <NA> <NA>\nSPEAKER talk 1 1.0 2.0 <NA> <NA> B <NA> <NA>\n"
)
CTM = "talk 1 0.1 0.3 so\ntalk 1 0.5 0.3 we\ntalk 1 1.5 0.3 can\n"


def test_text_goes_in_and_comes_out(client: TestClient) -> None:
    answer = client.post("/v1/format", json={"text": "hi bill it's three thirty"})
    assert (answer.status_code, answer.text) == (200, "Hi bill it's 3:30.\n")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert client.post("/v1/format", content="so we can").text == "So we can.\n"


def test_what_comes_out_is_what_the_command_line_writes(
    client: TestClient, capsys: pytest.CaptureFixture[str]
) -> None:
    for target in ("json", "srt", "vtt", "csv", "sentences", "markdown", "ctm"):
        arguments = ["format", str(CALL), "--model", "en-baseline", "--to", target]
        assert run(arguments) == 0
        printed = capsys.readouterr().out
        raw = client.post("/v1/format", params={"to": target}, content=CALL.read_bytes())
        form = client.post(
            "/v1/format", data={"to": target}, files={"file": ("call.ctm", CALL.read_bytes())}
        )
        typed = client.post("/v1/format", json={"content": CALL.read_text(), "to": target})
        assert raw.text == form.text == typed.text == printed, target


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
def test_compressed_files_are_read(client: TestClient, pack: object) -> None:
    packed = pack(pack(CTM.encode()))  # type: ignore[operator]
    assert client.post("/v1/format", content=packed).text == "So we. Can.\n"


def test_words_and_a_recognisers_json_are_read(client: TestClient) -> None:
    words = ["so", {"text": "we", "start": 1, "end": 2, "speaker": "A"}]
    answer = client.post("/v1/format", json={"words": words, "to": "json"}).json()
    assert [token["text"] for token in answer["tokens"]] == ["So", "we"]
    assert answer["words"][1] == {"text": "we", "start": 1.0, "end": 2.0, "speaker": "A"}
    vosk = {"result": [{"word": "so", "start": 0.1, "end": 0.2, "conf": 1.0}], "text": "so"}
    assert client.post("/v1/format", json={"content": vosk}).text == "So.\n"


def test_options_are_those_of_the_command_line(client: TestClient) -> None:
    def asked(**options: object) -> str:
        return client.post(
            "/v1/format", json={"text": "um gonna call bill at five", **options}
        ).text

    assert asked(rules="gonna\tgoing to") == "Um going to call bill at five.\n"
    assert asked(lexicon=["BiLL"]) == "Um gonna call BiLL at five.\n"
    assert asked(fillers="drop", case=False) == "gonna call bill at five.\n"
    assert asked(digits_from=0, punctuation=False) == "Um gonna call bill at 5\n"
    assert asked(mask_words="bill", mask=["profanity"]) == "Um gonna call *** at five.\n"
    query = client.post("/v1/format?digits_from=0&case=false", content="at five").text
    assert query == "at 5.\n"
    stack = '[[grammar]]\nkind = "money"\n'
    assert asked(grammars=stack, digits_from=0) == "Um gonna call bill at five.\n"


def test_speakers_come_with_the_request(client: TestClient) -> None:
    answer = client.post(
        "/v1/format", json={"content": CTM, "speakers": RTTM, "names": ["A=Ann"], "to": "json"}
    )
    assert [word.get("speaker") for word in answer.json()["words"]] == ["Ann", "Ann", "B"]


def test_what_was_left_out_is_said(client: TestClient) -> None:
    answer = client.post(
        "/v1/format?skip_bad_lines=true&from=ctm", content=CTM + "talk 1 x 0.3 so\n"
    )
    assert json.loads(answer.headers["legibly-notes"]) == ["1 bad lines skipped"]


BAD = [
    (
        {"json": {"text": "a", "digits_frm": 3}},
        400,
        "unknown field 'digits_frm'; did you mean 'dig",
    ),
    ({"json": {"text": "a", "numbers": "no"}}, 400, "numbers is 'no'; expected true or false"),
    ({"json": {"text": "a", "units": "long"}}, 400, "units is 'long'; expected words or short"),
    ({"json": {"text": "a", "line_width": 3}}, 400, "line_width is 3; expected 8 to 200"),
    ({"json": {"text": "a", "digits_from": 1.5}}, 400, "digits_from is 1.5; expected a whole num"),
    ({"json": {"text": "a", "mask": ["/etc/passwd"]}}, 400, "mask is '/etc/passwd'; expected prof"),
    (
        {"json": {"text": "a", "model": "/etc"}},
        400,
        "unknown model '/etc' (available: en-baseline)",
    ),
    ({"json": {"text": "a", "language": "pt"}}, 400, "no model for 'pt' is served, only for en"),
    ({"json": {"text": "a", "language": "xx"}}, 400, "unknown language 'xx'"),
    ({"json": {"text": "a", "to": "docx"}}, 400, "unknown format 'docx'"),
    ({"json": {"text": "a", "to": "vosk"}}, 400, "format 'vosk' can be read but not written"),
    ({"json": {"text": "a", "encoding": "no"}}, 400, "unknown encoding 'no'"),
    ({"json": {"text": "a", "marks": "x"}}, 400, "unknown mark 'x'"),
    ({"json": {"text": "a", "style": ["x"]}}, 400, "x"),
    ({"json": {"text": "a", "style": 3}}, 400, "style is 3; expected a list"),
    ({"json": {"text": "a", "rules": "no tab"}}, 422, "rules, row 1"),
    ({"json": {"text": "a", "rules": [["a", "b"]]}}, 400, "rules is [['a', 'b']]; expected text, "),
    ({"json": {"text": "a", "grammars": "no ["}}, 422, "grammars"),
    ({"json": {"text": "a", "words": ["b"]}}, 400, "2 to be read in it; expected one of text, wo"),
    ({"json": {}}, 400, "nothing to be read in it"),
    ({"json": {"text": 5}}, 400, "text is 5; expected a string"),
    ({"json": {"words": [5]}}, 400, "words is [5]; expected a list of strings or objects"),
    ({"json": {"content": 5}}, 400, "content is 5; expected a string, or JSON"),
    ({"json": []}, 400, "<body>: found list; expected an object"),
    ({"json": {"content": "x 1 2", "from": "ctm"}}, 422, "<body>:1: "),
    (
        {"content": b"{", "headers": {"content-type": "application/json"}},
        400,
        "<body>:1: not valid",
    ),
    ({"content": b"\xff", "headers": {"content-type": "application/json"}}, 400, "not UTF-8"),
    ({"content": b"[" * 99999, "headers": {"content-type": "application/json"}}, 400, "nested too"),
    ({"content": b"x", "headers": {"content-encoding": "gzip"}}, 415, "the body is encoded"),
    ({"content": gzip.compress(b"so we can" * 99)[:-9]}, 422, "damaged or truncated"),
    ({"content": lzma.compress(b"so we can" * 99)[:-9]}, 422, "damaged or truncated"),
    ({"content": b"\x1f\x8b\x08broken"}, 422, "damaged or truncated"),
    ({"content": b"so\0we"}, 422, "<body>: looks like a binary file"),
    ({"content": b"--x", "headers": {"content-type": "multipart/form-data"}}, 400, "not a form"),
    (
        {"content": b"--x", "headers": {"content-type": "multipart/form-data; boundary=y"}},
        400,
        "not a form",
    ),
]


@pytest.mark.parametrize(("request_", "status", "said"), BAD)
def test_what_is_wrong_is_said_in_one_line(
    client: TestClient, request_: dict[str, object], status: int, said: str
) -> None:
    answer = client.post("/v1/format", **request_)  # type: ignore[arg-type]
    problem = answer.json()
    assert (answer.status_code, problem["status"]) == (status, status), problem
    assert answer.headers["content-type"] == "application/problem+json"
    assert said in problem["detail"]
    assert "\n" not in problem["detail"]
    assert "Traceback" not in answer.text


def test_limits_hold(served: Ask) -> None:
    client = served(words=3, body_bytes=2000, table_rows=2)
    assert client.post("/v1/format", content="one two three").status_code == 200
    for request in (
        {"content": "one two three four"},
        {"content": "x" * 2001},
        {"content": gzip.compress(b"a" * 2001)},
        {"content": lzma.compress(b"a" * 2001)},
        {"content": (b"a" * 300 for _ in range(10))},  # whose length nobody knows before
    ):
        answer = client.post("/v1/format", **request)
        assert (answer.status_code, answer.json()["status"]) == (413, 413)
    answer = client.post("/v1/format", json={"text": "a", "keep": ["a", "b", "c"]})
    assert "up to 2 rows" in answer.json()["detail"]


def test_nothing_is_done_for_longer_than_allowed(served: Ask) -> None:
    answer = served(seconds=0.0001).post("/v1/format", content="one two three")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "10")
    assert "not done within 0.0001 seconds" in answer.json()["detail"]


def test_no_name_in_a_request_is_a_path(client: TestClient, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("sesame\tmarjoram", "utf-8")
    for name in ("lexicon", "rules", "keep", "grammars", "speakers", "mask", "mask_words", "model"):
        for value in (str(secret), [str(secret)], f"file://{secret}"):
            answer = client.post("/v1/format", json={"text": "sesame", name: value, "from": "text"})
            assert "marjoram" not in answer.text, (name, answer.text)
    form = client.post("/v1/format", files={"file": (str(secret), b"so we can")})
    assert form.text == "So we can.\n"


def test_a_zip_is_no_transcript(client: TestClient) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("a.txt", "so we can")
    assert client.post("/v1/format", content=out.getvalue()).status_code == 422


def test_texts_are_scored(client: TestClient) -> None:
    sides = {"reference": "Hi, Bill. So we can.", "hypothesis": "Hi Bill. So we can."}
    score = client.post("/v1/score", json={**sides, "bootstrap": 0}).json()
    assert score["marks"][","]["deleted"] == 1
    assert score["marks"]["overall"]["precision"] == 1.0
    files = {name: (f"{name}.txt", text.encode()) for name, text in sides.items()}
    assert client.post("/v1/score?bootstrap=0", files=files).json() == score


def test_what_cannot_be_scored_is_said(served: Ask) -> None:
    client = served(score_words=3)
    for json_, status, said in (
        ({"reference": "a"}, 400, "hypothesis is None; expected text, or a file"),
        ({"reference": "a", "hypothesis": "b", "convention": "x"}, 400, "unknown convention"),
        ({"reference": "a", "hypothesis": "b", "bootstrap": 99999}, 400, "expected 0 to 2000"),
        ({"reference": "a", "hypothesis": " "}, 422, "hypothesis: no words in it"),
        ({"reference": "a b c d", "hypothesis": "a"}, 413, "more than 3 words"),
    ):
        answer = client.post("/v1/score", json=json_)
        assert answer.status_code == status, answer.text
        assert said in answer.json()["detail"]
    assert client.post("/v1/score", content="a").status_code == 415


def test_models_health_and_what_is_not_there(client: TestClient, models: ServedModels) -> None:
    (model,) = client.get("/v1/models").json()["models"]
    assert (model["name"], model["language"], model["marks"]) == ("en-baseline", "en", ["."])
    assert "folder" not in model
    assert client.get("/healthz").json() == {"status": "ok"}
    assert client.get("/readyz").json() == {"status": "ready"}
    missing = client.get("/v2")
    assert (missing.status_code, missing.json()["title"]) == (404, "Not Found")
    wrong = client.get("/v1/format")
    assert (wrong.status_code, wrong.headers["allow"]) == (405, "POST")
    assert client.get("/healthz?x=1").status_code == 400


def test_every_answer_has_headers_that_keep_browsers_safe(client: TestClient) -> None:
    for answer in (client.get("/healthz"), client.get("/none"), client.post("/v1/format", json=[])):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["content-security-policy"].startswith("default-src 'none'")
        assert "access-control-allow-origin" not in answer.headers
        assert "server" not in answer.headers


def test_requests_are_counted(client: TestClient) -> None:
    for text in ("one two", "three"):
        client.post("/v1/format", content=text)
    client.post("/v1/format", json=[])
    page = client.get("/metrics").text
    assert 'legibly_requests_total{route="format",status="2xx"} 2.0' in page
    assert 'legibly_requests_total{route="format",status="4xx"} 1.0' in page
    assert "legibly_words_total 3.0" in page
    assert 'legibly_seconds_bucket{le="+Inf",route="format"} 3.0' in page


def test_a_bug_is_told_to_the_log_alone(served: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    client = served(report=said.append)
    monkeypatch.setattr("legibly.server.app.formatted", lambda *_: 1 // 0)
    answer = client.post("/v1/format", content="so")
    assert answer.status_code == 500
    assert "ZeroDivisionError" in said[0]
    assert "Zero" not in answer.text


def test_the_servers_masks_cannot_be_taken_off(served: Ask) -> None:
    from legibly.formatting.options import make_options

    masked = ServedModels.load(["en-baseline"], make_options(mask=("profanity",)))
    client = served(models=masked)
    tries: list[dict[str, object]] = [{}, {"mask": []}, {"mask": ["cards"]}, {"numbers": False}]
    for options in tries:
        answer = client.post("/v1/format", json={"text": "oh shit", **options})
        assert "s***" in answer.text
