"""A stream that is broken off and gone on with elsewhere."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import legibly
from legibly.errors import UsageError
from legibly.formatting.formatter import Formatter
from legibly.formatting.resuming import CONTEXT_WORDS, GivenOut, ResumePoint
from legibly.transcript import Token, Word, check_cover
from tests.formatting.test_disfluencies import eager
from tests.formatting.test_formatter import baseline
from tests.formatting.test_stream import DELAYS, MODELS, WORDS

SPOKEN = (
    "good morning everyone and welcome to the call on the fifteenth of july twenty twenty at this "
    "time i'd like to turn it over to doctor smith uh the director of twenty three people thank "
    "you revenue was four hundred and twelve thousand dollars up three point five percent um that "
    "is good news isn't it yes we think so call me at five five five one two three four [laughter] "
    "bye"
).split()
# Models for which the tokens after a break are those that would have come without it.
EXACT = ["tags", "tags, fillers dropped", "sequence"]


def unbroken(formatter: Formatter, words: Sequence[Word | str], delay: int) -> list[Token]:
    stream = formatter.stream(max_delay=delay)
    updates = [*(stream.push(word) for word in words), stream.close()]
    return [token for update in updates for token in update.committed]


def broken(
    formatter: Formatter, words: Sequence[Word | str], delay: int, cuts: Sequence[int]
) -> list[Token]:
    """The words up to each cut are pushed; then another stream gets those that were not given
    out.
    """
    tokens: list[Token] = []
    point: ResumePoint | None = None
    for cut in [*sorted(cuts), None]:
        stream = formatter.stream(max_delay=delay, resume=point)
        at = point.position if point else 0
        for word in words[at : max(at, len(words) if cut is None else cut)]:
            tokens += stream.push(word).committed
        if cut is None:
            tokens += stream.close().committed
        point = stream.resume_point() if cut is not None else None
    return tokens


CUTS = st.lists(st.integers(0, 26), max_size=3)


@pytest.mark.parametrize("model", MODELS)
@settings(max_examples=60)
@given(words=WORDS, cuts=CUTS, delay=DELAYS)
def test_no_word_is_lost_or_doubled_wherever_it_is_cut(
    model: str, words: list[Word], cuts: list[int], delay: int
) -> None:
    check_cover(broken(MODELS[model], words, delay, cuts), len(words))


@pytest.mark.parametrize("model", EXACT)
@settings(max_examples=150)
@given(words=WORDS, cuts=CUTS, delay=DELAYS)
def test_it_goes_on_as_if_nothing_had_happened(
    model: str, words: list[Word], cuts: list[int], delay: int
) -> None:
    formatter = MODELS[model]
    assert broken(formatter, words, delay, cuts) == unbroken(formatter, words, delay)


@pytest.fixture(scope="module")
def english() -> Formatter:
    return legibly.load("en")


@pytest.mark.parametrize("delay", [0, 4])
def test_the_english_model_goes_on_as_if_nothing_had_happened(
    english: Formatter, delay: int
) -> None:
    whole = unbroken(english, SPOKEN, delay)
    for cut in range(0, len(SPOKEN), 9):
        assert broken(english, SPOKEN, delay, [cut, cut + 3]) == whole, cut


@pytest.mark.parametrize(
    "options",
    [
        {"fillers": "drop"},
        {"redo": True},
        {"punctuation": False},
        {"case": False},
        {"rules": {"isn't it": "innit"}},
        {"quotes": True},
    ],
    ids=str,
)
def test_so_it_does_with_options(english: Formatter, options: dict[str, object]) -> None:
    formatter = legibly.load("en", **options)  # type: ignore[arg-type]
    words = [*"he said we are going home today and then she said".split(), *SPOKEN[:30]]
    whole = unbroken(formatter, words, 2)
    for cut in range(1, len(words), 7):
        assert broken(formatter, words, 2, [cut]) == whole, cut


def test_what_marks_open_waits_across_a_break() -> None:
    formatter = baseline(spoken_marks=True)
    words = "she said open quote we can close quote full stop".split()
    whole = unbroken(formatter, words, 4)
    assert any('"' in token.before for token in whole)
    for cut in range(len(words)):
        assert broken(formatter, words, 4, [cut]) == whole, cut


def test_a_mark_that_came_late_still_ends_the_sentence() -> None:
    stream = baseline().stream(max_delay=0)
    for word in ["so", "we", "can"]:
        stream.push(word)
    stream.mark(".")
    point = stream.resume_point()
    assert point.ended
    resumed = baseline().stream(max_delay=0, resume=point)
    assert [token.text for token in resumed.push("so").committed] == ["So"]
    resumed = baseline().stream(max_delay=0, resume=ResumePoint(3, point.words, point.tokens))
    assert [token.text for token in resumed.push("so").committed] == ["so"]


@given(words=WORDS, cuts=CUTS)
def test_with_masks_every_word_is_covered_once(words: list[Word], cuts: list[int]) -> None:
    tokens = broken(MASKED, words, 2, cuts)
    check_cover(tokens, len(words))


MASKED = baseline(mask=("profanity", "cards", "phones"))
CARD = "my card is four one one one one one one one one one one one one one one one ok".split()


def test_no_cut_shows_what_is_masked() -> None:
    formatter = legibly.load("en", mask=["cards", "phones"])
    for cut in range(len(CARD)):
        text = " ".join(token.written for token in broken(formatter, CARD, 4, [cut]))
        assert not any(char.isdigit() for char in text), (cut, text)


def test_a_long_number_that_was_begun_stays_masked() -> None:
    formatter = legibly.load("en", mask=["cards"])
    point = ResumePoint(1, (Word("***"),), (Token("[card]", 0, 1),))
    stream = formatter.stream(max_delay=2, resume=point)
    tokens = [t for w in ["one", "two", "three", "ok", "so"] for t in stream.push(w).committed]
    tokens += stream.close().committed
    assert "1" not in "".join(token.text for token in tokens)


def test_a_stream_without_a_limit_cannot_be_resumed() -> None:
    with pytest.raises(UsageError, match="cannot be resumed; give it a max_delay"):
        baseline().stream(max_delay=None, resume=ResumePoint())
    with pytest.raises(UsageError, match="cannot be resumed"):
        baseline().stream(max_delay=None).resume_point()


def test_what_is_kept_is_bounded_and_covers_its_words() -> None:
    given_out = GivenOut()
    for word in [*"abcdefgh" * 20, *["[noise]"] * 30]:
        given_out.add([Token(word, 0, 1)], [Word(word)])
    words, tokens = given_out.last()
    check_cover(tokens, len(words))
    assert len([word for word in words if word.text != "[noise]"]) == CONTEXT_WORDS
    assert len(words) == CONTEXT_WORDS + 30


def test_resuming_twice_at_the_same_place_changes_nothing() -> None:
    formatter = eager()
    stream = formatter.stream(max_delay=1)
    for word in "so we can".split():
        stream.push(word)
    point = stream.resume_point()
    again = formatter.stream(max_delay=1, resume=point).resume_point()
    assert (again.position, again.words, again.tokens) == (
        point.position,
        point.words,
        point.tokens,
    )
    assert list(itertools.chain(again.words)) == [Word("so"), Word("we")]
