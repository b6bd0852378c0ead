"""Full stops and commas: Tables 12 to 16 of Batista et al. (2008), Figures 9 and 10."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from legibly.features.templates import BIAS, GROUPS
from legibly.marks import core_mark
from legibly.metrics.counts import OVERALL
from legibly.metrics.score import Score
from legibly.scorers.features import FeatureScorer
from legibly.training.feature_data import FeatureSettings, Labelled, labelled
from legibly.transcript import Transcript
from recipes.batista_2008.judging import cells, fit, judge, piecewise
from recipes.batista_2008.labels import ends_segment, with_labels, with_segments
from recipes.calls import recognised, texts
from recipes.place import Place
from recipes.tables import slot_score

CORPORA = {  # the speaking condition of each
    "LJSpeech (read)": "timed/ljspeech/{}/*.jsonl.xz",
    "Earnings-22 (planned, answers)": "timed/earnings22/{}/*[0-9].jsonl.xz",
    "AMI (spontaneous)": "timed/ami/{}/*.jsonl.xz",
    "CORAAL (interviews)": "timed/coraal/{}/*.rev.jsonl.xz",
}
PLANNED = ("LJSpeech (read)", "Earnings-22 (planned, answers)")
ALL_SPEECH, PLANNED_SPEECH = "all speech", "planned speech only"
HEARD = "Earnings-21 (recogniser)"
MANUAL_CALLS = "timed/earnings21/{}/*[0-9].jsonl.xz"
MANUAL, AUTOMATIC = "manual words", "recogniser's words"
CONFIDENT = f"{AUTOMATIC}, confidence as value"
FULL_STOP, COMMA, BOTH = "full stop", "comma", "both"
STOPS, COMMAS = dict.fromkeys(".?!;…", "."), dict.fromkeys(",:—", ",")
TASKS = {FULL_STOP: STOPS, COMMA: COMMAS, BOTH: {**STOPS, **COMMAS}}
LEXICAL, ACOUSTIC = ("word", "pos"), ("speaker", "gender", "segment", "gap")
USED = (*LEXICAL, *ACOUSTIC)
ACOUSTIC_ONLY, LEXICAL_ONLY, ALL = "acoustic only", "lexical only", "all"
TYPES = {ACOUSTIC_ONLY: ACOUSTIC, LEXICAL_ONLY: LEXICAL, ALL: USED}  # Figure 9
WITHOUT = {  # Figure 10
    f"no {left_out}": tuple(group for group in USED if group != left_out) for left_out in USED
}
Ablations = dict[str, dict[str, float]]  # by corpus and kinds of features


@dataclass(frozen=True)
class Corpus:
    name: str
    training: list[Transcript]
    tests: list[Transcript]


def manual_corpora(place: Place, words: int, tests: int) -> list[Corpus]:
    """What people said, in several speaking conditions."""
    return [
        Corpus(
            name,
            texts(place, pattern, "train", words, with_labels),
            texts(place, pattern, "test", tests, with_labels),
        )
        for name, pattern in CORPORA.items()
    ]


def heard_corpora(place: Place, words: int, tests: int) -> tuple[Corpus, Corpus]:
    """Calls as a recogniser heard them: learnt from as people said them, or as heard."""
    training, test = (
        [with_segments(text) for text in recognised(place, split, count)]
        for split, count in (("train", words), ("test", tests))
    )
    heard = Corpus(HEARD, training, test)
    said = texts(place, MANUAL_CALLS, "train", words, with_labels)
    return Corpus(MANUAL, said, heard.tests), heard


Scores = dict[tuple[str, str], Score]  # by what was learnt from, and by task


def on_manual_words(
    corpora: Sequence[Corpus], settings: FeatureSettings
) -> tuple[Scores, dict[str, list[str]]]:
    """Tables 13, 15 and 16, and the features that each corpus has no labels for."""
    scores: Scores = {}
    absent: dict[str, list[str]] = {}
    for corpus in corpora:
        for task, score, missing in task_scores(corpus, settings):
            absent[corpus.name] = missing
            scores[corpus.name, task] = score
            print(corpus.name, task, cells(score), file=sys.stderr, flush=True)

    return scores, absent


def by_speech(corpora: Sequence[Corpus], settings: FeatureSettings) -> Scores:
    """Table 13: the full stop, learnt from all speech or from planned speech only, by what it is
    tested on.
    """
    pooled = {
        ALL_SPEECH: [text for corpus in corpora for text in corpus.training],
        PLANNED_SPEECH: [
            text for corpus in corpora if corpus.name in PLANNED for text in corpus.training
        ],
    }
    scores: Scores = {}
    for name, training in pooled.items():
        model = mark_model(FULL_STOP, training, settings)
        for corpus in corpora:
            scores[name, corpus.name] = mark_judged(FULL_STOP, model.scorer, corpus.tests)
            print(name, corpus.name, cells(scores[name, corpus.name]), file=sys.stderr, flush=True)

    return scores


def on_heard_words(manual: Corpus, heard: Corpus, settings: FeatureSettings) -> Scores:
    """Tables 14 to 16."""
    scores: Scores = {}
    for name, corpus, confident in (
        (MANUAL, manual, False),
        (AUTOMATIC, heard, False),
        (CONFIDENT, heard, True),
    ):
        for task, score, _ in task_scores(corpus, replace(settings, confident=confident)):
            scores[name, task] = score
            print(name, task, cells(score), file=sys.stderr, flush=True)

    return scores


def ablation_rates(corpora: Sequence[Corpus], settings: FeatureSettings) -> Ablations:
    """Figures 9 and 10: the slot error rate of the full stop."""
    rates: Ablations = {}
    for corpus in corpora:
        rates[corpus.name] = {}
        for name, groups in {**TYPES, **WITHOUT}.items():
            reduced = replace(settings, templates=features_of(groups))
            score, _ = mark_score(FULL_STOP, corpus, reduced)
            rates[corpus.name][name] = score.counts.marks[OVERALL].ser or 0.0
        print(corpus.name, rates[corpus.name], file=sys.stderr, flush=True)

    return rates


def features_of(groups: Iterable[str]) -> tuple[str, ...]:
    return (*(name for group in groups for name in GROUPS[group]), BIAS)


def task_scores(
    corpus: Corpus, settings: FeatureSettings
) -> Iterator[tuple[str, Score, list[str]]]:
    for task in TASKS:
        yield (task, *mark_score(task, corpus, settings))


def mark_score(task: str, corpus: Corpus, settings: FeatureSettings) -> tuple[Score, list[str]]:
    """The score, and the features that the corpus has no label for."""
    model = mark_model(task, corpus.training, settings)
    return mark_judged(task, model.scorer, corpus.tests), model.absent


class MarkModel(NamedTuple):
    scorer: FeatureScorer
    absent: list[str]  # features that the corpus has no label for


def mark_model(task: str, training: Sequence[Transcript], settings: FeatureSettings) -> MarkModel:
    texts = [marked(text, TASKS[task]) for text in training]
    return MarkModel(*fit(texts, replace(settings, marks=marks_of(task))))


def mark_judged(task: str, scorer: FeatureScorer, tests: Sequence[Transcript]) -> Score:
    marks, texts = marks_of(task), [marked(text, TASKS[task]) for text in tests]
    return judge(scorer, texts, lambda text: (marks, labelled(text).marks))


def marks_of(task: str) -> tuple[str, ...]:
    return ("", *dict.fromkeys(TASKS[task].values()))


def marked(text: Transcript, events: dict[str, str]) -> Transcript:
    """With the marks that are to be found."""
    tokens = tuple(
        token._replace(after=events.get(core_mark(token.after), "")) for token in text.tokens
    )
    return replace(text, tokens=tokens)


def segments_only(corpus: Corpus) -> Score:
    """Table 12: a full stop wherever the speaker changes or is silent."""
    pieces = []
    for text in corpus.tests:
        item = labelled(marked(text, TASKS[FULL_STOP]))
        if item.words:
            pieces += piecewise(item.marks, stops_between(item))
    return slot_score(pieces)


def stops_between(item: Labelled) -> list[str]:
    """Segments as marks: the last word ends one."""
    pairs = zip(item.words, item.words[1:], strict=False)
    return [*("." if ends_segment(word, following) else "" for word, following in pairs), "."]
