"""A server of its own process, for tests that need one."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import legibly

SECONDS = 60  # until it must be there, on a machine with other things to do


@dataclass
class Running:
    process: subprocess.Popen[bytes]
    port: int
    log: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def workers(self) -> list[int]:
        """Processes, on systems that list them."""
        listed = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(pid) for pid in listed.read_text().split()]

    def end(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(SECONDS)


@contextmanager
def running(
    folder: Path,
    *arguments: str,
    model: str = "en-baseline",
    environment: dict[str, str] | None = None,
) -> Iterator[Running]:
    log = folder / "serve.log"
    source = str(Path(legibly.__file__).parents[1])
    known = {name: value for name, value in os.environ.items() if name != "LEGIBLY_TOKENS"}
    with log.open("wb") as err:
        process = subprocess.Popen(
            [sys.executable, "-m", "legibly", "serve", "--port", "0", "--model", model, *arguments],
            stderr=err,
            cwd=folder,
            env={**known, "PYTHONPATH": source, **(environment or {})},
        )
    try:
        yield Running(process, _port(process, log), log)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _port(process: subprocess.Popen[bytes], log: Path) -> int:
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        if found := re.search(r"at http://\S+:(\d+) ", log.read_text("utf-8")):
            return int(found[1])
        if process.poll() is not None:
            break
        time.sleep(0.05)
    raise AssertionError(f"no server: {log.read_text('utf-8')}")
