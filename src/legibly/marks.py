"""Marks: which there are, which end a sentence, what an unknown one is folded into, and where they
sit on a written word.

Inside, a mark is one of the canonical ones below; a language says how it is drawn (`，` for `,`).
What the input had around a word, quotes and brackets included, is kept as it was; `core_mark` finds
the mark in it.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

NONE = ""
MARKS = (",", ".", "?", "!", ":", ";", "—", "、")  # the last one between the items of a list
SENTENCE_ENDS = frozenset(".?!")

# A scorer that does not know a mark gives it the score of the mark it is folded into.
FOLD = {
    **{"!": ".", ";": ".", "…": ".", "?": ".", ":": ",", "—": ",", "、": ","},
    **{".": NONE, ",": NONE},
}

# How marks are drawn behind Chinese and Japanese signs, where a language says nothing else.
WIDE = {",": "，", ".": "。", "?": "？", "!": "！", ":": "：", ";": "；"}

DASHES = ("—", "–", "--", "---", "-")
_CANONICAL = {
    **{mark: mark for mark in MARKS},
    "…": "…",
    **dict.fromkeys(DASHES, "—"),
    **{wide: mark for mark, wide in WIDE.items()},
    "؟": "?",
    "،": ",",
    "।": ".",
}
# What decides, where several marks hang on one word ("?!", ".,"): the strongest.
_STRENGTH = ("?", "!", ".", "…", ";", ":", ",", "、", "—")

OPENING = '"“„‘«‹([{¿¡「『（《'
CLOSING = '"”’»›)]}」』）》'
_TRAILING = ".,?!:;…—–" + "，、。？！：；؟،।" + CLOSING
_ONLY_MARKS = re.compile(rf"^(?:[{re.escape(_TRAILING + OPENING)}]|-{{1,3}})+$")
_INITIALISM = re.compile(r"^(?:[^\W\d_]\.)+[^\W\d_]$")


class Abbreviations(NamedTuple):
    """What keeps its full stop: words of a language, lower-case and without it, and initials."""

    words: frozenset[str] = frozenset()
    letter_words: frozenset[str] = frozenset()  # I, which ends a sentence far more often
    often: frozenset[str] = frozenset()  # written with stops or without: pm, us

    def keep_stop(self, text: str) -> bool:
        lower = text.lower()
        is_initial = len(text) == 1 and text.isupper() and lower not in self.letter_words
        return is_initial or lower in self.words or bool(_INITIALISM.match(text))

    def may_hide_end(self, word: str, before: str = "") -> bool:
        """Whether a heard word is mostly written with a full stop of its own, behind which the end
        of a sentence cannot be seen: the m of "p m". What is a word of its own too, as I is, counts
        behind another letter.
        """
        bare = word.lower().rstrip(".")
        if len(bare) == 1:
            spelt = bare not in self.letter_words and bare != "a"
            return bare.isalpha() and (spelt or len(before.rstrip(".")) == 1)
        return bare in self.often or bool(_INITIALISM.match(bare))


NO_ABBREVIATIONS = Abbreviations()


def is_initialism(text: str) -> bool:
    """Letters with stops between them: U.S., p.m"""
    return bool(_INITIALISM.match(text.rstrip("."))) and "." in text


class Marked(NamedTuple):
    """A written word taken apart: `"Hello,"` has the text Hello, before it a quote,
    after it `,"`.
    """

    before: str
    text: str
    after: str


def core_mark(after: str) -> str:
    """The canonical mark in what follows a word, `""` for none: `."` gives `.`, `--` gives `—`."""
    if not after:
        return NONE
    if after in _CANONICAL:
        return _CANONICAL[after]
    found = {_CANONICAL[char] for char in after if char in _CANONICAL}
    if "..." in after:
        found = (found - {"."}) | {"…"}
    return next((mark for mark in _STRENGTH if mark in found), NONE)


def ends_sentence(after: str) -> bool:
    return core_mark(after) in SENTENCE_ENDS


def sentence_type(after: str) -> str | None:
    return {".": "statement", "?": "question", "!": "exclamation"}.get(core_mark(after))


def fold(mark: str, known: Collection[str]) -> str:
    """The mark itself where it is known, else the nearest known one down the table,
    at last none.
    """
    while mark not in known and mark != NONE:
        mark = FOLD.get(mark, NONE)
    return mark


def stronger_mark(existing: str, added: str) -> str:
    """One mark from two: an end of a sentence outweighs a comma; brackets and quotes are kept
    beside it.
    """
    if not core_mark(existing) or not core_mark(added):
        return existing + added
    return (
        added
        if core_mark(added) in SENTENCE_ENDS and core_mark(existing) not in SENTENCE_ENDS
        else existing
    )


def is_only_marks(written: str) -> bool:
    """Stands alone between words and is no word: a dash, an ellipsis, a stray quote."""
    return bool(_ONLY_MARKS.match(written))


def split_marks(written: str, abbreviations: Abbreviations = NO_ABBREVIATIONS) -> Marked:
    """Take the marks off a written word. The parts put together are always the input again.

    Abbreviations keep their full stop (`p.m.`, `J.`, and what the language lists); a hyphen at the
    end stays too: it is how transcribers write a word that was cut off.
    """
    first, last = 0, len(written)
    while first < last and written[first] in OPENING:
        first += 1
    while last > first and written[last - 1] in _TRAILING:
        last -= 1
    while last - first > 2 and written[last - 2 : last] == "--":
        last -= 2
    while last > first and written[last - 1] in _TRAILING:
        last -= 1
    text = written[first:last]
    # 'quoted', but not 'em nor students'.
    if text[:1] == "'" and text[-1:] == "'" and len(text) > 2:
        first, last, text = first + 1, last - 1, text[1:-1]
    if not text:
        return Marked("", written, "")
    if (
        written[last : last + 1] == "."
        and written[last : last + 3] != "..."
        and abbreviations.keep_stop(text)
    ):
        last += 1

    return Marked(written[:first], written[first:last], written[last:])
