"""How far people agree on marks and case: writes docs/research/human-agreement.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from legibly.formats import read
from legibly.metrics.bootstrap import intervals
from legibly.metrics.pairs import align_pair
from legibly.metrics.score import Score, Settings, score_aligned, sum_scores
from recipes.pages import save_page
from recipes.place import options, parsed
from recipes.tables import markdown, percent

# What it is, and the two versions.
CORPORA = {
    "coraal": ("interviews, Rev and Amberscript", "rev", "amberscript"),
    "rev16": ("podcasts, verbatim and edited", "verbatim", "nonverbatim"),
    "earnings22": ("earnings calls, verbatim and not", "verbatim", "nonverbatim"),
}
HEAD = (
    *("corpus", "recordings", "words", "reference / hypothesis", "P", "R", "F1 (95 %)", "SER"),
    *("F1 ,", "F1 .", "F1 ?", "case F1, matching words", "WER'"),
)


def version_pairs(data: Path, corpus: str) -> Iterator[tuple[Path, Path]]:
    """The two versions of each recording that has both."""
    folder = data / "timed" / corpus
    if corpus == "earnings22":
        for second in sorted((folder / "nonverbatim").glob("*/*.jsonl.xz")):
            first = folder / second.parent.name / second.name
            if first.exists():
                yield first, second
        return

    _, first_name, second_name = CORPORA[corpus]
    for first in sorted(folder.glob(f"*/*.{first_name}.jsonl.xz")):
        second = first.with_name(first.name.replace(f".{first_name}.", f".{second_name}."))
        if second.exists():
            yield first, second


def measure(pairs: Sequence[tuple[Path, Path]]) -> Score:
    settings = Settings()
    scores = [score_aligned(align_pair(a.name, read(a), read(b)), settings) for a, b in pairs]
    return sum_scores(scores, settings)


def row(corpus: str, recordings: int, score: Score) -> list[str]:
    what, first, second = CORPORA[corpus]
    counts, interval = score.counts, intervals(score)["marks/overall/f1"]
    marks = counts.marks["overall"]
    return [
        f"{corpus}: {what}",
        str(recordings),
        f"{counts.words.in_reference:,}",
        f"{first} / {second}",
        percent(marks.precision),
        percent(marks.recall),
        f"{percent(marks.f1)} ({percent(interval.low)} to {percent(interval.high)})",
        percent(marks.ser),
        *(percent(counts.marks[mark].f1) for mark in (",", ".", "?")),
        percent(counts.case["matched"].f1),
        percent(counts.words.wer),
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    place, _ = parsed(options(__doc__), arguments)
    place.need("timed/coraal", "timed/rev16", "timed/earnings22")
    rows = []
    for corpus in CORPORA:
        pairs = list(version_pairs(place.data, corpus))
        rows.append(row(corpus, len(pairs), measure(pairs)))
    save_page(
        place,
        Path(__file__).with_name("page.md"),
        "human-agreement.md",
        rows=markdown(HEAD, rows),
        signature=Settings().signature,
    )


if __name__ == "__main__":
    main()
