"""What proposes marks: a language model, a network, trees, and what they say together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from legibly.formatting.formatter import Formatter, WeightedScorer
from legibly.formatting.options import Options
from legibly.languages import language
from legibly.lattice.scoring import Block, Context, Tag, TagTable
from legibly.marks import core_mark, fold
from legibly.prosody.features import NAMES, Values
from legibly.scorers.ngram import NgramScorer
from legibly.scorers.prosody import PROSODY_MARKS, feature_rows
from legibly.training.prosody import text_scores
from legibly.training.prosody_data import Classes, ProsodyData
from legibly.transcript import Transcript, Word
from recipes.kim_woodland_2003.spoken_sets import Line, Spoken

ROW = "row"  # the label of a word's place among all ends
BEAM = 8.0  # of the search with the language model


class Ends(NamedTuple):
    """All word ends of some lines, one after another."""

    lines: list[Line]
    rows: Values  # [ends, NAMES]
    marks: Classes
    groups: Classes
    line: Classes  # which line each belongs to
    judged: NDArray[np.bool_]  # whether it counts
    text: Values  # [ends, PROSODY_MARKS]: what the network says of the words

    @property
    def known(self) -> NDArray[np.bool_]:
        """Where a pause is known, so that prosody has a say."""
        return np.isfinite(self.rows[:, NAMES.index("pause")])

    def data(self, chosen: NDArray[np.bool_], features: Sequence[str]) -> ProsodyData:
        """To learn from: the chosen ends that count and have a pause."""
        kept = chosen & self.known & self.judged
        columns = [NAMES.index(name) for name in features]
        return ProsodyData(
            self.rows[kept][:, columns], self.marks[kept], self.groups[kept], self.text[kept]
        )


def ends_of(spoken: Spoken, lines: list[Line], network: Formatter) -> Ends:
    names = {group: i for i, group in enumerate(sorted({line.group for line in lines}))}
    judged = []
    for line in lines:
        count = np.ones(len(line.words), bool)
        count[-1] = not spoken.inside
        judged.append(count)
    return Ends(
        lines,
        np.concatenate([feature_rows(line.words, NAMES) for line in lines]),
        np.concatenate([line.marks for line in lines]),
        np.concatenate([np.full(len(line.words), names[line.group]) for line in lines]),
        np.concatenate([np.full(len(line.words), i) for i, line in enumerate(lines)]),
        np.concatenate(judged),
        np.concatenate([text_scores(network, line.words) for line in lines]),
    )


class Given:
    """Scores that were computed before, as a tag scorer; a word's label says which are its own."""

    marks = PROSODY_MARKS
    context = Context()
    _tags = tuple(Tag(mark=mark) for mark in PROSODY_MARKS)

    def __init__(self, scores: Values) -> None:
        self._scores = scores

    def tables(self, blocks: Sequence[Block]) -> list[list[TagTable]]:
        return [[TagTable(self._tags, self._of(block))] for block in blocks]

    def _of(self, block: Block) -> Values:
        places = [int(str(word.labels[ROW])) for word in block.words[block.first : block.last]]
        found: Values = self._scores[places]
        return found


class LanguageModel:
    """The best marks by Viterbi over words and marks as one stream, with a tree beside it."""

    def __init__(self, scorer: NgramScorer) -> None:
        self._scorer = scorer

    def marks(self, ends: Ends, scores: Values, scale: float) -> Classes:
        """[ends]: positions in PROSODY_MARKS."""
        formatter = Formatter(
            [WeightedScorer(self._scorer), WeightedScorer(Given(scores), scale)],
            language("en"),
            Options(case=False, numbers=False, marks=PROSODY_MARKS[1:], beam=BEAM),
            proposers=[],
        )
        written = formatter.each(_bare(ends))
        return np.concatenate([_found(transcript) for transcript in written])


def _bare(ends: Ends) -> Iterator[Transcript]:
    first = 0
    for line in ends.lines:
        words = [Word(word.text, labels={ROW: first + i}) for i, word in enumerate(line.words)]
        first += len(words)
        yield Transcript(words, language="en")


def _found(written: Transcript) -> Classes:
    marks = np.zeros(len(written.words), np.int64)
    for token in written.tokens:
        marks[token.last - 1] = PROSODY_MARKS.index(
            fold(core_mark(token.after), set(PROSODY_MARKS))
        )
    return marks


def network_marks(ends: Ends, scores: Values, scale: float) -> Classes:
    found: Classes = (ends.text + scale * scores).argmax(axis=1)
    return found
