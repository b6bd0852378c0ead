"""What pages say of their tables, on tables made up for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from legibly.metrics.counts import Slots
from legibly.metrics.score import Score
from legibly.training.feature_data import Labelled, labelled
from recipes.batista_2008.judging import inner_places, slot_cells
from recipes.batista_2008_case.capitals import MIXED, SMOOTHED, Model, Results, Size
from recipes.batista_2008_case.mark_rates import Marks, sums_by_kind
from recipes.batista_2008_case.readings import capital_readings, mark_readings
from recipes.batista_2008_case.sentences import SOURCES, TESTS
from recipes.tables import slot_score
from tests.metrics.helpers import written


def scored(wrong: int, units: int = 20) -> Score:
    """So many of ten slots of each unit are wrong."""
    return slot_score([Slots(10 - wrong, wrong)] * units)


def case_results(wrong: Mapping[Model, int]) -> dict[Model, Results]:
    models = [Model(source, n) for source in (*SOURCES, MIXED) for n in (1, 2, 3)]
    return {
        model: Results(
            {test: scored(wrong.get(model, 4)) for test in TESTS},
            {"news": (scored(3), scored(3))},
            Size(1, 1.0),
        )
        for model in (*models, Model(SMOOTHED, 3))
    }


def test_falling_error_rates_are_named() -> None:
    falling = {Model("news", 1): 5, Model("news", 2): 4, Model("news", 3): 3}
    found = capital_readings(case_results(falling))
    assert found["falls"] is True
    assert found["falling"] == "news, parliament, hearings, lectures and TED talks"
    assert found["kin"] is False  # the news model is best everywhere
    assert found["kin_best"] == "news"
    assert found["alike"] is True
    level = capital_readings(case_results({}))
    assert (level["falls"], level["falling"]) == (False, "none")


def test_marks_are_summed_by_kind() -> None:
    rows = [
        Marks("pt", "news-a", "written", 1000, Counter({",": 50, ".": 30})),
        Marks("pt", "news-b", "written", 1000, Counter({",": 70, ".": 10})),
        Marks("en", "news", "written", 1000, Counter({",": 40, ".": 50})),
    ]
    assert sums_by_kind(rows)["pt", "written"].rates[:2] == [20.0, 60.0]
    found = mark_readings(rows)
    assert (found["comma_kinds"], found["other_kinds"]) == ("pt written", "en written")
    assert (found["fewest_stops"], found["fewest"]) == (True, "pt")


def test_first_words_of_sentences_are_left_out() -> None:
    item = labelled(written("Yes, we met Bill. So it is? No."))
    assert [item.words[i].text for i in inner_places(item)] == ["we", "met", "bill", "it", "is"]
    assert inner_places(Labelled([], [], [])) == []


def test_slots_of_each_kind() -> None:
    assert slot_cells(slot_score([Slots(1000, 20, 3, 4)])) == ["1,000", "4", "3", "20"]
