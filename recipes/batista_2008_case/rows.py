"""The tables of the page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from legibly.metrics.bootstrap import compare
from legibly.metrics.counts import OVERALL
from legibly.metrics.score import Score
from recipes.batista_2008_case.capitals import CUTOFF, MIXED, SMOOTHED, Model, Results, Size
from recipes.batista_2008_case.sentences import MIXED_SOURCES, SOURCES, TESTS
from recipes.tables import difference, markdown, overall_f1, percent

AllResults = Mapping[Model, Results]


def score_table(results: AllResults) -> str:
    rows = [
        [model.source, str(model.order), test, *_rates(score)]
        for model, result in results.items()
        for test, score in result.scores.items()
    ]
    return markdown(["trained on", "n", "test", "P", "R", "F", "SER"], rows)


def _rates(score: Score) -> list[str]:
    slots = score.counts.marks[OVERALL]
    rates = (percent(slots.precision), percent(slots.recall))
    return [*rates, overall_f1(score), percent(slots.ser)]


def step_table(results: AllResults) -> str:
    """What longer n-grams, other text and mixing change, on the same sentences."""
    sources = (*SOURCES, MIXED)
    steps = [(Model(source, n), Model(source, n + 1)) for source in sources for n in (1, 2)]
    steps += [(Model(source, 3), Model(MIXED, 3)) for source in MIXED_SOURCES]
    steps.append((Model(MIXED, 3), Model(SMOOTHED, 3)))
    rows = []
    for before, after in steps:
        names = (f"{model.source} {model.order}" for model in (before, after))
        rows.append([*names, *_changes(results[before].scores, results[after].scores)])
    return markdown(["from", "to", *TESTS], rows)


def model_size_table(results: AllResults) -> str:
    """Table 4: what leaving rare n-grams out spares."""
    rows = [
        [model.source, str(model.order), *_size_cells(result.uncut), *_size_cells(result.size)]
        for model, result in results.items()
        if result.uncut is not None
    ]
    head = ("all n-grams", "MB", f"from {CUTOFF} times on", "MB")
    return markdown(["trained on", "n", *head], rows)


def _size_cells(size: Size) -> tuple[str, str]:
    return f"{size.ngrams:,}", f"{size.megabytes:.1f}"


def mix_table(results: AllResults) -> str:
    """Table 6: weights and perplexities of the mixtures on spoken development text."""
    rows = []
    for model, result in results.items():
        if result.mix is not None:
            weights, alone = (
                [*map(form.format, of)]
                for form, of in (("{:.3f}", result.mix.weights), ("{:.1f}", result.mix.alone))
            )
            together = f"{result.mix.perplexity:.1f}"
            rows.append([model.source, str(model.order), *weights, *alone, together])
    names = [f"{what}, {source}" for what in ("weight", "perplexity") for source in MIXED_SOURCES]
    return markdown(["mixed of", "n", *names, "perplexity, mixed"], rows)


def _changes(before: Mapping[str, Score], after: Mapping[str, Score]) -> Iterator[str]:
    """Of F, by test."""
    for test in TESTS:
        yield difference(compare(before[test], after[test]).get(f"marks/{OVERALL}/f1"))


def automata_table(results: AllResults) -> str:
    """The tagger beside the transducer."""
    rows = []
    for model, result in results.items():
        for test, both in result.both.items():
            slots = [score.counts.marks[OVERALL] for score in both]
            rates = [*(percent(each.f1) for each in slots), *(percent(each.ser) for each in slots)]
            rows.append([model.source, str(model.order), test, *rates])
    head = ("F, HMM tagger", "F, WFST", "SER, HMM tagger", "SER, WFST")
    return markdown(["trained on", "n", "test", *head], rows)
