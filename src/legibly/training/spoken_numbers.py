"""Written numbers as they are spoken, until the grammars can be read the other way round.

English only, and one reading where there are several; num2words does the counting.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

_CURRENCIES = {"$": "dollars", "£": "pounds", "€": "euros", "¥": "yen"}
_SCALES = {"k": "thousand", "m": "million", "bn": "billion", "b": "billion", "tn": "trillion"}
_NUMBER = r"\d+(?:,\d{3})*"
_PIECE = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+|[%&+]")


def speak(text: str) -> list[str]:
    """Lower-case words for a token that has digits; every digit is spoken."""
    for pattern, reading in _READINGS:
        if match := pattern.fullmatch(text):
            return reading(match)
    return [word for piece in _PIECE.findall(text) for word in _speak_piece(piece)]


def currency_of(text: str) -> str | None:
    return _CURRENCIES.get(text[:1])


def _speak_piece(piece: str) -> list[str]:
    if piece[0].isdigit():
        return speak(piece) if any(p.fullmatch(piece) for p, _ in _READINGS) else _digits(re.sub(r"\D", "", piece))
    return {"%": ["percent"], "&": ["and"], "+": ["plus"]}.get(piece, [piece.lower()])


@lru_cache(maxsize=50_000)
def _count(number: str, kind: str) -> tuple[str, ...]:
    from num2words import num2words

    value = float(number) if "." in number else int(number)
    return tuple(re.findall(r"[^\W\d_]+", num2words(value, to=kind)))


def cardinal(number: str) -> list[str]:
    plain = number.replace(",", "")
    if len(plain) > 15 or (len(plain) > 1 and plain[0] == "0"):
        return _digits(plain)
    return list(_count(plain, "cardinal"))


def _digits(number: str) -> list[str]:
    return [word for digit in number for word in _count(digit, "cardinal")]


def _decimal(number: str) -> list[str]:
    whole, _, fraction = number.partition(".")
    return [*cardinal(whole or "0"), *(["point", *_digits(fraction)] if fraction else [])]


def _year(number: str) -> list[str]:
    if number[1:3] == "00" or number[2:] == "00":
        return cardinal(number) if number[1:3] == "00" else [*cardinal(number[:2]), "hundred"]
    return [*cardinal(number[:2]), *(["oh", *_digits(number[3])] if number[2] == "0" else cardinal(number[2:]))]


def _money(match: re.Match[str]) -> list[str]:
    unit = _CURRENCIES[match["sign"]]
    whole, _, cents = match["number"].partition(".")
    scale = match["scale"]
    if scale:
        return [*_decimal(match["number"]), _SCALES[scale.lower()], unit]
    if len(cents) == 2:
        words = [*cardinal(whole), unit[:-1] if whole == "1" and unit != "yen" else unit]
        return [*words, "and", *cardinal(str(int(cents))), "cents"] if int(cents) else words
    return [*_decimal(match["number"]), unit]


def _time(match: re.Match[str]) -> list[str]:
    hour, minute, half = match["hour"], match["minute"], match["half"]
    spoken = cardinal(str(int(hour)))
    if minute[0] == "0":
        spoken += ["oh", *_digits(minute[1])] if minute != "00" else [] if half else ["o'clock"]
    else:
        spoken += cardinal(minute)
    return spoken + (list(half.lower().replace(".", "")) if half else [])


def _decade(match: re.Match[str]) -> list[str]:
    number = match["number"]
    words = _year(number) if len(number) == 4 else cardinal(number)
    return [*words[:-1], words[-1][:-1] + "ies" if words[-1].endswith("y") else words[-1] + "s"]


Reading = Callable[[re.Match[str]], list[str]]
_READINGS: list[tuple[re.Pattern[str], Reading]] = [
    (re.compile(r"(?P<hour>\d{1,2}):(?P<minute>\d\d)(?P<half>[ap]\.?m\.?)?", re.I), _time),
    (re.compile(rf"(?P<sign>[$£€¥])(?P<number>{_NUMBER}(?:\.\d+)?)(?P<scale>bn|tn|k|m|b)?", re.I), _money),
    (re.compile(rf"(?P<number>{_NUMBER}(?:\.\d+)?)%"), lambda m: [*_decimal(m["number"]), "percent"]),
    (re.compile(r"(?P<number>\d{1,4})(?:st|nd|rd|th)", re.I), lambda m: list(_count(m["number"], "ordinal"))),
    (re.compile(r"'?(?P<number>(?:1\d|20)?\d0)'?s"), _decade),
    (re.compile(r"(?P<number>1[1-9]\d\d|20[0-4]\d)"), lambda m: _year(m["number"])),
    (
        re.compile(r"'(?P<number>\d\d)"),
        lambda m: cardinal(m["number"]) if m["number"][0] != "0" else ["oh", *_digits(m["number"][1])],
    ),
    (re.compile(r"\d{3}-\d{4}|\d{3}-\d{3}-\d{4}"), lambda m: _digits(m[0].replace("-", ""))),
    (re.compile(r"(?P<number>\d{7,})"), lambda m: _digits(m["number"])),
    (re.compile(rf"(?P<number>{_NUMBER})"), lambda m: cardinal(m["number"])),
    (re.compile(rf"(?P<number>(?:{_NUMBER})?\.\d+)"), lambda m: _decimal(m["number"])),
]
