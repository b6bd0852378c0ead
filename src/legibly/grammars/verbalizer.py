"""Written text as it is spoken: the grammars read the other way round."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from random import Random

from legibly.grammars.stack import grammars_of, number_words
from legibly.languages import DEFAULT_LANGUAGE
from legibly.languages import language as find_facts
from legibly.languages.tables import rows

MAX_TOKENS = 4  # "July 25, 2012", "3:30 PM EST"
MAX_WAYS = 64  # to say one thing that are looked at
# Which kind a written form is taken for first. Capital letters are words as often as not, so they
# are not spelt.
ORDER = (
    *(
        "acronym",
        "phone",
        "short phone",
        "bare time",
        "time",
        "date",
        "quarter",
        "era",
        "money",
        "cents",
        "range",
    ),
    *(
        "percent",
        "decade",
        "measure",
        "ip",
        "email",
        "url",
        "handle",
        "year",
        "scaled",
        "ordinal",
        "cardinal",
    ),
    *("decimal", "fraction", "score", "code", "digits"),
)
MAX_FORM_CHARACTERS = 24  # that are looked at in text without spaces
# What a number begins with, and a place within one where nothing ends.
_OPENING_NUMBER = re.compile(r"(?:[$€£¥￥₩±-]|[^\W\d_]{1,3}\$?)?\d")
_CUT_NUMBER = re.compile(r"\d[.,:]?\d|[.,:]\d")
_TELLING = re.compile(r"[\d@]|://|www\.", re.I)
_RUN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*|[^\w\s]")
_SHORT_YEAR = re.compile(r"['’]\d[1-9]")
_MARKS = re.compile(r"()(.*?)([.,;:!?…]*)", re.S)
_ROUND = re.compile(r"([(\[\"“‘]*)(.*?)([.,;:!?…)\]\"”’]*)", re.S)
_THOUSANDS = ("mil",)
_RANGE = re.compile(r"(\$?\d[\d.,:]*)[-–](\$?\d[\d.,:]*%?)")


def verbalize(text: str, language: str = DEFAULT_LANGUAGE, random: Random | None = None) -> str:
    """A line of written text in spoken words; marks and capitals stay where they are on other
    words.
    """
    if find_facts(language).numbers.characters == "apart":
        return _verbalize_unspaced(text, language, random)
    tokens = text.split()
    out: list[str] = []
    at = 0
    while at < len(tokens):
        count, words = say_first(tokens[at : at + MAX_TOKENS], language, random)
        out += words
        at += count
    return " ".join(out)


def _verbalize_unspaced(text: str, language: str, random: Random | None) -> str:
    """Text in which nothing stands between words: at each place the longest form that is known."""
    out, at = "", 0
    while at < len(text):
        length, words = 1, [text[at]]
        if _OPENING_NUMBER.match(text, at):
            length, words = _longest(text, at, language, random)
        out += "".join(words)
        at += length
    return out


def _longest(text: str, at: int, language: str, random: Random | None) -> tuple[int, list[str]]:
    """What can be said from a place on; digits one by one where nothing else can."""
    for end in range(min(len(text), at + MAX_FORM_CHARACTERS), at, -1):
        if _CUT_NUMBER.match(text, end - 1) or text[end - 1].isspace():
            continue
        if words := say(text[at:end], language, random):
            return end - at, words
    return 1, say(text[at], language) or [text[at]]


def say_first(
    tokens: Sequence[str], language: str, random: Random | None = None
) -> tuple[int, list[str]]:
    """How many of the first tokens are said together, and the words; the marks after the last one
    are kept.
    """
    if not _TELLING.search(tokens[0]) and (len(tokens) == 1 or not _TELLING.search(tokens[1])):
        return 1, [tokens[0]]
    for count in range(min(MAX_TOKENS, len(tokens)), 0, -1):
        joined = " ".join(tokens[:count])
        goes_on = tokens[count][:1].islower() if count < len(tokens) else False
        if goes_on and joined.endswith(".") and (words := say(joined, language, random)):
            return count, words  # the stop of "10 a.m." is no mark where the sentence goes on
        for before, body, after in (_apart(joined, _MARKS), _apart(joined, _ROUND)):
            if words := say(body, language, random):
                return count, _with_marks(words, before, after)

    if not _TELLING.search(tokens[0]):
        return 1, [tokens[0]]

    before, body, after = _apart(tokens[0], _ROUND)
    return 1, _with_marks(say_token(body, language, random), before, after)


def _apart(text: str, marks: re.Pattern[str]) -> tuple[str, str, str]:
    """What stands before and behind."""
    match = marks.fullmatch(text)
    assert match is not None
    return match[1], match[2], match[3]


def _with_marks(words: list[str], before: str, after: str) -> list[str]:
    words = [before + words[0], *words[1:]]
    return [*words[:-1], words[-1] + after]


def say(text: str, language: str, random: Random | None = None) -> list[str]:
    """The words for one written form, none where no grammar knows it; the usual ones, or any of
    those that are.
    """
    ways = _ways(text, language)
    if not ways:
        return []
    return list(ways[0] if random is None else random.choice(ways))


def say_token(text: str, language: str, random: Random | None = None) -> list[str]:
    """One token without marks; every digit is spoken somehow."""
    if _SHORT_YEAR.fullmatch(text):
        return _short_year(text[1:], language)
    if words := say(text, language, random):
        return words
    if (match := _RANGE.fullmatch(text)) and (low := say(match[1], language, random)):
        to = find_facts(language).numbers.range
        return [*low, *to.split(), *say_token(match[2], language, random)]
    return _piecewise(text, language, random) or [text.lower()]


def _short_year(year: str, language: str) -> list[str]:
    """As after "nineteen", where years are said in pairs."""
    full, century = say(f"19{year}", language), say("19", language)
    return full[1:] if full[:1] == century else say(year, language)


def _piecewise(text: str, language: str, random: Random | None) -> list[str]:
    words: list[str] = []
    signs = signs_of(language)
    for run in _RUN.findall(text):
        if run[0].isdigit():
            words += say(run, language, random) or [
                word for digit in run if digit.isdigit() for word in say(digit, language)
            ]
        elif run[0].isalpha():
            words.append(run.lower())
        elif run in signs:
            words += signs[run]
    return words


@cache
def signs_of(language: str) -> dict[str, list[str]]:
    """Signs, and the words that they are said with."""
    return {row[0]: row[1].split() for row in rows(language, "signs", 2, optional=True)}


@lru_cache(maxsize=50_000)
def _ways(text: str, language: str) -> tuple[tuple[str, ...], ...]:
    """Ways to say a form as the first kind that it can be, the usual one first."""
    for grammars in _by_order(language):
        found: dict[tuple[str, ...], float] = {}
        for grammar in grammars:
            for number, (cost, words) in enumerate(grammar(text)):
                if number >= MAX_WAYS:
                    break
                found[words] = min(cost, found.get(words, cost))
        if found:
            by_cost = sorted(found, key=lambda words: found[words])
            return tuple(_agreeing(_singular(words, language), language) for words in by_cost)

    return ()


Speaker = Callable[[str], Iterator[tuple[float, tuple[str, ...]]]]


@cache
def _by_order(language: str) -> tuple[tuple[Speaker, ...], ...]:
    known = grammars_of(language)
    return tuple(tuple(g.spoken for g in known if g.kind == kind) for kind in ORDER)


def _singular(words: tuple[str, ...], language: str) -> tuple[str, ...]:
    """One dollar, not one dollars."""
    one, joiner, singulars = _singulars(language)
    return tuple(
        singulars.get(word, word)
        if i and words[i - 1] == one and _is_alone(words[: i - 1], joiner, language)
        else word
        for i, word in enumerate(words)
    )


def _agreeing(words: tuple[str, ...], language: str) -> tuple[str, ...]:
    """ "doscientas horas": numbers of the gender of what they count."""
    nouns, feminines = _feminines(language)
    at = next((i for i, word in enumerate(words) if word in nouns), 0)
    out, joiner = list(words), find_facts(language).numbers.joiner
    for place in range(at - 1, -1, -1):
        word = words[place]
        known = (joiner, *_THOUSANDS, *feminines, *number_words(language))
        if word not in known:
            break
        out[place] = feminines.get(word, word)
    return tuple(out)


def _is_alone(before: tuple[str, ...], joiner: str, language: str) -> bool:
    """Whether one is all: "two euros and one", not "thirty and one"."""
    if not before:
        return True
    numbers = number_words(language)
    joined = before[-1] == joiner and before[-2:-1] != () and before[-2] not in numbers
    return joined or before[-1] not in (joiner, *numbers)


@cache
def _feminines(language: str) -> tuple[frozenset[str], dict[str, str]]:
    """Nouns, in one number or the other; and the number words that go with them."""
    nouns = rows(language, "feminine_nouns", 1, optional=True)
    numbers = rows(language, "feminines", 2, optional=True)
    return frozenset(row[0] for row in nouns), {row[0]: row[1] for row in numbers}


@cache
def _singulars(language: str) -> tuple[str, str, dict[str, str]]:
    facts = find_facts(language).numbers
    table = rows(language, "singulars", 2, optional=True)
    return facts.one, facts.joiner, {row[0]: row[1] for row in table}
