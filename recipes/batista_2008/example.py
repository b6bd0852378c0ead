"""A paragraph of speech before and after (Figure 11), by the models of the page."""

from __future__ import annotations

from typing import NamedTuple

from legibly.features.templates import BIAS, MARK_TEMPLATES
from legibly.formatting.formatter import Formatter, WeightedScorer
from legibly.formatting.options import Options
from legibly.languages import language
from legibly.training.feature_data import FeatureSettings
from legibly.transcript import Transcript, Word
from recipes.batista_2008.capitals import BIGRAMS, SPOKEN, SPOKEN_TESTS, case_settings, limited
from recipes.batista_2008.judging import fit
from recipes.batista_2008.marking import BOTH, mark_model
from recipes.place import Place

FEWEST_WORDS, MOST_WORDS = 40, 90


class Example(NamedTuple):
    heard: str
    written: str
    reference: str


def example(place: Place, words: int) -> Example:
    """Of parliamentary hearings in Portuguese; the first held-out paragraph of a fair length."""
    training = list(limited(place, SPOKEN, words))
    features = (*MARK_TEMPLATES, BIAS)
    passes = place.sized(FeatureSettings.passes, 2)
    marks = mark_model(
        BOTH, training, FeatureSettings("maxent", templates=features, cutoff=2, passes=passes)
    )
    case, _ = fit(training, case_settings(place, BIGRAMS))
    scorers = [WeightedScorer(marks.scorer), WeightedScorer(case)]
    formatter = Formatter(scorers, language("pt"), Options(numbers=False))
    reference = paragraph(place)
    heard = tuple(Word(token.text.lower()) for token in reference.tokens)
    written = formatter(Transcript(heard, language="pt"))
    return Example(" ".join(word.text for word in heard), written.text, reference.text)


def paragraph(place: Place) -> Transcript:
    texts = list(limited(place, SPOKEN_TESTS, MOST_WORDS * 100))
    fair = (text for text in texts if FEWEST_WORDS <= len(text.tokens) <= MOST_WORDS)
    return next(fair, texts[0])
