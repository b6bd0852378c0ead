"""The clients of the documentation, against a server; and its unit and container file."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.running import Running, running

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "guide" / "server.md").read_text("utf-8")
CAPTIONS = "So we met bill in London on Monday."


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.M | re.S)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("clients"), "--workers", "2") as one:
        yield one


def ran(server: Running, folder: Path, command: list[str], code: str) -> str:
    """What a client prints; its text is the last argument."""
    code = code.replace("127.0.0.1:8000", f"127.0.0.1:{server.port}")
    (folder / "call.ctm").write_bytes((ROOT / "examples" / "earnings-call.ctm").read_bytes())
    done = subprocess.run(
        [*command, code], capture_output=True, text=True, timeout=120, cwd=folder, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.skipif(not shutil.which("curl"), reason="needs curl")
def test_curl(server: Running, tmp_path: Path) -> None:
    text, files, typed = (ran(server, tmp_path, ["sh", "-ec"], code) for code in blocks("sh"))
    assert text.startswith("Hi bill it's Tracy how are you.")
    subtitles, _, document = files.partition('{"legibly"')
    assert subtitles.startswith("1\n00:00:00,810 --> ")
    assert '"tokens"' in document
    assert typed == "Going to call bill at 3:30.\n"


def test_python(server: Running, tmp_path: Path) -> None:
    text, live = (ran(server, tmp_path, [sys.executable, "-c"], code) for code in blocks("py"))
    assert text.split() == "So we met bill in London.".split()
    assert live.split() == CAPTIONS.split()


def test_the_python_client_goes_on_after_a_lost_connection(tmp_path: Path) -> None:
    """The server ends in the middle, and another one takes its place at the same port."""
    _, code = blocks("py")
    code = code.replace("for message in messages[", "for message in slowly(messages[", 1)
    code = code.replace("if resume else 0 :]:", "if resume else 0 :]):", 1)
    slowly = (
        "import time as clock\n"
        "def slowly(items):\n"
        "    for item in items:\n"
        "        clock.sleep(0.3)\n"
        "        yield item\n"
    )
    with running(tmp_path, "--workers", "1") as first:
        port = first.port
        client = subprocess.Popen(
            [sys.executable, "-c", slowly + code.replace(":8000", f":{port}")],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert client.stdout is not None
        heard = [client.stdout.readline() for _ in range(6)]
        first.end()
    with running(tmp_path, "--workers", "1", "--port", str(port)):
        rest, _ = client.communicate(timeout=120)
    words = " ".join([*heard, rest]).split()
    assert words == CAPTIONS.split()


def _node() -> list[str] | None:
    """With its options, where it has WebSocket."""
    node = shutil.which("node")
    for options in ([], ["--experimental-websocket"]):
        if node is not None:
            asked = [node, *options, "-p", "typeof WebSocket"]
            done = subprocess.run(asked, capture_output=True, text=True, check=False)
            if done.stdout.strip() == "function":
                return [node, *options, "--input-type=module", "-e"]
    return None


def test_javascript(server: Running, tmp_path: Path) -> None:
    command = _node()
    if command is None:
        pytest.skip("needs node with WebSocket: 22, or 20 with --experimental-websocket")
    (code,) = blocks("js")
    lines = ran(server, tmp_path, command, code).splitlines()
    assert lines[0] == "Hi bill it's Tracy."
    assert lines[-1] == "So we met bill in London. | "


def test_the_unit_is_one_that_systemd_knows(tmp_path: Path) -> None:
    if not shutil.which("systemd-analyze"):
        pytest.skip("needs systemd-analyze")
    (unit,) = blocks("ini")
    file = tmp_path / "legibly.service"
    file.write_text(unit.replace("/opt/legibly/bin/legibly", "/bin/true"), "utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", str(file)], capture_output=True, text=True, check=False
    )
    assert "legibly.service" not in done.stdout + done.stderr


def test_the_container_runs_what_there_is() -> None:
    (recipe,) = blocks("dockerfile")
    assert 'ENTRYPOINT ["legibly", "serve", "--host", "0.0.0.0"]' in recipe
    assert "USER 65534:65534" in recipe
