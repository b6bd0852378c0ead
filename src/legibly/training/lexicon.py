"""How each word is written inside sentences, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from legibly.casing import Case, case_of, write_case
from legibly.marks import ends_sentence
from legibly.scorers.lexicon import Entry, LexiconScorer
from legibly.transcript import Token, Transcript

# More words with a capital than this: a heading, which says nothing about a word's case.
HEADING_FRACTION = 0.6
SLIP_FRACTION = 0.1  # of a word's forms: a mixed one that is rarer is a slip (GUlf)
ALWAYS_LOWER_FRACTION = 0.98  # a word seen lower-case at least this often needs no entry


@dataclass
class FormCounts:
    """How often each spelling was seen; `forms["iphone"]` counts iPhone, IPHONE ..."""

    forms: dict[str, Counter[str]] = field(default_factory=dict)

    def add(self, text: str, times: int = 1) -> None:
        self.forms.setdefault(text.lower(), Counter())[text] += times


def count_forms(corpus: Iterable[Transcript]) -> FormCounts:
    counts = FormCounts()
    for transcript in corpus:
        for token in inner_tokens(transcript):
            counts.add(token.text)
    return counts


def inner_tokens(transcript: Transcript) -> Iterator[Token]:
    """Tokens whose case is their own: not the first of a sentence, of a quotation
    or of a heading.
    """
    tokens = [token for token in transcript.tokens if case_of(token.text) is not None]
    capitals = sum(1 for token in tokens if case_of(token.text) is not Case.LOWER)
    if capitals > HEADING_FRACTION * len(tokens) and len(tokens) > 2:
        return

    opens = True
    for token in transcript.tokens:
        if not opens and not token.before:
            yield token
        opens = ends_sentence(token.after) or ":" in token.after


def make_entries(counts: FormCounts, min_count: int) -> dict[str, Entry]:
    """A row for each word seen often enough that is not simply lower-case."""
    entries = {}
    for word, forms in counts.forms.items():
        total = sum(forms.values())
        if (
            total < min_count
            or forms[word] >= ALWAYS_LOWER_FRACTION * total
            or case_of(word) is None
        ):
            continue
        entries[word] = _entry(word, forms)

    return entries


def _entry(word: str, forms: Mapping[str, int]) -> Entry:
    plain = [write_case(word, case) for case in (Case.LOWER, Case.CAPITAL, Case.UPPER)]
    mixed = {form: count for form, count in forms.items() if case_of(form) is Case.MIXED}
    best = max(mixed, key=lambda form: (mixed[form], form), default=None)
    if best is not None and mixed[best] < SLIP_FRACTION * sum(forms.values()):
        best = None
    lower, capital, upper = (forms.get(form, 0) for form in plain)
    if len(word) == 1 or plain[1] == plain[2]:
        upper = 0
    return Entry((lower, capital, upper, mixed[best] if best else 0), best)


def lexicon_accuracy(scorer: LexiconScorer, corpus: Iterable[Transcript]) -> tuple[int, int]:
    """Words inside sentences whose most frequent form is the right one, of how many."""
    right = words = 0
    for transcript in corpus:
        for token in inner_tokens(transcript):
            if case_of(token.text) is None:
                continue
            words += 1
            right += scorer.best_form(token.text.lower()) == token.text
    return right, words
