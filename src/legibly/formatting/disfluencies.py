"""Words that were said again or put right by those behind them: heard, and not written.

A model finds them (`features/restarts.py`). They are taken out before anything else looks at the
words, so that marks and capitals are decided on what is left.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Protocol, runtime_checkable

from legibly.casing import capitalise
from legibly.drawing import BREAKS
from legibly.features.restarts import LOOKAHEAD_WORDS, LOOKBACK_WORDS, Restart, Said, restarts_at
from legibly.languages import Language
from legibly.marks import CLOSING, DASHES, SENTENCE_ENDS, core_mark, stronger_mark
from legibly.sound_tags import is_tag
from legibly.transcript import Token, Transcript, Word, speaker_changes

DISFLUENCY = "disfluency"  # the kind of a token of a word that was said again
FILLER = "filler"
LOOKAHEAD_TOKENS = LOOKAHEAD_WORDS + 3  # some of them are fillers
KEPT_TOKENS = LOOKBACK_WORDS + 2  # before a word; nothing is looked at before them


@runtime_checkable
class KnowsRestarts(Protocol):
    """A scorer that has learnt which words people leave out."""

    @property
    def marks(self) -> tuple[str, ...]: ...

    def odds(self, words: Sequence[Said], restarts: Sequence[Restart]) -> list[float]:
        """By restart, the log-odds that its words are left out; above nought they are."""


DASHES_OF_WORDS = "-" + "".join(DASHES)  # behind a word that somebody broke off


@dataclass(frozen=True)
class SpokenFacts:
    """What is never left out, of a language and of its user."""

    language: Language
    kept: frozenset[str] = frozenset()

    def said(self, pairs: Sequence[tuple[Token, Word]]) -> tuple[list[Said], list[int]]:
        """Words as a model sees them, and the place of each: fillers are a property of the one
        before.
        """
        said: list[Said] = []
        places: list[int] = []
        for place, (token, word) in enumerate(pairs):
            if said and speaker_changes(pairs[place - 1][1], word):
                said[-1] = said[-1]._replace(ends=True)
            if token.text.lower() in self.language.fillers:
                if said:
                    said[-1] = said[-1]._replace(hesitates=True)
            elif token.text and token.kind not in BREAKS:
                said.append(self._word(token))
                places.append(place)
            elif said:
                said[-1] = said[-1]._replace(ends=True)
        return list(_without_spelt(said)), places

    def _word(self, token: Token) -> Said:
        text = token.text.lower()
        bare = text.rstrip(DASHES_OF_WORDS) or text
        plain = (
            token.kind == "word"
            and token.last - token.first == 1
            and not is_tag(text)
            and not any(char.isdigit() for char in text)
            and bare not in self.language.number_words
            and bare not in self.kept
            and (len(bare) > 1 or bare in self._letter_words or bare != text)
        )
        ends = core_mark(token.after) in SENTENCE_ENDS or not plain
        doubles = bare in self.language.doubled
        return Said(bare, broken=bare != text, ends=ends, plain=plain, doubles=doubles)

    @cached_property
    def _letter_words(self) -> frozenset[str]:
        facts = (*self.language.letter_words, *self.language.numbers.articles)
        return frozenset(word for word in facts if len(word) == 1)


def _without_spelt(said: Sequence[Said]) -> Iterator[Said]:
    """A letter that is a word is none beside letters that are spelt: u s a a."""
    for _, group in groupby(said, key=lambda word: len(word.text) == 1):
        run = list(group)
        spelt = len(run[0].text) == 1 and not all(word.plain for word in run)
        yield from (word._replace(plain=False, ends=True) if spelt else word for word in run)


class Disfluencies:
    """Takes out what was begun anew. Words wait until those behind them are known: `lookahead`."""

    def __init__(
        self,
        judge: KnowsRestarts,
        language: Language,
        kept: Collection[str] = (),
        lookahead: int | None = None,
    ) -> None:
        self._judge, self._facts = judge, SpokenFacts(language, frozenset(kept))
        self.lookahead = (
            LOOKAHEAD_TOKENS if lookahead is None else max(0, min(lookahead, LOOKAHEAD_TOKENS))
        )
        self._words: list[Word] = []  # that wait
        self._tokens: list[Token] = []
        self._before: list[tuple[Token, Word]] = []  # the last that do not, and were kept
        self._begins = True  # whether a sentence begins with the next word

    @property
    def waiting(self) -> int:
        return len(self._words)

    def fork(self) -> Disfluencies:
        """The same, to look ahead with."""
        other = copy(self)
        other._words, other._tokens = list(self._words), list(self._tokens)
        other._before = list(self._before)
        return other

    def add(self, part: Transcript) -> Transcript | None:
        """What is known now."""
        count = len(self._words)
        self._words += part.words
        self._tokens += [token.shifted(count) for token in part.tokens]
        return self._take(len(self._tokens) - self.lookahead)

    def flush(self, *, closing: bool = False) -> Transcript | None:
        return self._take(len(self._tokens))

    def add_mark_to_last(self, mark: str) -> bool:
        if not self._tokens:
            return False
        last = self._tokens[-1]
        self._tokens[-1] = last._replace(after=stronger_mark(last.after, mark))
        return True

    def _take(self, count: int) -> Transcript | None:
        """The first tokens, and those that a restart among them reaches to."""
        done: list[Token] = []
        at = 0
        while at < count:
            last = self._restart_at(at)
            if last is None:
                done.append(self._kept_token(at))
                at += 1
                continue
            done += [self._left_out(token) for token in self._tokens[at:last]]
            self._hand_capital_over(at, last)
            at = last
        if not done:
            return None

        size = done[-1].last
        words = self._words[:size]
        del self._words[:size]
        self._tokens = [token.shifted(-size) for token in self._tokens[at:]]
        return Transcript(tuple(words), tuple(done), continued=True)

    def _kept_token(self, at: int) -> Token:
        token = self._tokens[at]
        self._before = [*self._before, (token, self._words[token.last - 1])][-KEPT_TOKENS:]
        if not self._is_filler(token):
            self._begins = token.kind in BREAKS or core_mark(token.after) in SENTENCE_ENDS
        return token

    def _left_out(self, token: Token) -> Token:
        """A comma behind words that are left out goes with them, quotation marks stay."""
        after = "".join(char for char in token.after if char in CLOSING)
        if not token.text or self._is_filler(token):
            return token._replace(after=after)
        return token._replace(after=after, kind=DISFLUENCY)

    def _hand_capital_over(self, at: int, last: int) -> None:
        """The word that takes the place of the first of a sentence has its capital."""
        if last < len(self._tokens) and self._begins and self._tokens[at].text[:1].isupper():
            resumed = self._tokens[last]
            self._tokens[last] = resumed._replace(text=capitalise(resumed.text))

    def _restart_at(self, first: int) -> int | None:
        """The token behind the words that are left out from this one on, where there are any."""
        if not self._may_begin(first):
            return None
        window = self._tokens[first : first + self.lookahead + 1]
        pairs = [*self._before, *((token, self._words[token.last - 1]) for token in window)]
        said, places = self._facts.said(pairs)
        begin = places.index(len(self._before))
        restarts = list(restarts_at(said, begin))
        if not restarts:
            return None
        odds = self._judge.odds(said, restarts)
        best = max(range(len(restarts)), key=lambda i: odds[i])
        if odds[best] <= 0:
            return None
        return first + places[restarts[best].last] - len(self._before)

    def _may_begin(self, first: int) -> bool:
        """Whether a word comes again nearby: most do not."""
        token = self._tokens[first]
        if not token.text or token.kind != "word" or self._is_filler(token):
            return False
        start = token.text[:1].lower()
        window = self._tokens[first + 1 : first + self.lookahead + 1]
        return any(
            other.text[:1].lower() == start or other.text[-1:] in DASHES_OF_WORDS
            for other in (token, *window)
            if other is not token or token.text[-1:] in DASHES_OF_WORDS
        )

    def _is_filler(self, token: Token) -> bool:
        return token.text.lower() in self._facts.language.fillers
