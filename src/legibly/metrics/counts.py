"""What is counted. Counts are frozen and add up; a rate is derived from counts and can never be
averaged by mistake.

A rate whose denominator is zero is `None`: nothing was there to be right or wrong about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import ClassVar, TypeVar

Self = TypeVar("Self", bound="Additive")


def ratio(numerator: float, denominator: float) -> float | None:
    return numerator / denominator if denominator else None


class Additive:
    """Field by field; mappings key by key."""

    def __add__(self: Self, other: Self) -> Self:
        names = [item.name for item in fields(self)]  # type: ignore[arg-type]
        return type(self)(
            **{name: _add(getattr(self, name), getattr(other, name)) for name in names}
        )

    def flat(self, prefix: str = "") -> Iterator[tuple[str, int]]:
        """All numbers with their paths: `marks/,/correct`."""
        for item in fields(self):  # type: ignore[arg-type]
            yield from _flat(f"{prefix}{item.name}", getattr(self, item.name))


def _add(a: object, b: object) -> object:
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return {
            key: _add(a[key], b[key]) if key in a and key in b else a.get(key, b.get(key))
            for key in {**a, **b}
        }
    return a + b  # type: ignore[operator]


def _flat(name: str, value: object) -> Iterator[tuple[str, int]]:
    if isinstance(value, Additive):
        yield from value.flat(f"{name}/")
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _flat(f"{name}/{key}", inner)
    elif isinstance(value, int):
        yield name, value


@dataclass(frozen=True)
class Slots(Additive):
    """Batista et al. (2008), equations 1 to 3; Kim & Woodland (2003), equations 11 to 15."""

    credit: ClassVar[float] = 0.0  # of a wrong mark in the right place

    correct: int = 0
    substituted: int = 0
    deleted: int = 0
    inserted: int = 0

    @property
    def in_reference(self) -> int:
        return self.correct + self.substituted + self.deleted

    @property
    def in_hypothesis(self) -> int:
        return self.correct + self.substituted + self.inserted

    @property
    def right(self) -> float:
        return self.correct + self.credit * self.substituted

    @property
    def errors(self) -> float:
        return (1 - self.credit) * self.substituted + self.deleted + self.inserted

    @property
    def precision(self) -> float | None:
        return ratio(self.right, self.in_hypothesis)

    @property
    def recall(self) -> float | None:
        return ratio(self.right, self.in_reference)

    @property
    def f1(self) -> float | None:
        return ratio(2 * self.right, self.in_reference + self.in_hypothesis)

    @property
    def ser(self) -> float | None:
        """Slot error rate; for sentence boundaries this is NIST's SU error."""
        return ratio(self.errors, self.in_reference)

    @property
    def per(self) -> float | None:
        """Punctuation error rate as in LibriSpeech-PC: errors over all operations."""
        return ratio(self.errors, self.errors + self.right)


@dataclass(frozen=True)
class HalfCreditSlots(Slots):
    """Place and kind of a mark are half a slot each, as in MUC and, by their figures, in Kim &
    Woodland (2003), Table 10.
    """

    credit: ClassVar[float] = 0.5


@dataclass(frozen=True)
class WordErrors(Slots):
    """Words are slots too; their error rate has a name of its own."""

    @property
    def wer(self) -> float | None:
        return self.ser


@dataclass(frozen=True)
class Share(Additive):
    correct: int = 0
    total: int = 0

    @property
    def rate(self) -> float | None:
        return ratio(self.correct, self.total)


@dataclass(frozen=True)
class Entities(Additive):
    """Shugrina (2010): every numeric entity is right or wrong as a whole."""

    correct: int = 0
    spaced: int = 0  # right but for white space
    incorrect: int = 0  # formatted on both sides, differently
    over: int = 0  # formatted where the reference is not
    under: int = 0  # not formatted where the reference is
    digits: int = 0  # of the wrong ones, those whose digits differ too

    @property
    def total(self) -> int:
        return self.correct + self.spaced + self.incorrect + self.over + self.under

    @property
    def neer(self) -> float | None:
        return ratio(self.total - self.correct, self.total)

    @property
    def neer_ignoring_space(self) -> float | None:
        return ratio(self.total - self.correct - self.spaced, self.total)


OVERALL = "overall"
CASE_VIEWS = ("overall", "matched", "inner", "all_caps", "mixed_case")
CASE_ERRORS = ("foo>Foo", "Foo>foo", "foo>.Foo", ".Foo>foo")


@dataclass(frozen=True)
class Counts(Additive):
    """All that is counted of some words."""

    marks: Mapping[str, Slots] = field(default_factory=dict)  # by class, and overall
    confusions: Mapping[str, int] = field(default_factory=dict)  # "reference>hypothesis"
    boundaries: Slots = Slots()
    types: Share = Share()  # of matched sentence ends
    case: Mapping[str, Slots] = field(default_factory=dict)  # by view
    case_errors: Mapping[str, int] = field(default_factory=dict)  # Gravano et al. (2009), Table 2
    words: WordErrors = WordErrors()
    words_and_marks: WordErrors = WordErrors()
    numbers: Mapping[str, Entities] = field(default_factory=dict)  # by class, and overall
