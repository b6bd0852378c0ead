"""Whether probabilities of marks mean what they say, and what `--sensitivity` does; writes
docs/research/calibration.md with a reliability diagram.

    python -m recipes.calibration [--words 60000] [--model en]

The temperature is chosen on development sets, at the least cost of the reference's marks; tests are
scored with it and without.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

import legibly
from legibly.transcript import Transcript, cut_parts
from recipes.calibration.decisions import Decisions, Numbers, best_temperature, decide
from recipes.calibration.picture import save_picture
from recipes.calibration.reliability import bins, calibration_error, interval
from recipes.english_tests import compare, stripped
from recipes.pages import save_page
from recipes.place import Place, options, parsed
from recipes.tables import markdown, overall_f1, percent

CORPORA = {
    "talks (IWSLT)": ("en/iwslt/{talks}", "labels"),
    "meetings (AMI)": ("timed/ami/{split}/*.jsonl.xz", None),
    "calls (Earnings-22)": ("timed/earnings22/{split}/*[0-9].jsonl.xz", None),
    "dialogues (DailyDialog)": ("dialogue/en/dailydialog.{split}.txt.xz", None),
}
TALKS = {"dev": "dev2012", "test": "test2011"}
TEMPERATURES = [round(0.7 + 0.05 * step, 2) for step in range(27)]
SENSITIVITIES = (0.0, 0.25, 0.5, 0.75, 1.0)
PART_WORDS = 2_000
HEAD = ("corpus", "behind a word stands", "how many", "right, %", "sure, %", "off by, %")
Pairs = list[tuple[Transcript, Transcript]]


def texts(place: Place, corpus: str, split: str, words: int) -> Pairs:
    """The first words of a corpus, in pieces, each with its words as they are heard."""
    pattern, form = CORPORA[corpus]
    pieces = islice(
        (
            piece
            for path in place.files(pattern.format(split=split, talks=TALKS[split]))
            for part in legibly.read_parts(path, form)
            for piece in cut_parts(part, PART_WORDS)
        ),
        words // PART_WORDS + 1 if form or "timed" in pattern else None,
    )
    return [(piece, stripped(piece)) for piece in _first(pieces, words)]


def _first(pieces: Iterable[Transcript], words: int) -> Iterator[Transcript]:
    count = 0
    for piece in pieces:
        if count >= words:
            return
        count += len(piece.words)
        yield piece


def error(sure: Numbers, right: Numbers) -> str:
    low, high = interval(sure, right)
    return f"{percent(calibration_error(sure, right))} ({percent(low)}-{percent(high)})"


def closer(found: Decisions, temperature: float) -> bool:
    """Whether marks are closer to what they say at a temperature."""
    marks = found.written > 0
    errors = [
        calibration_error(found.sureness(each)[marks], found.right[marks])
        for each in (temperature, 1.0)
    ]
    return errors[0] < errors[1]


def rows(name: str, found: Decisions, temperature: float) -> Iterator[list[str]]:
    """For marks that were written, and for places where none was."""
    plain, warm = found.sureness(), found.sureness(temperature)
    for what, chosen in (("marks", found.written > 0), ("no mark", found.written == 0)):
        right = found.right[chosen]
        yield [
            name,
            what,
            f"{len(right):,}",
            percent(right.mean()),
            percent(plain[chosen].mean()),
            error(plain[chosen], right),
            error(warm[chosen], right),
        ]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = options(__doc__)
    parser.add_argument("--words", type=int, default=60_000, help="of each corpus, at most")
    parser.add_argument("--model", default="en")
    place, chosen = parsed(parser, arguments)
    place.need("en/iwslt", "timed/ami", "timed/earnings22", "dialogue/en")
    words = place.sized(chosen.words, 100)
    formatter = legibly.load(chosen.model, numbers=False)

    def decided(split: str) -> dict[str, Decisions]:
        found = {}
        for corpus in CORPORA:
            found[corpus] = Decisions.of(decide(formatter, texts(place, corpus, split, words)))
            print(split, corpus, len(found[corpus].wanted), file=sys.stderr, flush=True)
        return found

    dev = decided("dev")
    temperature = best_temperature(list(dev.values()), TEMPERATURES)
    print("temperature", temperature, file=sys.stderr, flush=True)
    head = (*HEAD, f"off by at {temperature:g}, %")
    tests = decided("test")
    written = {name: found.written > 0 for name, found in tests.items()}
    picture = save_picture(
        place.docs / "calibration.svg",
        {
            name: bins(found.sureness(temperature)[written[name]], found.right[written[name]])
            for name, found in tests.items()
        },
    )
    save_page(
        place,
        Path(__file__).with_name("page.md"),
        "calibration.md",
        words=f"{words:,}",
        temperature=f"{temperature:g}",
        dev=markdown(head, (row for name in dev for row in rows(name, dev[name], temperature))),
        tests=markdown(
            head, (row for name in tests for row in rows(name, tests[name], temperature))
        ),
        picture=picture,
        helps=all(closer(found, temperature) for found in tests.values()),
        sensitivities=sensitivity_table(place, chosen.model, words),
    )


def sensitivity_table(place: Place, model: str, words: int) -> str:
    """Precision, recall and F1 of all marks on development sets."""
    lines = []
    for corpus in CORPORA:
        pairs = texts(place, corpus, "dev", words // 3)
        for sensitivity in SENSITIVITIES:
            score = compare(legibly.load(model, numbers=False, sensitivity=sensitivity), pairs)
            marks = score.counts.marks["overall"]
            rates = (percent(marks.precision), percent(marks.recall))
            lines.append([corpus, f"{sensitivity:g}", *rates, overall_f1(score)])
    return markdown(("corpus", "sensitivity", "precision, %", "recall, %", "F1, %"), lines)


if __name__ == "__main__":
    main()
