"""Whether a break stands inside a phrase, told by parts of speech: the places that the guides of
the BBC and of Netflix name. The tagger learnt from treebanks and knows nothing of legibly's table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from legibly.features.pos import PosTagger
from legibly.marks import core_mark
from legibly.subtitles.cues import Cue
from legibly.transcript import Token, Transcript

NOMINAL = frozenset(("NOUN", "PROPN", "ADJ", "NUM"))
ANYTHING = frozenset(
    ("ADJ", "ADP", "ADV", "AUX", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN", "SCONJ")
) | {"VERB", "X"}
# What must not be parted from what stands before it.
TOGETHER = {
    "DET": NOMINAL | {"ADV", "VERB"},  # the | results, the | very
    "ADJ": frozenset(("NOUN", "PROPN", "ADJ")),  # strong | results
    "NUM": frozenset(("NOUN", "PROPN", "NUM")),  # ten | years
    "NOUN": frozenset(("NOUN",)),  # revenue | growth
    "PROPN": frozenset(("PROPN",)),  # John | Smith
    "ADP": NOMINAL | {"DET", "PRON", "VERB", "ADV"},  # on | the table
    "CCONJ": ANYTHING,  # and | those
    "SCONJ": ANYTHING,  # because | it
    "AUX": frozenset(("VERB", "AUX", "PART", "ADV", "ADJ")),  # have | eaten
    "PART": frozenset(("VERB", "AUX", "ADV")),  # to | go
    "PRON": frozenset(("VERB", "AUX", "PART")),  # he | is
    "VERB": frozenset(("PRON",)),  # gave | him, not: gave | his book
    "ADV": frozenset(("ADJ", "ADV")),  # very | good
}


@dataclass(frozen=True)
class Breaks:
    """Of cues, and of the lines in them."""

    cues: int
    at_marks: int
    inside: int
    lines: int
    lines_inside: int


def tags_of(tagger: PosTagger, transcript: Transcript) -> list[str]:
    """A tag a token, sentence by sentence."""
    found: list[str] = []
    for tokens in _sentences(transcript.tokens):
        found += tagger.tag([token.text.lower() or "uh" for token in tokens])
    return found


def _sentences(tokens: Iterable[Token]) -> Iterator[list[Token]]:
    sentence: list[Token] = []
    for token in tokens:
        sentence.append(token)
        if core_mark(token.after) in ".?!" and token.after:
            yield sentence
            sentence = []
    if sentence:
        yield sentence


def count_breaks(
    cues: Sequence[Cue], transcript: Transcript, tags: Sequence[str]
) -> tuple[Breaks, list[str]]:
    """The counts, and the words around every break inside a phrase."""
    tokens = transcript.tokens
    ends = [cue.last - 1 for cue in cues[:-1] if not _speaker_ends(transcript, cue.last - 1)]
    lines = [place for cue in cues for place in _line_ends(cue, tokens)]
    inside = [place for place in ends if _is_inside(place, tokens, tags)]
    lines_inside = [place for place in lines if _is_inside(place, tokens, tags)]
    marked = sum(bool(core_mark(tokens[place].after)) for place in ends)
    shown = [
        " ".join(token.text for token in tokens[max(0, place - 3) : place + 1])
        + " | "
        + " ".join(token.text for token in tokens[place + 1 : place + 4])
        for place in inside
    ]
    return Breaks(len(ends), marked, len(inside), len(lines), len(lines_inside)), shown


def _speaker_ends(transcript: Transcript, place: int) -> bool:
    words, tokens = transcript.words, transcript.tokens
    before, after = tokens[place], tokens[place + 1]
    return words[before.first].speaker != words[after.first].speaker


def _line_ends(cue: Cue, tokens: Sequence[Token]) -> Iterator[int]:
    place = cue.first
    for line in cue.lines[:-1]:
        count = len(line.split())
        while place < cue.last and count > 0:
            count -= len(tokens[place].written.split())
            place += 1
        yield place - 1


def _is_inside(place: int, tokens: Sequence[Token], tags: Sequence[str]) -> bool:
    if place + 1 >= len(tokens) or tokens[place].after:
        return False
    left, right, beyond = (*tags[place : place + 3], "")[:3]
    if left == "VERB" and right == "PRON" and beyond in NOMINAL:
        return False
    return right in TOGETHER.get(left, frozenset())
