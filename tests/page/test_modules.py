"""The modules of the page that need no browser, by node's own test runner."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
LEAST = (20, 19)  # takes a module for one without being told


def node() -> str:
    found = shutil.which("node")
    if found is None:
        pytest.skip("node is not installed")
    said = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
    version = tuple(int(number) for number in re.findall(r"\d+", said)[:2])
    if version < LEAST:
        pytest.skip(f"node {said.strip()} is older than {LEAST}")
    return found


@pytest.mark.parametrize("path", sorted(HERE.glob("*.test.js")), ids=lambda path: path.stem)
def test_modules(path: Path) -> None:
    done = subprocess.run(
        [node(), "--test", str(path)], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout[-4000:]
    assert re.search(r"^# pass [1-9]", done.stdout, re.M)
