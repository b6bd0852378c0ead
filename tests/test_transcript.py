from __future__ import annotations

from types import MappingProxyType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.errors import DataError, UsageError
from legibly.transcript import (
    Alternative,
    Sentence,
    Span,
    Token,
    Transcript,
    Word,
    cut_parts,
    join_parts,
    join_recordings,
    speaker_changes,
)
from tests.strategies import covers, transcripts


def words(text: str) -> list[Word]:
    return [Word(word, i, i + 0.5) for i, word in enumerate(text.split())]


def test_tokens_default_to_the_words_as_heard() -> None:
    transcript = Transcript(words("hello there"))
    assert transcript.tokens == (Token("hello", 0, 1), Token("there", 1, 2))
    assert transcript.tokens[1].span == Span(1, 2)


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        ([Token("hello", 0, 1)], "tokens cover 1 of 2 words"),
        (
            [Token("hello", 0, 1), Token("x", 0, 2)],
            "token 'x' covers words 0 to 2, expected to start at 1",
        ),
        (
            [Token("hello", 0, 0), Token("x", 0, 2)],
            "token 'hello' covers words 0 to 0, expected to start at 0",
        ),
        ([Token("hello", 0, 3)], "tokens cover 3 of 2 words"),
    ],
)
def test_every_word_is_covered_once(tokens: list[Token], message: str) -> None:
    with pytest.raises(DataError, match=message):
        Transcript(words("hello there"), tokens)


@given(st.data(), st.integers(0, 12))
def test_any_cover_is_accepted_and_its_times_lie_in_the_hull(
    data: st.DataObject, count: int
) -> None:
    heard = [Word(f"w{i}", i, i + 0.5) for i in range(count)]
    transcript = Transcript(heard, data.draw(covers(count)))
    for token in transcript.tokens:
        assert transcript.times(token) == (token.first, token.last - 0.5)


def test_a_token_of_several_words_joins_their_times_and_confidences() -> None:
    heard = [
        Word("three", 1.0, 1.2, 0.5),
        Word("thirty", None, None, None),
        Word("p", 1.9, 2.0, 0.5),
    ]
    transcript = Transcript(heard, [Token("3:30", 0, 3)])
    assert transcript.times(transcript.tokens[0]) == (1.0, 2.0)
    assert transcript.confidence(transcript.tokens[0]) == 0.25


def test_sentences_end_at_marks_speaker_changes_and_the_end() -> None:
    heard = [
        Word("yes", speaker="A"),
        Word("no", speaker="A"),
        Word("why", speaker="B"),
        Word("well", speaker="B"),
    ]
    tokens = [
        Token("Yes", 0, 1, after="."),
        Token("no", 1, 2),
        Token("Why", 2, 3, after="?"),
        Token("well", 3, 4),
    ]
    assert Transcript(heard, tokens).sentences == (
        Sentence(0, 1, "statement"),
        Sentence(1, 2, None),
        Sentence(2, 3, "question"),
        Sentence(3, 4, None),
    )


def test_a_change_of_speaker_needs_two_known_ones() -> None:
    assert speaker_changes(Word("a", speaker="A"), Word("b", speaker="B"))
    assert not speaker_changes(Word("a", speaker="A"), Word("b"))
    assert not speaker_changes(Word("a"), Word("b", speaker="B"))


def test_an_alternative_must_lie_in_the_words() -> None:
    with pytest.raises(DataError, match="alternative covers words 1 to 3, but there are 2 words"):
        Transcript(words("hello there"), alternatives=[Alternative(1, 3, ())])


@given(transcripts(max_size=30), st.integers(1, 10))
def test_cut_and_joined_is_the_same(transcript: Transcript, size: int) -> None:
    parts = list(cut_parts(transcript, size))
    assert join_parts(parts) == transcript
    assert all(part.continued for part in parts[:-1])
    assert not parts[-1].continued


def test_a_part_never_tears_an_alternative_apart() -> None:
    whole = Transcript(words("a b c d e f"), alternatives=[Alternative(1, 4, (Word("x"),))])
    parts = list(cut_parts(whole, 2))
    assert [len(part.words) for part in parts] == [4, 2]
    assert join_parts(parts).alternatives == tuple(whole.alternatives)


def test_recordings_are_joined_from_parts() -> None:
    first, second, other = (Transcript(words(text)) for text in ("a b", "c", "d"))
    parts = [Transcript(first.words, continued=True), second, other]
    joined = list(join_recordings(parts))
    assert [recording.text for recording in joined] == ["a b c", "d"]
    # An input that breaks off is still a recording.
    assert [r.text for r in join_recordings(parts[:1])] == ["a b"]


# --- what a field may hold
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "message"),
    [
        (Word(5), r"words\[1\] has the text 5; expected a string"),  # type: ignore[arg-type]
        (Word("a", "1"), r"has the start '1'; expected a number or None"),  # type: ignore[arg-type]
        (Word("a", 0, 1, "high"), "has the confidence 'high'"),  # type: ignore[arg-type]
        (Word("a", speaker=5), "has the speaker 5; expected a string or None"),  # type: ignore[arg-type]
        (Word("a", labels=5), "has the labels 5; expected a dict"),  # type: ignore[arg-type]
    ],
)
def test_fields_of_words_have_their_types(word: Word, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Transcript((Word("so"), word))


@pytest.mark.parametrize("time", [float("nan"), float("inf"), -float("inf"), 1e306, 10**400])
def test_times_are_seconds(time: float) -> None:
    for word in (Word("a", time), Word("a", 0, time)):
        with pytest.raises(DataError, match=r"words\[1\] has the .*; expected seconds, at most"):
            Transcript((Word("so", 0, 1), word, Word("then", -1, 5e8)))


@pytest.mark.parametrize(
    ("token", "message"),
    [
        (Token(5, 0, 1), "has the text 5"),  # type: ignore[arg-type]
        (Token("a", 0.0, 1), "has the first 0.0; expected a whole number"),  # type: ignore[arg-type]
        (Token("a", 0, 1, after=5), "has the after 5; expected a string"),  # type: ignore[arg-type]
        (Token("a", 0, 1, kind=None), "has the kind None"),  # type: ignore[arg-type]
    ],
)
def test_fields_of_tokens_have_their_types(token: Token, message: str) -> None:
    with pytest.raises(UsageError, match=rf"tokens\[0\] {message}"):
        Transcript((Word("a"),), (token,))


def test_kinds_of_numbers_and_mappings_are_taken() -> None:
    labels = MappingProxyType({"a": 1})
    heard = (Word("a", np.float64(1.0), 2, np.float64(0.5), labels=labels), Word("b", True))
    assert Transcript(heard).words == heard
