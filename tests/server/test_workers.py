"""Processes: several workers, lost ones, the end."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from legibly.cli.main import run
from tests.server.running import Running, running

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that forks")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("server")
    with running(folder, "--workers", "2", "--max-connections", "40", "--rate", "0") as one:
        yield one


def until(truth: Any, seconds: float = 30) -> bool:
    """Whether something comes true within some time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if truth():
            return True
        time.sleep(0.05)
    return False


def test_both_workers_answer(server: Running) -> None:
    for _ in range(6):
        answer = httpx.post(f"{server.url}/v1/format", content="so we can")
        assert answer.text == "So we can.\n"
    assert len(server.workers()) == 2
    assert "server" not in answer.headers
    page = httpx.get(f"{server.url}/metrics").text
    assert "legibly_workers 2.0" in page
    assert 'legibly_requests_total{route="format",status="2xx"} 6.0' in page


def said(socket_: Any, message: object) -> dict[str, Any]:
    socket_.send(json.dumps(message))
    return dict(json.loads(socket_.recv(timeout=30)))


def test_a_stream_goes_on_in_another_worker(server: Running) -> None:
    words = "so we met bill in london on monday and he said yes".split()
    path = f"{server.socket_url}/v1/stream?max_delay=3&resume=true"
    tokens: list[dict[str, Any]] = []
    state: dict[str, Any] = {"message": 0}
    for cut in (3, 4, 7, 8, len(words)):  # each connection goes to the worker with the fewest
        with connect(path) as socket_:
            if state["message"] or tokens:
                said(socket_, {"resume": state})
            for word in words[state["message"] : cut]:
                answer = said(socket_, {"words": [word]})
                tokens += answer["committed"]
                state = answer["resume"]
            if cut == len(words):
                tokens += said(socket_, {"end": True})["committed"]
            else:
                socket_.socket.shutdown(socket.SHUT_RDWR)  # lost, without a word
    assert [token["first"] for token in tokens] == list(range(len(words)))
    with connect(path.replace("&resume=true", "")) as socket_:
        assert said(socket_, {"words": words, "end": True})["committed"] == tokens


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs a list of processes")
def test_a_worker_that_is_lost_is_replaced_and_streams_go_on(server: Running) -> None:
    path = f"{server.socket_url}/v1/stream?max_delay=1&resume=true"
    before = set(server.workers())
    with connect(path) as socket_:
        state = said(socket_, {"words": ["so", "we", "can"]})["resume"]
        for pid in before:
            os.kill(pid, signal.SIGKILL)
        with pytest.raises(ConnectionClosed):
            socket_.recv(timeout=30)
    assert until(lambda: len(server.workers()) == 2 and not before & set(server.workers()))
    with connect(path) as socket_:
        said(socket_, {"resume": state})
        # Two of its words were committed; all of it is sent again.
        assert (state["message"], state["skip"]) == (0, 2)
        last = said(socket_, {"words": ["so", "we", "can"], "end": True})
    assert [(token["text"], token["first"]) for token in last["committed"]] == [("can", 2)]
    assert "a worker ended" in server.log.read_text("utf-8")


def test_connections_are_limited(server: Running) -> None:
    open_: list[socket.socket] = []
    try:
        for _ in range(50):  # a few more, as workers count at the same time
            open_.append(socket.create_connection(("127.0.0.1", server.port)))
        assert until(lambda: any(b" 503 " in _read(one) for one in open_))
    finally:
        for one in open_:
            one.close()
    assert until(lambda: _status(server) == 200)


def _read(connection: socket.socket) -> bytes:
    connection.settimeout(0.05)
    try:
        return connection.recv(1000)
    except OSError:
        return b""


def _status(server: Running) -> int:
    try:
        return httpx.get(f"{server.url}/healthz").status_code
    except httpx.HTTPError:
        return 0


def test_the_end_flushes_streams_and_finishes_requests(tmp_path: Path) -> None:
    with running(tmp_path, "--workers", "2") as server:
        with connect(f"{server.socket_url}/v1/stream?resume=true") as socket_:
            said(socket_, {"words": ["so", "we", "can"]})
            server.process.send_signal(signal.SIGTERM)
            last = json.loads(socket_.recv(timeout=30))
            assert last["closing"]
            assert [token["text"] for token in last["committed"]] == ["So", "we", "can"]
            assert last["resume"]["message"] == 1
            with pytest.raises(ConnectionClosed) as closed:
                socket_.recv(timeout=30)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012
        assert server.process.wait(60) == 0
    assert "Traceback" not in server.log.read_text("utf-8")


