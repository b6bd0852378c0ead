"""Training text of several sizes, and the documents of the tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from legibly.casing import write_case
from legibly.files.writing import atomic_text
from legibly.training.corpus import read_corpus
from legibly.training.spoken_form import condition
from legibly.transcript import Token, Transcript, Word, join_parts
from recipes.place import Place

ALL = 10**9  # words: more than there are
TESTS = {
    "TED talks": ["en/heldout/ted.txt.xz"],
    "podcasts": ["en/heldout/changelog.txt.xz"],
    "AMI meetings": ["timed/ami/test/*.jsonl.xz"],
    "news": ["en/heldout/news_us.txt.xz", "en/heldout/bbc_news_2004.txt.xz"],
}
TEST_WORDS, QUICK_TEST_WORDS = 8000, 300
MIN_DOCUMENT_SENTENCES = 5


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


def documents(place: Place, patterns: Sequence[str]) -> Iterator[Transcript]:
    """Five to twenty sentences each, up to the number of test words."""
    left = place.sized(TEST_WORDS, QUICK_TEST_WORDS)
    texts: list[Transcript] = []
    for text in read_corpus(map(str, place.files(*patterns)), "en"):
        texts.append(_conditioned(text))
        if sum(len(part.sentences) for part in texts) < MIN_DOCUMENT_SENTENCES:
            continue

        document = join_parts(texts)
        yield document
        texts = []
        left -= len(document.words)
        if left <= 0:
            return


def _conditioned(text: Transcript) -> Transcript:
    """As it should be written, over the words as they are spoken."""
    spoken = condition(text)
    words = [Word(item.text) for item in spoken]
    tokens = [
        Token(item.form or write_case(item.text, item.case), i, i + 1, after=item.mark)
        for i, item in enumerate(spoken)
    ]
    return Transcript(words, tokens)
