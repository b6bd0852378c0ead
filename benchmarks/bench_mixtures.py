"""Words a second of CPU for running speech, and for mixtures of number words, digits and letters,
in the same run; and how time grows with length.

    python -m benchmarks.bench_mixtures [--words 3000] [--longest 100000]

A mixture is fair at half of the speed of speech or more; time that grows linearly has a last column
of about 1.
"""

from __future__ import annotations

import argparse
import time
from random import Random

import legibly
from legibly.formatting.formatter import Formatter
from legibly.transcript import Transcript, Word

DIGITS = "one two three four five six seven eight nine zero".split()
LETTERS = list("abcdefghijklmnopqrstuvwxyz")
NUMBERS = (
    "one two nine eleven nineteen twenty forty ninety hundred thousand million and point oh".split()
)
UNITS = "dollars percent to five o'clock a m point first of may nineteen eighty euros cents".split()
MIXTURES = {
    "digits": DIGITS,
    "digits with double and oh": [*DIGITS, "oh", "double", "triple"],
    "letters": LETTERS,
    "letters and digits": [*LETTERS, *DIGITS, *DIGITS],
    "number words": NUMBERS,
    "tens": "twenty thirty forty fifty sixty seventy eighty ninety".split(),
    "numbers and units": [*NUMBERS, *UNITS],
    "all of them": [*DIGITS, *LETTERS, *NUMBERS, *UNITS],
}
SPEECH = (
    "so when we started this project the first thing that people asked us was why anybody would "
    "want to build it again and the answer is that most of what was there before had been written "
    "for a machine in the office of someone who has since left the company which means that you "
    "could not run it at home or change how it worked and i think that is a shame because there "
    "are so many good ideas in it"
).split()
REPEAT = 5


def drawn(words: list[str], count: int) -> Transcript:
    random = Random(7)
    return Transcript(tuple(Word(random.choice(words)) for _ in range(count)))


def speech(count: int) -> Transcript:
    return Transcript(tuple(Word(SPEECH[i % len(SPEECH)]) for i in range(count)))


def cpu_seconds(formatter: Formatter, text: Transcript, repeat: int) -> float:
    """The best of a few runs: the others were disturbed."""
    best = float("inf")
    for _ in range(repeat):
        begin = time.process_time()
        formatter(text)
        best = min(best, time.process_time() - begin)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--words", type=int, default=3_000)
    parser.add_argument("--longest", type=int, default=100_000)
    arguments = parser.parse_args()
    formatter = legibly.load("en")
    formatter("so this is where it begins")
    plain = cpu_seconds(formatter, speech(arguments.words), REPEAT)
    print(f"{arguments.words} words, CPU, best of {REPEAT}          words/s   of speech")
    print(f"{'speech':40} {arguments.words / plain:8,.0f}        1.00")
    for name, words in MIXTURES.items():
        taken = cpu_seconds(formatter, drawn(words, arguments.words), REPEAT)
        print(f"{name:40} {arguments.words / taken:8,.0f}        {plain / taken:.2f}")

    print(f"\n{'length':>40}  words/s   time a word, beside the shortest")
    shortest: float | None = None
    count = 1_000
    while count <= arguments.longest:
        taken = cpu_seconds(formatter, drawn(MIXTURES["all of them"], count), 1) / count
        shortest = shortest or taken
        print(f"{count:>40,} {1 / taken:8,.0f}        {taken / shortest:.2f}")
        count *= 10


if __name__ == "__main__":
    main()
