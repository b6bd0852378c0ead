"""Other ways to write a few words, against all paths of the lattice."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legibly.api import load
from legibly.errors import UsageError
from legibly.formatting.formatter import Formatter
from legibly.formatting.readings import Reading
from legibly.transcript import Token, Transcript

WORDS = "so we sold twenty five of them to bill um at three thirty".split()


@pytest.fixture(scope="module")
def formatter() -> Formatter:
    return load("en-baseline")


def texts(readings: list[Reading]) -> list[str]:
    return [" ".join(token.written for token in reading.tokens) for reading in readings]


def over(tokens: tuple[Token, ...], first: int, last: int) -> tuple[Token, ...]:
    return tuple(token for token in tokens if token.first < last and token.last > first)


@settings(max_examples=15, deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=2, max_size=9), st.data())
def test_the_first_reading_is_what_the_formatter_writes(
    formatter: Formatter, words: list[str], data: st.DataObject
) -> None:
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first + 1, len(words)))
    heard = Transcript.of(words, language="en")
    found = formatter.word_readings(heard, first, last)
    assert found[0].tokens == over(tuple(formatter(heard).tokens), first, last)
    assert len({reading.tokens for reading in found}) == len(found)
    assert sum(reading.share for reading in found) <= 1.000001


def test_they_are_the_best_paths_of_an_exhaustive_search(formatter: Formatter) -> None:
    """Slow and obvious: the best of thousands of paths for each way to write the words."""
    heard = Transcript.of("we sold twenty five".split(), language="en")
    best: dict[tuple[Token, ...], float] = {}
    for score, written in formatter.scored_readings(heard, 4000):
        tokens = over(tuple(written.tokens), 2, 4)
        best[tokens] = max(best.get(tokens, score), score)
    ranked = sorted(best, key=lambda tokens: -best[tokens])
    found = [reading.tokens for reading in formatter.word_readings(heard, 2, 4, 4)]
    assert found == ranked[:4]


def test_a_word_in_a_number_is_read_with_its_neighbours(formatter: Formatter) -> None:
    heard = Transcript.of("we sold twenty five of them".split(), language="en")
    found = formatter.word_readings(heard, 3, 4)
    assert found[0].tokens == (Token("25", 2, 4, kind=found[0].tokens[0].kind),)
    assert "five" in texts(found)


def test_fillers_that_are_left_out_do_not_shift_the_words() -> None:
    heard = Transcript.of("um so um we sold twenty five".split(), language="en")
    found = load("en-baseline", fillers="drop").word_readings(heard, 5, 7)
    assert texts(found)[0] == "25."


def test_masked_words_stay_masked() -> None:
    heard = Transcript.of("well shit happens".split(), language="en")
    found = load("en-baseline", mask=["profanity"]).word_readings(heard, 1, 2)
    assert not any("shit" in text.lower() for text in texts(found))


@pytest.mark.parametrize("span", [(0, 0), (-1, 1), (1, 3)])
def test_words_that_are_not_there(formatter: Formatter, span: tuple[int, int]) -> None:
    with pytest.raises(UsageError, match=r"expected some of the 2 words"):
        formatter.word_readings(Transcript.of(["so", "we"]), *span)
