"""Where somebody may have begun anew: words that are said again, or put right, by the words that
follow ("I I don't, I don't think"), and features of such places for a maximum entropy model.

A restart is some words that would be left out and the word behind them that takes their place. Only
what stands in a window around it is looked at, so that a stream can tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from legibly.features.templates import Fingerprints, fingerprint

LONGEST_RESTART = 6  # words
LOOKAHEAD_WORDS = LONGEST_RESTART + 3  # behind its first word, the most that a feature looks at
LOOKBACK_WORDS = 2
NO_WORD = "<outside>"  # before and behind a text
TEMPLATES = (
    *("shape", "shape first", "shape resumed", "first", "last", "pair", "span", "before"),
    *("before pair", "behind", "behind pair", "inside", "run", "letters", "bias"),
)


class Said(NamedTuple):
    """A word that was said, in small letters."""

    text: str
    hesitates: bool = False  # a filler comes behind it
    broken: bool = False  # somebody broke off there, as people write it: "th-"
    ends: bool = False  # no restart reaches across: a sentence, a turn, or something else ends
    plain: bool = True  # False: a number, a spelt letter, a tag; it is never left out
    doubles: bool = False  # people say it twice on purpose: very very good


NOBODY = Said(NO_WORD, ends=True, plain=False)


class Restart(NamedTuple):
    """Words from `first` on that the word at `last` takes the place of."""

    first: int
    last: int
    kind: str  # copy: its first word comes again; start: of that only the start; broken off

    @property
    def length(self) -> int:
        return self.last - self.first


def restarts_at(words: Sequence[Said], first: int) -> Iterator[Restart]:
    """All that begin at a word, the shortest first."""
    for last in range(first + 1, min(first + LONGEST_RESTART + 1, len(words))):
        before = words[last - 1]
        if before.ends or not before.plain:
            return
        kind = _kind(words, first, last)
        on_purpose = kind == "copy" and all(word.doubles for word in words[first:last])
        if kind is not None and not on_purpose:
            yield Restart(first, last, kind)


def _kind(words: Sequence[Said], first: int, last: int) -> str | None:
    begun, resumed = words[first].text, words[last].text
    if begun == resumed:
        return "copy"
    if last - first > 1:
        return "broken" if words[last - 1].broken else None
    if words[first].broken:
        return "broken"
    if words[last].plain and (
        resumed.startswith(begun) or begun.split("'")[0] == resumed.split("'")[0]
    ):
        return "start"
    return None


def copied(words: Sequence[Said], restart: Restart) -> int:
    """How many words behind are those that would be left out, in the same order."""
    count = 0
    while (
        count < restart.length
        and restart.last + count < len(words)
        and words[restart.first + count].text == words[restart.last + count].text
    ):
        count += 1
    return count


def features(words: Sequence[Said], restart: Restart) -> list[str]:
    """What is seen of a restart, in the order of `TEMPLATES`; nothing outside its window."""

    def at(place: int) -> Said:
        in_window = restart.first - LOOKBACK_WORDS <= place <= restart.first + LOOKAHEAD_WORDS
        return words[place] if in_window and 0 <= place < len(words) else NOBODY

    first, last, length = restart.first, restart.last, restart.length
    before = at(first - 1) if not at(first - 1).ends else NOBODY
    again = copied(words, restart)
    behind = at(last + max(1, again)) if not at(last + max(1, again) - 1).ends else NOBODY
    hesitates = any(at(place).hesitates for place in range(first, last))
    stops = at(last - 1).hesitates
    shape = f"{restart.kind} {length} {again} {stops} {at(last - 1).broken}"
    begun, resumed = at(first).text, at(last).text
    run = f"{before.text == begun} {behind.text == resumed} {length}"
    return [
        shape,
        f"{restart.kind} {length > 1} {stops} {begun}",
        f"{restart.kind} {length > 1} {resumed}",
        f"{begun}",
        f"{length} {at(last - 1).text}",
        f"{begun} {resumed}",
        " ".join(at(place).text for place in range(first, last)),
        f"{before.text} {restart.kind} {length > 1}",
        f"{before.text} {begun}",
        f"{behind.text} {restart.kind} {length > 1}",
        f"{resumed} {behind.text}",
        f"{hesitates} {length} {restart.kind}",
        f"{run} {before is NOBODY}",
        f"{restart.kind} {min(len(begun), 6)} {min(len(resumed), 6)} {length > 1}",
        "",
    ]


def fingerprints(rows: Sequence[Sequence[str]]) -> list[Fingerprints]:
    """By template, the fingerprints of the features of some restarts."""
    return [
        np.array([fingerprint(f"{name} {row[k]}") for row in rows], np.uint64)
        for k, name in enumerate(TEMPLATES)
    ]
