"""Learns the prosodic model of English beside the network, and writes docs/research/prosody.md.

`--out FOLDER` also writes the trees, for a model's folder.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

import legibly
from legibly.lattice.scoring import Block
from legibly.metrics.bootstrap import compare
from legibly.metrics.counts import OVERALL, Slots
from legibly.metrics.score import Score
from legibly.prosody.features import TIME_NAMES, Values
from legibly.prosody.trees import Trees
from legibly.scorers.prosody import PROSODY_MARKS, ProsodyScorer
from legibly.training.boosting import BoostSettings, train_boosted
from legibly.training.prosody import gather_beside, text_scores
from legibly.training.prosody_data import Classes, ProsodyData, timed_words
from legibly.transcript import Transcript
from recipes.english_prosody.recordings import (
    CORPORA,
    SPOILT,
    Recordings,
    recordings,
    spoilt,
    spoilt_at_random,
)
from recipes.pages import save_page
from recipes.place import Place, options, parsed
from recipes.tables import markdown, overall_f1, pair_slots, slot_score

MOST_WORD_ENDS = 80_000  # of a corpus, so that none drowns the others
TRAINING_RECORDINGS, DEV_RECORDINGS = 20, 8
WEIGHTS = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
BOOSTED = BoostSettings(rounds=40, leaves=6, least_leaf=200, shrinkage=50.0)
RUN_WORDS = 400
ALLOWED_LOSS = 0.001
SEED = 7


class Judged(NamedTuple):
    """What the text says of a recording, what the voice says, and what is right."""

    text: Values
    voice: Values
    marks: Classes


def progress(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def learnt(place: Place, network: legibly.Formatter, most: int) -> list[ProsodyData]:
    random, found = Random(SEED), []
    for corpus in CORPORA:
        texts = recordings(place, corpus, "train", most).texts
        data = gather_beside(
            (spoilt_at_random(text, random) for text in texts), TIME_NAMES, network
        )
        progress(f"{corpus}: {len(texts)} recordings, {len(data.marks):,} word ends")
        found.append(data)
    return found


def together(parts: Sequence[ProsodyData]) -> ProsodyData:
    """As many word ends of each, whole recordings apart."""
    generator, rows, first = np.random.default_rng(SEED), [], 0
    for part in parts:
        size = min(len(part.marks), MOST_WORD_ENDS)
        kept = part.of(np.sort(generator.choice(len(part.marks), size, replace=False)))
        rows.append(kept._replace(groups=kept.groups + first))
        first += int(part.groups.max()) + 1
    columns = [
        np.concatenate([column for column in columns if column is not None])
        for columns in zip(*rows, strict=True)
    ]
    return ProsodyData(*columns)


def judged_by_voice(text: Transcript, by_text: Values, scorer: ProsodyScorer) -> Judged:
    words, marks = timed_words(text)
    [[table]] = scorer.tables([Block(words, 0, len(words), True, True)])
    return Judged(by_text, table.scores, marks)


def scored(judged: Sequence[Judged], weight: float) -> Score:
    """Slots by runs of words; the network's bias stands in what it says."""
    units: list[Slots] = []
    for one in judged:
        marks = (one.text + weight * one.voice).argmax(axis=1)
        pairs = [
            (PROSODY_MARKS[a], PROSODY_MARKS[b]) for a, b in zip(one.marks, marks, strict=True)
        ]
        units += [
            pair_slots(pairs[first : first + RUN_WORDS])
            for first in range(0, len(pairs), RUN_WORDS)
        ]
    return slot_score(units)


def f1(score: Score) -> float:
    return score.counts.marks[OVERALL].f1 or 0.0


def loses(judged: Sequence[Judged], weight: float) -> bool:
    """More than a tenth of a point."""
    return f1(scored(judged, weight)) < f1(scored(judged, 0.0)) - ALLOWED_LOSS


def best_weight(sets: Sequence[Sequence[Judged]]) -> float:
    """That with the best mean, of those with which no set loses; the least one where all do."""
    harmless = [one for one in WEIGHTS if not any(loses(judged, one) for judged in sets)]
    return max(
        harmless or WEIGHTS[:1], key=lambda one: sum(f1(scored(judged, one)) for judged in sets)
    )


def rows_of(found: Recordings, how: str, judged: Sequence[Judged], weight: float) -> list[str]:
    before, after = scored(judged, 0.0), scored(judged, weight)
    gain = compare(before, after).get(f"marks/{OVERALL}/f1")
    low, high = gain.interval if gain is not None else (0.0, 0.0)
    return [
        f"{found.corpus}: {found.about}",
        how,
        overall_f1(before),
        overall_f1(after),
        f"{100 * (f1(after) - f1(before)):+.1f} ({100 * low:+.1f} to {100 * high:+.1f})",
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = options(__doc__)
    parser.add_argument("--out", type=Path, help="folder for the trees")
    place, chosen = parsed(parser, arguments)
    place.need("timed/ami", "timed/earnings22", "timed/ljspeech")
    network = legibly.load("en")
    data = together(learnt(place, network, place.sized(TRAINING_RECORDINGS, 2)))
    trees = train_boosted(data, replace(BOOSTED, rounds=place.sized(BOOSTED.rounds, 5)))
    scorer = ProsodyScorer(trees, TIME_NAMES)
    folder = chosen.out or Path(tempfile.mkdtemp())
    file = folder / str(scorer.save(folder)["file"])

    found = list(dev_sets(place, scorer, network))
    weight = best_weight([judged for *_, judged in found])
    losses = [(corpus.corpus, how) for corpus, how, judged in found if loses(judged, weight)]
    save_page(
        place,
        Path(__file__).with_name("page.md"),
        "prosody.md",
        rows=markdown(
            ("development part", "times", "F1, text alone", "F1, with the voice", "gain"),
            (rows_of(*item, weight) for item in found),
        ),
        weight=f"{weight:g}",
        words=f"{len(data.marks):,}",
        trees=len(trees.roots),
        size=round(file.stat().st_size / 1000),
        never_worse=not losses,
        losses=", ".join(f"{name} {how}" for name, how in losses) or "none",
        features=feature_list(trees, data),
    )


def dev_sets(
    place: Place, scorer: ProsodyScorer, network: legibly.Formatter
) -> Iterator[tuple[Recordings, str, list[Judged]]]:
    for corpus in CORPORA:
        found = recordings(place, corpus, "dev", place.sized(DEV_RECORDINGS, 2))
        by_text = [text_scores(network, timed_words(text)[0]) for text in found.texts]
        for how in SPOILT:
            random = Random(SEED)
            texts = [spoilt(text, how, random) for text in found.texts]
            yield (
                found,
                how,
                [
                    judged_by_voice(text, scores, scorer)
                    for text, scores in zip(texts, by_text, strict=True)
                ],
            )


def feature_list(trees: Trees, data: ProsodyData) -> str:
    """What is asked most."""
    asked = trees.queries(data.rows[:20_000], len(TIME_NAMES))
    order = np.argsort(-asked)
    return ", ".join(f"`{TIME_NAMES[i]}` {100 * asked[i] / asked.sum():.0f} %" for i in order)


if __name__ == "__main__":
    main()
