"""E-mail addresses, web addresses and handles: "a dot b c at g mail dot com", "w w w dot nvidia dot
com".
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from legibly.english.grammars import numbers
from legibly.english.grammars.spoken import rows
from legibly.grammars.conditions import Cost
from legibly.grammars.grammar import Fields, Grammar, Parser, Part, said
from legibly.grammars.phrases import (
    AnyWord,
    Field,
    Maybe,
    Rule,
    Series,
    Table,
    as_said,
    either,
    silent,
    write,
)
from legibly.grammars.repeats import Many
from legibly.grammars.style import Style
from legibly.languages.tables import rows as table_rows

_SIGNS = {"dot": ".", "underscore": "_", "dash": "-", "hyphen": "-"}
_ENDS = "com org net edu gov mil info biz io ai co uk us eu fr de es it ca au nl ch tv me app dev"
_MAIL = re.compile(r"[a-z0-9._-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+", re.I)
_WEB = re.compile(r"(?:https?://)?(?:[a-z0-9-]+\.)+[a-z]{2,4}(?:/[a-z0-9-]*)*", re.I)
_HANDLE = re.compile(r"@[a-z0-9_]+", re.I)

_MAIL_HOSTS = (
    "gmail",
    "g mail",
    "yahoo",
    "hotmail",
    "hot mail",
    "outlook",
    "aol",
    "a o l",
    "icloud",
    "msn",
    "m s n",
)

_lower = Table([(char, char) for char in "abcdefghijklmnopqrstuvwxyz"])
_numbers = [spoken for spoken, _ in rows(0, 90) if " " not in spoken]
_numbers += ["double", "triple"]
_no_sign = (*_SIGNS, *_numbers, "at", "slash", "colon", "the", "and", "or", "is", "it", "to", "a")
_word = AnyWord(_no_sign)
_name = AnyWord((*_no_sign, *(row[0] for row in table_rows("en", "openers"))))
_spelt = Rule(Many(_lower | numbers.one_digit, 1, 16))
# "n vidia", "g mail": a letter before a word belongs to it.
_tens = Rule(Many(either(numbers.some_digits, numbers.two_digits), 1, 6))
_plain_label = either(_word, _spelt, _lower + _word, _word + _tens)
_hyphen = Table([("dash", "-"), ("hyphen", "-")])
_label = Rule(either(_plain_label, _plain_label + _hyphen + _plain_label, numbers.year))
_two_words = Rule(_word + Cost(1.0) + _word)  # "acme corp dot com", where a host must follow
_sign = Table(list(_SIGNS.items()))
_part = Rule(
    either(
        _word,
        _spelt,
        _lower + _word,
        _name + _tens,
        _lower + _name + _tens,
        _spelt + _name + _tens,
        _tens,
    )
)
_signed_name = Rule(either(*(Series([_part, *[_sign, _part] * times]) for times in (1, 2, 3))))
_plain_name = Rule(
    either(_spelt, _lower + _name, _name + _tens, _lower + _name + _tens, _spelt + _name + _tens)
)
_dot = silent("dot") + write(".")
_top = either(Table([(end, end) for end in _ENDS.split()]), Rule(Many(_lower, 2, 3)))
_host = Rule(either(*(Series([_label + _dot] * times) + _top for times in (1, 2, 3))))
_any_host = Rule(_host | (_label + _dot + _label))
_long_host = Rule(_any_host | (_two_words + _dot + _host) | (_two_words + _dot + _top))
_slash = silent("slash", "forward slash") + write("/")
_path = either(*(Series([_slash, _label] * times) for times in (1, 2, 3)), write(""))
_scheme = either(
    Table([("h t t p", "http"), ("h t t p s", "https"), ("http", "http"), ("https", "https")])
    + silent("colon slash slash")
    + write("://")
)
_www = Table([("w w w", "www"), ("www", "www")]) + _dot


def _write(fields: Fields, style: Style) -> list[Part]:
    return [Part(fields["text"].text)]


def _write_mailed(fields: Fields, style: Style) -> list[Part]:
    return [*said(fields["cue"]), Part(fields["text"].text, fields["text"])]


def _parser(pattern: re.Pattern[str]) -> Parser:
    def parse(text: str) -> Iterable[dict[str, str]]:
        if pattern.fullmatch(text):
            yield {"text": text.lower()}

    return parse


_site = either(_scheme + Maybe(_www) + _long_host, _www + _long_host, _host) + _path

_mail_host = Rule(Table([(host, host.replace(" ", "")) for host in _MAIL_HOSTS]) + _dot + _top)
_at = silent("at", "at the rate") + write("@")
_offices = Table(
    [
        (name, name)
        for name in (
            *("info", "support", "sales", "contact", "hello", "admin", "billing", "feedback"),
            *("newsletter", "enquiries", "inquiries", "webmaster", "postmaster", "noreply"),
        )
    ]
)

_owners = ("my", "our", "your", "his", "her", "their", "the")
_mailing = as_said(
    *("email", "e-mail", "mail", "email me at", "email us at", "email him at", "email her at"),
    *("write to", "write me at", "write to me at", "write to us at", "reach me at", "reach us at"),
    *("contact", "contact us at", "contact me at", "address is", "send it to", "send an email to"),
    *(f"{owner} {mail} is" for owner in _owners for mail in ("email", "e-mail", "email address")),
)

GRAMMARS = [
    # "shoes at amazon dot com" is no address: one plain word is a name only where the host keeps
    # mail.
    Grammar(
        "email",
        Field("text", (_signed_name | _plain_name) + _at + _any_host),
        _write,
        _parser(_MAIL),
    ),
    Grammar("email", Field("text", _signed_name + _at + _two_words + _dot + _top), _write),
    # "email tom at example dot com": a plain word is a name behind what says so.
    Grammar(
        "email",
        Field("cue", _mailing) + Field("text", (_word | _name) + _at + _any_host),
        _write_mailed,
    ),
    Grammar("email", Field("text", _word + _at + _mail_host), _write, _parser(_MAIL)),
    # What one writes to: info@, and a host of any kind.
    Grammar("email", Field("text", _offices + _at + _any_host), _write),
    Grammar("url", Field("text", _site), _write, _parser(_WEB)),
    Grammar(
        "handle",
        Field("text", silent("at sign") + write("@") + (_signed_name | _part)),
        _write,
        _parser(_HANDLE),
    ),
]
