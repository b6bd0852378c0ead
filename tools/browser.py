"""Debian's Chromium, driven by Playwright, and `legibly open` for it to look at."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import legibly

if TYPE_CHECKING:
    from playwright.sync_api import Browser


CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = (
    # No sandbox: tests run as root in containers. Nothing but the page under test is asked.
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--autoplay-policy=no-user-gesture-required",
)


def missing() -> str:
    """Why there is no browser here; nothing where there is one."""
    try:
        import playwright  # noqa: F401
    except ImportError:
        return "playwright is not installed: pip install 'legibly[dev]'"
    return "" if shutil.which(CHROMIUM) else "no chromium: apt-get install chromium"


@contextmanager
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield chromium
        chromium.close()


@contextmanager
def opened(*arguments: object) -> Iterator[str]:
    """The address of a running `legibly open`."""
    source = str(Path(legibly.__file__).parents[1])
    command = [sys.executable, "-m", "legibly", "open", "--no-browser", *map(str, arguments)]
    process = subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": source}
    )
    assert process.stderr is not None
    try:
        line = process.stderr.readline()
        assert line.startswith("http://"), line + (process.stderr.read() or "")
        yield line.split()[0]
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)
        process.stderr.close()
