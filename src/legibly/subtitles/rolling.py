"""Captions that appear as a stream decides its words: each cue is written once, when it is whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from legibly.errors import DataError
from legibly.marks import ends_sentence
from legibly.subtitles.cues import Cue, width
from legibly.subtitles.cutting import cut_cues
from legibly.subtitles.rules import CueRules
from legibly.transcript import Token, Transcript, Word, speaker_changes


class RollingCaptions:
    """A cue is whole at the end of a sentence, at a change of speaker, or when its lines are full."""

    def __init__(self, rules: CueRules, language: str | None = None) -> None:
        self._rules, self._language = rules, language
        self._words: list[Word] = []
        self._tokens: list[Token] = []
        self._first = 0  # position of the first word that is held
        self._held: Cue | None = None  # the last cue: its end depends on the next one's start
        self._reached = -1.0  # end of the last cue that was shown
        self._untimed = False

    def add(self, tokens: Iterable[Token], words: Iterable[Word]) -> Iterator[Cue]:
        """Tokens that were decided, and their words."""
        self._words += words
        for token in tokens:
            before = self._tokens[-1] if self._tokens else None
            if before is not None and speaker_changes(self._word(before.last - 1), self._word(token.first)):
                yield from self._write(len(self._tokens))
            self._tokens.append(token)
            full = sum(width(item.written) + 1 for item in self._tokens) > self._rules.line_width * self._rules.lines
            if ends_sentence(token.after):
                yield from self._write(len(self._tokens))
            elif full:
                yield from self._write(len(self._tokens), but_last=True)

    def tick(self) -> Iterator[Cue]:
        """Nothing came for a while: what is whole is shown."""
        if self._held is not None:
            yield self._held
            self._reached, self._held = self._held.end, None

    def close(self) -> Iterator[Cue]:
        yield from self._write(len(self._tokens))
        yield from self.tick()
        if self._untimed and self._reached < 0:
            raise DataError("no word has a time, and subtitles need them; choose another view with --to")

    def _word(self, position: int) -> Word:
        return self._words[position - self._first]

    def _write(self, count: int, *, but_last: bool = False) -> Iterator[Cue]:
        """The first tokens as cues; `but_last` leaves the last cue, which may still grow."""
        if but_last and any(word.start is not None for word in self._words):
            tokens = [t._replace(first=t.first - self._first, last=t.last - self._first) for t in self._tokens]
            known = self._words[: tokens[-1].last]
            drafts = sorted(cut_cues(Transcript(known, tokens, self._language), self._rules), key=lambda cue: cue.first)
            count = drafts[-1].first if len(drafts) > 1 else 0
        if not count:
            return
        end = self._tokens[count - 1].last
        words = self._words[: end - self._first]
        tokens = [t._replace(first=t.first - self._first, last=t.last - self._first) for t in self._tokens[:count]]
        del self._words[: len(words)], self._tokens[:count]
        self._first = end
        if all(word.start is None and word.end is None for word in words):
            now = self._held.end if self._held is not None else self._reached
            self._untimed = True
            if now < 0:
                return  # no time is known yet; `close` says so if none ever comes
            words = [word._replace(start=now, end=now) for word in words]
        for cue in cut_cues(Transcript(words, tokens, self._language), self._rules):
            start, end_time = cue.start, cue.end
            if self._held is not None:
                # The one before ends in time, but is not cut down to a flash.
                least = self._held.start + min(self._rules.min_seconds, self._held.end - self._held.start) / 2
                latest = max(least, cue.start - self._rules.gap)
                self._held = self._held._replace(
                    end=round(max(min(self._held.end, latest), self._held.start + 0.001), 3)
                )
                yield self._held
                self._reached = self._held.end
            start = max(start, self._reached + self._rules.gap if self._reached >= 0 else 0.0)
            self._held = cue._replace(start=round(start, 3), end=round(max(end_time, start + 0.001), 3))
