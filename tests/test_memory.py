"""Memory does not grow with the input. Slow, because the inputs must be long."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import resource, subprocess, sys
command = [sys.executable, "-m", "legibly", *sys.argv[2:]]
subprocess.run(command, stdin=open(sys.argv[1]), stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)
"""


def peak_megabytes(path: Path, *arguments: str) -> int:
    command = [sys.executable, "-c", SCRIPT, str(path), *arguments]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("unit", "arguments"),
    [
        (
            "so good morning london and welcome\n",
            ("format", "--lines", "-", "--model", "en-baseline"),
        ),
        ("so good morning london and welcome ", ("format", "-", "--model", "en-baseline")),
        (
            "call 1 0.10 0.30 london 0.98\n",
            ("format", "-", "--to", "ctm", "--model", "en-baseline"),
        ),
        ("so good morning london and welcome ", ("format", "-", "--model", "en")),
    ],
)
def test_memory_does_not_grow_with_the_input(
    tmp_path: Path, unit: str, arguments: tuple[str, ...]
) -> None:
    peaks = []
    neural = arguments[-1] == "en"
    for count in (3_000, 12_000) if neural else (20_000, 100_000):
        path = tmp_path / str(count)
        path.write_text(unit * count)
        peaks.append(peak_megabytes(path, *arguments))
    assert peaks[1] < peaks[0] + 30
    assert peaks[1] < 400
