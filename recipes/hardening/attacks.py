"""One row an area: how much was tried, what came of it, and what failed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import legibly
from tests.fuzz.__main__ import fuzz
from tests.fuzz.altered_models import run, variants
from tests.fuzz.number_sequences import check_numbers
from tests.fuzz.sequences import agree
from tests.fuzz.siblings import check_siblings
from tests.fuzz.targets import targets
from tests.fuzz.writing import check_writers
from tests.fuzz.xml_attacks import check_xml

SEED = 18


class Sizes(NamedTuple):
    """How much is tried: seconds and examples a round, files, values, texts of each model,
    sequences, one variant in so many.
    """

    seconds: float
    examples: int
    files: int
    values: int
    texts: int
    texts_neural: int
    sequences: int
    one_in: int

    def scaled(self, share: float) -> Sizes:
        """So much of everything."""
        counts = [max(1, round(count * share)) for count in self[:-1]]
        return Sizes._make([*counts, max(1, round(self.one_in / share))])


FULL = Sizes(300, 300, 5_000, 20_000, 1_000, 250, 62_000, 1)
QUICK = Sizes(0.1, 3, 10, 100, 5, 2, 50, 100)


class Area(NamedTuple):
    name: str
    tried: int
    answered: int | None  # None where nothing may be refused
    refused: int | None
    failures: int

    def row(self) -> list[str]:
        figures = (self.tried, self.answered, self.refused, self.failures)
        return [self.name, *("" if figure is None else f"{figure:,}" for figure in figures)]


def areas(sizes: Sizes) -> Iterator[Area]:
    yield from _fuzzed(sizes)
    written, refused, failures = check_writers(sizes.files, SEED)
    total = written + refused + len(failures)
    yield Area("what was read of them, in every format", total, written, refused, len(failures))
    tried, failures = check_siblings(sizes.values, SEED)
    yield Area("a wrong value beside a word (JSON)", tried, None, None, len(failures))
    yield _area("XML: entities, depth, size", *check_xml())
    for model, count in (("en-baseline", sizes.texts), ("en", sizes.texts_neural)):
        agree(legibly.load(model), count, SEED)  # raises where it fails
        what = f"random texts, `{model}`: in batch, again, in a list, as a stream"
        yield Area(what, count, None, None, 0)
    proposals, failures = check_numbers(sizes.sequences, SEED)
    what = f"proposals of the grammars, of {sizes.sequences:,} sequences of number words"
    yield Area(what, proposals, None, None, len(failures))
    yield from _models(sizes)


def _area(name: str, answered: int, refused: int, failures: list[str]) -> Area:
    return Area(name, answered + refused, answered, refused, len(failures))


def _fuzzed(sizes: Sizes) -> Iterator[Area]:
    chosen = list(targets().values())
    tallies, _ = fuzz(chosen, sizes.seconds, SEED, sizes.examples)
    for name, loaders in (("readers", False), ("loaders", True)):
        tally: Counter[str] = Counter()
        kinds = [kind for kind in tallies if kind.startswith("load ") is loaders]
        for kind in kinds:
            tally += tallies[kind]
        read, refused = tally["read"], tally["refused"]
        what = f"damaged files, {len(kinds)} {name}"
        yield Area(what, read + refused, read, refused, tally["failed"])


def _models(sizes: Sizes) -> Iterator[Area]:
    tallies, failures = run(variants()[:: sizes.one_in])
    print(*failures, sep="\n", flush=True)
    shipped = tallies.pop("as shipped", Counter())
    anew: Counter[str] = sum(tallies.values(), Counter())
    wrong = sum(failure.partition(": ")[0].endswith("as shipped") for failure in failures)
    for name, tally, failed in (
        ("altered models, checksums as shipped", shipped, wrong),
        ("altered models, checksums made anew", anew, len(failures) - wrong),
    ):
        yield Area(name, tally.total(), tally["formats"], tally["refused"], failed)
