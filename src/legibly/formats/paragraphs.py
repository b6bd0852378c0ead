"""Text in shapes for people: one sentence a line, and paragraphs with the speakers' names.

All stream: each token is written with what must stand before it, decided from its neighbour alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, TextIO

from legibly.drawing import BREAKS, draw, needs_space, one_line
from legibly.formats.carries import Carries
from legibly.formats.registry import Format
from legibly.marks import ends_sentence
from legibly.transcript import Token, Transcript, Word, speaker_changes

SHORT_PARAGRAPH_WORDS, LONG_PARAGRAPH_WORDS = 60, 110  # where nobody knows the pauses
NEW_TOPICS = frozenset(
    "now so okay next finally anyway first second another moving today let's thank well".split()
)
PARAGRAPH_PAUSE_SECONDS = 2.0  # seconds of silence after a sentence that begin a new paragraph


def _as_it_is(text: str) -> str:
    return text


@dataclass(frozen=True)
class Shape:
    # "" or the line breaks between a written token and the next word.
    breaks: Callable[[Written, Word], str]
    label: Callable[[str], str]  # how a speaker's name opens a paragraph
    escape: Callable[[str], str] = _as_it_is


class Written(NamedTuple):
    """The token written last and the last word that it covers."""

    drawn: str
    token: Token
    word: Word
    written: int = 0  # words of the paragraph so far
    timed: bool = False  # whether any word had a time


def write_shape(shape: Shape, parts: Iterator[Transcript], out: TextIO) -> None:
    last: Written | None = None
    begun, said = False, ""  # said: the breaks since then
    for part in parts:
        for token in part.tokens:
            said = max(said, BREAKS.get(token.kind, ""), key=len)
            if not token.written:
                continue
            word, drawn = part.words[token.first], shape.escape(draw(token))
            count, timed = 0, word.start is not None
            if last is None:
                out.write(("\n" if begun else "") + _label(shape, word))
            elif line_break := max(said, shape.breaks(last, word), key=len):
                out.write(line_break + _label(shape, word))
                timed = timed or last.timed
            elif needs_space(last.drawn, drawn):
                out.write(" ")
                count, timed = last.written, timed or last.timed
            else:
                count, timed = last.written, timed or last.timed
            out.write(drawn)
            last = Written(drawn, token, part.words[token.last - 1], count + 1, timed)
            begun, said = True, ""
        if not part.continued and last is not None:
            out.write("\n")
            last = None

    if last is not None:
        out.write("\n")


def _label(shape: Shape, word: Word) -> str:
    return shape.label(shape.escape(one_line(word.speaker))) if word.speaker is not None else ""


def _at_sentences(last: Written, word: Word) -> str:
    return "\n" if ends_sentence(last.token.after) or speaker_changes(last.word, word) else ""


def _at_turns(last: Written, word: Word) -> str:
    if speaker_changes(last.word, word):
        return "\n\n"
    if not ends_sentence(last.token.after):
        return ""
    end, start = last.word.end, word.start
    if end is not None and start is not None:
        return "\n\n" if start - end >= PARAGRAPH_PAUSE_SECONDS else ""
    # Nobody says how long the silence was: a paragraph is long enough, and something new begins.
    if last.written < SHORT_PARAGRAPH_WORDS or last.timed:
        return ""
    new = word.text.lower() in NEW_TOPICS
    return "\n\n" if new or last.written >= LONG_PARAGRAPH_WORDS else ""


def escape_markdown(text: str) -> str:
    return re.sub(r"([\\*_`<>\[\]#|])", r"\\\1", text)


SENTENCES = Shape(_at_sentences, label=lambda speaker: "")
PARAGRAPHS = Shape(_at_turns, label=lambda speaker: f"{speaker}: ")
MARKDOWN = Shape(_at_turns, label=lambda speaker: f"**{speaker}:** ", escape=escape_markdown)

_CARRIES = frozenset({Carries.MARKS, Carries.SPEAKERS})
FORMATS = (
    Format(
        "sentences",
        "one sentence a line",
        (),
        write=partial(write_shape, SENTENCES),
        carries=frozenset({Carries.MARKS}),
    ),
    Format(
        "paragraphs",
        "paragraphs with speaker labels",
        (),
        write=partial(write_shape, PARAGRAPHS),
        carries=_CARRIES,
    ),
    Format(
        "markdown",
        "the same as Markdown",
        (".md",),
        write=partial(write_shape, MARKDOWN),
        carries=_CARRIES,
    ),
)
