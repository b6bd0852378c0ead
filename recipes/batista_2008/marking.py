"""Full stops and commas: Tables 12 to 16 of Batista et al. (2008), Figures 9 and 10."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from legibly.features.templates import BIAS, GROUPS
from legibly.marks import core_mark
from legibly.metrics.counts import OVERALL
from legibly.metrics.score import Score
from legibly.training.feature_data import FeatureSettings, Labelled, labelled
from legibly.transcript import Transcript, Word, speaker_changes
from recipes.batista_2008.judging import cells, fit, judge, piecewise
from recipes.calls import recognised, texts
from recipes.place import Place
from recipes.tables import slot_score

CORPORA = {  # the speaking condition of each
    "LJSpeech (read)": "timed/ljspeech/{}/*.jsonl.xz",
    "Earnings-22 (planned, answers)": "timed/earnings22/{}/*[0-9].jsonl.xz",
    "AMI (spontaneous)": "timed/ami/{}/*.jsonl.xz",
}
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
    f"no {left_out}": tuple(group for group in USED if group != left_out)
    for left_out in ("word", "pos", "speaker", "gap")
}
SILENCE_SECONDS = 0.5  # a segment ends
Ablations = dict[str, dict[str, float]]  # by corpus and kinds of features


@dataclass(frozen=True)
class Corpus:
    name: str
    training: list[Transcript]
    tests: list[Transcript]


def manual_corpora(place: Place, words: int, tests: int) -> list[Corpus]:
    """What people said, in several speaking conditions."""
    return [
        Corpus(name, texts(place, pattern, "train", words), texts(place, pattern, "test", tests))
        for name, pattern in CORPORA.items()
    ]


def heard_corpora(place: Place, words: int, tests: int) -> tuple[Corpus, Corpus]:
    """Calls as a recogniser heard them: learnt from as people said them, or as heard."""
    heard = Corpus(HEARD, recognised(place, "train", words), recognised(place, "test", tests))
    said = texts(place, MANUAL_CALLS, "train", words)
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
    events = TASKS[task]
    marks = ("", *dict.fromkeys(events.values()))
    training = [marked(text, events) for text in corpus.training]
    scorer, absent = fit(training, replace(settings, marks=marks))
    tests = [marked(text, events) for text in corpus.tests]
    return judge(scorer, tests, lambda text: (marks, labelled(text).marks)), absent


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


def ends_segment(word: Word, following: Word) -> bool:
    if speaker_changes(word, following):
        return True
    if word.end is None or following.start is None:
        return False
    return following.start - word.end >= SILENCE_SECONDS
