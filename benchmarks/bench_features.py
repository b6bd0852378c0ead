"""Maximum entropy and CRFs: words a second of their tables, and of whole formatting, with made-up
text and weights.

python -m benchmarks.bench_features [--words 20000]
"""

from __future__ import annotations

import argparse
from functools import partial
from random import Random

import numpy as np

from benchmarks.measuring import per_second
from legibly.features.feature_table import FeatureTable
from legibly.features.templates import BIAS, MARK_TEMPLATES, WITHIN_FIVE, WordFeatures
from legibly.formatting.formatter import Formatter, WeightedScorer
from legibly.formatting.options import Options
from legibly.languages import language
from legibly.lattice.scoring import Block
from legibly.scorers.features import FeatureScorer, find_layout
from legibly.transcript import Transcript, Word, as_heard

BLOCK_WORDS = 112


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
        keys = np.unique(np.concatenate([seen.fingerprints(name) for name in templates]))
        weights = numbers.normal(0.0, 0.3, (len(keys), layout.outputs)).astype(np.float32)
        scorer = FeatureScorer(FeatureTable(templates, keys, weights), layout)
        parts = [words[i : i + BLOCK_WORDS] for i in range(0, len(words), BLOCK_WORDS)]
        blocks = [Block(part, 0, len(part), False, False) for part in parts]
        tables = per_second(len(words), partial(scorer.tables, blocks))
        formatter = Formatter(
            [WeightedScorer(scorer)], language("en"), Options(case=False, numbers=False)
        )
        whole = per_second(len(words), partial(formatter, text))
        print(
            f"{kind}: {len(keys):,} features, tables {tables:,.0f} words/s, "
            f"formatting {whole:,.0f} words/s"
        )


if __name__ == "__main__":
    main()
