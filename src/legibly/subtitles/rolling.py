"""Captions that appear as a stream decides its words: each cue is written once,
when it is whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from legibly.errors import DataError
from legibly.marks import ends_sentence
from legibly.subtitles.cues import Cue, width
from legibly.subtitles.cutting import cut_cues
from legibly.subtitles.rules import CueRules
from legibly.transcript import Token, Transcript, Word, speaker_changes
from legibly.window import Window

MAX_UNTIMED_WORDS = 1_000  # before the first time


class RollingCaptions:
    """A cue is whole at the end of a sentence, at a change of speaker, or when its
    lines are full.
    """

    def __init__(self, rules: CueRules, language: str | None = None) -> None:
        self._rules, self._language = rules, language
        self._words: Window[Word] = Window()  # that were not shown, by position in the stream
        self._tokens: list[Token] = []  # likewise
        self._last_cue: Cue | None = None  # not shown yet: its end depends on the next one's start
        self._shown_until = -1.0  # seconds
        self._speaker: str | None = None  # who was shown last

    def add(self, tokens: Iterable[Token], words: Iterable[Word]) -> Iterator[Cue]:
        """Tokens that were decided, and their words."""
        self._words.extend(words)
        for token in tokens:
            if self._tokens and speaker_changes(
                self._words[token.first - 1], self._words[token.first]
            ):
                yield from self._show(len(self._tokens))
            self._tokens.append(token)
            if ends_sentence(token.after):
                yield from self._show(len(self._tokens))
            elif (
                sum(width(item.written) + 1 for item in self._tokens)
                > self._rules.line_width * self._rules.lines
            ):
                yield from self._show(self._before_last_cue())

    def tick(self) -> Iterator[Cue]:
        """Nothing came for a while: what is whole is shown."""
        if self._last_cue is not None:
            yield self._last_cue
            self._shown_until, self._last_cue = self._last_cue.end, None

    def close(self) -> Iterator[Cue]:
        yield from self._show(len(self._tokens))
        yield from self.tick()
        if self._tokens:
            raise _without_times()

    def _before_last_cue(self) -> int:
        """How many tokens lie in cues that can grow no more."""
        words, tokens = self._first(len(self._tokens))
        if all(word.start is None for word in words):
            return len(tokens)
        cues = self._cut(words, tokens)
        return max(cue.first for cue in cues) if len(cues) > 1 else 0

    def _first(self, count: int) -> tuple[list[Word], list[Token]]:
        """The first tokens and their words, counted from the first."""
        first, last = self._words.first, self._tokens[count - 1].last
        return self._words.between(first, last), [
            token.shifted(-first) for token in self._tokens[:count]
        ]

    def _show(self, count: int) -> Iterator[Cue]:
        """The first tokens as cues."""
        if not count:
            return

        words, tokens = self._first(count)
        if all(word.start is None and word.end is None for word in words):
            now = self._last_cue.end if self._last_cue is not None else self._shown_until
            if now < 0:  # no time is known yet: they wait for the first
                if len(words) > MAX_UNTIMED_WORDS:
                    raise _without_times()
                return
            words = [word._replace(start=now, end=now) for word in words]
        self._words.forget_before(self._words.first + len(words))
        del self._tokens[:count]

        cues = self._cut(words, tokens)
        speakers = (word.speaker for word in reversed(words) if word.speaker is not None)
        self._speaker = next(speakers, self._speaker)
        for cue in cues:
            if self._last_cue is not None:
                yield self._end_before(self._last_cue, cue.start)
            start = max(
                cue.start, self._shown_until + self._rules.gap if self._shown_until >= 0 else 0.0
            )
            self._last_cue = cue._replace(
                start=round(start, 3), end=round(max(cue.end, start + 0.001), 3)
            )

    def _cut(self, words: Sequence[Word], tokens: Sequence[Token]) -> list[Cue]:
        talk = Transcript(words, tokens, self._language)
        return cut_cues(talk, self._rules, speaker_before=self._speaker)

    def _end_before(self, cue: Cue, start: float) -> Cue:
        """A cue that ends in time for the next one, but is not cut down to a flash."""
        shortest = cue.start + min(self._rules.min_seconds, cue.end - cue.start) / 2
        end = min(cue.end, max(shortest, start - self._rules.gap))
        self._shown_until = round(max(end, cue.start + 0.001), 3)
        return cue._replace(end=self._shown_until)


def _without_times() -> DataError:
    return DataError("no word has a time, and subtitles need them; choose another view with --to")
