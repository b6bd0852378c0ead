"""What was heard and what is written: words, the tokens that point back at them, and transcripts.

`Word` and `Token` are named tuples rather than dataclasses: a recording has a hundred thousand of
them, and they are made three times as fast.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

from legibly.drawing import running_text
from legibly.errors import DataError, UsageError
from legibly.marks import ends_sentence, sentence_type
from legibly.timing import MAX_SECONDS, hull, interval, joint_confidence

# Long recordings are read, judged and formatted in parts of this many words.
PART_WORDS = 8192

NO_LABELS: Mapping[str, object] = {}


class Span(NamedTuple):
    """Positions of words."""

    first: int
    last: int


class Word(NamedTuple):
    """One word as it was heard. No stage alters one. A missing time is `None`, never zero."""

    text: str
    start: float | None = None
    end: float | None = None
    confidence: float | None = None
    speaker: str | None = None
    labels: Mapping[str, object] = NO_LABELS


class Token(NamedTuple):
    """One token as it is written, over the words `first` to `last` (exclusive).

    `before` and `after` are the marks around it. An empty text was heard but is not written.
    """

    text: str
    first: int
    last: int
    before: str = ""
    after: str = ""
    kind: str = "word"

    @property
    def span(self) -> Span:
        """The words that it covers."""
        return Span(self.first, self.last)

    @property
    def written(self) -> str:
        """Its text with the marks around it."""
        return f"{self.before}{self.text}{self.after}"

    def shifted(self, count: int) -> Token:
        """The same token `count` words further on."""
        return self._replace(first=self.first + count, last=self.last + count)


class Sentence(NamedTuple):
    """A sentence over words; `type` is statement, question, exclamation or None when no mark says
    it.
    """

    first: int
    last: int
    type: str | None


class MarkChance(NamedTuple):
    """What a formatter thought of marks behind a word: how likely each is, none first, and how
    likely what it wrote is; None where it had no choice.
    """

    marks: tuple[str, ...]
    shares: tuple[float, ...]
    written: float | None

    @property
    def some(self) -> float:
        """How likely any mark is."""
        return 1.0 - self.shares[0]


class Alternative(NamedTuple):
    """What the recogniser would also accept instead of the words `first` to `last` (exclusive)."""

    first: int
    last: int
    words: tuple[Word, ...]
    score: float | None = None

    def shifted(self, count: int) -> Alternative:
        """The same alternative `count` words further on."""
        return self._replace(first=self.first + count, last=self.last + count)


# What a field may hold, in the order of the fields.
_Types = tuple[frozenset[type], str]
_STRING: _Types = (frozenset({str}), "a string")
_PLACE: _Types = (frozenset({int}), "a whole number")
_NUMBER: _Types = (frozenset({float, int, type(None)}), "a number or None")
_FIELDS: dict[type, tuple[tuple[str, frozenset[type], str], ...]] = {
    Word: (
        ("text", *_STRING),
        ("start", *_NUMBER),
        ("end", *_NUMBER),
        ("confidence", *_NUMBER),
        ("speaker", frozenset({str, type(None)}), "a string or None"),
        ("labels", frozenset({dict, Mapping}), "a dict"),
    ),
    Token: (
        ("text", *_STRING),
        ("first", *_PLACE),
        ("last", *_PLACE),
        ("before", *_STRING),
        ("after", *_STRING),
        ("kind", *_STRING),
    ),
    Alternative: (("first", *_PLACE), ("last", *_PLACE)),
}


@dataclass(frozen=True, repr=False)
class Transcript:
    """Words, and tokens that cover each of them once, in order.

    Long recordings travel in parts: `continued` says that the next part belongs to the same
    recording.
    """

    words: Sequence[Word]
    tokens: Sequence[Token] = ()
    language: str | None = None
    name: str | None = None
    alternatives: Sequence[Alternative] = ()
    continued: bool = False
    # Of each word, where a formatter told; subtitles are cut by it.
    mark_chances: Sequence[MarkChance | None] = field(default=(), compare=False)
    # The address of its sound, for a page that plays it.
    sound: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        for name, kind in (("words", Word), ("tokens", Token), ("alternatives", Alternative)):
            object.__setattr__(self, name, _as_tuple(name, getattr(self, name), kind))
        if not self.tokens and self.words:
            object.__setattr__(self, "tokens", tuple(as_heard(self.words)))
        check_cover(self.tokens, len(self.words))
        if len(self.mark_chances) != len(self.words):  # the words have changed since
            object.__setattr__(self, "mark_chances", ())
        for alternative in self.alternatives:
            if not 0 <= alternative.first <= alternative.last <= len(self.words):
                raise DataError(
                    f"alternative covers words {alternative.first} to {alternative.last}, "
                    f"but there are {len(self.words)} words"
                )

    @classmethod
    def from_text(cls, text: str, *, language: str | None = None) -> Transcript:
        """Words from text, with the marks and capitals that it has."""
        from legibly.formats.text import read_string

        if not isinstance(text, str):
            raise UsageError(f"text is {text!r}; expected a string")
        return read_string(text, language)

    @classmethod
    def of(cls, heard: Heard, *, language: str | None = None) -> Transcript:
        """A transcript as it is; text, or words, as one."""
        if isinstance(heard, Transcript):
            return heard
        if isinstance(heard, str):
            return cls.from_text(heard, language=language)
        if isinstance(heard, Iterable) and not isinstance(heard, bytes | Mapping | Word | Token):
            words = [Word(word) if isinstance(word, str) else word for word in heard]
            return cls(words, language=language)
        raise UsageError(f"found {_short(heard)}; expected a transcript, text or a list of words")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        name = f" {self.name!r}" if self.name else ""
        return f"<Transcript{name} of {len(self.words)} words: {_short(self.text)}>"

    def to_dict(self) -> dict[str, Any]:
        """legibly's JSON, as objects: words, tokens with times, sentences."""
        from legibly.formats.legibly_json import as_document

        return as_document(self)

    def to(self, format: str) -> str:
        """The transcript in any format that can be written: "srt", "vtt", "ctm", "json" ..."""
        from legibly.formats.transcripts import to_string

        return to_string(self, format)

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """Its sentences, in order, each with its type."""
        return tuple(split_sentences(self.tokens, self.words))

    @property
    def text(self) -> str:
        """The running text."""
        return running_text(self.tokens)

    def times(self, token: Token) -> tuple[float | None, float | None]:
        """Start and end in seconds, by the timing semiring."""
        return times_of(self.words[token.first : token.last])

    def confidence(self, token: Token) -> float | None:
        """The chance that all its words are right; None where nobody knows."""
        return confidence_of(self.words[token.first : token.last])

    def mark_confidence(self, token: Token) -> float | None:
        """The chance that what stands behind it is right, a mark or none; None where no model
        chose it.
        """
        chance = self.mark_chances[token.last - 1] if self.mark_chances else None
        return None if chance is None else chance.written

    def speaker(self, token: Token) -> str | None:
        """Who said it."""
        return self.words[token.first].speaker

    def save(self, path: str | Path) -> None:
        """Write in the format that the name's ending says, all or nothing."""
        from legibly.formats import write

        write([self], path)


