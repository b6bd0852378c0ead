"""The tables of the page, and what they say beside the paper's."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from legibly.metrics.bootstrap import Comparison, compare
from legibly.metrics.counts import OVERALL
from recipes.dialogues import CORPORA, ENDS, Sizes, dialogues, sentences
from recipes.lu_ng_2010_lm.measure import (
    ALL_SETTINGS,
    ORDERS,
    PLAIN,
    START,
    TIED,
    Result,
    Settings,
    Task,
    f1,
)
from recipes.pages import listed
from recipes.place import Place
from recipes.tables import difference, markdown, overall_f1, percent

Results = Mapping[Task, Result]
GIVEN, TO_BE_FOUND = "given", "to be found"
LITTLE = 0.005  # of F1

SEARCHES = [settings for settings in ALL_SETTINGS if settings.copies == PLAIN]
SINGLE_PASS = [settings for settings in SEARCHES if not settings.cascaded]


def score_table(results: Results) -> str:
    """A row a setting, a column a corpus."""
    rows = []
    for settings in ALL_SETTINGS:
        scores = [results[Task(corpus, settings)].test for corpus in CORPORA]
        slots = [score.counts.marks[OVERALL] for score in scores]
        rates = (f"{percent(each.precision)} / {percent(each.recall)}" for each in slots)
        rows.append([settings.copies, settings.search, "F1", *map(overall_f1, scores)])
        rows.append(["", "", "P / R", *rates])
    return markdown(["end marks", "search", "", *CORPORA], rows)


def open_table(results: Results) -> str:
    """F1 where it is not given that the last word ends a sentence, and what that changes."""
    rows = []
    for settings in ALL_SETTINGS:
        found = [results[Task(corpus, settings)] for corpus in CORPORA]
        rows.append(
            [
                settings.copies,
                settings.search,
                "F1",
                *(overall_f1(each.open_test) for each in found),
            ]
        )
        rows.append(["", "", "change", *(difference(_opening(each)) for each in found)])
    return markdown(["end marks", "search", "", *CORPORA], rows)


def _opening(result: Result) -> Comparison | None:
    return compare(result.test, result.open_test).get(f"marks/{OVERALL}/f1")


def copying_table(results: Results) -> str:
    """What copying changes."""
    rows = [
        [
            corpus,
            copies,
            *(difference(_copying(results, corpus, copies, each)) for each in SEARCHES),
        ]
        for corpus in CORPORA
        for copies in (START, TIED)
    ]
    return markdown(["corpus", "copies", *(each.search for each in SEARCHES)], rows)


def _copying(results: Results, corpus: str, copies: str, plain: Settings) -> Comparison | None:
    copied = plain._replace(copies=copies)
    changes = compare(results[Task(corpus, plain)].test, results[Task(corpus, copied)].test)
    return changes.get(f"marks/{OVERALL}/f1")


def viterbi_table(results: Results) -> str:
    """The most likely marks together, and the most likely mark after each word."""
    rows = []
    for corpus in CORPORA:
        tasks = (Task(corpus, each, viterbi) for viterbi in (True, False) for each in SINGLE_PASS)
        rows.append([corpus, *(overall_f1(results[task].test) for task in tasks)])
    head = ("corpus", "Viterbi, 3-gram", "5-gram", "posteriors, 3-gram", "5-gram")
    return markdown(head, rows)


def chosen_table(results: Results) -> str:
    """The setting that does the development utterances best, and what it does on the tests."""
    rows = []
    for corpus in CORPORA:
        given = max(ALL_SETTINGS, key=lambda each: f1(results[Task(corpus, each)].dev))
        found = max(ALL_SETTINGS, key=lambda each: f1(results[Task(corpus, each)].open_dev))
        one, other = results[Task(corpus, given)], results[Task(corpus, found)]
        rows.append([corpus, GIVEN, given.name, overall_f1(one.dev), overall_f1(one.test)])
        scores = (other.open_dev, other.open_test)
        rows.append(["", TO_BE_FOUND, found.name, *map(overall_f1, scores)])
    return markdown(["corpus", "ends", "chosen", "F1, development", "F1, test"], rows)


class Facts(NamedTuple):
    """Table 3: shares of sentences, of utterances of several, and words an utterance."""

    statements: float
    questions: float
    exclamations: float
    several: float
    words: float
    sizes: tuple[int, int, int]


@cache
def facts_of(place: Place, corpus: str, sizes: Sizes) -> Facts:
    found = dialogues(place, corpus, sizes)
    all_sentences = [sentence for each in found.training for sentence in sentences(each)]
    ends = [sentence[-1][1] for sentence in all_sentences]
    statements, questions, exclamations = (ends.count(mark) / len(ends) for mark in ENDS)
    count = len(found.training)
    several = sum(len(sentences(each)) > 1 for each in found.training) / count
    words = sum(map(len, found.training)) / count
    counts = count, len(found.dev), len(found.tests)
    return Facts(statements, questions, exclamations, several, words, counts)


def fact_table(place: Place, sizes: Sizes) -> str:
    rows = []
    for corpus in CORPORA:
        facts = facts_of(place, corpus, sizes)
        shares = (percent(share) for share in facts[:4])
        rows.append([corpus, *shares, f"{facts.words:.2f}", *map("{:,}".format, facts.sizes)])
    kinds = ("statements, %", "questions, %", "exclamations, %", "of several sentences, %")
    head = ["corpus", *kinds, "words an utterance", "to learn from", "to choose on", "to test on"]
    return markdown(head, rows)


def readings(place: Place, sizes: Sizes, results: Results) -> dict[str, object]:
    """What holds of copying, and the names in the sentences."""
    english = [corpus for corpus, facts in CORPORA.items() if facts.language == "en"]
    chinese = [corpus for corpus in CORPORA if corpus not in english]
    helped = {copies: _surely(results, copies, 1) for copies in (START, TIED)}
    hurt = {copies: _surely(results, copies, -1) for copies in (START, TIED)}
    longest = {corpus: facts_of(place, corpus, sizes).words for corpus in CORPORA}
    orders = [
        corpus
        for corpus in CORPORA
        if all(
            _change_of_order(results, corpus, each) > 0
            for each in ALL_SETTINGS
            if each.order == ORDERS[0]
        )
    ]
    opened = [
        corpus
        for corpus in CORPORA
        if any(_lost(results[Task(corpus, each)]) > LITTLE for each in ALL_SETTINGS)
    ]
    return {
        "ends_matter": bool(opened),
        "opened": listed(opened),
        "start_as_paper": helped[START] == english and hurt[START] == chinese,
        "start_helped": listed(helped[START]),
        "start_hurt": listed(hurt[START]),
        "tied_helped": listed(helped[TIED]),
        "tied_hurt": listed(hurt[TIED]),
        "fives": bool(orders),
        "five_corpora": listed(orders),
        "longest_english": max(english, key=lambda corpus: longest[corpus]),
        "longest_chinese": max(chinese, key=lambda corpus: longest[corpus]),
    }


def _surely(results: Results, copies: str, sign: int) -> list[str]:
    """Corpora on which copying changes F1 surely in this direction, with every search."""
    found = []
    for corpus in CORPORA:
        changes = [_copying(results, corpus, copies, each) for each in SEARCHES]
        if all(change is not None and _is_sure(change, sign) for change in changes):
            found.append(corpus)
    return found


def _lost(result: Result) -> float:
    """Of F1, where the end of the utterance is to be found."""
    return abs(f1(result.test) - f1(result.open_test))


def _is_sure(change: Comparison, sign: int) -> bool:
    return (change.interval.low if sign > 0 else -change.interval.high) > 0


def _change_of_order(results: Results, corpus: str, settings: Settings) -> float:
    longer = settings._replace(order=ORDERS[1])
    return f1(results[Task(corpus, longer)].test) - f1(results[Task(corpus, settings)].test)
