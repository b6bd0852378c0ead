"""Training text of several sizes, and the documents of the tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random

from legibly.casing import write_case
from legibly.files.writing import atomic_text
from legibly.marks import core_mark
from legibly.training.corpus import read_corpus
from legibly.training.full_words import with_full_words
from legibly.training.spoken_form import condition
from legibly.training.symbols import in_symbols
from legibly.transcript import Token, Transcript, Word, join_parts
from recipes.place import Place

ALL = 10**9  # words: more than there are
TESTS = {
    "TED talks": ["en/heldout/ted.txt.xz"],
    "podcasts": ["en/heldout/changelog.txt.xz"],
    "AMI meetings": ["timed/ami/test/*.jsonl.xz"],
    "news": ["en/heldout/news_us.txt.xz", "en/heldout/bbc_news_2004.txt.xz"],
}
QUICK_TEST_WORDS = 300
SHORTEST, LONGEST = 5, 20  # sentences of a document: all sizes are as frequent
SEED = 9


def training_files(place: Place, size: int) -> list[str]:
    """All corpora, or so many words, evenly from all of them, paragraph by paragraph."""
    corpora = place.files("en/*.txt.xz")
    if size == ALL:
        return [str(path) for path in corpora]

    sample = place.work / f"sample-{size}.txt"
    if not sample.is_file():
        with atomic_text(sample) as out:
            for path in corpora:
                out.writelines(_paragraphs(path, size // len(corpora)))

    return [str(sample)]


def _paragraphs(path: Path, words: int) -> Iterator[str]:
    """The first lines of a corpus, until there are so many words."""
    for text in read_corpus([str(path)], "en"):
        if words <= 0:
            return
        yield f"{text.text}\n"
        words -= len(text.words)


def documents(place: Place, patterns: Sequence[str], words: int) -> list[Transcript]:
    """As written, up to the number of test words: sentences that follow each other, in documents
    of five to twenty of them.
    """
    sentences = _sentences(place, patterns)
    found, left = [], words
    for size in sizes(Random(SEED)):
        document = list(islice(sentences, size))
        if len(document) < size:
            break
        found.append(join_parts(document))
        left -= len(found[-1].words)
        if left <= 0:
            break
    return found


def sizes(random: Random) -> Iterator[int]:
    """Each once, in any order, and so on."""
    while True:
        yield from random.sample(range(SHORTEST, LONGEST + 1), LONGEST - SHORTEST + 1)


def _sentences(place: Place, patterns: Sequence[str]) -> Iterator[Transcript]:
    for text in read_corpus(map(str, place.files(*patterns)), "en"):
        for first, last, _ in text.sentences:
            tokens = [t.shifted(-first) for t in text.tokens if first <= t.first < last]
            yield Transcript(text.words[first:last], tokens, text.language)


def conditioned(text: Transcript, symbols: str) -> Transcript:
    """As it should be written with these symbols, over the words as they are spoken."""
    spoken = condition(in_symbols(with_full_words(text), symbols))
    words = [Word(item.text) for item in spoken]
    tokens = [
        Token(item.form or write_case(item.text, item.case), i, i + 1, after=item.mark)
        for i, item in enumerate(spoken)
    ]
    return Transcript(words, tokens)


def mark_shares(texts: Iterable[Transcript]) -> Counter[str]:
    """How often each mark stands, brackets among them."""
    found: Counter[str] = Counter()
    for text in texts:
        for token in text.tokens:
            found[core_mark(token.after)] += 1
            found["( )"] += sum(char in "()" for char in token.before + token.after)
    del found[""]
    return found


def sampled(place: Place, size: int) -> Iterator[Transcript]:
    return read_corpus(training_files(place, size), "en")
