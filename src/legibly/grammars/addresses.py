"""E-mail addresses, web addresses and handles, from the words of a language for their signs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from string import ascii_lowercase

from legibly.grammars.grammar import Fields, Grammar, Parser, Part
from legibly.grammars.phrases import (
    AnyWord,
    Field,
    Maybe,
    Phrase,
    Rule,
    Series,
    Table,
    either,
    silent,
    write,
)
from legibly.grammars.repeats import Many
from legibly.grammars.style import Style

_MAIL = re.compile(r"[a-z0-9._-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+", re.I)
_WEB = re.compile(r"(?:https?://)?(?:[a-z0-9-]+\.)+[a-z]{2,4}(?:/[a-z0-9-]*)*", re.I)
_HANDLE = re.compile(r"@[a-z0-9_]+", re.I)
_PLAIN_ENDS = "com org net edu gov gob mil info biz io uk eu fr br mx ar cl cn hk tw jp tv".split()
_ENDS = (
    "com org net edu gov gob mil info biz io ai co us uk eu fr de es it ca pt br mx ar cl pe uy ve "
    "ec bo py cr cu do cn hk tw jp ch tv me app dev"
).split()


@dataclass(frozen=True)
class AddressWords:
    """What addresses are spelt with."""

    at: tuple[str, ...]
    dot: tuple[str, ...]
    dash: tuple[str, ...]
    underscore: tuple[str, ...]
    slash: tuple[str, ...]
    colon: tuple[str, ...]
    letters: tuple[tuple[str, str], ...]  # names of letters, beside the letters themselves
    digit: Phrase
    tens: Phrase
    no_names: tuple[str, ...] = ()  # words that are no part of an address

    def grammars(self) -> list[Grammar]:
        label = self._label()
        dot, slash = self._sign(self.dot, "."), self._sign(self.slash, "/")
        top = either(Table([(end, end) for end in _ENDS]), Rule(Many(self._letter, 2, 3)))
        host = Rule(either(*(Series([label + dot] * times) + top for times in (1, 2, 3))))
        # With nothing before or behind to tell an address, the end must: "un punto de".
        sure_top = Table([(end, end) for end in _PLAIN_ENDS])
        sure_host = Rule(either(*(Series([label + dot] * times) + sure_top for times in (1, 2, 3))))
        national = Rule(Many(self._letter, 2, 2))
        sure_host = Rule(sure_host + either(write(""), dot + national))
        any_host = Rule(host | (label + dot + label))
        www = Rule(Many(self._letter_of("w"), 3, 3) | Table([("www", "www", 0.1)])) + dot
        path = either(write(""), *(Series([slash, label] * times) for times in (1, 2, 3)))
        scheme = self._scheme()
        plain_site = either(scheme + Maybe(www) + any_host, www + any_host) + path
        sign = either(
            *(self._sign(*pair) for pair in ((self.dash, "-"), (self.underscore, "_"))), dot
        )
        part = Rule(label)
        name = Rule(either(*(Series([part, *[sign, part] * times]) for times in (0, 1, 2, 3))))
        at = self._sign(self.at, "@")
        return [
            Grammar("email", Field("text", name + at + any_host), _write, _parser(_MAIL)),
            # Apart, since what opens these is known.
            Grammar("url", Field("text", plain_site), _write, _parser(_WEB)),
            Grammar("url", Field("text", sure_host + path), _write, _parser(_WEB)),
            Grammar("handle", Field("text", at + part), _write, _parser(_HANDLE)),
        ]

    def _sign(self, ways: tuple[str, ...], sign: str) -> Phrase:
        return silent(*ways) + write(sign)

    def _letter_of(self, letter: str) -> Phrase:
        named = [(name, sign, 0.1) for name, sign in self.letters if sign == letter]
        return Table([(letter, letter, 0.0), *named])

    @property
    def _letter(self) -> Phrase:
        named = [(name, letter, 0.1) for name, letter in self.letters]
        return Table([*((char, char, 0.0) for char in ascii_lowercase), *named])

    def _label(self) -> Phrase:
        """A word, letters and digits, or a letter before a word."""
        signs = (*self.at, *self.dot, *self.dash, *self.underscore, *self.slash, *self.colon)
        words = {word for sign in signs for word in sign.split()}
        names = {word for name, _ in self.letters for word in name.split()}
        word = AnyWord((*words, *names, *(self.digit.openers or ()), *self.no_names))
        number = Rule(Many(either(self.digit, self.tens), 1, 8))
        spelt = Rule(Many(self._letter | self.digit, 1, 16))
        return Rule(either(word, spelt, self._letter + word, word + number, spelt + number))

    def _scheme(self) -> Phrase:
        spelt = Series([self._letter_of(letter) for letter in "http"])
        secure = spelt + self._letter_of("s")
        colon = silent(*self.colon) + write(":")
        slash = self._sign(self.slash, "/")
        return either(spelt, secure, Table([("http", "http"), ("https", "https")])) + (
            colon + slash + slash
        )


def _write(fields: Fields, style: Style) -> list[Part]:
    return [Part(fields["text"].text)]


def _parser(pattern: re.Pattern[str]) -> Parser:
    def parse(text: str) -> Iterable[dict[str, str]]:
        if pattern.fullmatch(text):
            yield {"text": text.lower()}

    return parse
