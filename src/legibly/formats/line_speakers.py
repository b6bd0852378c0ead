"""Who speaks, where people write it at the beginning of a line: `Ann: hello`, `[Ann] hello`,
`小明：你好`.

One such line may be anything (`Note: closed on Monday`); where several share the shape, they are
names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from legibly.files.source import Source

_WORD = r"[^\W\d_a-zß-öø-ÿ][\w.'’-]*|\d{1,3}"  # begins with a capital, or is a number
_JOINER = r"van|von|de|da|do|dos|del|der|la|le|of|the|and|bin|al"
NAME = rf"(?:{_WORD})(?: (?:{_WORD}|{_JOINER})){{0,4}}(?: \([^()]{{1,30}}\))?"
_LINE = re.compile(
    rf"(?:(?:-|>>+)\s*)?"
    rf"(?:({NAME})(?::(?=\s|$)|：)|\[({NAME})\](?::(?=\s|$)|(?=\s|$))|\*\*({NAME}):\*\*(?=\s|$))\s*"
)
# What stands before a colon, or in brackets, and is nobody.
_NOBODY = re.compile(
    r"(?:note|notes|nb|ps|warning|caution|tip|example|date|time|place|location|venue|subject|re|"
    r"from|to|cc|bcc|present|attendees|apologies|title|source|sources|ingredients|method|summary|"
    r"agenda|topic|update|translation|price|total|address|phone|fax|email|e-mail|website|step|"
    r"chapter|part|section|act|scene|lesson|rule|item|point|option|http|https|"
    r"music|applause|laughter|laughs|laughing|cheering|cheers|noise|silence|inaudible|crosstalk|"
    r"unintelligible|indistinct|foreign|singing|sighs|coughs|pause|beep|blank_audio)"
    r"(?: .*)?",
    re.I,
)
_SAYING = re.compile(r".*(?:说|說|道|是|为|為|如下|表示)|.{13,}")  # before a full-width colon
_CHANGE = re.compile(r"\s*(?:>>+|[-–—](?=\s))\s*")  # somebody else speaks, whoever it is
FEWEST = 2  # lines that share the shape
SHARE = 0.2  # of the lines, where no name comes twice


def find_names(lines: Iterable[str]) -> frozenset[str]:
    """The names that stand before the text of these lines; none where they are likely something
    else.
    """
    seen: Counter[str] = Counter()
    count = 0
    for line in lines:
        if line.strip():
            count += 1
            name = _name(line)
            if name is not None:
                seen[name] += 1

    if sum(seen.values()) < max(FEWEST, SHARE * count):
        seen = Counter({name: times for name, times in seen.items() if times >= FEWEST})
    return frozenset(seen)


def split_name(line: str, names: Collection[str]) -> tuple[str | None, str]:
    """The speaker of a line and what is said in it."""
    if not names or (name := _name(line)) is None or name not in names:
        return None, line
    match = _LINE.match(line.lstrip())
    assert match is not None
    return name, line.lstrip()[match.end() :]


def _name(line: str) -> str | None:
    match = _LINE.match(line.lstrip())
    if match is None:
        return None
    name = match[1] or match[2] or match[3]
    if line.lstrip()[match.end(1) : match.end(1) + 1] == "：" and _SAYING.fullmatch(name):
        return None
    return None if _NOBODY.fullmatch(name) else name


def listed(names: Collection[str]) -> str:
    """For people to read: the first few."""
    some = ", ".join(sorted(names)[:6])
    return f"{some}, ..." if len(names) > 6 else some


class Turns:
    """Who speaks in the lines of a text: names, and signs that somebody else does."""

    def __init__(self, names: frozenset[str], *, changes: bool) -> None:
        self.names, self._changes = names, changes
        self.speaker: str | None = None  # who was named last goes on speaking
        self._count = 0

    @classmethod
    def of(cls, lines: Iterable[str], source: Source) -> Turns:
        """By the shape of some lines; what they are taken for is said."""
        known = list(lines)
        names = find_names(known)
        if names:
            source.repaired(f"names before the text read as speakers: {listed(names)}")
        changes = sum(1 for line in known if _CHANGE.match(line)) >= FEWEST
        if changes:
            source.repaired("signs at the beginnings of lines read as changes of speaker")
        return cls(names, changes=changes)

    def __bool__(self) -> bool:
        return bool(self.names) or self._changes

    def of_line(self, line: str) -> tuple[str | None, str]:
        """The speaker of a line, and what is said in it."""
        name, rest = split_name(line, self.names)
        if name is None and self._changes and (match := _CHANGE.match(line)):
            self._count += 1
            inner, rest = split_name(line[match.end() :], self.names)
            name = inner or f"turn {self._count}"
        if name is not None:
            self.speaker = name
        return self.speaker, rest if name is not None else line

    def of_lines(self, lines: Iterable[str]) -> Iterator[tuple[str | None, str]]:
        """The same of the lines of a cue, those of one speaker together."""
        speaker: str | None = None
        text: list[str] = []
        for line in lines:
            who, rest = self.of_line(line)
            if text and who != speaker:
                yield speaker, " ".join(text)
                text = []
            speaker = who
            text.append(rest)
        if text:
            yield speaker, " ".join(text)
