"""What a stream promises."""

from __future__ import annotations

import itertools
import tracemalloc
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legibly.api import load
from legibly.errors import UsageError
from legibly.formatting.formatter import Formatter, WeightedScorer
from legibly.formatting.live_stream import MAX_HELD_WORDS
from legibly.formatting.options import Options
from legibly.formatting.stream import Stream, Update
from legibly.formatting.undecided import LEFT_CONTEXT_WORDS
from legibly.languages import language
from legibly.lattice.scoring import Block, Context, Tag, TagTable
from legibly.transcript import Token, Transcript, Word, check_cover
from tests.formatting.test_disfluencies import eager
from tests.formatting.test_formatter import baseline, heard, likes
from tests.lattice.toys import ToyLm
from tests.strategies import heard_words

WORDS = st.lists(
    heard_words()
    | st.sampled_from([Word("[noise]"), Word("um"), Word(""), Word("--"), Word("ok,")])
    | st.sampled_from([Word("comma"), Word("new"), Word("paragraph"), Word("open"), Word("quote")]),
    max_size=25,
)
DELAYS = st.sampled_from([0, 1, 2, 4, 8])
MODELS = {
    "tags": baseline(),
    "tags, fillers dropped": baseline(fillers="drop"),
    "tags, marks said": baseline(spoken_marks=True),
    "tags, begun anew": eager(),
    "tags, begun anew, marks said": eager(spoken_marks=True),
    "sequence": Formatter([WeightedScorer(ToyLm(3))], language("en")),
    "hidden": Formatter([WeightedScorer(ToyLm(5, hidden=2)), *baseline().scorers], language("en")),
}


def run(stream: Stream, portions: list[list[Word]]) -> tuple[list[Token], list[Word]]:
    tokens: list[Token] = []
    words: list[Word] = []
    for portion in portions:
        update = stream.push(*portion)
        tokens += update.committed
        words += update.words
    last = stream.close()
    return tokens + last.committed, words + last.words


def portioned(words: list[Word], cuts: list[int]) -> list[list[Word]]:
    places = sorted({0, len(words), *(cut % (len(words) + 1) for cut in cuts)})
    return [words[a:b] for a, b in itertools.pairwise(places)]


@pytest.mark.parametrize("model", MODELS)
@settings(deadline=None)
@given(words=WORDS, cuts=st.lists(st.integers(0, 30), max_size=4), delay=DELAYS)
def test_no_word_is_lost_or_doubled_and_portions_change_nothing(
    model: str, words: list[Word], cuts: list[int], delay: int
) -> None:
    formatter = MODELS[model]
    tokens, given_back = run(formatter.stream(max_delay=delay), portioned(words, cuts))
    check_cover(tokens, len(words))
    assert [word[1:] for word in given_back] == [word[1:] for word in words]
    singly, _ = run(formatter.stream(max_delay=delay, partials=False), [[word] for word in words])
    assert tokens == singly


@pytest.mark.parametrize("model", MODELS)
@settings(deadline=None)
@given(words=WORDS, delay=DELAYS)
def test_every_word_is_decided_in_time(model: str, words: list[Word], delay: int) -> None:
    stream = MODELS[model].stream(max_delay=delay)
    given_out = 0
    for i, word in enumerate(words):
        given_out += len(stream.push(word).words)
        assert i + 1 - given_out <= delay
        assert given_out <= i + 1


@pytest.mark.parametrize("model", MODELS)
@settings(max_examples=50, deadline=None)
@given(words=st.lists(heard_words(), max_size=25), cuts=st.lists(st.integers(0, 30), max_size=4))
def test_without_a_limit_it_is_the_batch(model: str, words: list[Word], cuts: list[int]) -> None:
    formatter = MODELS[model]
    tokens, given_back = run(formatter.stream(max_delay=None), portioned(words, cuts))
    batch = formatter(Transcript(words))
    assert tokens == list(batch.tokens)
    assert given_back == words


