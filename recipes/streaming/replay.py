"""Recordings pushed word by word, as a live recogniser would give them, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import legibly
from legibly.formatting.stream import Update
from legibly.metrics.bootstrap import Interval95, intervals
from legibly.metrics.pairs import align_pair
from legibly.metrics.score import Score, Settings, score_aligned
from legibly.transcript import Token, Transcript, Word, join_parts
from recipes.place import Place

MEETING_WORDS, QUICK_WORDS = 8000, 200


class Recording(NamedTuple):
    """The reference, and the words as they are heard."""

    reference: Transcript
    words: Sequence[Word]


def talks(place: Place) -> Recording:
    text = join_parts(list(legibly.read_parts(place.data / "en/iwslt/test2011", "labels")))
    text = _beginning(text, place.sized(len(text.words), QUICK_WORDS))
    return Recording(text, [Word(word.text) for word in text.words])


def meeting(place: Place) -> Recording:
    text = legibly.read(place.files("timed/ami/test/*.jsonl.xz")[0])
    text = _beginning(text, place.sized(MEETING_WORDS, QUICK_WORDS))
    return Recording(text, [word._replace(text=word.text.lower()) for word in text.words])


def call(place: Place) -> Recording:
    path = place.files("timed/earnings21/test/*[0-9].jsonl.xz")[0]
    heard = legibly.read(place.data / "asr/earnings21/rev_kaldi/test" / path.name)
    return Recording(legibly.read(path), heard.words)


def _beginning(text: Transcript, words: int) -> Transcript:
    """The first words of a text in which every word is a token."""
    return Transcript(text.words[:words], text.tokens[:words], text.language, text.name)


CORPORA: dict[str, Callable[[Place], Recording]] = {
    "TED talks (IWSLT test2011, reference words)": talks,
    "AMI meeting (reference words)": meeting,
    "Earnings call (recogniser words)": call,
}


@dataclass
class Reader:
    """Who looks on: what was committed, how long marks took, and what was taken back."""

    words: Sequence[Word]
    tokens: list[Token] = field(default_factory=list)
    waited_words: list[int] = field(default_factory=list)  # for each mark
    waited_ms: list[float] = field(default_factory=list)
    retractions: int = 0
    shown: list[str] = field(default_factory=list)  # what may still change

    def see(self, position: int, update: Update) -> None:
        """What a word has brought."""
        provisional = update.provisional.split()
        text = [f"{token.text}{token.after}" for token in update.committed] + provisional
        self.retractions += sum(a != b for a, b in zip(self.shown, text, strict=False))
        self.shown = provisional
        self.tokens += update.committed
        for token in update.committed:
            if token.after:
                self._clock(position, token)

    def _clock(self, position: int, marked: Token) -> None:
        """From the word before the mark to the word that decided it."""
        self.waited_words.append(position - (marked.last - 1))
        end, end_now = self.words[marked.last - 1].end, self.words[position].end
        if end is not None and end_now is not None:
            self.waited_ms.append(1000 * max(0.0, end_now - end))


class Row(NamedTuple):
    corpus: str
    look_ahead: int | None
    f1: float
    interval: Interval95
    case: float | None
    delay_words: float
    delay_ms: float | None
    retractions: float  # in a hundred words


def measure(place: Place, corpus: str, look_ahead: int | None) -> Row:
    reference, words = CORPORA[corpus](place)
    stream = legibly.load("en", numbers=False).stream(max_delay=look_ahead)
    reader = Reader(words)
    for position, word in enumerate(words):
        reader.see(position, stream.push(word))

    committed = Transcript(words, [*reader.tokens, *stream.close().committed])
    score = score_aligned(align_pair("", reference, committed), Settings())
    return _row(corpus, look_ahead, reader, score)


def _row(corpus: str, look_ahead: int | None, reader: Reader, score: Score) -> Row:
    waited_ms = reader.waited_ms
    # A batch decides nothing before the end: what it shows is what was heard, not what it thinks.
    retractions = 0 if look_ahead is None else reader.retractions
    return Row(
        corpus,
        look_ahead,
        score.counts.marks["overall"].f1 or 0.0,
        intervals(score).get("marks/overall/f1", Interval95(0.0, 0.0)),
        score.counts.case["matched"].f1 if score.has_capitals else None,
        sum(reader.waited_words) / max(1, len(reader.waited_words)),
        sum(waited_ms) / len(waited_ms) if waited_ms else None,
        100 * retractions / max(1, len(reader.words)),
    )
