"""Marks, sentence boundaries and case, counted over an alignment.

A mark counts where it stands after a word that has a counterpart, the same word or a substituted
one; a mark after a word that the other side lacks is deleted or inserted. Case counts on words that
have a counterpart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from legibly.casing import Case, case_of
from legibly.marks import ends_sentence, sentence_type
from legibly.metrics.conventions import Convention
from legibly.metrics.counts import CASE_VIEWS, OVERALL, Counts, HalfCreditSlots, Share, Slots
from legibly.metrics.pairs import AlignedPair, Side, normal, one_apostrophe
from legibly.transcript import speaker_changes


@dataclass(frozen=True)
class View:
    """What counting needs to know of each token of a side."""

    marks: list[str]  # class of the mark after it
    ends: list[bool]  # ends a sentence
    types: list[str | None]
    opens: list[bool]  # opens a sentence
    forms: list[Case | None]

    @classmethod
    def of(cls, side: Side, convention: Convention) -> View:
        tokens, words = side.tokens, side.transcript.words
        places = zip(tokens, side.next_before, strict=True)
        marks = [
            convention.classify(token.after, before) if token.after or before else ""
            for token, before in places
        ]
        ends = [bool(token.after) and ends_sentence(token.after) for token in tokens]
        opens = [
            i == 0
            or ends[i - 1]
            or speaker_changes(words[tokens[i - 1].last - 1], words[tokens[i].first])
            for i in range(len(tokens))
        ]
        forms = [Case.LOWER if token.text.islower() else case_of(token.text) for token in tokens]
        return cls(marks, ends, [sentence_type(token.after) for token in tokens], opens, forms)


@dataclass
class SlotTally:
    """Counts in the making, for the words of one unit."""

    marks: Counter[tuple[str, str]]  # (reference, hypothesis), "" for none
    boundaries: Counter[tuple[bool, bool]]
    types: Counter[bool]
    case: Counter[tuple[str, str]]  # view, kind of slot
    case_errors: Counter[str]

    @classmethod
    def empty(cls) -> SlotTally:
        return cls(Counter(), Counter(), Counter(), Counter(), Counter())

    def counts(self, convention: Convention, *, half_credit: bool = False) -> Counts:
        return Counts(
            marks=_mark_slots(self.marks, convention, HalfCreditSlots if half_credit else Slots),
            confusions={
                f"{ref}>{hyp}": count for (ref, hyp), count in self.marks.items() if ref or hyp
            },
            boundaries=_slots(
                {
                    "correct": self.boundaries[True, True],
                    "deleted": self.boundaries[True, False],
                    "inserted": self.boundaries[False, True],
                }
            ),
            types=Share(self.types[True], self.types.total()),
            case={
                view: _slots({kind: n for (v, kind), n in self.case.items() if v == view})
                for view in CASE_VIEWS
            },
            case_errors=dict(self.case_errors),
        )


def _slots(kinds: dict[str, int]) -> Slots:
    return Slots(**kinds)


def _mark_slots(
    cells: Counter[tuple[str, str]], convention: Convention, overall: type[Slots]
) -> dict[str, Slots]:
    """A class on its own knows no substitutions: another mark is as good as none."""
    slots = {}
    for mark in convention.marks:
        slots[mark] = Slots(
            correct=cells[mark, mark],
            deleted=sum(n for (ref, hyp), n in cells.items() if ref == mark != hyp),
            inserted=sum(n for (ref, hyp), n in cells.items() if hyp == mark != ref),
        )

    slots[OVERALL] = overall(
        correct=sum(n for (ref, hyp), n in cells.items() if ref == hyp != ""),
        substituted=sum(n for (ref, hyp), n in cells.items() if ref and hyp and ref != hyp),
        deleted=sum(n for (ref, hyp), n in cells.items() if ref and not hyp),
        inserted=sum(n for (ref, hyp), n in cells.items() if hyp and not ref),
    )
    return slots


def count_slots(
    pair: AlignedPair, convention: Convention, units: list[SlotTally], unit_of: list[int]
) -> None:
    """Add each slot of a pair to the unit of its place in the alignment."""
    ref, hyp = View.of(pair.ref, convention), View.of(pair.hyp, convention)
    for at, (i, j) in enumerate(pair.pairs):
        unit = units[unit_of[at]]
        unit.marks["" if i is None else ref.marks[i], "" if j is None else hyp.marks[j]] += 1
        ref_ends, hyp_ends = i is not None and ref.ends[i], j is not None and hyp.ends[j]
        if ref_ends or hyp_ends:
            unit.boundaries[ref_ends, hyp_ends] += 1
        if i is None or j is None:
            continue
        if ref_ends and hyp_ends:
            unit.types[ref.types[i] == hyp.types[j]] += 1
        if ref.forms[i] is not Case.LOWER or hyp.forms[j] is not Case.LOWER:
            _count_case(unit, pair, ref, hyp, i, j)


def _count_case(unit: SlotTally, pair: AlignedPair, ref: View, hyp: View, i: int, j: int) -> None:
    written, other = pair.ref.tokens[i].text, pair.hyp.tokens[j].text
    form, found = ref.forms[i], hyp.forms[j]
    capital, has_capital = form not in (None, Case.LOWER), found not in (None, Case.LOWER)
    matched = normal(written) == normal(other)
    if capital or has_capital:
        same = _letters(written) == _letters(other) if matched else form is found
        kind = _kind(capital, has_capital, same)
        for view in _views(matched, ref.opens[i]):
            unit.case[view, kind] += 1
        for view, case in (("all_caps", Case.UPPER), ("mixed_case", Case.MIXED)):
            if case in (form, found):
                unit.case[view, _kind(form is case, found is case, same)] += 1

    if capital != has_capital and form is not None and found is not None:
        unit.case_errors[
            _error_type(capital, i > 0 and ref.ends[i - 1], j > 0 and hyp.ends[j - 1])
        ] += 1


def _letters(text: str) -> str:
    """What two spellings of the same word are compared by: U.S. and US have the same case."""
    return one_apostrophe(text).replace(".", "")


def _views(matched: bool, opens: bool) -> Iterator[str]:
    yield OVERALL
    if matched:
        yield "matched"
    if not opens:
        yield "inner"  # Batista 4.2 leaves the first word of a sentence out


def _kind(wanted: bool, found: bool, same: bool) -> str:
    if wanted and found:
        return "correct" if same else "substituted"
    return "deleted" if wanted else "inserted"


def _error_type(capital: bool, ref_opens: bool, hyp_opens: bool) -> str:
    """Table 2 of Gravano et al.: whether a sentence end goes with the missing or
    spurious capital.
    """
    if capital:
        return ".Foo>foo" if ref_opens and not hyp_opens else "Foo>foo"
    return "foo>.Foo" if hyp_opens and not ref_opens else "foo>Foo"