@given(words=st.lists(heard_words(), max_size=12))
def test_a_limit_that_is_never_reached_is_the_batch_too(words: list[Word]) -> None:
    words = [word._replace(speaker=None) for word in words]
    for name in ("tags", "sequence", "hidden"):
        tokens, _ = run(MODELS[name].stream(max_delay=50), [words])
        assert tokens == list(MODELS[name](Transcript(words)).tokens)


def text(tokens: list[Token]) -> str:
    return " ".join(token.written for token in tokens if token.written)


def test_delay_zero_decides_at_once_and_more_waits() -> None:
    words = heard("yes we can so can you", pauses=[2]).words
    stream = baseline().stream(max_delay=0)
    assert [text(stream.push(word).committed) for word in words] == [
        "Yes",
        "we",
        "can",
        "so",
        "can",
        "you",
    ]
    stream = baseline().stream(max_delay=1)
    updates = [stream.push(word) for word in words]
    assert [text(update.committed) for update in updates] == ["", "Yes", "we", "can.", "So", "can"]
    assert [update.provisional for update in updates] == ["Yes", "we", "can", "So", "can", "you"]
    assert text(stream.close().committed) == "you."
    assert stream.close() == Update([], [])
    with pytest.raises(UsageError, match="the stream is closed"):
        stream.push("more")


def test_positions_count_from_the_start() -> None:
    stream = baseline().stream(max_delay=1)
    found = [
        token for word in ["a", "b", "c", "d"] for token in stream.push(word).committed
    ] + stream.close().committed
    assert [token.span for token in found] == [(0, 1), (1, 2), (2, 3), (3, 4)]


def test_a_change_of_speaker_decides_all_before_it() -> None:
    stream = baseline().stream(max_delay=10)
    assert stream.push(Word("hello", speaker="A"), Word("there", speaker="A")).committed == []
    update = stream.push(Word("hi", speaker="B"))
    assert text(update.committed) == "Hello there."
    assert update.provisional == "Hi"


def test_waiting_by_the_times_of_the_words() -> None:
    stream = baseline().stream(max_delay=100, max_wait=2.0)
    assert stream.push(Word("one", 0.0, 0.5), Word("two", 0.5, 1.0)).committed == []
    assert text(stream.push(Word("three", 2.0, 2.6)).committed) == "One"
    # Times that run back decide nothing and lose nothing.
    assert stream.push(Word("four", 0.1, 0.2)).committed == []
    assert text(stream.push(Word("five", 9.0, 9.5)).committed).split()[0].lower() == "two."
    assert text(stream.close().committed)


def test_waiting_by_the_clock() -> None:
    now = [0.0]
    stream = baseline().stream(max_delay=100, max_wait=2.0, clock=lambda: now[0])
    stream.push("one", "two")
    now[0] = 1.9
    assert stream.tick().committed == []
    now[0] = 2.0
    assert text(stream.tick().committed) == "One two"
    now[0] = 600.0  # ten minutes of silence
    assert stream.tick() == Update([], [], "")
    assert text(stream.push("three").committed) == ""
    assert text(stream.flush().committed) == "three"
    assert text(stream.close().committed) == ""


def test_numbers_wait_for_their_end_within_the_bound(tmp_path: Path) -> None:
    (tmp_path / "rules.tsv").write_text("three thirty\t3:30\t-5\nthree thirty p m\t3:30 PM\t-9\n")
    formatter = likes({}, Options(rules=tmp_path / "rules.tsv", numbers=False))
    words = ["meet", "me", "at", "three", "thirty", "p", "m", "today"]

    def phrases(delay: int) -> str:
        stream = formatter.stream(max_delay=delay)
        return (
            " ".join(text(stream.push(word).committed) or "_" for word in words)
            + " "
            + text(stream.close().committed)
        )

    assert phrases(4) == "_ _ _ _ Meet me at 3:30 PM today."
    assert phrases(1) == "_ Meet me at 3:30 _ p m today."
    assert phrases(0) == "Meet me at three thirty p m today "


