"""Hidden events and CRFs: how marks are decided, and what the page says of its tables."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from legibly.lattice.scoring import Tag, TagTable
from legibly.metrics.counts import Slots
from legibly.metrics.score import Score
from recipes.dialogues import Utterance
from recipes.lu_ng_2010.decoding import best_states
from recipes.lu_ng_2010.measure import METHODS, Result
from recipes.lu_ng_2010.rows import call_table, readings, study_table
from recipes.lu_ng_2010.tasks import CALLS, Task
from recipes.lu_ng_2010.why import CHANGES, CORPORA, Change, as_one, changed
from recipes.lu_ng_2010_lm.measure import ALL_SETTINGS
from recipes.tables import slot_score

TAGS = tuple(Tag(mark=mark) for mark in ("", ",", ".", "?"))


def scored(wrong: int, units: int = 20) -> Score:
    """So many of ten slots of each unit are wrong."""
    return slot_score([Slots(10 - wrong, wrong)] * units)


@pytest.mark.parametrize("ended", [True, False])
@pytest.mark.parametrize("neighbours", ["none", "alike", "each"])
def test_the_best_states_are_the_best_of_all(neighbours: str, ended: bool) -> None:
    random = np.random.default_rng(3)
    shape = {"none": None, "alike": (4, 4), "each": (5, 4, 4)}[neighbours]
    between = None if shape is None else random.normal(size=shape)
    table = TagTable(TAGS, random.normal(size=(5, 4)), between)

    def score(states: tuple[int, ...]) -> float:
        total = sum(float(table.scores[at, state]) for at, state in enumerate(states))
        if between is None:
            return total
        rows = [between if between.ndim == 2 else between[at] for at in range(1, 5)]
        pairs = zip(rows, states, states[1:], strict=False)
        return total + sum(float(row[before, after]) for row, before, after in pairs)

    ways: list[tuple[int, ...]] = list(product(range(4), repeat=5))
    allowed = [states for states in ways if not ended or states[-1] >= 2]
    best = max(allowed, key=score)
    assert best_states(table, ended=ended) == list(best)


def test_utterances_as_one() -> None:
    texts: list[Utterance] = [[("a", ".")], [("b", "?")], [("c", "."), ("d", ".")]]
    assert as_one(texts, 2) == [[("a", "."), ("b", "?")], [("c", "."), ("d", ".")]]
    task = Task("x", "en", texts, texts, texts)
    half = changed(task, Change("half", share=0.5))
    assert (len(half.training), len(half.tests), half.name) == (2, 3, "x, half")


def results(linear: int, factorial: int, opened: int = 0) -> dict[str, Result]:
    """Hidden events and maximum entropy have four of ten wrong."""
    given = dict(zip(METHODS, map(scored, (4, 4, linear, factorial)), strict=True))
    open_ = dict(zip(METHODS, map(scored, (4 + opened, 4, linear, factorial)), strict=True))
    events = {settings: (scored(5), scored(6)) for settings in ALL_SETTINGS}
    names = (*CORPORA, CALLS.format("reference"))
    return {
        name: Result(given, open_, ["plain", "1 word"], events if name not in CORPORA else {}, {})
        for name in names
    }


def studied(linear: int, factorial: int) -> dict[tuple[str, Change], Result]:
    result = results(linear, factorial)[CORPORA[0]]
    return {(corpus, change): result for corpus in CORPORA for change in CHANGES}


@pytest.mark.parametrize(
    ("linear", "above", "below"), [(2, True, False), (6, False, True), (4, False, False)]
)
def test_methods_are_above_where_the_interval_says_so(
    linear: int, above: bool, below: bool
) -> None:
    found = readings(results(linear, linear), studied(linear, linear))
    assert ("EN SGD" in str(found["linear_above"])) is above
    assert ("EN SGD" in str(found["linear_below"])) is below
    assert found["linear_never_below"] is not below
    assert found["factorial_above"] == "none"
    assert found["paper_order"] is False


def test_the_papers_order_is_seen() -> None:
    found = readings(results(3, 2), studied(3, 2))
    assert (found["paper_order"], found["calls_order"], found["ends_matter"]) == (True, True, False)


def test_ends_matter_where_a_figure_moves() -> None:
    found = readings(results(3, 2, opened=1), studied(3, 2))
    assert found["ends_matter"] is True


def test_what_moves_a_difference_is_named() -> None:
    found = readings(results(6, 6), studied(3, 3))
    assert str(found["linear_reasons"]).startswith(
        "EN SGD -20.0; moved a point or more by prior of variance 0.1 (+"
    )
    assert "moved a point or more by none" in str(found["factorial_reasons"])


def test_tables_have_a_row_for_every_system_and_change() -> None:
    lines = call_table(results(3, 2)).splitlines()
    assert len(lines) == 2 + len(ALL_SETTINGS) + 3
    assert "trained on reference words, to be found" in lines[0]
    rows = study_table(results(3, 2), studied(3, 2)).splitlines()
    assert len(rows) == 2 + len(CORPORA) * (1 + len(CHANGES))
