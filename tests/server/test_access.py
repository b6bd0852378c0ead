"""Who may ask."""

from __future__ import annotations

import hmac
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient, WebSocketDenialResponse

from legibly.errors import DataError, LegiblyError, UsageError
from legibly.server.access import LOCAL_NAMES, Access, Tokens, is_loopback, read_tokens
from legibly.server.rates import Rates
from tests.server.fixtures import Ask

TOKEN, OTHER = "correct-horse-battery-staple", "another-token-of-some-length"
BEARER = {"authorization": f"Bearer {TOKEN}"}
PATHS = ("/v1/models", "/metrics", "/openapi.json")


def test_without_a_token_nothing_but_health_is_told(served: Ask) -> None:
    client = served(access=Access(Tokens([TOKEN, OTHER])))
    wrong = [{}, {"authorization": TOKEN}, {"authorization": f"Basic {TOKEN}"}]
    wrong += [{"authorization": f"Bearer {TOKEN}x"}, {"authorization": "Bearer"}]
    for headers in wrong:
        for path in PATHS:
            answer = client.get(path, headers=headers)
            assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
        assert client.post("/v1/format", content="so", headers=headers).status_code == 401
        assert client.get("/healthz", headers=headers).status_code == 200
        with pytest.raises(WebSocketDenialResponse) as refused:
            client.websocket_connect("/v1/stream", headers=headers).__enter__()
        assert refused.value.status_code == 401
    for token in (TOKEN, OTHER):
        for path in PATHS:
            headers = {"authorization": f"bearer {token}"}
            assert client.get(path, headers=headers).status_code == 200
    assert client.get("/openapi.json", headers=BEARER).json()["security"] == [{"token": []}]


def test_a_page_gives_its_token_as_a_subprotocol(served: Ask) -> None:
    client = served(access=Access(Tokens([TOKEN])))
    offered = ["legibly", f"legibly.token.{TOKEN}"]
    with client.websocket_connect("/v1/stream", subprotocols=offered) as socket:
        assert socket.accepted_subprotocol == "legibly"
    with pytest.raises(WebSocketDenialResponse):
        client.websocket_connect(
            "/v1/stream", subprotocols=["legibly", "legibly.token.x"]
        ).__enter__()


def test_all_tokens_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[bytes] = []

    def compare(one: bytes, other: bytes) -> bool:
        compared.append(other)
        return one == other

    monkeypatch.setattr(hmac, "compare_digest", compare)
    tokens = Tokens([TOKEN, OTHER])
    for token in (TOKEN, OTHER, "nobody's"):
        compared.clear()
        assert tokens.admit(token) == (token in (TOKEN, OTHER))
        assert len(compared) == 2
        assert TOKEN.encode() not in compared  # digests are kept, not tokens


def test_tokens_come_from_a_file_or_the_environment(tmp_path: Path) -> None:
    file = tmp_path / "tokens"
    file.write_text(f"# who may\n{TOKEN}\n\n", "utf-8")
    assert read_tokens(file, {}).admit(TOKEN)
    assert read_tokens(None, {"LEGIBLY_TOKENS": f"{TOKEN} {OTHER}"}).admit(OTHER)
    assert not read_tokens(None, {})


@pytest.mark.parametrize(
    ("content", "kind", "said"),
    [
        (b"short\n", DataError, "token 1 is not 16 or more ASCII characters without spaces"),
        (f"{TOKEN}\nwith a space in it\n".encode(), DataError, "token 2 is not"),
        ("zu kurz für ein längeres".encode(), DataError, "openssl rand -hex 24"),
        (b"# nothing\n", DataError, "no token in it"),
        (b"\xff", UsageError, "not UTF-8"),
        (None, UsageError, "cannot be read"),
        (b"\n".join(b"token-%012d" % i for i in range(1001)), DataError, "1001 tokens"),
    ],
)
def test_a_wrong_file_of_tokens_is_refused(
    tmp_path: Path, content: bytes | None, kind: type[LegiblyError], said: str
) -> None:
    file = tmp_path / "tokens"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(kind) as error:
        read_tokens(file, {})
    assert said in str(error.value)
    assert "zu kurz" not in str(error.value)


def test_pages_of_others_may_not_ask(served: Ask) -> None:
    client = served(access=Access(origins=("https://captions.example",)))
    for origin, status in (
        ("https://evil.example", 403),
        ("null", 403),
        ("http://127.0.0.1", 200),
        ("https://captions.example", 200),
    ):
        answer = client.post("/v1/format", content="so", headers={"origin": origin})
        assert answer.status_code == status, origin
        named = answer.headers.get("access-control-allow-origin")
        assert named == (origin if origin == "https://captions.example" else None)
    with pytest.raises(WebSocketDenialResponse) as refused:
        client.websocket_connect(
            "/v1/stream", headers={"origin": "https://evil.example"}
        ).__enter__()
    assert refused.value.status_code == 403


def test_a_browser_may_ask_before_it_asks(served: Ask) -> None:
    client = served(access=Access(Tokens([TOKEN]), origins=("https://captions.example",)))
    headers = {
        "origin": "https://captions.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization",
    }
    answer = client.options("/v1/format", headers=headers)
    assert answer.status_code == 204
    assert answer.headers["access-control-allow-headers"] == "authorization, content-type"
    assert answer.headers["access-control-allow-origin"] == "https://captions.example"
    headers["origin"] = "https://evil.example"
    answer = client.options("/v1/format", headers=headers)
    assert answer.status_code == 403
    assert "access-control-allow-methods" not in answer.headers


def test_names_of_others_are_not_served(served: Ask) -> None:
    client = served(access=Access(hosts=LOCAL_NAMES))
    for host, status in (
        ("127.0.0.1:8000", 200),
        ("localhost", 200),
        ("[::1]:8000", 200),
        ("evil.example", 421),
        ("", 421),
        ("127.0.0.1.evil.example:8000", 421),
    ):
        assert client.get("/healthz", headers={"host": host}).status_code == status, host


def test_loopback() -> None:
    assert all(map(is_loopback, ("127.0.0.1", "127.9.9.9", "localhost", "::1", "[::1]")))
    assert not any(map(is_loopback, ("0.0.0.0", "10.0.0.1", "example.org", "::", "")))


def test_who_asks_too_often_waits(served: Ask) -> None:
    client: TestClient = served(rates=Rates(1.0), rate=1.0)
    answers = [client.get("/healthz") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 429, 429]
    assert answers[-1].headers["retry-after"] in ("1", "2")
    assert answers[-1].json()["detail"] == "more than 1 requests a second"


@given(
    rate=st.floats(0.1, 50),
    pauses=st.lists(st.floats(0, 2), min_size=1, max_size=60),
)
def test_no_client_gets_more_than_its_rate(rate: float, pauses: list[float]) -> None:
    now = 0.0
    rates = Rates(rate, clock=lambda: now)
    admitted = 0
    for pause in pauses:
        now += pause
        wait = rates.wait("a")
        admitted += wait == 0
        assert wait >= 0
    assert admitted <= rate * (now + max(2.0, 1 / rate)) + 1
    assert rates.wait("somebody else") == 0
