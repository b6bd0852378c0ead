"""Training text, test and development sentences in Portuguese, as words in their case."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from legibly.training.corpus import read_corpus
from recipes.place import Place

SOURCES = {
    "news": ["pt/fakebr-true-news.txt.xz", "pt/news-ptbr-500.txt.xz"],
    "parliament": ["pt/ar-2012-ao90.txt.xz", "pt/europarl-2012on.txt.xz"],
    "hearings": ["pt/cpi-pandemia.txt.xz"],
}
MIXED_SOURCES = ("news", "hearings")  # written and spoken
TESTS = {
    "news": "pt/heldout/*news*.xz",
    "parliament": "pt/heldout/ar-2012*.xz",
    "hearings": "pt/heldout/cpi-pandemia.txt.xz",
    "lectures": "pt/heldout/netcom*.xz",
    "TED talks": "pt/bench/bracis2022-tedtalk2012.test*.xz",
}
# Interviews, which no model learns from: spoken text for the weights.
DEV = "pt/roda-viva.txt.xz"
MIN_SENTENCE_WORDS = 3

Sentence = list[str]


def training_sentences(place: Place, source: str, words: int) -> Iterator[Sentence]:
    """Whole paragraphs, until there are so many words."""
    for paragraph in _paragraphs(place, SOURCES[source]):
        yield from paragraph
        words -= sum(len(sentence) for sentence in paragraph)
        if words <= 0:
            return


def test_sentences(place: Place, test: str, count: int) -> list[Sentence]:
    return list(_first(place, TESTS[test], count))


def dev_sentences(place: Place, count: int) -> list[Sentence]:
    return list(_first(place, DEV, count))


def _first(place: Place, pattern: str, count: int) -> Iterator[Sentence]:
    sentences = (each for paragraph in _paragraphs(place, [pattern]) for each in paragraph)
    return islice(sentences, count)


def _paragraphs(place: Place, patterns: Sequence[str]) -> Iterator[list[Sentence]]:
    """Their sentences without marks and without tokens that have digits."""
    for text in read_corpus(map(str, place.files(*patterns)), "pt"):
        sentences = []
        for first, last, _ in text.sentences:
            words = [token.text for token in text.tokens if first <= token.first < last]
            sentences.append([word for word in words if word and not _has_digits(word)])
        yield [words for words in sentences if len(words) >= MIN_SENTENCE_WORDS]


def _has_digits(word: str) -> bool:
    return any(char.isdigit() for char in word)
