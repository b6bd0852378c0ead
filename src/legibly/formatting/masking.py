"""Words that nobody is to read: profanity, the user's own list, numbers of cards and telephones,
addresses of e-mail.

The one exception to "words are never altered": what is masked is gone from words, tokens, labels
and alternatives. Times and confidences stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from legibly.errors import UsageError
from legibly.formatting.addresses import Addresses
from legibly.languages import Language
from legibly.marks import NONE, core_mark, split_marks
from legibly.sound_tags import is_tag
from legibly.transcript import Alternative, Token, Transcript, Word, speaker_changes
from legibly.user_tables import table_lines

PROFANITY = "profanity"
CARDS, PHONES, EMAILS = "cards", "phones", "emails"
PLACEHOLDERS = {CARDS: "[card]", PHONES: "[phone]", EMAILS: "[email]"}
STARS = "***"
KEPT_LABELS = ("segment", "channel", "named")  # what else a recogniser says may hold the word
CARD_DIGITS, PHONE_DIGITS = 12, 7  # in a run, at least
LIVE_DIGITS = 3  # of a stream, where nobody knows yet how long a run will be
MAX_HELD_TOKENS = 64
_NUMBER = re.compile(r"[+(#]?\d[\d\s().–-]*")
_RUN_KINDS = frozenset(("long digits", "digits", "short", "phone", "short phone"))
_NO_RUN_KINDS = frozenset(("ip", "year", "decimal"))


Mask = str | tuple[str, ...]  # a name or a file of words; or the words


def parse_mask(mask: str | Path | Iterable[str | Path | Sequence[str]]) -> tuple[Mask, ...]:
    """`"profanity,cards"` or `["profanity", "my-words.txt", ["secret"]]`: names, files of words,
    and words.
    """
    items = [mask] if isinstance(mask, str | Path) else mask
    if not isinstance(items, Iterable) or isinstance(items, bytes):
        raise UsageError(f"mask is {mask!r}; expected names like 'profanity', or files of words")
    found = [part for item in items for part in _mask_parts(item)]
    for name in found:
        if isinstance(name, tuple):
            continue
        if name != PROFANITY and name not in PLACEHOLDERS and not Path(name).is_file():
            known = ", ".join((PROFANITY, *PLACEHOLDERS))
            raise UsageError(f"mask {name!r} is neither a file nor one of {known}")
    return tuple(dict.fromkeys(found))


def _mask_parts(item: str | Path | Sequence[str]) -> list[Mask]:
    if isinstance(item, str | Path):
        return [name.strip() for name in str(item).split(",") if name.strip()]
    if isinstance(item, list | tuple) and all(isinstance(word, str) for word in item):
        return [tuple(item)]
    raise UsageError(f"mask has {item!r}; expected a name, a file, or a list of words")


@dataclass(frozen=True)
class Hit:
    """Tokens that are masked, and what is written instead of each, or of all where they are one."""

    first: int
    last: int
    texts: tuple[str, ...]


class Masks:
    """What is masked. Made once for a formatter."""

    def __init__(self, mask: Sequence[Mask], language: Language) -> None:
        self._entities = frozenset(mask) & PLACEHOLDERS.keys()
        if PROFANITY in mask and not language.profanity:
            raise UsageError(
                f"no profanity is listed for {language.name}; name a file of words instead"
            )
        self._profanity = language.profanity if PROFANITY in mask else frozenset()
        self._digit_words, self._fillers = language.digit_words, language.fillers
        self._addresses = Addresses(language)
        self._phrases: dict[str, list[tuple[str, ...]]] = {}
        for item in mask:
            if item != PROFANITY and item not in PLACEHOLDERS:
                table = Path(item) if isinstance(item, str) else item
                for _, line in table_lines(table):
                    phrase = tuple(filter(None, map(_bare, line.split())))
                    if phrase:
                        self._phrases.setdefault(phrase[0], []).append(phrase)
        self._singles = {first for first, some in self._phrases.items() if (first,) in some}

    def text(self, text: str) -> str:
        """What may still go on: a stream's provisional text."""
        pieces = [split_marks(piece) for piece in text.split()]
        tokens = [
            Token(piece.text, i, i + 1, piece.before, piece.after) for i, piece in enumerate(pieces)
        ]
        words = [Word(token.text) for token in tokens]
        masked, _ = self.masked(tokens, words, Run(), goes_on=True)
        return " ".join(token.written for token in masked)

    def masked(
        self, tokens: Sequence[Token], words: Sequence[Word], run: Run, *, goes_on: bool = False
    ) -> tuple[list[Token], set[int]]:
        """The tokens, and the places of words that are masked. `run` is what stood before."""
        covered: set[int] = set()
        hits: list[Hit] = []
        for hit in chain(
            self._number_hits(tokens, words, run, goes_on),
            self._address_hits(tokens, words),
            self._word_hits(tokens, words),
        ):
            if covered.isdisjoint(range(hit.first, hit.last)):
                covered |= set(range(hit.first, hit.last))
                hits.append(hit)

        written: list[Token] = []
        at = 0
        for hit in sorted(hits, key=lambda hit: hit.first):
            written += tokens[at : hit.first]
            written += _masked_tokens(tokens[hit.first : hit.last], hit.texts)
            at = hit.last
        return [*written, *tokens[at:]], {
            place for i in covered for place in range(tokens[i].first, tokens[i].last)
        }

    def held_from(self, tokens: Sequence[Token], words: Sequence[Word]) -> int:
        """The first of the last tokens that may turn out to be masked when more is heard."""
        held = len(tokens)
        if self._entities & {CARDS, PHONES}:
            held = self._open_run(tokens, words)
        heard = [_bare(word.text) for word in words]
        places = [self._open_phrase(heard)]
        if EMAILS in self._entities:
            places.append(self._addresses.open_from(heard))
        place = min(places)
        return min(held, next((i for i, t in enumerate(tokens) if t.last > place), held))

    def masked_word(self, word: Word) -> Word:
        labels = {name: word.labels[name] for name in KEPT_LABELS if name in word.labels}
        text = _starred(word.text) if self._is_profane(word.text) else STARS
        return word._replace(text=text, labels=labels)

    def harmless(
        self, alternatives: Iterable[Alternative], hidden: set[int]
    ) -> tuple[Alternative, ...]:
        """Those that tell nothing of what is masked."""
        return tuple(
            item
            for item in alternatives
            if hidden.isdisjoint(range(item.first, item.last)) and self._is_harmless(item.words)
        )

    def _is_harmless(self, words: Sequence[Word]) -> bool:
        tokens = [Token(word.text, i, i + 1) for i, word in enumerate(words)]
        return not self.masked(tokens, words, Run())[1]

    def _word_hits(self, tokens: Sequence[Token], words: Sequence[Word]) -> Iterator[Hit]:
        heard = [_bare(word.text) for word in words]
        owner = {place: i for i, t in enumerate(tokens) for place in range(t.first, t.last)}
        for at, first in enumerate(heard):
            for phrase in self._phrases.get(first, ()):
                if tuple(heard[at : at + len(phrase)]) == phrase:
                    for i in sorted({owner[place] for place in range(at, at + len(phrase))}):
                        yield Hit(i, i + 1, (STARS if tokens[i].text else "",))
            if self._is_profane(words[at].text):
                i = owner[at]
                yield Hit(i, i + 1, (" ".join(map(_starred, tokens[i].text.split())),))
        for i, token in enumerate(tokens):  # what a rule wrote for something else
            pieces = token.text.split()
            if any(self._is_profane(piece) or _bare(piece) in self._singles for piece in pieces):
                yield Hit(i, i + 1, (" ".join(map(_starred, pieces)),))

    def _is_profane(self, text: str) -> bool:
        if not self._profanity:
            return False
        bare = _bare(text)
        parts = {bare, bare.replace("-", ""), *bare.split("-")}
        return not self._profanity.isdisjoint(parts)

    def _address_hits(self, tokens: Sequence[Token], words: Sequence[Word]) -> Iterator[Hit]:
        if EMAILS not in self._entities:
            return
        for i, token in enumerate(tokens):
            if "@" in token.text:
                yield Hit(i, i + 1, (PLACEHOLDERS[EMAILS],))
        heard = [_bare(word.text) for word in words]
        for first, last in self._addresses.spans(heard):
            some = [i for i, t in enumerate(tokens) if t.first < last and t.last > first]
            if not any(tokens[i].kind == "url" or "@" in tokens[i].text for i in some):
                yield Hit(some[0], some[-1] + 1, (PLACEHOLDERS[EMAILS],))

    def _number_hits(
        self, tokens: Sequence[Token], words: Sequence[Word], before: Run, goes_on: bool
    ) -> Iterator[Hit]:
        """Numbers next to each other count as one: "4482" "1903"."""
        if not self._entities & {CARDS, PHONES}:
            return
        run = before
        run.begin, run.last = (0 if run.digits else None), 0  # in what is here now
        for i, token in enumerate(tokens):
            digits = self._digits(token, words)
            if digits is None:
                continue
            if not digits:
                yield from self._run_hits(run, tokens, words, live=False)
                run.clear()
                continue
            run.begin = i if run.begin is None else run.begin
            run.last, run.digits = i + 1, run.digits + digits
            run.is_phone |= token.kind in ("phone", "short phone")
            if _breaks(token):
                yield from self._run_hits(run, tokens, words, live=False)
                run.clear()
        yield from self._run_hits(run, tokens, words, live=goes_on)

    def _run_hits(
        self, run: Run, tokens: Sequence[Token], words: Sequence[Word], *, live: bool
    ) -> Iterator[Hit]:
        """One a speaker, who share no token."""
        name = self._name_of(run, live=live)
        if name is None or run.begin is None:
            return
        first = run.begin
        for i in range(first + 1, run.last):
            if speaker_changes(words[tokens[i - 1].first], words[tokens[i].first]):
                yield Hit(first, i, (PLACEHOLDERS[name],))
                first = i
        if first < run.last:
            yield Hit(first, run.last, (PLACEHOLDERS[name],))

    def _name_of(self, run: Run, *, live: bool) -> str | None:
        unsure = live and run.digits >= LIVE_DIGITS
        if CARDS in self._entities and (run.digits >= CARD_DIGITS or unsure):
            return CARDS
        is_phone = run.digits >= PHONE_DIGITS or run.is_phone
        return PHONES if PHONES in self._entities and (is_phone or unsure) else None

    def _digits(self, token: Token, words: Sequence[Word]) -> int | None:
        """How many a token has; None for what does not count: um, a sound, what is not written."""
        heard = [_bare(word.text) for word in words[token.first : token.last]]
        if _NUMBER.fullmatch(token.text) and token.kind not in _NO_RUN_KINDS:
            return sum(map(str.isdigit, token.text))
        if heard and all(text in self._digit_words for text in heard):
            return len(heard) if token.kind in ("word", *_RUN_KINDS) else 0
        silent = not token.text or is_tag(token.text) or all(t in self._fillers for t in heard)
        return None if silent and not core_mark(token.after) else 0

    def _open_run(self, tokens: Sequence[Token], words: Sequence[Word]) -> int:
        held = len(tokens)
        for i in range(len(tokens) - 1, -1, -1):
            digits = self._digits(tokens[i], words)
            if digits == 0 or (digits and _breaks(tokens[i])):
                break
            held = i if digits else held
        return held

    def _open_phrase(self, heard: Sequence[str]) -> int:
        for at in range(len(heard)):
            for phrase in self._phrases.get(heard[at], ()):
                rest = tuple(heard[at : at + len(phrase)])
                if len(rest) < len(phrase) and rest == phrase[: len(rest)]:
                    return at
        return len(heard)


