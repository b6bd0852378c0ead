"""Marks behind the words of a recogniser: by a language model and the tree, or by a network."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from legibly.formatting.formatter import Formatter
from legibly.prosody.features import NAMES, Values, labelled
from legibly.scorers.ngram import NgramScorer
from legibly.scorers.prosody import PROSODY_MARKS, feature_rows
from legibly.speech.word_prosody import word_features
from legibly.training.prosody_data import Classes, ProsodyData
from legibly.transcript import Alternative, Transcript, Word
from recipes.kim_woodland_2003.experiments import COARSE, TEN, cart
from recipes.kim_woodland_2003.judging import best_scale
from recipes.kim_woodland_2003.recognised import Spoken
from recipes.kim_woodland_2003.rescoring import LM_WEIGHT, Tree
from recipes.kim_woodland_2003.spoken_sets import Line, frames_of
from recipes.kim_woodland_2003.spoken_sets import Spoken as Corpus
from recipes.kim_woodland_2003.systems import Ends, LanguageModel, ends_of
from recipes.kim_woodland_2003.talks import Talk, in_words, without_marks

WAYS = 20  # to read a segment that the network looks at


def learnt_tree(corpus: Corpus) -> Tree:
    """The paper's ten features, from the training part."""
    lines = corpus.of("train")
    rows = np.concatenate([feature_rows(line.words, NAMES) for line in lines])
    marks = np.concatenate([line.marks for line in lines])
    groups = np.concatenate([np.full(len(line.words), i) for i, line in enumerate(lines)])
    inside = np.concatenate([np.arange(len(line.words)) < len(line.words) - 1 for line in lines])
    kept = inside & np.isfinite(rows[:, NAMES.index("pause")])
    columns = [NAMES.index(name) for name in TEN]
    data = ProsodyData(rows[kept][:, columns], marks[kept], groups[kept], None)
    return Tree(cart(data), TEN)


def ends_of_talk(found: Transcript, talk: Talk, network: Formatter) -> Ends:
    words = list(found.words)
    labels = labelled(word_features(words, frames_of(talk.sound.path)), NAMES)
    known = [w._replace(labels=of) for w, of in zip(words, labels, strict=True)]
    line = Line(known, np.zeros(len(known), np.int64), talk.corpus, "test")
    return ends_of(Corpus(talk.corpus, "", [line], True, inside=False), [line], network)


class PostProcessing:
    """Marks behind the words of a recogniser, by a language model and the tree (Table 4)."""

    def __init__(self, scorer: NgramScorer, tree: Tree, corpus: Corpus, network: Formatter) -> None:
        self._model, self._tree, self._network = LanguageModel(scorer), tree, network
        dev = ends_of(corpus, corpus.of("dev"), network)
        chosen = np.ones(len(dev.marks), bool)
        scores = tree.scores(dev.rows)
        self.scale = best_scale(dev, scores, self._decide(dev), COARSE, chosen)

    def _decide(self, ends: Ends) -> Callable[[Values, float], Classes]:
        return lambda scores, scale: self._model.marks(ends, scores, scale)

    def marked(self, found: Transcript, talk: Talk, scale: float) -> Transcript:
        if not found.words:
            return found
        ends = ends_of_talk(found, talk, self._network)
        marks = self._model.marks(ends, self._tree.scores(ends.rows), scale)
        return in_words(found.words, [PROSODY_MARKS[mark] for mark in marks])


def with_network(found: Transcript, network: Formatter) -> Transcript:
    """Marks anew."""
    bare = without_marks(found)
    written = network(bare) if bare.words else bare
    marks = [""] * len(written.words)
    for token in written.tokens:
        marks[token.last - 1] = token.after
    return in_words(written.words, marks)


def chosen_by(network: Formatter, spoken: Sequence[Spoken]) -> Transcript:
    """Words and marks by the model, among the best ways to read each segment: legibly rescore."""
    words: list[Word] = []
    alternatives: list[Alternative] = []
    for segment in spoken:
        first, last = len(words), len(words) + len(segment.best.words)
        words += segment.best.words
        scores = {tuple(word[:3] for word in segment.best.words): 0.0}
        for other in segment.others:
            key = tuple(word[:3] for word in other.words)
            score = other.score - segment.best.score
            scores[key] = max(score, scores.get(key, score))
        alternatives += [
            Alternative(first, last, tuple(Word(*word) for word in key), score)
            for key, score in scores.items()
        ]
    heard = Transcript(words, language="en", alternatives=alternatives)
    written = network.rescore(heard, weight=1 / LM_WEIGHT, ways=WAYS)
    marks = [""] * len(written.words)
    for token in written.tokens:
        marks[token.last - 1] = token.after
    return in_words(written.words, marks)