# What can be formatted: a transcript, text, or words with or without what is known of them.
Heard = Transcript | str | Iterable[Word | str]


def _as_tuple(name: str, items: object, kind: type) -> tuple[Any, ...]:
    if isinstance(items, str | bytes) or not isinstance(items, Iterable):
        raise UsageError(f"{name} is {_short(items)}; expected a sequence of {kind.__name__}s")
    found = items if isinstance(items, tuple) else tuple(items)
    if set(map(type, found)) - {kind}:
        at, wrong = next((i, item) for i, item in enumerate(found) if type(item) is not kind)
        hint = "; Transcript.from_text takes text" if isinstance(wrong, str) else ""
        raise UsageError(f"{name}[{at}] is {_short(wrong)}; expected a {kind.__name__}{hint}")
    columns = zip(*found, strict=True)
    for (column_name, types, expected), column in zip(_FIELDS[kind], columns, strict=False):
        if not types.issuperset(map(type, column)):
            _check_column(f"{name}[{{}}] has the {column_name}", column, tuple(types), expected)
        if column_name in ("start", "end"):
            _check_seconds(f"{name}[{{}}] has the {column_name}", column)
    return found


def _check_column(
    where: str, column: Sequence[object], types: tuple[type, ...], expected: str
) -> None:
    for at, value in enumerate(column):
        if not isinstance(value, types):
            raise UsageError(f"{where.format(at)} {_short(value)}; expected {expected}")


