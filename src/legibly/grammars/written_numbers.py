"""Numbers as a language writes them, read again: which sign parts thousands, and which stands
before decimals. The other way round is read too, where the digits leave no doubt.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from legibly.grammars.grammar import Fields
from legibly.grammars.style import Style


class WrittenNumbers:
    def __init__(self, thousands: str, decimals: str) -> None:
        self._decimals = decimals
        own, other = re.escape(thousands), re.escape(decimals)
        self._grouped = re.compile(rf"\d{{1,3}}(?:{own}\d{{3}})+(?:{other}\d+)?")
        self.whole = rf"\d{{1,3}}(?:{own}\d{{3}})+|\d{{1,3}}(?:[ \u00a0\u202f]\d{{3}})+|\d+"
        self.number = (
            rf"\d{{1,3}}(?:{own}\d{{3}})+(?:{other}\d+)?|\d{{1,3}}(?:{other}\d{{3}})+{own}\d+"
            rf"|\d+[{own}{other}]\d+|{self.whole}"
        )

    def plain(self, text: str) -> str:
        """Digits, and a point before decimals."""
        text = re.sub(r"[ \u00a0\u202f]", "", text)
        if self._grouped.fullmatch(text):
            whole, _, fraction = text.partition(self._decimals)
        else:
            whole, _, fraction = text.rpartition("." if text.rfind(".") > text.rfind(",") else ",")
            whole, fraction = (whole, fraction) if whole else (fraction, "")
        whole = re.sub("[.,]", "", whole)
        return f"{whole}.{fraction}" if fraction else whole

    def values(
        self, match: re.Match[str] | None, numbers: Iterable[str] = ("n",)
    ) -> Iterable[dict[str, str]]:
        """The groups of a match that are there, those that are numbers in plain digits."""
        if match is not None:
            yield {
                name: self.plain(text) if name in numbers else text
                for name, text in match.groupdict().items()
                if text is not None
            }


def signed(fields: Fields, text: str) -> str:
    return fields["sign"].text + text if "sign" in fields else text


def is_negative(fields: Fields) -> bool:
    """Small numbers are written in digits behind a sign."""
    return "sign" in fields


def is_small(number: str, style: Style) -> bool:
    """Whether it stays a word."""
    return "." not in number and int(number) < style.digits_from
