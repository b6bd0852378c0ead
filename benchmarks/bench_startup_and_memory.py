"""Start-up, throughput and memory, each beside a baseline in the same run.

python -m benchmarks.bench_startup_and_memory [--words 200000]
"""

from __future__ import annotations

import argparse
import io
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import legibly
from benchmarks.measuring import SPEECH, per_second, seconds, spoken
from legibly.files.source import Source
from legibly.formats import find_format


def python(code: str) -> Callable[[], object]:
    return lambda: subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def make_ctm(words: int) -> str:
    return "".join(
        f"call 1 {i * 0.4:.2f} 0.30 {SPEECH[i % len(SPEECH)]} 0.98\n" for i in range(words)
    )


def read_and_write(content: bytes) -> None:
    ctm = find_format("ctm")
    assert ctm.read is not None
    assert ctm.write is not None
    ctm.write(ctm.read(Source("x.ctm", io.BytesIO(content))), io.StringIO())


def split_and_join(content: bytes) -> str:
    """What any reader in Python must at least do."""
    return "\n".join(" ".join(line.split()) for line in content.decode().splitlines())


def peak_megabytes(arguments: list[str], content: Path) -> float:
    """Of a command of its own, so that nothing else counts."""
    script = (
        "import resource, subprocess, sys\n"
        f"subprocess.run({[sys.executable, '-m', 'legibly', *arguments]!r}, "
        f"stdin=open({str(content)!r}),"
        " stdout=subprocess.DEVNULL, check=True)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    return int(done.stdout) / 1024


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--words", type=int, default=200_000)
    words = parser.parse_args().words
    print(f"legibly {legibly.__version__}, Python {sys.version.split()[0]}")

    bare = seconds(python("pass"), 3)
    print(f"\nstart-up (bare interpreter {bare:.3f} s)")
    for name, code in (
        ("import legibly", "import legibly"),
        ("legibly --help", "from legibly.cli.main import run; run(['--help'])"),
        ("load the English model", "import legibly; legibly.load('en')"),
    ):
        print(f"  {name:24} {seconds(python(code), 3):.3f} s")

    content = make_ctm(words).encode()
    ours = seconds(lambda: read_and_write(content), 3)
    least = seconds(lambda: split_and_join(content), 3)
    print(f"\nCTM of {words} words, read and written")
    print(f"  legibly                  {words / ours:12,.0f} words/s")
    print(f"  line.split() and join    {words / least:12,.0f} words/s   (ratio {ours / least:.1f})")

    transcript = spoken(words // 4)
    formatter = legibly.load("en")
    print(
        "  formatted                "
        f"{per_second(words // 4, lambda: formatter(transcript), 2):12,.0f} words/s"
    )

    print("\npeak memory of a command, for an input and for one eight times as long")
    with tempfile.TemporaryDirectory() as folder:
        for name, arguments, unit in (
            ("format --lines", ["format", "--lines", "-"], b"so good morning london and welcome\n"),
            (
                "format text",
                ["format", "-", "--from", "text"],
                b"so good morning london and welcome ",
            ),
            (
                "format CTM to CTM",
                ["format", "-", "--from", "ctm", "--to", "ctm"],
                b"call 1 0.10 0.30 london 0.98\n",
            ),
        ):
            peaks = []
            for factor in (1, 8):
                path = Path(folder) / "input"
                path.write_bytes(
                    unit
                    * (words // 32 * factor // (len(unit.split()) if b"call" not in unit else 1))
                )
                peaks.append(peak_megabytes(arguments, path))
            print(f"  {name:24} {peaks[0]:6.0f} MB {peaks[1]:6.0f} MB")

    print(f"\nthis process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
