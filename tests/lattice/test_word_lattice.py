"""Words, case and marks chosen together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legibly.errors import DataError, UsageError
from legibly.files.source import open_source
from legibly.formats.slf import read_lattice
from legibly.formatting.formatter import Formatter, WeightedScorer
from legibly.formatting.options import Options
from legibly.languages import language
from legibly.lattice.arcs import Column, MarkChoice, ScoredArc
from legibly.lattice.forms import Forms
from legibly.lattice.search import Search
from legibly.lattice.word_lattice import Link, WordLattice
from legibly.ngram.counting import all_counts, count_slice, words_of_slices
from legibly.ngram.estimate import estimate
from legibly.ngram.vocabulary import Vocabulary
from legibly.scorers.ngram import NgramScorer
from legibly.transcript import Alternative, Transcript, Word, as_heard

TEXTS = [
    "Bill met us , and we met Bill .",
    "The bill , please .",
    "We met the iPhone .",
    "Met us , Bill .",
]
EXAMPLES = Path(__file__).parents[2] / "examples" / "recognisers"


@pytest.fixture(scope="module")
def scorer(tmp_path_factory: pytest.TempPathFactory) -> NgramScorer:
    counted = count_slice(
        [text.split() for text in TEXTS * 3], 3, tmp_path_factory.mktemp("counts")
    )
    words = words_of_slices([counted], 1)
    model = estimate(all_counts([counted], 3, words), 3, Vocabulary.of(words), "kneser-ney")
    return NgramScorer(model, [",", "."], ["iPhone"])


@pytest.fixture(scope="module")
def formatter(scorer: NgramScorer) -> Formatter:
    return Formatter([WeightedScorer(scorer)], language("en"), Options(numbers=False))


@st.composite
def lattices(draw: st.DrawFn) -> WordLattice:
    nodes = draw(st.integers(2, 5))
    words = st.sampled_from(["bill", "met", "us", "we", "the", "zebra", None])
    links = [Link(i, i + 1, Word("us"), 0.0) for i in range(nodes - 1)]
    for _ in range(draw(st.integers(0, 4))):
        first = draw(st.integers(0, nodes - 2))
        last = draw(st.integers(first + 1, nodes - 1))
        word = draw(words)
        score = draw(st.integers(-4, 4)) / 2
        links.append(Link(first, last, Word(word) if word else None, score))
    return WordLattice(links, nodes)


def paths(lattice: WordLattice, node: int = 0) -> Iterator[list[Link]]:
    if node == lattice.nodes - 1:
        yield []
    for link in lattice.links:
        if link.first == node:
            for rest in paths(lattice, link.last):
                yield [link, *rest]


def best_of_line(scorer: NgramScorer, words: Sequence[str]) -> float:
    """One sequence of words, by the search that is tested elsewhere; the last word
    ends a sentence.
    """
    forms = Forms([scorer])
    search = Search([(scorer, 1.0)])
    marks = [MarkChoice("", 0.0, False), MarkChoice(",", 0.0, False), MarkChoice(".", 0.0, True)]
    for i, word in enumerate(words):
        arcs = [ScoredArc(arc, 0.0, 0.0) for arc in forms(word)]
        search.push(Column(arcs, marks if i + 1 < len(words) else marks[2:]))
    return search.best().score


@settings(max_examples=80)
@given(lattices(), st.sampled_from([0.0, 1.0, 2.5]), st.sampled_from([0.0, 0.7]))
def test_the_best_way_is_the_best_of_all_ways(
    scorer: NgramScorer, formatter: Formatter, lattice: WordLattice, weight: float, penalty: float
) -> None:
    written = formatter.rescore(lattice, weight=weight, penalty=penalty)
    totals: dict[tuple[str, ...], float] = {}
    for path in paths(lattice):
        words = tuple(link.word.text for link in path if link.word is not None)
        own = weight * sum(link.score for link in path) - penalty * len(words)
        if words:
            totals[words] = max(totals.get(words, -1e9), own + best_of_line(scorer, words))
    found = tuple(word.text for word in written.words)
    assert totals[found] == pytest.approx(max(totals.values()))
    assert [token.text.lower() for token in written.tokens] == list(found)
    assert written.tokens[-1].after == "."


def test_alternatives_compete_with_what_was_heard(formatter: Formatter) -> None:
    words = tuple(Word(text, i, i + 0.5, 0.9) for i, text in enumerate(["the", "bell", "please"]))
    other = Alternative(1, 2, (Word("bill", 1, 1.5, 0.4),), -0.5)
    heard = Transcript(words, tuple(as_heard(words)), "en", "call", (other,))
    written = formatter.rescore(WordLattice.of_alternatives(heard), weight=1.0)
    assert written.text == "The bill, please."
    assert written.words[1] == Word("bill", 1, 1.5, 0.4)
    assert (
        formatter.rescore(WordLattice.of_alternatives(heard), weight=100.0).words[1].text == "bell"
    )


def test_alternatives_of_other_lengths(formatter: Formatter) -> None:
    words = tuple(Word(text) for text in ["we", "metters", "us"])
    others = (
        Alternative(1, 3, (Word("met"), Word("the"), Word("iphone")), -1.0),
        Alternative(1, 3, (), -9.0),
        Alternative(1, 3, (Word("metters"), Word("us")), -3.0),
    )
    heard = Transcript(words, tuple(as_heard(words)), "en", "call", others)
    assert formatter.rescore(WordLattice.of_alternatives(heard)).text == "We met the iPhone."


def test_lattices_as_recognisers_write_them(formatter: Formatter) -> None:
    for name in ("htk.slf", "pocketsphinx.slf"):
        with open_source(EXAMPLES / name) as source:
            lattice = read_lattice(source)
        written = formatter.with_options(Options(numbers=False, beam=8.0)).rescore(
            lattice, weight=0.1
        )
        assert written.words
        starts = [word.start for word in written.words if word.start is not None]
        assert starts == sorted(starts)


def test_a_model_without_scorers_cannot_choose() -> None:
    with pytest.raises(UsageError, match="no scorers, so that it cannot choose words"):
        Formatter([], language("en")).rescore(WordLattice([Link(0, 1, Word("a"))], 2))


@pytest.mark.parametrize(
    ("links", "message"),
    [
        ([Link(1, 0, Word("a"))], "expected links that lead upwards"),
        ([Link(0, 1, Word("a"))], "no way through the lattice"),
    ],
)
def test_bad_lattices(formatter: Formatter, links: list[Link], message: str) -> None:
    with pytest.raises(DataError, match=message):
        formatter.rescore(WordLattice(links, 3))


def test_an_empty_lattice(formatter: Formatter) -> None:
    assert formatter.rescore(WordLattice([Link(0, 1, None)], 2)).words == ()
