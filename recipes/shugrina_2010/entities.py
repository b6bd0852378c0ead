"""Running text with numbers as they were spoken, and what should be written: entities that are right or wrong."""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from legibly.model import Token, Transcript, Word

DIGIT = re.compile(r"\d")


@dataclass(frozen=True)
class Entity:
    first: int  # positions of its words
    last: int
    written: str
    kind: str


@dataclass(frozen=True)
class Call:
    words: list[str]  # as spoken, lower-case
    written: list[str]  # what was written for each word, "" but for the first of an entity
    entities: list[Entity]

    def transcript(self) -> Transcript:
        words = tuple(Word(text) for text in self.words)
        return Transcript(words, tuple(Token(word.text, i, i + 1) for i, word in enumerate(words)), "en")


def read_call(path: Path) -> Call:
    """A call whose entities with digits, where the source says how they were spoken, are put into spoken words."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    words: list[str] = []
    written: list[str] = []
    entities: list[Entity] = []
    at = 0
    while at < len(rows):
        last = at + 1
        label = rows[at].get("ent")
        while label and last < len(rows) and rows[last].get("ent") == label:
            last += 1
        text = " ".join(row["w"] for row in rows[at:last])
        said = rows[at].get("said") or ""
        if label and said and DIGIT.search(text) and not DIGIT.search(said):
            spoken = said.lower().split()
            entities.append(Entity(len(words), len(words) + len(spoken), text, label.split(":", 1)[1]))
            words += spoken
            written += [text] + [""] * (len(spoken) - 1)
        else:
            for row in rows[at:last]:
                words.append(row["w"].lower())
                written.append(row["w"])
        at = last
    return Call(words, written, entities)


def found(call: Call, tokens: Sequence[Token]) -> Iterator[tuple[Entity, str, str]]:
    """For each entity what should stand there and what does, over whole tokens of the result."""
    first_token: dict[int, int] = {}
    for i, token in enumerate(tokens):
        for position in range(token.first, token.last):
            first_token[position] = i
    starts = {position for entity in call.entities for position in range(entity.first + 1, entity.last)}
    for entity in call.entities:
        begin, end = first_token[entity.first], first_token[entity.last - 1]
        first, last = tokens[begin].first, tokens[end].last
        while first in starts:  # a token that reaches into another entity
            first -= 1
        while last in starts:
            last += 1
        wanted = " ".join(text for text in call.written[first:last] if text)
        begin, end = first_token[first], first_token[last - 1]
        yield entity, wanted, " ".join(token.text for token in tokens[begin : end + 1])


def plain(text: str) -> str:
    """Without what is style alone: capitals, spaces, thousands signs, hyphens, full stops of abbreviations."""
    text = text.lower().replace("–", "-").replace("’", "'")
    text = re.sub(r"\bper ?cent\b", "%", text)
    text = re.sub(r"\b([ap])\.m\.?", r"\1m", text)
    text = re.sub(r"\b0(\d:\d\d)", r"\1", text)
    text = re.sub(r"(?<=\d),(?=\d{3})", "", text)
    text = re.sub(r"(?<!\d)0\.(?=\d)", ".", text)
    text = re.sub(r"\bminus\b|[\s\-,()']+", "", text)
    return text.rstrip(".")
