"""Captions that appear as a stream decides its words: each cue is written once, when it is whole."""

from __future__ import annotations

from collections.abc import Iterator

from legibly.marks import ends_sentence
from legibly.model import Token, Transcript, Word, speaker_changes
from legibly.streaming import Update
from legibly.subtitles import Cue, CueRules, cues, width


class RollingCaptions:
    """A cue is whole at the end of a sentence, at a change of speaker, or when its lines are full."""

    def __init__(self, rules: CueRules, language: str | None = None) -> None:
        self._rules, self._language = rules, language
        self._words: list[Word] = []
        self._tokens: list[Token] = []
        self._first = 0  # position of the first word that is held
        self._held: Cue | None = None  # the last cue: its end depends on the next one's start

    def add(self, update: Update) -> Iterator[Cue]:
        self._words += update.words
        for token in update.committed:
            before = self._tokens[-1] if self._tokens else None
            if before is not None and speaker_changes(self._word(before.last - 1), self._word(token.first)):
                yield from self._write(len(self._tokens))
            self._tokens.append(token)
            full = sum(width(item.written) + 1 for item in self._tokens) >= self._rules.line_width * self._rules.lines
            if ends_sentence(token.after) or full:
                yield from self._write(len(self._tokens))

    def close(self) -> Iterator[Cue]:
        yield from self._write(len(self._tokens))
        if self._held is not None:
            yield self._held

    def _word(self, position: int) -> Word:
        return self._words[position - self._first]

    def _write(self, count: int) -> Iterator[Cue]:
        if not count:
            return
        end = self._tokens[count - 1].last
        words = self._words[: end - self._first]
        tokens = [t._replace(first=t.first - self._first, last=t.last - self._first) for t in self._tokens[:count]]
        del self._words[: len(words)], self._tokens[:count]
        self._first = end
        for cue in cues(Transcript(words, tokens, self._language), self._rules):
            if self._held is not None:
                latest = max(self._held.start + 0.001, cue.start - self._rules.gap)
                self._held = self._held._replace(end=round(min(self._held.end, latest), 3))
                yield self._held
                cue = cue._replace(start=max(cue.start, self._held.end))
            self._held = cue