@dataclass
class Run:
    """Digits in a row, also those of tokens that were given out before."""

    digits: int = 0
    is_phone: bool = False
    begin: int | None = None  # among the tokens at hand
    last: int = 0

    def clear(self) -> None:
        self.digits, self.is_phone, self.begin, self.last = 0, False, None, 0


class MaskedParts:
    """Goes over the parts of a recording; what may turn out to be masked waits for its end."""

    def __init__(self, masks: Masks) -> None:
        self._masks = masks
        self._held: Transcript | None = None
        self._run = Run()

    @property
    def waiting(self) -> tuple[Token, ...]:
        """Tokens that wait."""
        return tuple(self._held.tokens) if self._held is not None else ()

    def resume(self, tokens: Sequence[Token]) -> None:
        """Go on behind tokens that were given out: a number that was masked may not be over."""
        last = next((token.text for token in reversed(tokens) if token.text), "")
        if last in (PLACEHOLDERS[CARDS], PLACEHOLDERS[PHONES]):
            self._run.digits = CARD_DIGITS

    def add(self, part: Transcript) -> Transcript | None:
        part = part if self._held is None else _joined(self._held, part)
        self._held = None
        if not part.continued:
            return self._masked(part)
        count = self._masks.held_from(part.tokens, part.words)
        if len(part.tokens) - count > MAX_HELD_TOKENS:
            count = len(part.tokens)
        while count and _tears(part, part.tokens[count - 1].last):
            count -= 1
        if count == len(part.tokens):
            return self._masked(part)
        ready, self._held = _split(part, count)
        return self._masked(ready) if ready.words else None

    def flush(self) -> Transcript | None:
        """What waits, as it is."""
        held, self._held = self._held, None
        return self._masked(held) if held is not None else None

    def _masked(self, part: Transcript) -> Transcript:
        tokens, hidden = self._masks.masked(part.tokens, part.words, self._run)
        words = [
            self._masks.masked_word(word) if i in hidden else word
            for i, word in enumerate(part.words)
        ]
        alternatives = self._masks.harmless(part.alternatives, hidden)
        return replace(part, words=words, tokens=tokens, alternatives=alternatives)


