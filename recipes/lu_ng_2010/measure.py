"""Hidden events, maximum entropy, a linear and a factorial CRF on one task."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import NamedTuple

from legibly.features.templates import BIAS, MARK_TEMPLATES, WITHIN_FIVE
from legibly.metrics.counts import OVERALL, Slots
from legibly.metrics.score import Score
from legibly.scorers.features import FeatureScorer
from legibly.training.feature_data import FeatureSettings, gather
from legibly.training.fitting import train
from legibly.transcript import Token, Transcript, Word
from recipes.dialogues import Utterance
from recipes.lu_ng_2010.chinese_words import joined, word_sizes
from recipes.lu_ng_2010.decoding import best_marks
from recipes.lu_ng_2010.tasks import Task
from recipes.lu_ng_2010_lm.measure import Settings, all_trained, best_on_dev, trained
from recipes.tables import pair_slots, percent, slot_score

HIDDEN_EVENTS, MAXENT, LINEAR, FACTORIAL = METHODS = (
    *("hidden events", "maximum entropy", "L-CRF", "F-CRF"),
)
KINDS = {MAXENT: "maxent", LINEAR: "crf", FACTORIAL: "fcrf"}
PRIOR = 1.0


class Result(NamedTuple):
    given: dict[str, Score]  # by method, where it is given that the last word ends a sentence
    open: dict[str, Score]  # where it is to be found
    notes: list[str]  # the setting of hidden events, and what was trained of the others
    # By setting of hidden events, given and to be found, where all were asked for (Table 6).
    events: dict[Settings, tuple[Score, Score]]
    chosen: dict[bool, Settings]  # of hidden events, by whether ends are given


class Passes(NamedTuple):
    """How CRFs are fitted."""

    passes: int
    prior: float = PRIOR


def measure_all(tasks: Sequence[Task], fitting: Passes, jobs: int) -> list[Result]:
    """Each task by a process of its own, the longest first."""
    if jobs == 1:
        return [measure(task, fitting) for task in tasks]

    longest_first = sorted(tasks, key=lambda task: -sum(map(len, task.training)))
    with ProcessPoolExecutor(jobs) as pool:
        running = {task.name: pool.submit(measure, task, fitting) for task in longest_first}
        return [running[task.name].result() for task in tasks]


class Spoken(NamedTuple):
    """A task's words, joined where they are to be, and how the tests are judged."""

    training: list[Utterance]
    dev: list[Utterance]
    tests: list[list[str]]
    wanted: list[Utterance]
    sizes: list[list[int]]  # how many tokens each test word has

    @classmethod
    def of(cls, task: Task) -> Spoken:
        if not task.segmented:
            tests = [[word for word, _ in utterance] for utterance in task.tests]
            ones = [[1] * len(utterance) for utterance in task.tests]
            return cls(task.training, task.dev, tests, task.tests, ones)

        def words(utterances: Iterable[Utterance]) -> list[Utterance]:
            return [joined(each, word_sizes(each), cut=True) for each in utterances]

        sizes = [word_sizes(utterance) for utterance in task.tests]
        pairs = zip(task.tests, sizes, strict=True)
        tests = [[word for word, _ in joined(each, counts)] for each, counts in pairs]
        return cls(words(task.training), words(task.dev), tests, task.tests, sizes)

    def scored(self, mark: Callable[[list[str]], list[str]]) -> Score:
        decided = map(mark, self.tests)
        rows = zip(self.wanted, decided, self.sizes, strict=True)
        return slot_score([slots(*row) for row in rows])


def measure(
    task: Task,
    fitting: Passes,
    *,
    kinds: Mapping[str, str] = KINDS,
    chosen: Mapping[bool, Settings] | None = None,
) -> Result:
    """`chosen` are settings of hidden events that are not to be chosen anew."""
    spoken = Spoken.of(task)
    result = Result({}, {}, [], {}, dict(chosen or {}))
    _measure_events(task, spoken, result)
    for method, kind in kinds.items():
        scorer, note = fitted(kind, spoken.training, task.language, fitting)
        for ended, scores in ((True, result.given), (False, result.open)):
            scores[method] = spoken.scored(partial(best_marks, scorer, ended=ended))
        result.notes.append(note)
        f1 = percent(result.given[method].counts.marks[OVERALL].f1)
        print(task.name, method, note, f1, file=sys.stderr, flush=True)

    return result


def _measure_events(task: Task, spoken: Spoken, result: Result) -> None:
    """The setting that is best on development utterances; all of them where they are asked for."""
    if result.chosen:
        models = {each: trained(spoken.training, each) for each in set(result.chosen.values())}
    else:
        models = all_trained(spoken.training)
    for ended, scores in ((True, result.given), (False, result.open)):
        best = result.chosen.get(ended) or best_on_dev(models, spoken.dev, ended=ended)
        result.chosen[ended] = best
        scores[HIDDEN_EVENTS] = spoken.scored(models[best].marker(ended=ended))
    result.notes.append(" / ".join(dict.fromkeys(each.name for each in result.chosen.values())))
    if task.all_settings:
        for settings, model in models.items():
            given, open_ = (spoken.scored(model.marker(ended=ended)) for ended in (True, False))
            result.events[settings] = given, open_


def fitted(
    kind: str, training: Sequence[Utterance], language: str, fitting: Passes
) -> tuple[FeatureScorer, str]:
    """A model of features, and a note of what it was trained on."""
    templates = (*MARK_TEMPLATES, BIAS) if kind == "maxent" else (*WITHIN_FIVE, BIAS)
    settings = FeatureSettings(
        kind, templates=templates, passes=fitting.passes, prior=fitting.prior, cutoff=2
    )
    began = time.process_time()
    data = gather((as_transcript(utterance, language) for utterance in training), settings)
    table = train(data, settings)
    seconds = time.process_time() - began
    note = f"{len(data.states):,} words, {len(table.keys):,} features, {seconds:.0f} s of CPU"
    return FeatureScorer(table, settings.layout), note


def as_transcript(utterance: Utterance, language: str) -> Transcript:
    """With times, so that the words are taken as they are."""
    words = tuple(Word(word, float(i), i + 0.5) for i, (word, _) in enumerate(utterance))
    tokens = tuple(Token(word, i, i + 1, after=mark) for i, (word, mark) in enumerate(utterance))
    return Transcript(words, tokens, language)


def slots(utterance: Utterance, decided: Sequence[str], sizes: Sequence[int]) -> Slots:
    """By tokens: the mark of a word stands behind its last one."""
    marks = [
        mark
        for size, word_mark in zip(sizes, decided, strict=True)
        for mark in [""] * (size - 1) + [word_mark]
    ]
    return pair_slots([(wanted, mark) for (_, wanted), mark in zip(utterance, marks, strict=True)])
