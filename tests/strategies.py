"""Words, tokens and transcripts for Hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from legibly.languages import language
from legibly.transcript import Token, Transcript, Word

ABBREVIATIONS = language("en").abbreviations.words  # whose full stop is not a mark
LETTERS = st.text(alphabet="abcdefghijklmnopqrstuvwxyzéñçã'", min_size=1, max_size=8)
SECONDS = st.integers(0, 10**7).map(lambda thousandths: thousandths / 1000)
SOME_MARKS = st.sampled_from(["", "", "", "", ",", ".", "?", "!", ":", ";"])


@st.composite
def heard_words(
    draw: st.DrawFn, *, timed: bool | None = None, texts: st.SearchStrategy[str] = LETTERS
) -> Word:
    start = end = None
    if timed or (timed is None and draw(st.booleans())):
        start = draw(SECONDS)
        end = round(start + draw(st.integers(0, 2000)) / 1000, 6)
    return Word(
        draw(texts.filter(lambda text: text.strip("'") == text and text not in ABBREVIATIONS)),
        start,
        end,
        draw(st.none() | st.integers(0, 1000).map(lambda thousandths: thousandths / 1000)),
        draw(st.none() | st.sampled_from(["A", "B", "speaker_2"])),
    )


@st.composite
def transcripts(
    draw: st.DrawFn,
    *,
    timed: bool | None = None,
    min_size: int = 0,
    max_size: int = 12,
    name: str | None = "talk",
) -> Transcript:
    """One token a word, some with marks."""
    words = draw(st.lists(heard_words(timed=timed), min_size=min_size, max_size=max_size))
    tokens = [Token(word.text, i, i + 1, after=draw(SOME_MARKS)) for i, word in enumerate(words)]
    return Transcript(words, tokens, name=name)


@st.composite
def covers(draw: st.DrawFn, word_count: int) -> list[Token]:
    """Tokens of one to three words over all words."""
    tokens: list[Token] = []
    reached = 0
    while reached < word_count:
        last = min(word_count, reached + draw(st.integers(1, 3)))
        tokens.append(Token(draw(LETTERS), reached, last, after=draw(SOME_MARKS)))
        reached = last
    return tokens
