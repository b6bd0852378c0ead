"""Weights of a model's scorers, and biases of its marks, by how well a development text is
restored.

One number after another is moved while the measure grows by more than chance would; what the tag
scorers say of the text is counted once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from legibly.errors import UsageError
from legibly.formatting.formatter import Formatter, WeightedScorer
from legibly.lattice.scoring import Block, Context, SequenceScorer, TagScorer, TagTable
from legibly.metrics.pairs import align_pair
from legibly.metrics.score import Settings, score_aligned, sum_scores
from legibly.scorers.lexicon import LexiconScorer
from legibly.transcript import Token, Transcript, Word

WEIGHTS = (0.0, 0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0)
BIAS_STEP = 0.2
MIN_GAIN_POINTS = 0.1  # points that a change must bring; less is chance

Measure = Callable[[Formatter], float]


class Trial(NamedTuple):
    """One value of one number, with the others as they were best so far."""

    what: str
    value: float
    score: float


class Tuned(NamedTuple):
    weights: list[float]
    biases: dict[str, float]
    before: float
    after: float
    trials: list[Trial]


class Remembered:
    """A tag scorer whose tables are counted once; biases of marks are added anew."""

    def __init__(self, scorer: TagScorer) -> None:
        self._scorer = scorer
        self.biases: dict[str, float] = {}
        self._tables: dict[tuple[object, ...], list[TagTable]] = {}

    @property
    def marks(self) -> tuple[str, ...]:
        return self._scorer.marks

    @property
    def context(self) -> Context:
        return self._scorer.context

    def form(self, word: str) -> str | None:
        find = getattr(self._scorer, "form", None)
        return find(word) if find is not None else None

    def tables(self, blocks: Sequence[Block]) -> list[list[TagTable]]:
        return [[self._biased(table) for table in self._of(block)] for block in blocks]

    def _of(self, block: Block) -> list[TagTable]:
        key = (*block[1:], *(word[:3] for word in block.words))
        if key not in self._tables:
            self._tables[key] = self._scorer.tables([block])[0]
        return self._tables[key]

    def _biased(self, table: TagTable) -> TagTable:
        if not self.biases or table.tags[0].mark is None:
            return table
        return replace(
            table,
            scores=table.scores + [self.biases.get(tag.mark or "", 0.0) for tag in table.tags],
        )


def heard(text: Transcript) -> Transcript:
    """Lower-case words without marks; times and speakers stay."""
    words = [word._replace(text=word.text.lower()) for word in text.words]
    tokens = [Token(word.text, i, i + 1) for i, word in enumerate(words)]
    return replace(text, words=tuple(words), tokens=tuple(tokens), alternatives=())


def restored(texts: Sequence[Transcript], by: str = "f1", case: bool = False) -> Measure:
    """How well a formatter restores the marks (or the case) of some texts, in points; higher is
    better.
    """
    if by not in ("f1", "ser"):
        raise UsageError(f"unknown measure {by!r}; expected f1 or ser")

    settings = Settings()

    def measure(formatter: Formatter) -> float:
        scores = [
            score_aligned(align_pair("", text, formatter(heard(text))), settings) for text in texts
        ]
        counts = sum_scores(scores, settings).counts
        found = counts.case["matched"] if case else counts.marks["overall"]
        value = found.f1 if by == "f1" else found.ser
        return 100 * (value or 0.0) * (1 if by == "f1" else -1)

    return measure


def tune(
    formatter: Formatter,
    measure: Measure,
    *,
    biases: Iterable[str] = (),
    least: float = MIN_GAIN_POINTS,
    rounds: int = 2,
    report: Callable[[Trial], None] = lambda trial: None,
) -> Tuned:
    """Every weight but the first one's over a grid; then the biases of marks of the first scorer in
    steps.

    A lexicon of weight nought stays so: it is there for the forms of words.
    """
    scorers = [
        WeightedScorer(
            Remembered(item.scorer) if isinstance(item.scorer, TagScorer) else item.scorer,
            item.weight,
        )
        for item in formatter.scorers
    ]
    first = next(
        (
            item.scorer
            for item in scorers
            if isinstance(item.scorer, Remembered) and item.scorer.marks
        ),
        None,
    )
    moved = [
        i
        for i, item in enumerate(formatter.scorers)
        if i
        and isinstance(item.scorer, TagScorer | SequenceScorer)
        and (item.weight or not isinstance(item.scorer, LexiconScorer))
    ]
    trials: list[Trial] = []

    def judged(weights: Sequence[float], tilts: dict[str, float], what: str, value: float) -> float:
        if first is not None:
            first.biases = tilts
        weighted = [
            WeightedScorer(item.scorer, weight)
            for item, weight in zip(scorers, weights, strict=True)
        ]
        score = measure(Formatter(weighted, formatter.language, formatter.options))
        trials.append(Trial(what, value, score))
        report(trials[-1])
        return score

    weights, tilts = [item.weight for item in scorers], dict.fromkeys(biases, 0.0)
    before = best = judged(weights, tilts, "as it is", 0.0)
    for _ in range(rounds):
        at_first = best
        for i in moved:
            for value in WEIGHTS:
                if value != weights[i]:
                    tried = [*weights[:i], value, *weights[i + 1 :]]
                    score = judged(tried, tilts, f"weight {i + 1}", value)
                    if score > best + least:
                        best, weights = score, tried
        for mark in tilts:
            for step in (BIAS_STEP, -BIAS_STEP):
                while True:
                    tilted = {**tilts, mark: round(tilts[mark] + step, 3)}
                    score = judged(weights, tilted, f"bias {mark or 'none'}", tilted[mark])
                    if score <= best + least:
                        break
                    best, tilts = score, tilted
        if best <= at_first:
            break

    return Tuned(weights, tilts, before, best, trials)


def words_of(texts: Iterable[Transcript], count: int) -> list[Transcript]:
    """Texts up to so many words."""
    found: list[Transcript] = []
    for text in texts:
        if count <= 0:
            break
        found.append(text)
        count -= len(text.words)
    return found


def as_words(text: Sequence[tuple[str, str]]) -> Transcript:
    """Words with the marks after them."""
    return Transcript(
        [Word(word) for word, _ in text],
        [Token(w, i, i + 1, after=m) for i, (w, m) in enumerate(text)],
    )
