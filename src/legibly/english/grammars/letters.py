"""Spelt letters: "n a s a", "u s", "c e o s"; and letters with numbers: "q one", "b two b", "f y
twenty two".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from string import ascii_lowercase

from legibly.english.grammars import numbers
from legibly.grammars.conditions import Before, Unlike, Where
from legibly.grammars.grammar import Fields, Grammar, Part
from legibly.grammars.phrases import Field, Maybe, Rule, Table, either
from legibly.grammars.repeats import Many
from legibly.grammars.style import Style
from legibly.languages.tables import priced, rows

ARTICLE = 2.5
_ACRONYM = re.compile(r"[A-Z]{2,6}")
_CODE = re.compile(r"(?P<letters>[A-Z]{1,4})-?(?P<number>\d{1,4})(?P<end>[A-Z])?")

# Recognisers write a spelt letter as "b", "b." or "B".
letter = Table([(form, char.upper()) for char in ascii_lowercase for form in (char, f"{char}.")])
no_article = Table(
    [(form, c.upper()) for c in ascii_lowercase if c not in "ai" for form in (c, f"{c}.")]
)
_ending = Table([(f"{char}'s", f"{char.upper()}'s") for char in ascii_lowercase])
_of_vowels = Table([(form, c.upper(), ARTICLE) for c in "ai" for form in (c, f"{c}.")])
_numbers = {row[1] for row in rows("en", "numbers", 3)}


def _has_article(text: str, following: str) -> bool:
    """ "a three point nine g p a a fifteen hundred": the last is the article of a number."""
    return text[-2:] == "AA" and len(text) > 3 and following in _numbers


# "a" and "i" are words of their own before they are letters.
acronym = Rule(Unlike((no_article | _of_vowels) + Many(letter, 1, 5), _has_article))
plural = Rule(either(Many(letter, 1, 5) + _ending, Many(letter, 3, 5) + Table([("s", "s", -0.2)])))
_number = Rule(
    either(numbers.below_thousand, numbers.short_hundreds, numbers.pairs, numbers.digits)
)
_amount = Rule(either(numbers.cardinal, numbers.short_hundreds, numbers.pairs, numbers.digits))


def _write_text(fields: Fields, style: Style) -> list[Part]:
    return [Part(fields["text"].text)]


def _write_before_article(fields: Fields, style: Style) -> list[Part] | None:
    """Two a's in a row are not both letters."""
    text, article = fields["text"], fields["article"]
    ends = len(text.text) > 2 and text.text.endswith("A")
    return [Part(text.text), Part("a", article)] if ends else None


def _write_title(fields: Fields, style: Style) -> list[Part]:
    text = fields["text"].text
    return [Part(text.removesuffix(".") if style.titles == "Mr" else text)]


def _write_code(fields: Fields, style: Style) -> list[Part]:
    return [
        Part("".join(fields[name].text for name in ("letters", "number", "end") if name in fields))
    ]


def _parse_acronym(text: str) -> Iterable[dict[str, str]]:
    if _ACRONYM.fullmatch(text):
        yield {"text": text}


def _parse_code(text: str) -> Iterable[dict[str, str]]:
    if match := _CODE.fullmatch(text):
        yield {name: value for name, value in match.groupdict().items() if value is not None}


def _parse_row(text: str) -> Iterable[dict[str, str]]:
    if text in _joined:
        yield {"text": text}


_joined = {written for _, written, _ in priced("en", "acronyms")}
_mixed = Rule(numbers.one_digit + Many(letter, 2, 4) + Many(numbers.one_digit, 1, 4))

# A title stands before a name: "hey mister can you", "thank you doctor" have none.
_NO_NAMES = (
    "will",
    "would",
    "are",
    "was",
    "said",
    "says",
    "told",
    "tells",
    "asked",
    "who",
    "i",
    "i'm",
    "good",
    "bad",
    "up",
    "over",
    "shopping",
    "about",
    "shows",
    "appointment",
    "prescribed",
)
_before_name = Before((*_NO_NAMES, *(row[0] for row in rows("en", "openers"))))

GRAMMARS = [
    Grammar("acronym", Field("text", Table(priced("en", "acronyms"))), _write_text, _parse_row),
    Grammar("letters", Field("text", acronym | plural), _write_text, _parse_acronym),
    # "a three point nine g p a a fifteen hundred": the last is the article of a number
    Grammar(
        "letters",
        Field("text", acronym)
        + Field("article", Table([("a", "a")]))
        + Where(lambda word: word in _numbers),
        _write_before_article,
    ),
    Grammar(
        "code",
        either(
            Field("letters", either(Many(letter, 2, 4), no_article))
            + Field("number", _number)
            + Maybe(Field("end", Many(no_article, 1, 2))),
            Field("number", _mixed),
        ),
        _write_code,
        _parse_code,
    ),
    Grammar(
        "numbered",
        Field("number", _amount)
        + Field("end", Table([(char, char.upper()) for char in "kgdpmbx"])),
        _write_code,
    ),
    Grammar("title", Field("text", Table(priced("en", "titles"))) + _before_name, _write_title),
]
