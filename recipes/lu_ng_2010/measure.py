"""Hidden events, maximum entropy, a linear and a factorial CRF on one task."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from legibly.features.templates import BIAS, MARK_TEMPLATES, WITHIN_FIVE
from legibly.formatting.formatter import Formatter, WeightedScorer
from legibly.formatting.options import Options
from legibly.languages import language as find_language
from legibly.marks import core_mark
from legibly.metrics.counts import OVERALL, Slots
from legibly.metrics.score import Score
from legibly.scorers.features import FeatureScorer
from legibly.training.feature_data import FeatureSettings, gather
from legibly.training.fitting import train
from legibly.transcript import Token, Transcript, Word, as_heard
from recipes.dialogues import Utterance
from recipes.lu_ng_2010.chinese_words import joined, word_sizes
from recipes.lu_ng_2010.tasks import Task
from recipes.lu_ng_2010_lm.measure import all_trained, best_on_dev
from recipes.tables import pair_slots, percent, slot_score

HIDDEN_EVENTS, MAXENT, LINEAR, FACTORIAL = METHODS = (
    *("hidden events", "maximum entropy", "L-CRF", "F-CRF"),
)
KINDS = {MAXENT: "maxent", LINEAR: "crf", FACTORIAL: "fcrf"}
PRIOR = 1.0


class Result(NamedTuple):
    scores: dict[str, Score]  # by method
    notes: list[str]  # the setting of hidden events, and what was trained of the others


def measure_all(tasks: Sequence[Task], passes: int, jobs: int) -> list[Result]:
    """Each task by a process of its own, the longest first."""
    if jobs == 1:
        return [measure(task, passes) for task in tasks]

    longest_first = sorted(tasks, key=lambda task: -sum(map(len, task.training)))
    with ProcessPoolExecutor(jobs) as pool:
        running = {task.name: pool.submit(measure, task, passes) for task in longest_first}
        return [running[task.name].result() for task in tasks]


def measure(task: Task, passes: int) -> Result:
    training, dev = task.training, task.dev
    sizes = [[1] * len(utterance) for utterance in task.tests]
    if task.segmented:
        training = [joined(utterance, word_sizes(utterance), cut=True) for utterance in training]
        dev = [joined(utterance, word_sizes(utterance), cut=True) for utterance in dev]
        sizes = [word_sizes(utterance) for utterance in task.tests]
    tests = [
        [word for word, _ in joined(utterance, counts)]
        for utterance, counts in zip(task.tests, sizes, strict=True)
    ]

    def scored(decided: Iterable[list[str]]) -> Score:
        return slot_score([slots(*item) for item in zip(task.tests, decided, sizes, strict=True)])

    models = all_trained(training)
    settings = best_on_dev(models, dev, ended=True)
    marker = models[settings].marker(ended=True)
    result = Result({HIDDEN_EVENTS: scored(map(marker, tests))}, [settings.name])
    for method, kind in KINDS.items():
        formatter, note = trained(kind, training, task.language, passes)
        score = scored(marks_of(formatter, words, task.language) for words in tests)
        result.scores[method] = score
        result.notes.append(note)
        f1 = percent(score.counts.marks[OVERALL].f1)
        print(task.name, method, note, f1, file=sys.stderr, flush=True)

    return result


def trained(
    kind: str, training: Sequence[Utterance], language: str, passes: int
) -> tuple[Formatter, str]:
    """A formatter with a model of features, and a note of what it was trained on."""
    templates = (*MARK_TEMPLATES, BIAS) if kind == "maxent" else (*WITHIN_FIVE, BIAS)
    settings = FeatureSettings(kind, templates=templates, passes=passes, prior=PRIOR, cutoff=2)
    began = time.perf_counter()
    data = gather((as_transcript(utterance, language) for utterance in training), settings)
    table = train(data, settings)
    seconds = time.perf_counter() - began
    note = f"{len(data.states):,} words, {len(table.keys):,} features, {seconds:.0f} s"
    scorer = WeightedScorer(FeatureScorer(table, settings.layout))
    options = Options(case=False, numbers=False)
    return Formatter([scorer], find_language(language), options), note


def as_transcript(utterance: Utterance, language: str) -> Transcript:
    """With times, so that the words are taken as they are."""
    words = tuple(Word(word, float(i), i + 0.5) for i, (word, _) in enumerate(utterance))
    tokens = tuple(Token(word, i, i + 1, after=mark) for i, (word, mark) in enumerate(utterance))
    return Transcript(words, tokens, language)


def marks_of(formatter: Formatter, words: Sequence[str], language: str) -> list[str]:
    """The mark that the formatter writes after each word."""
    heard = tuple(Word(word) for word in words)
    written = formatter(Transcript(heard, tuple(as_heard(heard)), language))
    return [core_mark(token.after) for token in written.tokens]


def slots(utterance: Utterance, decided: Sequence[str], sizes: Sequence[int]) -> Slots:
    """By tokens: the mark of a word stands behind its last one."""
    marks = [
        mark
        for size, word_mark in zip(sizes, decided, strict=True)
        for mark in [""] * (size - 1) + [word_mark]
    ]
    return pair_slots([(wanted, mark) for (_, wanted), mark in zip(utterance, marks, strict=True)])
