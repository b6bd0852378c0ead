"""Pieces that grammars are put together from; each can be heard (words in, text out) and said (text
in, words out).

A phrase relates words to text, as a transducer does. `a + b` is one after the other, `a | b`
either. Inside a `Field` phrases make text ("3", "30"); a grammar is a sequence of fields ("hour",
"minute") that a writer puts into shape. A `Rule` remembers what it heard at each place, so that a
number which ten grammars begin with is heard once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple


class FieldText(NamedTuple):
    """The text of a field, and the words that it was heard in."""

    name: str
    text: str
    first: int
    last: int


# Where it ends, what was heard (text, or fields; None for nothing) and what it costs.
Heard = tuple[int, Any, float]
Memo = dict[Any, Any]  # what was heard where, by rule and place; and which words there are at all
PRESENT = "present"
# What is left to say (a place in the text, or names of fields), the words so far and their cost.
Said = tuple[Any, tuple[str, ...], float]

MAX_TEXTS_KNOWN = 10_000  # of which a rule remembers how they are said
WAYS_TO_SAY_A_PART = 4

NOTHING_HEARD: tuple[Heard, ...] = ()


class Phrase:
    openers: frozenset[str] | None = frozenset()  # the words that it can begin with; None: any
    empty = False  # whether it can be heard in no word at all
    needs: frozenset[str] | None = None  # words one of which must be heard; None: any may do
    most = 1  # how often anybody wants to hear it in a row

    def possible(self, memo: Memo) -> bool:
        """Whether it may be heard anywhere in the words, as far as can be told from which there
        are.
        """
        return self.needs is None or not self.needs.isdisjoint(memo[PRESENT])

    def hear(self, words: Sequence[str], at: int, memo: Memo) -> Sequence[Heard]:
        raise NotImplementedError

    def say(self, source: Any, left: Any) -> Iterator[Said]:
        raise NotImplementedError

    def may_begin(self, words: Sequence[str], at: int) -> bool:
        return self.empty or (
            at < len(words) and (self.openers is None or words[at] in self.openers)
        )

    def __add__(self, other: Phrase) -> Phrase:
        return Series([self, other])

    def __or__(self, other: Phrase) -> Phrase:
        return Either([self, other])


Row = tuple[tuple[str, ...], str, float]  # what is said, what is written, what it costs


def _by_first_words(
    rows: Sequence[Row],
) -> tuple[dict[str, list[Row]], dict[str, dict[str, list[Row]]]]:
    """The rows of one word by that word, and those that may be heard in two words by both: a table
    of all pairs of numbers has a hundred rows that begin alike.
    """
    alone: dict[str, list[Row]] = {}
    by_two: dict[str, dict[str, list[Row]]] = {}
    for row in rows:
        first, *others = row[0]
        if others:
            by_two.setdefault(first, {})[others[0]] = []
        else:
            alone.setdefault(first, []).append(row)
    for row in rows:
        first, *others = row[0]
        followers = by_two.get(first, {})
        for second in others[:1] or followers:
            followers[second].append(row)
    return alone, by_two


class Around(Phrase):
    """Something more about a phrase."""

    def __init__(self, phrase: Phrase) -> None:
        self._piece = phrase
        self.openers, self.empty, self.needs = phrase.openers, phrase.empty, phrase.needs

    def possible(self, memo: Memo) -> bool:
        return self._piece.possible(memo)

    def say(self, source: Any, left: Any) -> Iterator[Said]:
        return self._piece.say(source, left)


class Table(Phrase):
    """Rows of spoken words, written text, and a cost."""

    def __init__(self, rows: Iterable[tuple[str, str] | tuple[str, str, float]]) -> None:
        self._silent: list[tuple[str, float]] = []
        self._written: dict[str, list[tuple[tuple[str, ...], float]]] = {}
        spoken_rows: list[Row] = []
        for spoken, written, *cost in rows:
            words, price = tuple(spoken.split()), cost[0] if cost else 0.0
            if words:
                spoken_rows.append((words, written, price))
            else:
                self._silent.append((written, price))
            self._written.setdefault(written, []).append((words, price))

        self._lengths = sorted({len(written) for written in self._written}, reverse=True)
        self._alone, self._by_two = _by_first_words(spoken_rows)
        self.openers = frozenset(row[0][0] for row in spoken_rows)
        self.empty = bool(self._silent)
        self.needs = None if self.empty else self.openers

    def hear(self, words: Sequence[str], at: int, memo: Memo) -> Sequence[Heard]:
        found: list[Heard] = [(at, written, cost) for written, cost in self._silent]
        if at < len(words):
            rows: Sequence[Row] = self._alone.get(words[at], ())
            if at + 1 < len(words) and (followers := self._by_two.get(words[at])):
                rows = followers.get(words[at + 1], rows)
            for spoken, written, cost in rows:
                if len(spoken) <= 2 or tuple(words[at : at + len(spoken)]) == spoken:
                    found.append((at + len(spoken), written, cost))
        return found

    def say(self, source: Any, left: Any) -> Iterator[Said]:
        for length in self._lengths:
            for spoken, cost in self._written.get(source[left : left + length], ()):
                yield left + length, spoken, cost


class HeardOnly(Table):
    """A table that is never said."""

    def say(self, source: Any, left: Any) -> Iterator[Said]:
        return iter(())


class SaidOnly(Around):
    """A phrase that is never heard, and costs no time where others are."""

    def __init__(self, phrase: Phrase) -> None:
        super().__init__(phrase)
        self.openers = self.needs = frozenset()

    def hear(self, words: Sequence[str], at: int, memo: Memo) -> Sequence[Heard]:
        return NOTHING_HEARD


class Silent(Phrase):
    """Words that are heard and leave nothing; the first phrase is the one that is said."""

    def __init__(self, phrases: Sequence[str], cost: float = 0.0) -> None:
        self._phrases = [tuple(phrase.split()) for phrase in phrases]
        self._cost = cost
        self.openers = self.needs = frozenset(words[0] for words in self._phrases)

    def hear(self, words: Sequence[str], at: int, memo: Memo) -> Sequence[Heard]:
        return [
            (at + len(phrase), None, self._cost)
            for phrase in self._phrases
            if tuple(words[at : at + len(phrase)]) == phrase
        ]

    def say(self, source: Any, left: Any) -> Iterator[Said]:
        yield left, self._phrases[0], self._cost


def as_said(*phrases: str, cost: float = 0.0) -> Table:
    """Words that are written as they are said."""
    return Table([(phrase, phrase, cost) for phrase in phrases])


class AnyWord(Phrase):
    """A word of letters that is no sign for something else, written as it is."""

    openers = None

    def __init__(self, but: Iterable[str] = ()) -> None:
        self._but = frozenset(but)

    def hear(self, words: Sequence[str], at: int, memo: Memo) -> Sequence[Heard]:
        if at < len(words) and self._fits(words[at]):
            return [(at + 1, words[at], 0.0)]
        return NOTHING_HEARD

    def say(self, source: Any, left: Any) -> Iterator[Said]:
        end = left
        while end < len(source) and source[end].isalpha():
            end += 1
        if self._fits(word := source[left:end].lower()):
            yield end, (word,), 0.0

    def _fits(self, word: str) -> bool:
        return len(word) > 1 and word.isalpha() and word not in self._but


class Capitalized(AnyWord):
    """The same with a capital: a name."""

    def hear(self, words: Sequence[str], at: int, memo: Memo) -> Sequence[Heard]:
        return [(end, text.capitalize(), cost) for end, text, cost in super().hear(words, at, memo)]


class InCapitals(AnyWord):
    """The same all in capitals."""

    def hear(self, words: Sequence[str], at: int, memo: Memo) -> Sequence[Heard]:
        return [(end, text.upper(), cost) for end, text, cost in super().hear(words, at, memo)]


class Series(Phrase):
    """One phrase after the other."""

    def __init__(self, phrases: Sequence[Phrase]) -> None:
        self._pieces: list[Phrase] = [
            part
            for phrase in phrases
            for part in (phrase._pieces if type(phrase) is Series else [phrase])
        ]
        openers: frozenset[str] | None = frozenset()
        for phrase in self._pieces:
            openers = (
                None if openers is None or phrase.openers is None else openers | phrase.openers
            )
            if not phrase.empty:
                break

        self.openers = openers
        self.empty = all(phrase.empty for phrase in self._pieces)
        self._steps = [(phrase.hear, phrase.openers, phrase.empty) for phrase in self._pieces]
        known = [phrase.needs for phrase in self._pieces if phrase.needs is not None]
        # The rarest; but that a word of the first is there is mostly known before anybody asks.
        self.needs = min(
            known, key=lambda words: len(words) * (4 if words is known[0] else 1), default=None
        )

    def hear(self, words: Sequence[str], at: int, memo: Memo) -> Sequence[Heard]:
        count = len(words)
        reached: list[Heard] = [(at, None, 0.0)]
        for hear, openers, empty in self._steps:
            following: list[Heard] = []
            for place, text, cost in reached:
                if empty or (place < count and (openers is None or words[place] in openers)):
                    for end, more, price in hear(words, place, memo):
                        joined = more if text is None else text if more is None else text + more
                        following.append((end, joined, cost + price))
            if not following:
                return NOTHING_HEARD
            reached = following

        return reached

    def possible(self, memo: Memo) -> bool:
        return all(phrase.possible(memo) for phrase in self._pieces)

    def say(self, source: Any, left: Any) -> Iterator[Said]:
        return self._say(source, left, 0)

    def _say(self, source: Any, left: Any, at: int) -> Iterator[Said]:
        if at == len(self._pieces):
            yield left, (), 0.0
            return
        for rest, words, cost in self._pieces[at].say(source, left):
            for end, more, price in self._say(source, rest, at + 1):
                yield end, words + more, cost + price


class Either(Phrase):
    def __init__(self, phrases: Iterable[Phrase]) -> None:
        self._pieces: list[Phrase] = [
            part
            for phrase in phrases
            for part in (phrase._pieces if type(phrase) is Either else [phrase])
        ]
        self.empty = any(phrase.empty for phrase in self._pieces)
        self.openers = (
            None
            if any(phrase.openers is None for phrase in self._pieces)
            else frozenset(word for phrase in self._pieces for word in phrase.openers or ())
        )
        self.needs = (
            None
            if any(phrase.needs is None for phrase in self._pieces)
            else frozenset(word for phrase in self._pieces for word in phrase.needs or ())
        )
        always = [phrase for phrase in self._pieces if phrase.empty or phrase.openers is None]
        words = {word for phrase in self._pieces for word in phrase.openers or ()}
        self._always = always
        self._by_word = {
            word: [
                phrase
                for phrase in self._pieces
                if phrase in always or word in (phrase.openers or ())
            ]
            for word in words
        }

    def hear(self, words: Sequence[str], at: int, memo: Memo) -> Sequence[Heard]:
        word = words[at] if at < len(words) else None
        pieces = memo.get((id(self), word))
        if pieces is None:
            pieces = memo[id(self), word] = self._possible(words, word, memo)
        found: list[Heard] = []
        for phrase in pieces:
            found += phrase.hear(words, at, memo)
        return found

    def say(self, source: Any, left: Any) -> Iterator[Said]:
        for phrase in self._pieces:
            yield from phrase.say(source, left)

    def possible(self, memo: Memo) -> bool:
        return any(phrase.possible(memo) for phrase in self._pieces)

    def _possible(self, words: Sequence[str], word: str | None, memo: Memo) -> list[Phrase]:
        """What may be heard from a word on, or behind the last."""
        if PRESENT not in memo:
            memo[PRESENT] = frozenset(words)
        if word is None:
            pieces = [phrase for phrase in self._always if phrase.empty]
        else:
            pieces = self._by_word.get(word, self._always)
        return [phrase for phrase in pieces if phrase.possible(memo)]


class Maybe(Phrase):
    empty = True

    def __init__(self, phrase: Phrase) -> None:
        self._piece = phrase
        self.openers = phrase.openers

    def hear(self, words: Sequence[str], at: int, memo: Memo) -> Sequence[Heard]:
        return [*self._piece.hear(words, at, memo), (at, None, 0.0)]

    def say(self, source: Any, left: Any) -> Iterator[Said]:
        yield left, (), 0.0
        yield from self._piece.say(source, left)


class Rule(Around):
    """A phrase that is heard once at each place, however many grammars ask."""

    def hear(self, words: Sequence[str], at: int, memo: Memo) -> Sequence[Heard]:
        key = (id(self), at)
        known = memo.get(key)
        if known is None:
            known = memo[key] = self._piece.hear(words, at, memo)
        heard: Sequence[Heard] = known
        return heard

    def possible(self, memo: Memo) -> bool:
        key = (id(self), "possible")
        known = memo.get(key)
        if known is None:
            known = memo[key] = self._piece.possible(memo)
        return bool(known)


class Usual(Rule):
    """A rule of which only the cheapest few ways to say a text up to each place are said: parts
    that can all be said in many ways have too many together.
    """

    def __init__(self, phrase: Phrase) -> None:
        super().__init__(phrase)
        self._known: dict[tuple[str, int], list[Said]] = {}

    def say(self, source: Any, left: Any) -> Iterator[Said]:
        known = self._known.get((source, left))
        if known is None:
            if len(self._known) >= MAX_TEXTS_KNOWN:
                self._known.clear()
            known = self._known[source, left] = self._cheapest(source, left)
        return iter(known)

    def _cheapest(self, source: str, left: int) -> list[Said]:
        by_end: dict[int, list[Said]] = {}
        for said in sorted(self._piece.say(source, left), key=lambda said: said[2]):
            ways = by_end.setdefault(said[0], [])
            if len(ways) < WAYS_TO_SAY_A_PART:
                ways.append(said)
        return [said for ways in by_end.values() for said in ways]


class Field(Around):
    """What is heard in a phrase, under a name."""

    def __init__(self, name: str, phrase: Phrase) -> None:
        super().__init__(phrase)
        self.name = name

    def hear(self, words: Sequence[str], at: int, memo: Memo) -> Sequence[Heard]:
        return [
            (end, (FieldText(self.name, text or "", at, end),), cost)
            for end, text, cost in self._piece.hear(words, at, memo)
        ]

    def say(self, source: Any, left: Any) -> Iterator[Said]:
        if self.name in left:
            text = source[self.name]
            for end, words, cost in self._piece.say(text, 0):
                if end == len(text):
                    yield left - {self.name}, words, cost


def either(*phrases: Phrase) -> Phrase:
    return Either(phrases)


def silent(*phrases: str, cost: float = 0.0) -> Phrase:
    return Silent(phrases, cost)


def write(text: str, cost: float = 0.0) -> Phrase:
    """Text that is not heard."""
    return Table([("", text, cost)])
