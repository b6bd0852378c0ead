"""Counting and estimating a 5-gram model on Spark beside our own processes, two cores each.

    python -m benchmarks.bench_spark [--tokens 2000000] [--shards 4] FILE...

Text is repeated, with other words here and there, up to so many tokens, and written to files that
both read as `legibly train ngram` does. The start of the JVM is told apart. `ours` is `train ngram
--jobs 2 --shards`, Spark `local[2]`; both write the same files, which is checked. Memory is that of
the driver's Python process.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from pathlib import Path

from benchmarks.bench_growth import repeated
from legibly.spark.counting import train as train_on_spark
from legibly.spark.sessions import spark_session
from legibly.training.ngram import NgramSettings, build_shards, count, texts_of

FILES = 8


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+", help="written text")
    parser.add_argument("--tokens", type=int, default=2_000_000)
    parser.add_argument("--read", type=int, default=500_000, help="tokens of the real text")
    parser.add_argument("--shards", type=int, default=4)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "text").mkdir()
        settings = NgramSettings(tuple(chosen.files), symbols="two", max_tokens=chosen.read)
        texts = list(texts_of(settings))
        for i in range(FILES):
            with (folder / "text" / f"{i}.txt").open("w", encoding="utf-8") as out:
                for text in repeated(texts, chosen.tokens, i, FILES):
                    out.write(" ".join(text).replace(" ,", ",").replace(" .", ".") + "\n")
        compare(folder, chosen.tokens, chosen.shards)


def compare(folder: Path, tokens: int, shards: int) -> None:
    files = tuple(str(path) for path in sorted((folder / "text").iterdir()))
    settings = NgramSettings(files, symbols="two", method="kneser-ney")
    begin = time.perf_counter()
    slices = count(settings, folder / "work", 2)
    build_shards(settings, slices, folder / "ours", "m", shards=shards, workers=2)
    ours = time.perf_counter() - begin

    begin = time.perf_counter()
    session = spark_session("local[2]", "benchmark of legibly")
    started = time.perf_counter() - begin
    begin = time.perf_counter()
    output = folder / "spark"
    text = [str(folder / "text")]
    train_on_spark(session, settings, text, output, "m", shards=shards, joined=False)
    theirs = time.perf_counter() - begin
    session.stop()

    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    same = all(
        path.read_bytes() == (output / path.name).read_bytes()
        for path in (folder / "ours").glob("*.lm")
    )
    print(f"5-gram of {tokens:,} tokens, modified Kneser-Ney, {shards} shards, from text")
    print(f"ours, two processes: {ours:.1f} s")
    print(f"spark local[2]: {theirs:.1f} s, and {started:.1f} s to start the JVM")
    print(f"spark takes {theirs / ours:.2f} times as long")
    print(f"memory of the driver: {memory / 1e9:.2f} GB; the same files: {'yes' if same else 'NO'}")


if __name__ == "__main__":
    main()
