"""Running text with numbers as they were spoken, and what should be written: entities that are
right or wrong.
"""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import Match, SequenceMatcher
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from legibly.transcript import Span, Token, Transcript, Word, as_heard

DIGIT = re.compile(r"\d")
ENDS = (".", "?", "!")
Row = dict[str, Any]  # a line of a call: `w` is written, `p` the mark after it, `said` was spoken


class Entity(NamedTuple):
    first: int  # positions of its words, as in `Span`
    last: int
    written: str
    kind: str


@dataclass(frozen=True)
class Call:
    words: list[str]  # as spoken, lower-case
    written: list[str]  # what was written for each word, "" but for the first of an entity
    entities: list[Entity]
    sentences: list[Span]
    marks: list[str] = field(default_factory=list)  # after each word

    def transcript(self) -> Transcript:
        words = tuple(Word(text) for text in self.words)
        return Transcript(words, tuple(as_heard(words)), "en")

    def spoken_sentences(self) -> list[str]:
        return [" ".join(self.words[first:last]) for first, last in self.sentences]

    def sentences_with_entities(self) -> list[str]:
        begins = [entity.first for entity in self.entities]
        return [
            " ".join(self.words[first:last])
            for first, last in self.sentences
            if any(first <= begin < last for begin in begins)
        ]


class Judgement(NamedTuple):
    """What should stand where an entity is, and what does."""

    entity: Entity
    wanted: str
    written: str


def read_call(path: Path) -> Call:
    """A call whose entities with digits, where the source says how they were spoken, are put into
    spoken words.
    """
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        return as_spoken([json.loads(line) for line in lines])


def as_spoken(rows: Sequence[Row]) -> Call:
    call, ends = Call([], [], [], []), []
    for group in _groups(rows):
        if spoken := _spoken(group):
            _add_entity(call, group, spoken)
        else:
            call.words.extend(row["w"].lower() for row in group)
            call.written.extend(row["w"] for row in group)
            call.marks.extend(row.get("p", "") for row in group)
        if group[-1].get("p", "") in ENDS or group[-1] is rows[-1]:
            ends.append(len(call.words))

    call.sentences.extend(Span(*span) for span in zip([0, *ends], ends, strict=False))
    return call


def _groups(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Those of an entity together, others each alone."""
    for label, same in groupby(rows, key=lambda row: row.get("ent")):
        if label:
            yield list(same)
        else:
            yield from ([row] for row in same)


def _spoken(group: Sequence[Row]) -> list[str]:
    """The spoken words of an entity with digits, where there is one and the source gives them."""
    said = group[0].get("said") or ""
    if not group[0].get("ent") or DIGIT.search(said) or not DIGIT.search(_text(group)):
        return []
    return str(said).lower().split()


def _text(group: Sequence[Row]) -> str:
    return " ".join(row["w"] for row in group)


def _add_entity(call: Call, group: Sequence[Row], spoken: Sequence[str]) -> None:
    first, text = len(call.words), _text(group)
    kind = group[0]["ent"].split(":", 1)[1]
    call.entities.append(Entity(first, first + len(spoken), text, kind))
    call.words.extend(spoken)
    call.written.extend([text, *[""] * (len(spoken) - 1)])
    call.marks.extend([*[""] * (len(spoken) - 1), group[-1].get("p", "")])


def drawn(tokens: Iterable[Token]) -> str:
    """Tokens without their marks, but for the comma that belongs to a date."""
    return " ".join(
        token.text + ("," if token.kind == "date" and token.after else "") for token in tokens
    )


def sentence_texts(call: Call, tokens: Sequence[Token]) -> list[str]:
    """What is written for each sentence of the reference; a token belongs to the one it begins
    in.
    """
    sentences: list[list[Token]] = [[] for _ in call.sentences]
    number = 0
    for token in tokens:
        while token.first >= call.sentences[number].last:
            number += 1
        sentences[number].append(token)
    return [drawn(sentence) for sentence in sentences]


def judge(call: Call, texts: Sequence[str]) -> Iterator[Judgement]:
    """For each entity what should stand there and what does: between the nearest words that both
    texts have.
    """
    for (first, last), text in zip(call.sentences, texts, strict=True):
        inside = [entity for entity in call.entities if first <= entity.first < last]
        if not inside:
            continue
        positions = [position for position in range(first, last) if call.written[position]]
        wanted = [call.written[position] for position in positions]
        written = text.split()
        anchors = _anchors(wanted, written)
        for entity in inside:
            place = positions.index(entity.first)
            i, j = max((pair for pair in anchors if pair[0] < place), default=(-1, -1))
            end = len(wanted), len(written)
            k, m = min((pair for pair in anchors if pair[0] > place), default=end)
            yield Judgement(entity, " ".join(wanted[i + 1 : k]), " ".join(written[j + 1 : m]))


def _anchors(wanted: Sequence[str], written: Sequence[str]) -> list[tuple[int, int]]:
    """Where both texts have the same."""
    matcher = SequenceMatcher(None, [*map(plain, wanted)], [*map(plain, written)], autojunk=False)
    return [pair for block in matcher.get_matching_blocks() for pair in _pairs(block, wanted)]


def _pairs(block: Match, wanted: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Equal words that are no numbers: a number may be equal to another one's part."""
    for k in range(block.size):
        if not DIGIT.search(wanted[block.a + k]):
            yield block.a + k, block.b + k


def plain(text: str) -> str:
    """Without what is style alone: capitals, spaces, thousands signs, hyphens, full stops of
    abbreviations.
    """
    text = text.lower().replace("–", "-").replace("’", "'")
    text = re.sub(r"\bper ?cent\b", "%", text)
    text = re.sub(r"\b([ap])\.m\.?", r"\1m", text)
    text = re.sub(r"\b0(\d:\d\d)", r"\1", text)
    text = re.sub(r"(?<=\d),(?=\d{3})", "", text)
    text = re.sub(r"(?<!\d)0\.(?=\d)", ".", text)
    text = re.sub(r"\bminus\b|[\s\-,()']+", "", text)
    return text.rstrip(".")