def test_limits_must_make_sense() -> None:
    with pytest.raises(UsageError, match="max_delay is -1; expected words, 0 or more"):
        baseline().stream(max_delay=-1)
    with pytest.raises(UsageError, match="max_wait is 0; expected seconds above 0"):
        baseline().stream(max_wait=0)


def test_memory_does_not_grow() -> None:
    stream = baseline().stream(max_delay=4)

    def push(first: int, last: int) -> int:
        for i in range(first, last):
            stream.push(Word(f"w{i % 50}", i * 0.3, i * 0.3 + 0.2))
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        before = push(0, 1000)
        assert push(1000, 4000) - before < 50_000  # bytes; the words alone have more than 500,000
    finally:
        tracemalloc.stop()


def test_a_push_of_nothing_looks_at_the_clock() -> None:
    now = [0.0]
    stream = baseline().stream(max_delay=100, max_wait=2.0, clock=lambda: now[0])
    stream.push(Word("one", 0.0, 1.0))
    now[0] = 50.0
    assert text(stream.push().committed) == "One"
    # A word without a time after one that has: the clock counts.
    stream.push(Word("two", 1.0, 2.0))
    now[0] = 100.0
    assert text(stream.push("three").committed) == "two"


def test_dropped_fillers_do_not_stop_the_waiting() -> None:
    stream = baseline(fillers="drop").stream(max_delay=None, max_wait=2.0)
    given_out = len(stream.push(Word("so", 0.0, 1.0)).words)
    for i in range(1, 5):
        given_out += len(stream.push(Word("um", i, i + 1.0)).words)
    assert given_out >= 1


def test_the_state_at_a_commit() -> None:
    stream = baseline().stream(max_delay=0)
    words = [
        Word("hello", speaker="A"),
        Word("there", speaker="A"),
        Word("how", speaker="B"),
        Word("are", speaker="B"),
    ]
    assert [text(stream.push(word).committed) for word in words] == ["Hello", "there", "How", "are"]
    stream = baseline(fillers="drop").stream(max_delay=0)
    assert [text(stream.push(word).committed) for word in ("yes", "um?", "what")] == [
        "Yes",
        "?",
        "What",
    ]
    stream = baseline().stream(max_delay=0)
    stream.push("hello")
    stream.mark(".")
    assert text(stream.push("there").committed) == "There"


def test_marks_for_the_last_word() -> None:
    for delay in (3, None):
        stream = baseline().stream(max_delay=delay)
        stream.push("hello")
        stream.mark(".")
        stream.push("there")
        assert text(stream.close().committed) == "Hello. There."


def test_shouted_words() -> None:
    stream = baseline().stream(max_delay=1)
    tokens = [t for word in ["HELLO", "BILL", "AND", "NASA"] for t in stream.push(word).committed]
    assert text(tokens + stream.close().committed) == "Hello Bill and NASA."
    stream = baseline().stream(max_delay=1)
    tokens = [t for word in ["hello", "BILL"] for t in stream.push(word).committed]
    assert text(tokens + stream.close().committed) == "Hello BILL."


def test_a_change_of_speaker_on_a_tag() -> None:
    stream = baseline().stream(max_delay=10)
    stream.push(Word("so", speaker="A"))
    assert text(stream.push(Word("[noise]", speaker="B")).committed) == "So [noise]"


class Reader:
    """A scorer that says nothing, and notes how many words it was shown before and among them."""

    marks: tuple[str, ...] = ("", ".")
    context = Context(32, 32)

    def __init__(self) -> None:
        self.shown: list[tuple[int, int]] = []

    def tables(self, blocks: Sequence[Block]) -> list[list[TagTable]]:
        self.shown.extend((block.first, block.last - block.first) for block in blocks)
        tags = tuple(Tag(mark=mark) for mark in self.marks)
        return [[TagTable(tags, np.zeros((b.last - b.first, len(tags))))] for b in blocks]


