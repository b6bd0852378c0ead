"""Test documents, models and readings of the recipe of Gravano et al. (2009)."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from legibly.metrics.counts import OVERALL, Counts, Slots
from legibly.metrics.score import Score, Settings, Unit
from recipes.gravano_2009.data import TESTS, conditioned, documents, mark_shares, sizes
from recipes.gravano_2009.models import ORDERS, SMOOTHED, CountedText, Model, models_of
from recipes.gravano_2009.pictures import largest_sweep
from recipes.gravano_2009.rows import readings, share_table
from recipes.made_up import make_up
from recipes.place import Place
from tests.metrics.helpers import written


def test_documents_have_five_to_twenty_sentences_of_each_length_as_many(tmp_path: Path) -> None:
    assert Counter(islice(sizes(Random(1)), 32)) == Counter(list(range(5, 21)) * 2)
    place = Place(make_up(tmp_path), tmp_path, tmp_path)
    found = documents(place, TESTS["TED talks"], 300)
    assert all(5 <= len(text.sentences) <= 20 for text in found)
    assert len({len(text.sentences) for text in found}) == len(found)


def test_texts_are_as_written_over_words_as_spoken() -> None:
    text = written("Dr. Bean (a friend) paid $5... And left -- why?")
    two, four = conditioned(text, "two"), conditioned(text, "four")
    assert [
        word.text for word in two.words
    ] == "doctor bean a friend paid five dollars and left why".split()
    assert two.text == "Doctor Bean, a friend, paid five dollars. And left, why."
    assert four.text == "Doctor Bean — a friend — paid five dollars — And left — why?"


def test_shares_of_marks_count_brackets() -> None:
    found = mark_shares([written("So (yes) no, it is."), written("Is it?")])
    assert found == {"( )": 2, ",": 1, ".": 1, "?": 1}
    assert "40.0" in share_table({"x": found})


def test_every_order_and_smoothing_is_made_of_the_sizes_between() -> None:
    models = models_of((1, 2, 3))
    for order in ORDERS:
        assert {(m.symbols, m.method) for m in models if (m.size, m.order) == (2, order)} == {
            ("two", "stupid"),
            ("four", "stupid"),
            ("two", SMOOTHED),
        }
    assert {m.order for m in models if m.size == 3} == {3, 5}
    assert len({m.name for m in models}) == len(models)


def scored(right: int) -> Score:
    """So many of ten of everything are right."""
    slots = Slots(right, 0, 10 - right, 10 - right)
    marks = dict.fromkeys((",", ".", "?", "—", OVERALL), slots)
    units = [Unit("", Counts(marks=marks, case={OVERALL: slots}), i) for i in range(20)]
    return Score(Settings("gravano4"), tuple(units))


def results(right: dict[Model, int]) -> dict[tuple[Model, str], Score]:
    models = models_of((1, 2, 3))
    return {(m, test): scored(right.get(m, 5)) for m in models for test in TESTS}


def texts() -> dict[int, CountedText]:
    return {size: CountedText(None, [], 10**size, 10**size, 0.0) for size in (1, 2, 3)}  # type: ignore[arg-type]


def test_growth_and_loss_are_read_off_the_tables() -> None:
    growing = {
        Model(1, 5, "two"): 3,
        Model(2, 5, "two"): 4,
        Model(3, 3, "two"): 6,
        Model(3, 5, "two"): 6,
    }
    found = readings(results({**growing, Model(2, 3, "two"): 4}), texts())
    assert (found["grows"], found["any_fall"]) == (True, False)
    falling = readings(results({Model(1, 5, "two"): 6}), texts())
    assert (falling["grows"], falling["any_fall"]) == (False, True)


@pytest.mark.parametrize(("right", "lost"), [(3, "2, n = 6"), (5, "none")])
def test_what_longer_ngrams_lose_with_each_smoothing(right: int, lost: str) -> None:
    found = readings(results({Model(2, 6, "two", SMOOTHED): right}), texts())
    assert (found["smoothed_lost"], found["smoothed_lose"]) == (lost, lost != "none")
    assert found["smoothed_worse"] == lost
    assert found["longer_lose"] is False


def test_written_text_and_symbols_are_compared() -> None:
    level = readings(results({}), texts())
    assert (level["written_best"], level["questions_spoken"]) == (False, False)
    assert level["capitals_alike"] is True
    apart = readings(results({Model(3, 5, "four"): 8}), texts())
    assert (apart["capitals_alike"], apart["capitals_change"]) == (False, "30.0")


def test_the_sweep_that_is_drawn_has_all_orders() -> None:
    assert largest_sweep(results({})) == 2
