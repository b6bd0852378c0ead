"""What a live stream costs: time and memory a word, early and after an hour, and how many streams
two cores carry.

    python -m benchmarks.bench_stream [--model en] [--max-delay 4] [--hours 1]

Words come as fast as they are taken; the real-time factor is for three words a second.
"""

from __future__ import annotations

import argparse
import os
import time
import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import legibly
from benchmarks.measuring import SPOKEN_WORDS_PER_SECOND as RATE
from benchmarks.measuring import seconds, spoken_words
from legibly.formatting.formatter import Formatter
from legibly.formatting.stream import Stream


def pushed(stream: Stream, count: int, first: int) -> float:
    """Seconds of processor time a word."""
    words = spoken_words(count, first)
    begin = time.process_time()
    for word in words:
        stream.push(word)
    return (time.process_time() - begin) / count


def memory(formatter: Formatter, delay: int, count: int) -> float:
    """Kilobytes that a stream holds after so many words, beyond the model."""
    warm = formatter.stream(max_delay=delay)
    pushed(warm, 200, 0)
    tracemalloc.start()
    stream = formatter.stream(max_delay=delay)
    pushed(stream, count, 0)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del stream
    return size / 1024


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default="en")
    parser.add_argument("--max-delay", type=int, default=4)
    parser.add_argument("--hours", type=float, default=1.0)
    arguments = parser.parse_args()
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    formatter = legibly.load(arguments.model)
    stream = formatter.stream(max_delay=arguments.max_delay)
    pushed(stream, 50, 0)
    early = pushed(stream, 300, 50)
    hour = int(arguments.hours * 3600 * RATE)
    pushed(stream, hour, 350)
    late = pushed(stream, 300, 350 + hour)
    print(
        f"max_delay {arguments.max_delay}: {1000 * early:.2f} ms a word, {1000 * late:.2f} after "
        f"{arguments.hours:g} h"
    )
    print(f"real-time factor at {RATE} words/s, one core: {late * RATE:.4f}")
    quiet = formatter.stream(max_delay=arguments.max_delay, partials=False)
    pushed(quiet, 50, 0)
    print(f"without provisional text: {1000 * pushed(quiet, 300, 50):.2f} ms a word")
    streams = [formatter.stream(max_delay=arguments.max_delay) for _ in range(40)]
    words = spoken_words(30)
    with ThreadPoolExecutor(2) as pool:
        taken = seconds(
            lambda: list(pool.map(lambda each: [each.push(word) for word in words], streams))
        )
    rate = len(streams) * len(words) / taken

    print(
        f"40 streams on {os.cpu_count()} cores: {rate:,.0f} words/s, {rate / RATE:,.0f} streams "
        "at speaking rate"
    )
    few, many = (
        memory(formatter, arguments.max_delay, 300),
        memory(formatter, arguments.max_delay, 3000),
    )
    print(f"memory of a stream: {few:.0f} kB after 300 words, {many:.0f} kB after 3,000")


if __name__ == "__main__":
    main()