def test_many_waiting_words_are_decided_together() -> None:
    reader = Reader()
    formatter = Formatter([WeightedScorer(reader)], language("en"))
    stream = formatter.stream(max_delay=200, partials=False)
    for i in range(1000):
        stream.push(Word("word", i, i + 0.5))
    assert 0 < len(reader.shown) < 20


def test_a_stream_looks_back_a_little() -> None:
    reader = Reader()
    stream = Formatter([WeightedScorer(reader)], language("en")).stream(max_delay=4)
    for i in range(60):
        stream.push(Word("word", i, i + 0.5))
    assert reader.shown[-1] == (LEFT_CONTEXT_WORDS, 5)
    assert max(first for first, _ in reader.shown) == LEFT_CONTEXT_WORDS


@pytest.mark.parametrize("model", MODELS)
@settings(deadline=None, max_examples=25)
@given(words=WORDS, ahead=WORDS, delay=st.sampled_from([0, 4, None]))
def test_a_preview_changes_nothing(
    model: str, words: list[Word], ahead: list[Word], delay: int | None
) -> None:
    formatter = MODELS[model]
    plain, looked = formatter.stream(max_delay=delay), formatter.stream(max_delay=delay)
    for word in words:
        looked.preview(*ahead)
        assert looked.push(word) == plain.push(word)
    looked.preview(*ahead)
    assert looked.close() == plain.close()
    assert looked.preview("more") == ""


@settings(deadline=None, max_examples=25)
@given(words=st.lists(heard_words(), min_size=1, max_size=8))
def test_a_preview_is_what_would_be_provisional(words: list[Word]) -> None:
    alike = [word._replace(speaker=None) for word in words]
    stream = baseline().stream(max_delay=50)
    stream.push(*alike[:-1])
    previewed = stream.preview(alike[-1])
    assert previewed == stream.push(alike[-1]).provisional


def test_what_is_not_firm_looks_formatted_without_a_limit_too() -> None:
    stream = load("en").stream(max_delay=None)
    provisional = stream.push(*"so i met bill in two thousand and ten".split()).provisional
    assert provisional.startswith("So I met Bill in 2010")
    assert stream.preview("and").startswith("So I met Bill in 2010")


def test_numbers_are_held_until_they_are_over() -> None:
    def committed(*, hold: bool) -> list[list[str]]:
        stream = load("en").stream(max_delay=1, hold_numbers=hold)
        found = [stream.push(word) for word in "we paid twenty five thousand to him".split()]
        return [[token.text for token in update.committed] for update in found]

    assert committed(hold=False)[:4] == [[], ["We"], ["paid"], ["25"]]
    assert committed(hold=True) == [[], ["We"], ["paid"], [], [], [], ["25,000", "to"]]


def test_a_number_is_held_no_longer_than_a_pause_or_a_turn() -> None:
    stream = load("en").stream(max_delay=1, hold_numbers=True)
    stream.push(Word("twenty", speaker="A"), Word("five", speaker="A"))
    update = stream.push(Word("so", speaker="B"))
    assert [token.text for token in update.committed] == ["25"]
    now = [0.0]
    waiting = load("en").stream(
        max_delay=None, max_wait=1.0, hold_numbers=True, clock=lambda: now[0]
    )
    waiting.push("twenty", "five")
    now[0] = 2.0
    assert [token.text for token in waiting.tick().committed] == ["25"]


def test_a_number_without_end_is_given_out() -> None:
    stream = load("en").stream(max_delay=1, hold_numbers=True)
    given = [len(stream.push("two").words) for _ in range(4 * MAX_HELD_WORDS)]
    assert sum(given) >= 2 * MAX_HELD_WORDS
