from __future__ import annotations

import json

import pytest
from hypothesis import given

from legibly.metrics.bootstrap import Comparison, Interval95, intervals
from legibly.metrics.counts import Counts, Entities, Share, Slots, WordErrors
from legibly.metrics.report import Report, Scored, as_json, comparison_table, table
from legibly.metrics.score import Score, Settings, Unit
from tests.metrics.helpers import counts, score

COUNTED = Counts(
    marks={
        ",": Slots(correct=6, deleted=3, inserted=2),
        ".": Slots(correct=5, deleted=1),
        "?": Slots(),
        "overall": Slots(correct=11, substituted=1, deleted=3, inserted=1),
    },
    confusions={",>.": 1, ".>.": 5},
    boundaries=Slots(correct=5, deleted=1),
    types=Share(4, 5),
    case={
        "overall": Slots(correct=8, deleted=2),
        "matched": Slots(correct=8, deleted=1),
        "inner": Slots(correct=3, deleted=2),
        "all_caps": Slots(),
        "mixed_case": Slots(inserted=1),
    },
    case_errors={"Foo>foo": 1, "foo>Foo": 3},
    words=WordErrors(correct=90, substituted=5, deleted=5, inserted=2),
    words_and_marks=WordErrors(correct=100, substituted=5, deleted=5, inserted=2),
    numbers={
        "overall": Entities(correct=2, spaced=1, incorrect=1, over=1, under=3, digits=1),
        "time": Entities(correct=2, spaced=1, incorrect=1, over=1, under=3, digits=1),
    },
)


def counted(found: Counts = COUNTED, *, marks: bool = True, capitals: bool = True) -> Score:
    return Score(Settings(), (Unit("", found),), has_marks=marks, has_capitals=capitals)


# --- the table for people
# ------------------------------------------------------------------------------


def test_every_line_of_the_table() -> None:
    found = {"marks/,/f1": Interval95(0.6, 0.75), "marks/overall/f1": Interval95(0.7, 0.9)}
    assert list(table(counted(), found)) == [
        "                                P      R     F1     ±     SER      ref      hyp",
        ", comma                      75.0   66.7   70.6   7.5    55.6        9        8",
        ". full stop                 100.0   83.3   90.9          16.7        6        5",
        "all marks                    84.6   73.3   78.6  10.0    33.3       15       13",
        "sentence boundaries         100.0   83.3   90.9          16.7        6        5",
        "case                        100.0   80.0   88.9          20.0       10        8",
        "case, matching words        100.0   88.9   94.1          11.1        9        8",
        "case, inside sentences      100.0   60.0   75.0          40.0        5        3",
        "mixed case                    0.0      -    0.0             -        0        1",
        "",
        "WER with marks 10.91 %   WER' without 12.00 %"
        "   (5 substituted, 5 deleted, 2 inserted of 100)",
        "punctuation error rate 31.25 %   SU error 16.67 %   sentence types right 80.00 % of 5"
        " shared ends",
        "case errors (Gravano Table 2): Foo>foo 25 %, foo>Foo 75 %",
        "numbers: NEER 75.00 %, ignoring space 62.50 % of 8 entities (incorrect 1, over 1, under 3;"
        " wrong digits 1)",
        f"signature {Settings().signature}|bs:1x100w",
    ]


def test_columns_stand_below_each_other() -> None:
    head, *rows = list(table(counted()))[:9]
    assert all(len(row) == len(head) for row in rows)


def test_without_intervals_nothing_is_said_of_resampling() -> None:
    *_, last = table(counted())
    assert last == f"signature {Settings().signature}"


def test_a_reference_without_marks_says_so_and_has_no_line_of_marks() -> None:
    lines = list(table(counted(marks=False)))
    assert "the reference has no marks, so they were not scored" in lines
    assert not any(line.startswith(("all marks", "sentence", "punct", ", ")) for line in lines)


def test_a_reference_without_capitals_says_so_and_has_no_line_of_case() -> None:
    lines = list(table(counted(capitals=False)))
    assert "the reference has no capitals, so case was not scored" in lines
    assert not any(line.startswith("case,") for line in lines)


def test_an_empty_hypothesis_is_mentioned() -> None:
    assert "the hypothesis is empty" in list(table(score("Yes.", "")))
    assert "the hypothesis is empty" not in list(table(score("", "Yes.")))


def test_a_table_of_nothing_at_all() -> None:
    lines = list(table(score("", "")))
    assert (
        "WER with marks -   WER' without -   (0 substituted, 0 deleted, 0 inserted of 0)" in lines
    )


# --- as JSON
# ------------------------------------------------------------------------------


