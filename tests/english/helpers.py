"""What English grammars hear, write and say; and a second way to count, as plain as can be."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice

from legibly.formatting.formatter import Formatter
from legibly.formatting.options import Options
from legibly.grammars.grammar import Grammar, Reading
from legibly.grammars.phrases import Phrase
from legibly.grammars.stack import Stack, grammars_of
from legibly.grammars.style import Style
from legibly.languages import language
from legibly.transcript import Transcript, Word, as_heard

MAX_WAYS = 32  # of saying one thing that a property looks at


@cache
def _stack(style: Style) -> Stack:
    return Stack("en", style)


@cache
def _formatter() -> Formatter:
    return Formatter([], language("en"), Options())


def whole_readings(spoken: str, style: Style | None = None) -> list[tuple[float, Reading]]:
    """Readings of all the words, the best first."""
    words = spoken.split()
    found = [
        (score, reading)
        for reading, score in _stack(style or Style()).readings(words)
        if reading.length == len(words)
    ]
    return sorted(found, key=lambda item: -item[0])


def text_of(reading: Reading) -> str:
    return " ".join(token.text + token.after for token in reading.tokens)


def readings(
    spoken: str, style: Style | None = None, kind: str | None = None
) -> list[tuple[float, str]]:
    """Ways to write all the words, the best first."""
    return [
        (score, text_of(reading))
        for score, reading in whole_readings(spoken, style)
        if kind is None or reading.kind == kind
    ]


def written(spoken: str, kind: str, style: Style | None = None) -> str | None:
    """What a grammar makes of all the words; None where it hears nothing in them."""
    found = readings(spoken, style, kind)
    if not found:
        return None

    ties = {text for score, text in found if score == found[0][0]}
    assert len(ties) == 1, f"tie between {ties}"
    return found[0][1]


def winner(spoken: str) -> tuple[str, str]:
    """The best reading of all the words, of whatever kind: the kind, and what is written."""
    (score, best), *others = whole_readings(spoken)
    ties = {text_of(other) for other_score, other in others if other_score == score}
    assert ties <= {text_of(best)}, f"tie between {text_of(best)!r} and {ties}"
    return best.kind, text_of(best)


def spans(spoken: str, kind: str, style: Style | None = None) -> list[tuple[str, int, int, str]]:
    """The tokens of a grammar's best reading: text, first word, last word, and what is after."""
    best = next(r for _, r in whole_readings(spoken, style) if r.kind == kind)
    return [(token.text, token.first, token.last, token.after) for token in best.tokens]


def formatted(spoken: str) -> str:
    """Words as they are written without a model, where only the grammars compete."""
    words = tuple(Word(text) for text in spoken.split())
    return _formatter()(Transcript(words, tuple(as_heard(words)), "en")).text


def grammars(kind: str) -> list[Grammar]:
    return [grammar for grammar in grammars_of("en") if grammar.kind == kind]


def ways(text: str, kind: str) -> list[str]:
    """Ways to say a written text as one kind, the usual one first."""
    found = [way for grammar in grammars(kind) for way in islice(grammar.spoken(text), MAX_WAYS)]
    return [" ".join(words) for _, words in sorted(found)]


def hears(spoken: str, kind: str, style: Style | None = None) -> set[str]:
    """What the grammars of one kind make of all the words, whatever the others make of them."""
    words = spoken.split()
    return {
        text_of(reading)
        for grammar in grammars(kind)
        for reading in grammar.readings(words, {}, style or Style())
        if reading.length == len(words)
    }


def is_heard_again(text: str, kind: str, style: Style | None = None) -> bool:
    """Whether every way to say a text is heard as it; and that there is one."""
    said = ways(text, kind)
    return bool(said) and all(text in hears(way, kind, style) for way in said)


def whole(phrase: Phrase, spoken: str) -> set[str]:
    """The texts that a phrase hears in all the words."""
    words = spoken.split()
    return {text for end, text, _ in phrase.hear(words, 0, {}) if end == len(words)}


def said(phrase: Phrase, text: str) -> Iterator[str]:
    """Ways to say a text, in no order."""
    for end, words, _ in phrase.say(text, 0):
        if end == len(text):
            yield " ".join(words)


# --- counting
# ------------------------------------------------------------------------------

DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
TEENS = [
    *("ten", "eleven", "twelve", "thirteen", "fourteen"),
    *("fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
]
ONES = DIGITS + TEENS
TENS = ["-", "-", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
SCALES = ["", "thousand", "million", "billion", "trillion", "quadrillion"]
ORDINALS = {
    **{"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth"},
    **{"nine": "ninth", "twelve": "twelfth"},
}


def spell(number: int, joined: str = "") -> str:
    """A number in words; `joined` is what stands before its last two places."""
    if number < 20:
        return ONES[number]
    if number < 100:
        return TENS[number // 10] + (f" {ONES[number % 10]}" if number % 10 else "")
    if number < 1000:
        rest = f"{joined} {spell(number % 100)}" if number % 100 else ""
        return f"{ONES[number // 100]} hundred{rest}"

    words = []
    for power in range(len(SCALES) - 1, -1, -1):
        group = number // 1000**power % 1000
        if group:
            words.append(f"{spell(group, joined)} {SCALES[power]}".strip())
    return " ".join(words)


def spell_ordinal(number: int) -> str:
    *words, last = spell(number).split()
    if last.endswith("y"):
        return " ".join([*words, f"{last[:-1]}ieth"])
    return " ".join([*words, ORDINALS.get(last, f"{last}th")])


def spell_digits(digits: str) -> str:
    return " ".join(DIGITS[int(digit)] for digit in digits)


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th; 11th, 12th, 13th."""
    if number % 100 in (11, 12, 13):
        return f"{number:,}th"
    return f"{number:,}" + {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