def _joined(before: Transcript, after: Transcript) -> Transcript:
    count = len(before.words)
    return replace(
        after,
        name=before.name or after.name,
        words=[*before.words, *after.words],
        tokens=[*before.tokens, *(token.shifted(count) for token in after.tokens)],
        alternatives=[*before.alternatives, *(item.shifted(count) for item in after.alternatives)],
        mark_chances=[*before.mark_chances, *after.mark_chances],
    )


def _split(part: Transcript, count: int) -> tuple[Transcript, Transcript]:
    """The first tokens and the others, each with its words and alternatives."""
    place = part.tokens[count].first
    early = [item for item in part.alternatives if item.first < place]
    late = [item.shifted(-place) for item in part.alternatives if item.first >= place]
    first = replace(
        part,
        words=part.words[:place],
        tokens=part.tokens[:count],
        alternatives=early,
        mark_chances=part.mark_chances[:place],
    )
    return first, replace(
        part,
        words=part.words[place:],
        tokens=[token.shifted(-place) for token in part.tokens[count:]],
        alternatives=late,
        mark_chances=part.mark_chances[place:],
    )


def _tears(part: Transcript, place: int) -> bool:
    return any(item.first < place < item.last for item in part.alternatives)


def _masked_tokens(tokens: Sequence[Token], texts: Sequence[str]) -> Iterator[Token]:
    """One token, where there is one text for all."""
    if len(texts) == len(tokens):
        yield from (t._replace(text=text) for t, text in zip(tokens, texts, strict=True))
        return
    after = next((token.after for token in reversed(tokens) if token.written), "")
    yield tokens[0]._replace(text=texts[0], last=tokens[-1].last, after=after)


def _breaks(token: Token) -> bool:
    """Whether a run ends at a mark: "10, 20", but not "4482. 1903" nor "four, four"."""
    digits = sum(map(str.isdigit, token.text))
    return 0 < digits < 3 and core_mark(token.after) != NONE and token.kind not in _RUN_KINDS


def _bare(text: str) -> str:
    """As words are compared: "Damn," and "damn's" are damn."""
    return text.lower().replace("’", "'").strip(".,?!:;\"'").removesuffix("'s")


def _starred(text: str) -> str:
    """The first letter, and a star for each other."""
    if sum(map(str.isalnum, text)) < 2:
        return STARS
    return re.sub(r"(?<=\w)\w", "*", text)
