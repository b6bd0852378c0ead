"""How counting grows with the text, and what that makes of a task for a cluster.

    python -m benchmarks.bench_growth [--tokens 1000000 3000000 10000000] [--shards 4] FILE...

Real text is read once, as `legibly train ngram` reads it, and repeated up to each size with one
word in five replaced by another word of the text, so that new n-grams keep coming. Of each size a
5-gram model with modified Kneser-Ney is made in shards by two processes. What is told is the time
that processors were at work (of all processes together), which hardly depends on what else the
machine does, what the steps wrote, and the most memory that one process held.

Then, from the largest size, what a task would take if it went on so: 55 billion tokens of 5-grams,
and a million hours of speech formatted.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import legibly
from benchmarks.measuring import spoken
from legibly.ngram.counting import CountSlice, count_slice
from legibly.training.ngram import NgramSettings, build_shards, texts_of

ORDER = 5
WORKERS = 2
NOISE = 0.2  # of words are replaced by others
PAPER_TOKENS = 55e9  # Gravano et al. 2009
HOURS = 1e6
WORDS_PER_HOUR = 9000.0  # two and a half words a second, pauses included
CORES = (16, 256, 2048)


class Cost(NamedTuple):
    """Of one size: seconds of processors, bytes."""

    tokens: int
    counting: float
    merging: float
    counts: int  # bytes of the counts on disk
    model: int  # bytes of the model
    memory: int  # the most of one process, bytes


def processor_seconds(work: Callable[[], object]) -> float:
    """Of this process and of those that it began and that ended."""

    def now() -> float:
        used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return sum(item.ru_utime + item.ru_stime for item in used)

    begin = now()
    work()
    return now() - begin


def repeated(texts: Sequence[list[str]], tokens: int, part: int, parts: int) -> Iterator[list[str]]:
    """A part of the text as often as it takes, with other words here and there."""
    words = [word for text in texts for word in text]
    chance = random.Random(part)
    left, own = tokens // parts, texts[part::parts]
    while left > 0:
        for text in own:
            noisy = [chance.choice(words) if chance.random() < NOISE else word for word in text]
            yield noisy
            left -= len(noisy)
            if left <= 0:
                return


def _count(texts: Sequence[list[str]], tokens: int, part: int, folder: Path) -> CountSlice:
    return count_slice(repeated(texts, tokens, part, WORKERS), ORDER, folder / str(part))


def _noise_alone(texts: Sequence[list[str]], tokens: int, part: int) -> int:
    return sum(len(text) for text in repeated(texts, tokens, part, WORKERS))


def cost_of(texts: Sequence[list[str]], tokens: int, shards: int) -> Cost:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        slices: list[CountSlice] = []

        def pooled(function: Callable[..., object], *more: object) -> list[object]:
            with ProcessPoolExecutor(WORKERS) as pool:
                jobs = [pool.submit(function, texts, tokens, i, *more) for i in range(WORKERS)]
                return [job.result() for job in jobs]

        noise = processor_seconds(lambda: pooled(_noise_alone))
        counting = processor_seconds(
            lambda: slices.extend(pooled(_count, folder / "counts"))  # type: ignore[arg-type]
        )
        settings = NgramSettings((), order=ORDER, method="kneser-ney", symbols="two")
        merging = processor_seconds(
            lambda: build_shards(
                settings, slices, folder / "model", "m", shards=shards, workers=WORKERS
            )
        )
        memory = max(
            resource.getrusage(who).ru_maxrss
            for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
        )
        return Cost(
            tokens,
            max(0.0, counting - noise),
            merging,
            _bytes_below(folder / "counts"),
            _bytes_below(folder / "model"),
            memory * 1024,
        )


def _bytes_below(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


HEAD = """| tokens | counting, s a million | merging, s a million | counts | model | memory |
|---|---|---|---|---|---|"""


def growth_row(cost: Cost) -> str:
    millions = cost.tokens / 1e6
    return (
        f"| {cost.tokens:,} | {cost.counting / millions:.2f} | {cost.merging / millions:.2f} | "
        f"{cost.counts / 1e6:,.0f} MB | {cost.model / 1e6:,.0f} MB | {cost.memory / 1e9:.2f} GB |"
    )


def print_tasks(reading: float, cost: Cost, formatting: float) -> None:
    """`reading` and `formatting` in tokens and words a second of one core."""
    each = 1 / reading + (cost.counting + cost.merging) / cost.tokens
    counts, model = (size / cost.tokens * PAPER_TOKENS for size in (cost.counts, cost.model))
    words = HOURS * WORDS_PER_HOUR
    print()
    print(f"| task | core-hours | {' | '.join(f'{cores:,} cores' for cores in CORES)} | disk |")
    print("|---|---|" + "---|" * len(CORES) + "---|")
    rows = [
        ("5-grams of 55 billion tokens", PAPER_TOKENS * each / 3600, counts + 2 * model),
        ("a million hours of speech formatted", words / formatting / 3600, words * 6.0),
    ]
    for name, hours, disk in rows:
        spans = " | ".join(_span(hours / cores) for cores in CORES)
        print(f"| {name} | {hours:,.0f} | {spans} | {disk / 1e12:,.2f} TB |")
    print(f"\nThe model of 55 billion tokens: {model / 1e12:.2f} TB, no cut-offs.")


def _span(hours: float) -> str:
    return f"{hours:,.1f} h" if hours < 72 else f"{hours / 24:,.0f} days"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+", help="written text")
    parser.add_argument("--tokens", nargs="+", type=int, default=[1_000_000, 3_000_000, 10_000_000])
    parser.add_argument("--shards", type=int, default=4, help="of 10 million tokens and less")
    parser.add_argument("--read", type=int, default=500_000, help="tokens of the real text")
    arguments = parser.parse_args()

    settings = NgramSettings(tuple(arguments.files), symbols="two", max_tokens=arguments.read)
    texts: list[list[str]] = []
    seconds = processor_seconds(lambda: texts.extend(texts_of(settings)))
    tokens = sum(map(len, texts))
    reading = tokens / seconds
    print(f"real text: {tokens:,} tokens, read at {reading:,.0f} tokens/s of one core")
    word, often = Counter(word for text in texts for word in text).most_common(1)[0]
    print(f"the most frequent token, {word!r}, is {often / tokens:.1%} of them\n")
    print(HEAD, flush=True)
    costs = []
    for size in arguments.tokens:
        shards = max(arguments.shards, arguments.shards * size // 10_000_000)
        costs.append(cost_of(texts, size, shards))
        print(growth_row(costs[-1]), flush=True)

    os.environ.setdefault("OMP_NUM_THREADS", "1")
    formatter, heard = legibly.load("en"), spoken(20_000)
    formatter(spoken(500))
    print_tasks(reading, costs[-1], 20_000 / processor_seconds(lambda: formatter(heard)))


if __name__ == "__main__":
    main()
