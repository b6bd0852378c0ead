"""Learns what people begin anew and leave out, and writes docs/research/disfluencies.md.

`--out FOLDER` also writes the table, for a model's folder.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from legibly.features.restarts import LONGEST_RESTART
from legibly.languages import language
from legibly.metrics.bootstrap import intervals
from legibly.metrics.counts import OVERALL, Slots
from legibly.scorers.restarts import RestartScorer
from recipes.disfluencies.learn import (
    SHOWN,
    WRITTEN_WORDS,
    Examples,
    fit,
    folds,
    spoken_examples,
    written_examples,
)
from recipes.disfluencies.measure import UNIT_WORDS, found_restarts, slots
from recipes.disfluencies.meetings import measure, read_meeting
from recipes.disfluencies.pairs import Shown, Verbatim, read_pair
from recipes.human_agreement.__main__ import version_pairs
from recipes.pages import listed, save_page
from recipes.place import Place, options, parsed
from recipes.tables import markdown, slot_score, with_interval

TEXTS = (
    *("changelog", "europarl_en_original", "mit_ocw", "news_us", "presidential_speeches"),
    *("standardebooks", "ted", "uk_inquiries", "white_house"),
)
THRESHOLDS = (-1.0, 0.0, 0.5, 1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0)
WANTED_PRECISION = 0.92  # in recordings that a model has not seen; two points more than promised
FOLDS = 5


class Recording(NamedTuple):
    """One, as it is seen in each way; the first is a recogniser's."""

    seen: Sequence[Verbatim]


def recordings(place: Place, corpus: str, split: str, shown: Sequence[Shown]) -> list[Recording]:
    english = language("en")
    return [
        Recording([read_pair(paths, english, one) for one in shown])
        for paths in version_pairs(place.data, corpus)
        if paths[0].parent.name == split
    ]


def counted(texts: Iterable[Verbatim], judge: RestartScorer, threshold: float) -> list[Slots]:
    return [unit for text in texts for unit in slots(text, found_restarts(text, judge, threshold))]


def cross_validated(heard: Sequence[Recording], written: Examples) -> list[list[Slots]]:
    """By threshold, what models find in recordings that they have not seen."""
    units: list[list[Slots]] = [[] for _ in THRESHOLDS]
    for fold in folds(len(heard), FOLDS):
        seen = (text for i, item in enumerate(heard) if i not in fold for text in item.seen)
        judge = RestartScorer(fit(spoken_examples(seen) + written))
        for k, threshold in enumerate(THRESHOLDS):
            units[k] += counted((heard[i].seen[0] for i in fold), judge, threshold)
    return units


def chosen_threshold(units: Sequence[Sequence[Slots]]) -> float:
    """The lowest that is precise enough."""
    for threshold, found in zip(THRESHOLDS, units, strict=True):
        precision = sum(found, Slots()).precision
        if precision is not None and precision >= WANTED_PRECISION:
            return threshold
    return THRESHOLDS[-1]


def row(name: str, recordings: int, units: Sequence[Slots]) -> list[str]:
    score = slot_score(units)
    counts, found = score.counts.marks[OVERALL], intervals(score)
    return [
        name,
        str(recordings),
        f"{counts.correct + counts.inserted:,}",
        with_interval(counts.precision, found.get(f"marks/{OVERALL}/precision")),
        with_interval(counts.recall, found.get(f"marks/{OVERALL}/recall")),
    ]


def meeting_figures(place: Place, judge: RestartScorer) -> dict[str, object]:
    """What a reader said of a sample, and the share of broken words that is found."""
    paths = place.files("timed/ami/test/*.jsonl.xz")
    found = measure((read_meeting(path, language("en")) for path in paths), judge)
    places = [Slots(correct=right, inserted=not right) for right in found.judged.values()]
    judged, broken = slot_score(places), slot_score(found.broken)
    right, cut = (score.counts.marks.get(OVERALL, Slots()) for score in (judged, broken))
    return {
        "meetings": str(len(paths)),
        "places": f"{found.places:,}",
        "judged": str(len(found.judged)),
        "right": with_interval(
            right.precision, intervals(judged).get(f"marks/{OVERALL}/precision")
        ),
        "cut": f"{cut.correct + cut.deleted:,}",
        "wrong": listed(sorted({f'"{at.words}"' for at, ok in found.judged.items() if not ok})),
        "most_stay": cut.correct < cut.deleted,
        "cut_found": with_interval(cut.recall, intervals(broken).get(f"marks/{OVERALL}/recall")),
    }


def kept_twice(heard: Sequence[Recording]) -> float:
    """The share of words said twice in a row that editors left as they were, in percent."""
    left_out = [
        text.is_left_out(restart)
        for text in (item.seen[0] for item in heard)
        for restart in text.restarts()
        if restart.kind == "copy" and restart.length == 1
    ]
    return 100 * (1 - sum(left_out) / len(left_out)) if left_out else 0.0


def main(arguments: Sequence[str] | None = None) -> None:
    parser = options(__doc__)
    parser.add_argument("--out", type=Path, help="folder for the table")
    place, chosen = parsed(parser, arguments)
    place.need("timed/rev16", "timed/earnings22/nonverbatim", "timed/ami/test", "en/ted.txt.xz")
    heard = recordings(place, "rev16", "train", SHOWN)
    paths = place.files(*(f"en/{name}.txt.xz" for name in TEXTS))
    written = written_examples(paths, language("en"), place.sized(WRITTEN_WORDS, 500))

    validated = cross_validated(heard, written)
    threshold = chosen_threshold(validated)
    for value, units in zip(THRESHOLDS, validated, strict=True):
        print(value, *row("", len(heard), units)[2:], file=sys.stderr)
    seen = (text for item in heard for text in item.seen)
    table = fit(spoken_examples(seen) + written, threshold)
    judge = RestartScorer(table)
    folder = chosen.out or Path(tempfile.mkdtemp())
    file = folder / str(judge.save(folder)["file"])

    podcasts = list(validated[THRESHOLDS.index(threshold)])
    rows = [row("podcasts, not seen", len(heard), podcasts)]
    count = len(heard)
    for name, corpus, split in (
        ("podcasts, dev", "rev16", "dev"),
        ("podcasts, test", "rev16", "test"),
        ("earnings calls, test", "earnings22", "test"),
    ):
        texts = [item.seen[0] for item in recordings(place, corpus, split, SHOWN[:1])]
        units = counted(texts, judge, 0.0)
        rows.append(row(name, len(texts), units))
        if corpus == "rev16":
            podcasts += units
            count += len(texts)
    rows.insert(-1, row("podcasts, all of these", count, podcasts))

    head = ("recordings", "how many", "words left out", "precision, %", "recall, %")
    save_page(
        place,
        Path(__file__).with_name("page.md"),
        "disfluencies.md",
        rows=markdown(head, rows),
        longest=LONGEST_RESTART,
        unit=UNIT_WORDS,
        threshold=f"The odds asked for, {threshold:g}, were chosen on the first row: podcasts of "
        "the training part, each judged by a model that had not seen it.",
        once=f"{kept_twice(heard):.0f}",
        **meeting_figures(place, judge),
        features=len(table.keys),
        size=round(file.stat().st_size / 1000),
    )


if __name__ == "__main__":
    main()
