"""Written text as a recogniser would have heard it, with what should be written as labels.

Numbers, money, dates and times are spelt as spoken where the language has grammars for them, and
stay in digits elsewhere; abbreviations and some acronyms are spelt as letters; quotes and brackets
are gone. `Noise` adds what recognisers and speakers add: hesitations, repetitions, confused and
missing words. Everything is determined by the seed and the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import NamedTuple

from legibly.casing import Case, case_of
from legibly.grammars.stack import has_grammars
from legibly.grammars.verbalizer import say, say_token, signs_of
from legibly.languages import DEFAULT_LANGUAGE
from legibly.languages import language as find_language
from legibly.languages.tables import rows
from legibly.marks import core_mark
from legibly.sound_tags import is_tag
from legibly.transcript import Token, Transcript

_DIGIT = re.compile(r"\d")
_LETTERS = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]?\.?")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*['’]?|['’][^\W\d_]+")
_CODE = re.compile(r"([^\W\d_]+)|(\d[\d.,]*)")  # COVID-19, Q3: letters and numbers in turn
SPELT_ACRONYM_FRACTION = 0.15  # of acronyms of two to four letters
SPLIT_HYPHEN_FRACTION = 0.8
UNUSUAL_NUMBER_FRACTION = 0.3  # of numbers are said in any of the ways that there are


class Spoken(NamedTuple):
    """One word as heard, and how it should be written: the mark after it, its case, its form where
    that is mixed, the mark that opens a sentence before it.
    """

    text: str
    mark: str
    case: Case
    form: str | None = None
    opening: str = ""


@dataclass(frozen=True)
class Noise:
    """Chances, a word; the first three are the chances of a whole paragraph."""

    clean: float = 0.0  # it has none of what follows
    digits: float = 0.0  # it has numbers in digits already, clean or not
    clitics: float = 0.0  # it has "do n't" for "don't", clean or not
    filler: float = 0.0
    repetition: float = 0.0
    substitution: float = 0.0
    deletion: float = 0.0
    insertion: float = 0.0
    # What each word was taken for.
    confusions: Mapping[str, Sequence[str]] = field(default_factory=dict)


NO_NOISE = Noise()


class _Voice:
    """How a language says what is written in digits and signs."""

    def __init__(self, language: str) -> None:
        facts = find_language(language)
        self._language = facts.code
        self._says_numbers = has_grammars(facts.code)
        self._units = {row[0] for row in rows(facts.code, "number_units", optional=True)}
        self.signs = signs_of(facts.code)
        self.noise = facts.noise
        self.split_hyphens = (
            SPLIT_HYPHEN_FRACTION if facts.noise.hyphens == "apart" else 1 - SPLIT_HYPHEN_FRACTION
        )
        self.openings = frozenset(facts.openings.values())
        self.clitic = _clitics(facts.code)

    def number(self, text: str, any_way: Random | None) -> list[str]:
        """Any way to say it, or the usual one; its digits where the language has no grammars."""
        if not self._says_numbers:
            return [text]
        return say_token(text.replace("’", "'"), self._language, any_way)

    def together(self, token: Token, following: Token | None, any_way: Random | None) -> list[str]:
        """ "$5 million", "3:30 PM": what two tokens say as one; nothing where they do not."""
        if not self._says_numbers or following is None or token.after:
            return []
        if not _DIGIT.search(token.text) or _DIGIT.search(following.text):
            return []
        lower = following.text.lower()
        if lower.replace(".", "") not in self._units:
            return []
        unit = lower if lower in self._units else following.text
        return say(f"{token.text} {unit}", self._language, any_way)


@cache
def _clitics(language: str) -> re.Pattern[str] | None:
    """What is a word of its own in treebanks, behind another."""
    forms = [row[0] for row in rows(language, "clitics", optional=True)]
    ways = "|".join(re.escape(form).replace("'", "['’]") for form in forms)
    return re.compile(rf"(?<=[^\W\d_])(?:{ways})$", re.I) if forms else None


_voice = cache(_Voice)


def condition(transcript: Transcript, seed: int = 0, noise: Noise = NO_NOISE) -> list[Spoken]:
    """The words of a transcript as heard."""
    tokens = [token for token in transcript.tokens if token.text and not is_tag(token.text)]
    if not tokens:
        return []

    random = Random(f"{seed} {' '.join(token.text for token in tokens[:12])} {len(tokens)}")
    voice = _voice(transcript.language or DEFAULT_LANGUAGE)
    if noise is NO_NOISE:
        return list(_spoken(tokens, voice, random, usual=True))
    if random.random() < noise.digits:
        words = [
            word
            for at, token in enumerate(tokens)
            for word in _as_written(token, tokens[at + 1 : at + 2], voice, random)
        ]
    else:
        words = list(_spoken(tokens, voice, random))

    if random.random() < noise.clitics:
        words = [part for word in words for part in _split_clitic(word, voice)]
    if random.random() < noise.clean:
        return words

    return list(_add_noise(words, noise, voice, random))


def _as_written(
    token: Token, following: Sequence[Token], voice: _Voice, random: Random
) -> Iterator[Spoken]:
    """A token with its digits, as recognisers that write numbers give it."""
    if _DIGIT.search(token.text):
        words = [Spoken(token.text.lower(), "", Case.LOWER)]
    else:
        words = list(_speak_token(token, voice, random))
    if words:
        words[0] = words[0]._replace(opening=_opening(token, voice))
        yield from words[:-1]
        yield words[-1]._replace(mark=_mark(token, following[0] if following else None))


def _split_clitic(word: Spoken, voice: _Voice) -> Iterator[Spoken]:
    match = voice.clitic.search(word.text) if voice.clitic is not None else None
    if match is None:
        yield word
        return
    head, clitic = word.text[: match.start()], word.text[match.start() :]
    yield Spoken(head, "", word.case, word.form and word.form[: len(head)], word.opening)
    yield Spoken(clitic, word.mark, Case.LOWER)


def _spoken(
    tokens: Sequence[Token], voice: _Voice, random: Random, *, usual: bool = False
) -> Iterator[Spoken]:
    """`usual` numbers are said in the usual way; else now and then in any other that there is."""
    at = 0
    while at < len(tokens):
        begin, token = at, tokens[at]
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        if spoken := voice.together(token, following, None if usual else _chance(random)):
            words = [Spoken(word, "", Case.LOWER) for word in spoken]
            at += 1
            assert following is not None
            token = following
        else:
            words = list(_speak_token(token, voice, random, None if usual else _chance(random)))
        if words:
            words[0] = words[0]._replace(opening=_opening(tokens[begin], voice))
        mark = _mark(token, tokens[at + 1] if at + 1 < len(tokens) else None)
        if words:
            yield from words[:-1]
            yield words[-1]._replace(mark=mark)
        at += 1


def _chance(random: Random) -> Random | None:
    """Now and then any way to say a number, mostly the usual one."""
    return random if random.random() < UNUSUAL_NUMBER_FRACTION else None


def _mark(token: Token, following: Token | None) -> str:
    """An ellipsis ends a sentence where a capital follows, and is a hesitation elsewhere."""
    mark = core_mark(token.after)
    if mark == "…":
        return "." if following is None or following.text[:1].isupper() else ""
    return mark


def _opening(token: Token, voice: _Voice) -> str:
    """The mark at the beginning of a question or an exclamation."""
    return next((mark for mark in token.before if mark in voice.openings), "")


def _speak_token(
    token: Token, voice: _Voice, random: Random, any_way: Random | None = None
) -> Iterator[Spoken]:
    text = token.text
    if _DIGIT.search(text):
        for letters, number in _CODE.findall(text) if text[0].isalpha() else [("", text)]:
            if letters:
                yield Spoken(letters.lower(), "", _case(letters))
            else:
                yield from (Spoken(word, "", Case.LOWER) for word in voice.number(number, any_way))
    elif _LETTERS.fullmatch(text):
        yield from (
            Spoken(letter.lower(), "", _case(letter)) for letter in text if letter.isalpha()
        )
    elif text in voice.signs:
        yield from (Spoken(word, "", Case.LOWER) for word in voice.signs[text])
    elif (
        text.isupper()
        and 2 <= len(text) <= 4
        and text.isalpha()
        and random.random() < SPELT_ACRONYM_FRACTION
    ):
        yield from (Spoken(letter.lower(), "", Case.CAPITAL) for letter in text)
    else:
        yield from _plain_words(text, random, voice.split_hyphens)


def _plain_words(text: str, random: Random, split_hyphens: float) -> Iterator[Spoken]:
    parts = re.split(r"[-/–]", text) if random.random() < split_hyphens or "/" in text else [text]
    for part in parts:
        found = _WORD.findall(part) if len(parts) > 1 or "-" not in part else [part]
        for word in found:
            heard = word.lower().replace("’", "'")
            case = _case(word)
            yield Spoken(heard, "", case, word.replace("’", "'") if case is Case.MIXED else None)


def _case(text: str) -> Case:
    return case_of(text) or Case.LOWER


def _add_noise(
    words: Sequence[Spoken], noise: Noise, voice: _Voice, random: Random
) -> Iterator[Spoken]:
    """What is heard instead. A mark stays where it was: on the word before a missing one, after an
    added one.
    """
    held: Spoken | None = None
    opening = ""  # of a word that is missing
    for word in words:
        if opening and not word.opening:
            word = word._replace(opening=opening)
        opening = ""
        luck = random.random()
        heard = [word]
        if luck < noise.substitution:
            heard = [word._replace(text=_confused(word.text, noise, voice, random), form=None)]
        elif (luck := luck - noise.substitution) < noise.deletion:
            if held is not None and word.mark and not held.mark:
                held = held._replace(mark=word.mark)
            opening = "" if word.mark else word.opening
            continue
        elif (luck := luck - noise.deletion) < noise.insertion:
            heard = [
                word._replace(mark=""),
                Spoken(random.choice(voice.noise.insertions), word.mark, Case.LOWER),
            ]
        elif (luck := luck - noise.insertion) < noise.filler:
            heard = [word, Spoken(random.choice(voice.noise.fillers), "", Case.LOWER)]
        elif luck - noise.filler < noise.repetition:
            heard = [word._replace(mark=""), word._replace(opening="")]
        for item in heard:
            if held is not None:
                yield held
            held = item

    if held is not None:
        yield held


def _confused(word: str, noise: Noise, voice: _Voice, random: Random) -> str:
    return random.choice(noise.confusions.get(word) or voice.noise.insertions)