def test_counts_and_rates_as_json() -> None:
    document = as_json(counted(), {"marks/overall/f1": Interval95(0.5, 0.75)})
    assert document["marks"][","] == {
        **{"correct": 6, "substituted": 0, "deleted": 3, "inserted": 2},
        **{"precision": 6 / 8, "recall": 6 / 9, "f1": 12 / 17, "ser": 5 / 9},
    }
    assert document["punctuation_error_rate"] == 5 / 16
    assert document["confusions"] == {",>.": 1, ".>.": 5}
    assert document["boundaries"]["su_error"] == document["boundaries"]["ser"] == 1 / 6
    assert document["types"] == {"correct": 4, "total": 5, "accuracy": 0.8}
    assert document["case"]["recall"] == 0.8
    assert document["case"]["inner"]["recall"] == 0.6
    assert document["case"]["error_types"] == {"Foo>foo": 1, "foo>Foo": 3}
    assert document["wer"] == 12 / 110
    assert document["wer_without_marks"] == 12 / 100
    assert document["words"] == {"correct": 90, "substituted": 5, "deleted": 5, "inserted": 2}
    assert document["units"] == 1
    assert document["intervals"] == {"marks/overall/f1": [0.5, 0.75]}
    assert document["signature"] == Settings().signature


def test_entities_are_slots_too() -> None:
    numbers = as_json(counted())["numbers"]
    assert (numbers["neer"], numbers["neer_ignoring_space"]) == (6 / 8, 5 / 8)
    assert numbers["over"] == numbers["inserted"] == 1
    assert numbers["under"] == numbers["deleted"] == 3
    assert numbers["substituted"] == numbers["incorrect"] + numbers["spaced"] == 2
    assert (numbers["precision"], numbers["recall"]) == (2 / 5, 2 / 7)
    assert list(numbers["classes"]) == ["time"]


@given(counts())
def test_any_counts_can_be_written_as_json_and_as_a_table(found: Counts) -> None:
    """Where the overall marks are missing, none were counted."""
    with_all = Counts(marks={"overall": Slots()}) + found
    one = counted(with_all)
    assert json.loads(json.dumps(as_json(one))) == as_json(one)
    assert all(line == line.rstrip() or "±" in line for line in table(one))


def test_nothing_counted_is_null() -> None:
    document = as_json(Score(Settings(), ()))
    assert document["wer"] is document["punctuation_error_rate"] is None
    assert document["numbers"]["neer"] is None
    assert document["marks"] == {}


# --- two systems
# ------------------------------------------------------------------------------


COMPARISON = {
    "marks/,/precision": Comparison(0.5, Interval95(0.0, 1.0), 0.5),
    "marks/overall/f1": Comparison(-0.0123, Interval95(-0.02, 0.001), 0.0456),
    "wer": Comparison(0.1, Interval95(0.05, 0.15), 0.002),
}


def test_a_comparison_is_in_points() -> None:
    assert list(comparison_table(COMPARISON)) == [
        "second minus first          points       95 % interval       p",
        "marks/overall/f1             -1.23       -2.00 to 0.10   0.046",
        "wer                          10.00       5.00 to 15.00   0.002",
    ]


def test_a_report_of_one_system_has_no_heading() -> None:
    report = Report([Scored("hyp.txt", counted(), {})], None)
    assert list(report.lines()) == list(table(counted()))
    assert report.as_json() == as_json(counted())


def test_a_report_of_two_systems_names_them_and_how_they_differ() -> None:
    first, second = score("So, yes.", "So yes."), score("So, yes.", "So, yes.")
    report = Report([Scored("one", first, {}), Scored("two", second, {})], COMPARISON)
    assert list(report.lines()) == [
        "== one",
        *table(first),
        "== two",
        *table(second),
        "",
        *comparison_table(COMPARISON),
    ]
    document = report.as_json()
    assert document["marks"] == as_json(first)["marks"]
    assert document["against"] == as_json(second)
    assert document["comparison"]["wer"] == {
        **{"difference": 0.1, "interval": [0.05, 0.15], "p": 0.002}
    }


def test_a_report_may_be_broken_down() -> None:
    units = (Unit("A", COUNTED), Unit("B", Counts(marks={"overall": Slots()}), 1))
    whole = Score(Settings(by="speaker"), units, has_marks=True)
    report = Report([Scored("hyp", whole, {})], None, by="speaker")
    groups = whole.groups()
    assert list(report.lines()) == [
        *table(whole),
        "\n-- speaker A",
        *table(groups["A"]),
        "\n-- speaker B",
        *table(groups["B"]),
    ]
    assert report.as_json()["by"] == {name: as_json(part) for name, part in groups.items()}


@pytest.mark.parametrize("by", ["speaker", None])
def test_only_the_whole_has_intervals(by: str | None) -> None:
    one = score("so we can, yes. " * 100, "so we can yes. " * 100, by=by)
    lines = list(Report([Scored("hyp", one, intervals(one, 50))], None, by).lines())
    assert len([line for line in lines if "|bs:" in line]) == 1