def _check_seconds(where: str, column: Sequence[float | None]) -> None:
    known = [value for value in column if value is not None]
    # A sum tells in one go whether one of them is no number.
    if not known or (
        min(known) >= -MAX_SECONDS and max(known) <= MAX_SECONDS and isfinite(sum(known))
    ):
        return
    for at, value in enumerate(column):
        if value is not None and not abs(value) <= MAX_SECONDS:
            expected = f"seconds, at most {MAX_SECONDS:g}"
            raise DataError(f"{where.format(at)} {_short(value)}; expected {expected}")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def as_heard(words: Iterable[Word]) -> Iterator[Token]:
    """The tokens of a transcript that nothing has been done to: one a word."""
    return (Token(word.text, i, i + 1) for i, word in enumerate(words))


def times_of(words: Sequence[Word]) -> tuple[float | None, float | None]:
    """Start and end of some words together, by the timing semiring."""
    if len(words) == 1:
        return words[0].start, words[0].end
    return hull(interval(word.start, word.end) for word in words)


def confidence_of(words: Sequence[Word]) -> float | None:
    """The chance that all of some words are right."""
    return (
        words[0].confidence
        if len(words) == 1
        else joint_confidence(word.confidence for word in words)
    )


def check_cover(tokens: Sequence[Token], word_count: int) -> None:
    """Every word once, in order: what makes it impossible to lose a word silently."""
    reached = 0
    for token in tokens:
        if token.first != reached or token.last <= token.first:
            raise DataError(
                f"token {token.text!r} covers words {token.first} to {token.last}, expected to "
                f"start at {reached}"
            )
        reached = token.last
    if reached != word_count:
        raise DataError(f"tokens cover {reached} of {word_count} words")


def speaker_changes(before: Word, after: Word) -> bool:
    """Two known speakers that differ. Where a recogniser names nobody, nothing is known to have
    changed.
    """
    return (
        before.speaker is not None and after.speaker is not None and before.speaker != after.speaker
    )


def split_sentences(tokens: Sequence[Token], words: Sequence[Word]) -> Iterator[Sentence]:
    """A sentence ends at its mark, at a change of speaker, and at the end."""
    first = 0
    for i, token in enumerate(tokens):
        at_end = i + 1 == len(tokens)
        if (
            at_end
            or ends_sentence(token.after)
            or speaker_changes(words[token.last - 1], words[token.last])
        ):
            yield Sentence(first, token.last, sentence_type(token.after))
            first = token.last


def join_parts(parts: Sequence[Transcript]) -> Transcript:
    """One transcript from the consecutive parts of a recording."""
    if len(parts) == 1:
        return replace(parts[0], continued=False)

    words: list[Word] = []
    tokens: list[Token] = []
    alternatives: list[Alternative] = []
    chances: list[MarkChance | None] = []
    for part in parts:
        shift = len(words)
        chances.extend(part.mark_chances or [None] * len(part.words))
        words.extend(part.words)
        tokens.extend(token.shifted(shift) for token in part.tokens)
        alternatives.extend(item.shifted(shift) for item in part.alternatives)

    return replace(
        parts[0],
        words=words,
        tokens=tokens,
        alternatives=alternatives,
        continued=False,
        mark_chances=chances,
    )


def join_recordings(parts: Iterable[Transcript]) -> Iterator[Transcript]:
    """Whole recordings from a stream of parts."""
    open_parts: list[Transcript] = []
    for part in parts:
        open_parts.append(part)
        if not part.continued:
            yield join_parts(open_parts)
            open_parts = []
    if open_parts:
        yield join_parts(open_parts)


def cut_parts(transcript: Transcript, size: int) -> Iterator[Transcript]:
    """Parts of at least `size` words, cut between tokens and never inside an alternative."""
    if len(transcript.words) <= size:
        yield transcript
        return

    begin = 0
    while begin < len(transcript.tokens):
        first = transcript.tokens[begin].first
        end = begin
        while end < len(transcript.tokens) and transcript.tokens[end].first < first + size:
            end += 1
        while any(
            a.first < transcript.tokens[end - 1].last < a.last for a in transcript.alternatives
        ):
            end += 1
        last = transcript.tokens[end - 1].last
        final = end == len(transcript.tokens)
        inside = [
            a for a in transcript.alternatives if first <= a.first and (a.first < last or final)
        ]
        yield replace(
            transcript,
            words=transcript.words[first:last],
            tokens=[token.shifted(-first) for token in transcript.tokens[begin:end]],
            alternatives=[item.shifted(-first) for item in inside],
            mark_chances=transcript.mark_chances[first:last],
            continued=transcript.continued or not final,
        )
        begin = end
