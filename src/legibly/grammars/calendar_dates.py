"""Dates in the order of day, month and year, with small words between them: "3 de mayo de 2024"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from legibly.grammars.grammar import Fields, Grammar, Part, said
from legibly.grammars.phrases import Field, Maybe, Phrase, Table, as_said
from legibly.grammars.style import Style

_ISO = re.compile(r"(?P<year>\d{4})-(?P<number>\d{1,2})-(?P<day>\d{1,2})")
_SLASHES = re.compile(r"(?P<day>\d{1,2})([/.-])(?P<number>\d{1,2})\2(?P<year>\d{4})")
FIRST_OF_MONTH = "1!"  # of a month, said as an ordinal
YEARS = range(1000, 2200)


@dataclass(frozen=True)
class CalendarDates:
    """What dates of a language are made of."""

    months: Sequence[str]  # from January on, as they are written
    day: Phrase  # 1 to 31; FIRST_OF_MONTH for the first
    year: Phrase
    of: str  # between day and month
    of_year: tuple[str, ...]  # between month and year
    first: str  # how the first is written
    to: tuple[str, ...] = ()  # between the first and the last day

    def grammars(self) -> list[Grammar]:
        month = Field("month", Table([(name.lower(), name) for name in self.months]))
        of = Field("of", as_said(self.of))
        of_year = Field("of year", as_said(*self.of_year)) + Field("year", self.year)
        day = Field("day", self.day)
        days = Field("low", self.day) + Field("to", as_said(*self.to)) + day if self.to else day
        return [
            Grammar("date", days + of + month + Maybe(of_year), self._write),
            Grammar("date", day + of + month + Maybe(of_year), self._write, self._parse),
            Grammar("date", day + month + Maybe(of_year), self._write),
            Grammar("date", month + of_year, self._write, self._parse_month),
        ]

    def _write(self, fields: Fields, style: Style) -> list[Part] | None:
        month, year, day = fields["month"], fields.get("year"), fields.get("day")
        if year is not None and int(year.text) not in YEARS:
            return None
        if day is not None and "low" in fields and not self._is_range(fields):
            return None
        if day is not None and year is not None and style.dates != "spoken":
            if "low" in fields:
                return None
            return [Part(self._in_numbers(day.text, month.text, year.text, style))]
        parts: list[Part] = []
        if "low" in fields:
            parts += [Part(self._day(fields["low"].text), fields["low"]), *said(fields["to"])]
        if day is not None:
            parts.append(Part(self._day(day.text), day))
            parts += said(fields["of"]) if "of" in fields else []
        parts.append(Part(month.text, month))
        if year is not None:
            parts += [*said(fields["of year"]), Part(year.text, year)]
        return parts

    def _day(self, day: str) -> str:
        return self.first if day == FIRST_OF_MONTH else day

    def _is_range(self, fields: Fields) -> bool:
        low, high = (int(fields[name].text.removesuffix("!")) for name in ("low", "day"))
        return low < high

    def _in_numbers(self, day: str, month: str, year: str, style: Style) -> str:
        number, date = self.months.index(month) + 1, int(day.removesuffix("!"))
        if style.dates == "iso":
            return f"{year}-{number:02d}-{date:02d}"
        if style.dates == "mdy":
            return f"{number}/{date}/{year}"
        return f"{date}/{number}/{year}"

    def _parse(self, text: str) -> Iterable[dict[str, str]]:
        names = "|".join(self.months)
        ways = "|".join(self.of_year)
        spoken = re.fullmatch(
            rf"(?P<day>\d{{1,2}}|{re.escape(self.first)}) {self.of} (?P<month>{names})"
            rf"(?: (?P<of_year>{ways}) (?P<year>\d{{4}}))?",
            text,
            re.I,
        )
        match = spoken or _ISO.fullmatch(text) or _SLASHES.fullmatch(text)
        if match is None:
            return
        found = {name: value for name, value in match.groupdict().items() if value is not None}
        if "number" in found:
            number = int(found.pop("number"))
            if not 1 <= number <= len(self.months):
                return
            found["month"] = self.months[number - 1]
        day = found["day"]
        found["day"] = FIRST_OF_MONTH if day in (self.first, "1", "01") else str(int(day))
        found["month"] = next(m for m in self.months if m.lower() == found["month"].lower())
        found["of"] = self.of
        if "year" in found:
            found["of year"] = found.pop("of_year", self.of_year[0])
        yield found

    def _parse_month(self, text: str) -> Iterable[dict[str, str]]:
        names, ways = "|".join(self.months), "|".join(self.of_year)
        match = re.fullmatch(rf"(?P<month>{names}) (?P<of>{ways}) (?P<year>\d{{4}})", text, re.I)
        if match:
            month = next(m for m in self.months if m.lower() == match["month"].lower())
            yield {"month": month, "of year": match["of"], "year": match["year"]}