def test_one_worker_is_one_process(tmp_path: Path) -> None:
    with running(tmp_path, "--workers", "1", "--fillers", "drop") as server:
        assert httpx.post(f"{server.url}/v1/format", content="um so we").text == "So we.\n"
        assert "(1 worker)" in server.log.read_text("utf-8")
        assert server.end() == 0


STORY = """
import os, signal, socket, threading, time
from legibly.formatting.options import Options
from legibly.server.limits import Limits
from legibly.server.served_models import ServedModels
from legibly.server.workers import Serving, listen, serve

def told():
    try:
        tell(port)
    finally:
        os.kill(os.getpid(), signal.SIGTERM)

models = ServedModels.load(["en-baseline"], Options())
listener = listen("127.0.0.1", 0)
port = listener.getsockname()[1]
serving = Serving(models, Limits(body_seconds=0.3, send_seconds=0.3, grace_seconds=2))
serve(serving, listener, 1, threading.Thread(target=told).start)
"""


def told(story: str) -> list[str]:
    """What a client prints, of a server in its process with little patience."""
    command = [sys.executable, "-c", story + STORY]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout.splitlines()


def test_a_client_that_sends_no_request_is_let_go() -> None:
    story = """
def tell(port):
    for start in (b"", b"POST /v1/for", b"GET /healthz HTTP/1.1\\r\\nHost: x\\r\\nA:"):
        with socket.create_connection(("127.0.0.1", port)) as one:
            one.sendall(start)
            one.settimeout(60)
            try:
                print(one.recv(100))
            except ConnectionResetError:
                print(b"")
"""
    assert told(story) == ["b''"] * 3


def test_a_client_that_takes_no_answer_is_dropped() -> None:
    story = """
def frame(text):
    size = bytes([0x80 | 126]) + len(text).to_bytes(2)
    return b"\\x81" + size + bytes(4) + text

def tell(port):
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    one.connect(("127.0.0.1", port))
    one.settimeout(60)
    one.sendall(
        b"GET /v1/stream?resume=true&max_delay=0 HTTP/1.1\\r\\nHost: x\\r\\n"
        b"Upgrade: websocket\\r\\nConnection: Upgrade\\r\\nSec-WebSocket-Version: 13\\r\\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\\r\\n\\r\\n"
    )
    print(one.recv(12))
    words = b'"so", ' * 40 + b'"we"'
    try:
        for turn in range(8_000):
            one.sendall(frame(b'{"words": [' + words + b"]}".ljust(200)))
            words = b""
            time.sleep(0.02 if turn > 4_000 else 0)
    except (ConnectionError, TimeoutError) as error:
        print(type(error).__name__ != "TimeoutError")
"""
    assert told(story) == ["b'HTTP/1.1 101'", "True"]


def test_a_message_that_is_too_long_ends_the_stream(server: Running) -> None:
    with connect(f"{server.socket_url}/v1/stream") as socket_:
        socket_.send(json.dumps({"words": ["so" * 40_000]}))
        with pytest.raises(ConnectionClosed) as closed:
            socket_.recv(timeout=30)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--host", "0.0.0.0"], "--host 0.0.0.0 is reached from elsewhere; expected tokens"),
        (["--host", "192.0.2.1", "--without-token"], "cannot listen at 192.0.2.1:8000"),
        (["--tokens", "none.txt"], "none.txt: cannot be read"),
        (["--model", "nobody"], "unknown model 'nobody'"),
        (["--lexicon", "none.txt"], "none.txt: cannot be opened"),
        (["--marks", "x"], "unknown mark 'x'"),
        (["--workers", "0"], "Invalid value for '--workers'"),
    ],
)
def test_what_cannot_be_served_is_said(
    arguments: list[str],
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("LEGIBLY_TOKENS", raising=False)
    assert run(["serve", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_an_address_that_is_taken_is_said(
    server: Running, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["serve", "--port", str(server.port)]) == 2
    assert "name another --port" in capsys.readouterr().err


def test_the_missing_extra_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert run(["serve"]) == 2
    assert "pip install 'legibly[serve]'" in capsys.readouterr().err
