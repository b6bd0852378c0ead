"""Numbers: how long the grammars take to load, and how many words a second they are written with.

python -m benchmarks.bench_numbers [--words 20000]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from functools import partial
from random import Random

from benchmarks.measuring import per_second
from legibly.formatting.formatter import Formatter
from legibly.formatting.options import Options
from legibly.grammars.verbalizer import verbalize
from legibly.model_folders.finding import find_model
from legibly.model_folders.loading import load_folder
from legibly.scorers.ngram import NgramScorer
from legibly.transcript import Transcript, Word, as_heard

PLAIN = "so we thought that this was going to be a good year for all of us".split()
ENTITIES = (
    *("25%", "$1.2 billion", "3:30 PM", "July 25, 2012", "1,234", "(555) 888-1234", "21st"),
    *("2019", "5 km", "90s"),
)


def spoken(words: int, every: int) -> Transcript:
    """Plain words with an entity after every so many."""
    random = Random(1)
    found: list[str] = []
    while len(found) < words:
        found += [random.choice(PLAIN) for _ in range(every)]
        found += verbalize(random.choice(ENTITIES)).split()
    heard = tuple(Word(word) for word in found)
    return Transcript(heard, tuple(as_heard(heard)), "en")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--words", type=int, default=20_000)
    arguments = parser.parse_args()
    script = (
        "import time, legibly.formatting.formatter; t = time.perf_counter(); "
        "from legibly.grammars.stack import Stack; Stack('en'); print(time.perf_counter() - t)"
    )
    loads = [
        float(
            subprocess.run(
                [sys.executable, "-c", script], check=True, capture_output=True, text=True
            ).stdout
        )
        for _ in range(5)
    ]
    print(f"load the grammars: {min(loads):.3f} s (best of 5 processes)")
    model = load_folder(find_model("en"))
    numbers = [item for item in model.scorers if isinstance(item.scorer, NgramScorer)]
    for every in (40, 10, 2):
        text = spoken(arguments.words, every)
        for name, options in (
            ("grammars and class model", Options()),
            ("no numbers", Options(numbers=False)),
        ):
            formatter = Formatter(numbers if options.numbers else [], model.language, options)
            speed = per_second(len(text.words), partial(formatter, text))
            print(f"an entity every {every} words, {name}: {speed:,.0f} words/s")


if __name__ == "__main__":
    main()
