#!/usr/bin/env python3
"""Maximum entropy and CRFs: words a second of their tables, and of whole formatting, with made-up
text and weights.

python benchmarks/bench_features.py [--words 20000]
"""

from __future__ import annotations

import argparse
import time
from random import Random

import numpy as np

from legibly.features.feature_table import FeatureTable
from legibly.features.templates import BIAS, MARK_TEMPLATES, WITHIN_FIVE, WordFeatures
from legibly.formatting.formatter import Formatter, WeightedScorer
from legibly.formatting.options import Options
from legibly.languages import language
from legibly.lattice.scoring import Block
from legibly.scorers.features import FeatureScorer, find_layout
from legibly.transcript import Transcript, Word, as_heard

BLOCK = 112


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--words", type=int, default=20_000)
    arguments = parser.parse_args()
    random, numbers = Random(1), np.random.default_rng(1)
    words = tuple(Word(f"w{int(random.expovariate(0.002))}") for _ in range(arguments.words))
    text = Transcript(words, tuple(as_heard(words)), "en")
    for kind in ("maxent", "crf", "fcrf"):
        templates = (*(MARK_TEMPLATES if kind == "maxent" else WITHIN_FIVE), BIAS)
        layout, seen = find_layout(kind, "marks"), WordFeatures(words)
        keys = np.unique(np.concatenate([seen.prints(name) for name in templates]))
        weights = numbers.normal(0.0, 0.3, (len(keys), layout.outputs)).astype(np.float32)
        scorer = FeatureScorer(FeatureTable(templates, keys, weights), layout)
        parts = [words[at : at + BLOCK] for at in range(0, len(words), BLOCK)]
        blocks = [Block(part, 0, len(part), False, False) for part in parts]
        began = time.perf_counter()
        scorer.tables(blocks)
        tables = time.perf_counter() - began
        formatter = Formatter(
            [WeightedScorer(scorer)], language("en"), Options(case=False, numbers=False)
        )
        began = time.perf_counter()
        formatter(text)
        whole = time.perf_counter() - began
        speeds = (
            f"{what} {len(words) / took:,.0f} words/s"
            for what, took in (("tables", tables), ("formatting", whole))
        )
        print(f"{kind}: {len(keys):,} features, {', '.join(speeds)}")


if __name__ == "__main__":
    main()
