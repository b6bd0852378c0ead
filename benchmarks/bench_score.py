"""Scoring a long pair, beside the alignment alone and beside sclite on a part of it (its time grows
with the square).

python -m benchmarks.bench_score [--words 300000]
"""

from __future__ import annotations

import argparse
import random
import resource
import shutil
import subprocess
import tempfile
from pathlib import Path

from benchmarks.measuring import seconds
from legibly.alignment import align
from legibly.metrics.bootstrap import intervals
from legibly.metrics.score import score_pair
from legibly.transcript import Token, Transcript, Word

SCLITE_WORDS = 5_000


def make(words: int, generator: random.Random) -> list[str]:
    return [f"w{int(generator.paretovariate(0.6)) % 20_000}" for _ in range(words)]


def noisy(words: list[str], generator: random.Random) -> list[str]:
    """About 18 % word errors."""
    heard: list[str] = []
    for word in words:
        luck = generator.random()
        if luck < 0.10:
            heard.append(generator.choice(words))
        elif luck < 0.13:
            heard += [word, generator.choice(words)]
        elif luck >= 0.18:
            heard.append(word)
    return heard


def transcript(words: list[str], generator: random.Random) -> Transcript:
    marks = ["", "", "", "", "", "", "", ",", ",", "."]
    tokens = [Token(word, i, i + 1, after=generator.choice(marks)) for i, word in enumerate(words)]
    return Transcript([Word(word) for word in words], tokens)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--words", type=int, default=300_000)
    count = parser.parse_args().words
    generator = random.Random(1)
    ref = make(count, generator)
    hyp = noisy(ref, generator)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"align {count} words: {seconds(lambda: align(ref, hyp)):.1f} s")
    first, second = transcript(ref, generator), transcript(hyp, generator)
    scored = seconds(lambda: intervals(score_pair(first, second)))
    print(f"score with all measures and intervals: {scored:.1f} s")
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(
        f"memory: {(after - before) / 1024:.0f} MB more, {(after - before) * 1024 / count:.0f} "
        "bytes a word"
    )
    if shutil.which("sctk"):
        with tempfile.TemporaryDirectory() as folder:
            for name, words in (("ref", ref), ("hyp", hyp)):
                (Path(folder) / name).write_text(" ".join(words[:SCLITE_WORDS]) + " (a_1)\n")
            command = "sctk sclite -i rm -r ref trn -h hyp trn -o rsum stdout".split()
            theirs = seconds(
                lambda: subprocess.run(command, cwd=folder, check=True, capture_output=True)
            )
        ours = seconds(lambda: align(ref[:SCLITE_WORDS], hyp[:SCLITE_WORDS]))
        print(
            f"align {SCLITE_WORDS} words: {ours:.2f} s; sclite {theirs:.1f} s (ratio "
            f"{theirs / ours:.0f})"
        )


if __name__ == "__main__":
    main()
