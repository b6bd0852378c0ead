"""The tables of the page."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from legibly.metrics.bootstrap import compare
from legibly.metrics.counts import OVERALL
from legibly.metrics.score import Score
from recipes.dialogues import CORPORA
from recipes.lu_ng_2010_lm.measure import Settings, Sizes, Task, dialogues
from recipes.place import Place
from recipes.tables import difference, markdown, overall_f1, percent

Scores = Mapping[Task, Score]

ORDERS = (3, 5)
ALL_SETTINGS = [Settings(*each) for each in product((False, True), (False, True), ORDERS)]
PLAIN = [settings for settings in ALL_SETTINGS if not settings.copied]
SINGLE_PASS = [settings for settings in PLAIN if not settings.cascaded]


def score_table(scores: Scores) -> str:
    rows = []
    for corpus in CORPORA:
        of_corpus = [scores[Task(corpus, settings)] for settings in ALL_SETTINGS]
        slots = [score.counts.marks[OVERALL] for score in of_corpus]
        rates = (f"{percent(each.precision)} / {percent(each.recall)}" for each in slots)
        rows.append([corpus, "F1", *map(overall_f1, of_corpus)])
        rows.append(["", "P / R", *rates])
    return markdown(["corpus", "", *(settings.name for settings in ALL_SETTINGS)], rows)


def copying_table(scores: Scores) -> str:
    """What copying changes."""
    rows = [[corpus, *(_copying(scores, corpus, plain) for plain in PLAIN)] for corpus in CORPORA]
    return markdown(["corpus", *(plain.search for plain in PLAIN)], rows)


def _copying(scores: Scores, corpus: str, plain: Settings) -> str:
    copied = plain._replace(copied=True)
    changes = compare(scores[Task(corpus, plain)], scores[Task(corpus, copied)])
    return difference(changes.get(f"marks/{OVERALL}/f1"))


def viterbi_table(scores: Scores) -> str:
    """The most likely marks together, and the most likely mark after each word."""
    rows = []
    for corpus in CORPORA:
        tasks = (Task(corpus, each, viterbi) for viterbi in (True, False) for each in SINGLE_PASS)
        rows.append([corpus, *(overall_f1(scores[task]) for task in tasks)])
    head = ("corpus", "Viterbi, 3-gram", "5-gram", "posteriors, 3-gram", "5-gram")
    return markdown(head, rows)


def size_table(place: Place, sizes: Sizes) -> str:
    rows = []
    for corpus in CORPORA:
        both = dialogues(place, corpus, sizes)
        rows.append([corpus, *(f"{len(each):,}" for each in both)])
    return markdown(["corpus", "utterances to train on", "to test on"], rows)
