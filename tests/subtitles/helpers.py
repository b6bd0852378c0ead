"""Talks to be cut into subtitles."""

from __future__ import annotations

from hypothesis import strategies as st

from legibly.subtitles.cues import Cue
from legibly.transcript import Token, Transcript, Word
from tests.strategies import LETTERS, SOME_MARKS


@st.composite
def talks(draw: st.DrawFn, max_size: int = 60) -> Transcript:
    """Words in order, with pauses, some without times, of one or two speakers."""
    words, tokens, now = [], [], draw(st.integers(0, 50)) / 10
    speaker = "A"
    for i in range(draw(st.integers(1, max_size))):
        now += draw(st.sampled_from([0, 0, 0, 0.1, 0.4, 1.0, 3.0]))
        end = now + draw(st.integers(1, 60)) / 100
        speaker = draw(st.sampled_from([speaker, speaker, speaker, "A", "B"]))
        known = i == 0 or draw(st.integers(0, 9)) > 1
        text = draw(LETTERS)
        words.append(
            Word(
                text,
                round(now, 3) if known else None,
                round(end, 3) if known else None,
                None,
                speaker,
            )
        )
        tokens.append(Token(text, i, i + 1, after=draw(SOME_MARKS)))
        now = end
    return Transcript(words, tokens)


def spoken(text: str, seconds: float = 0.4, speaker: str | None = None) -> Transcript:
    """A text with marks, a word after the other at an even pace."""
    pieces = text.split()
    words = [
        Word(piece.strip(",.?"), i * seconds, (i + 0.9) * seconds, None, speaker)
        for i, piece in enumerate(pieces)
    ]
    tokens = [
        Token(word.text, i, i + 1, after=piece[len(word.text) :])
        for i, (word, piece) in enumerate(zip(words, pieces, strict=True))
    ]
    return Transcript(words, tokens)


def shown(cues: list[Cue]) -> list[str]:
    """All that can be read, word by word."""
    return [text for cue in cues for line in cue.lines for text in line.split()]
