from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legibly.ngram.vocabulary import SIGNS, UNKNOWN, Vocabulary, fingerprint


@settings(max_examples=30)
@given(st.lists(st.text(min_size=1, max_size=6), unique=True, max_size=30))
def test_words_keep_their_numbers(words: list[str]) -> None:
    kept = [word for word in words if word not in SIGNS]
    vocabulary = Vocabulary.of([*SIGNS, *kept])
    assert [vocabulary[n] for n in vocabulary.encode(kept)] == kept
    assert vocabulary.words() == [*SIGNS, *kept]
    assert len(vocabulary) == len(SIGNS) + len(kept)


def test_a_word_that_is_not_there_is_the_unknown_one() -> None:
    vocabulary = Vocabulary.of([*SIGNS, "a"])
    assert vocabulary.encode(["a", "not there at all"]) == [len(SIGNS), UNKNOWN]
    assert "a" in vocabulary
    assert "not there at all" not in vocabulary


@pytest.mark.parametrize("sign", SIGNS)
def test_signs_are_in_every_vocabulary(sign: str) -> None:
    assert sign in Vocabulary.of(SIGNS)


def test_words_of_one_fingerprint_are_told_apart_by_their_letters() -> None:
    words = [*SIGNS, "a", "b", "c"]
    plain = Vocabulary.of(words)
    numbers = np.arange(len(words), dtype=np.uint32)
    for word in ("a", "b", "c", "d"):
        alike = np.full(len(words), fingerprint(word), np.uint64)
        found = Vocabulary(plain.text, plain.starts, alike, numbers).number(word)
        assert found == (words.index(word) if word in words else UNKNOWN)
