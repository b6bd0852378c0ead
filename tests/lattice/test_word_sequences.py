from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legibly.lattice.word_lattice import Link, WordLattice
from legibly.lattice.word_sequences import along, best_sequences
from legibly.transcript import Word
from tests.lattice.test_word_lattice import lattices, paths


@settings(max_examples=80)
@given(lattices(), st.sampled_from([0.0, 1.0]), st.sampled_from([0.0, 0.7]), st.integers(1, 9))
def test_they_are_the_best_of_all_ways(
    lattice: WordLattice, weight: float, penalty: float, count: int
) -> None:
    totals: dict[tuple[str, ...], float] = {}
    for path in paths(lattice):
        words = tuple(link.word.text for link in path if link.word is not None)
        score = weight * sum(link.score for link in path) - penalty * len(words)
        totals[words] = max(totals.get(words, -1e9), score)
    found = best_sequences(lattice, count, weight=weight, penalty=penalty)
    best = sorted(totals.values(), reverse=True)[:count]
    assert [way.score for way in found] == pytest.approx(best)
    for way in found:
        assert way.score == pytest.approx(totals[tuple(word.text for word in way.words)])
        if way.words:
            again = along(lattice, way.words, weight=weight, penalty=penalty)
            assert again.score == pytest.approx(way.score)


def test_words_that_lead_nowhere() -> None:
    lattice = WordLattice([Link(0, 1, Word("a"), -1.0)], 2)
    assert along(lattice, (Word("b"),)).score == float("-inf")
    assert best_sequences(WordLattice([], 2), 3) == []
    assert best_sequences(WordLattice([Link(0, 1, None, -1.0)], 2), 3)[0].words == ()
