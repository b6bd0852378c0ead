"""Running text with numbers as they were spoken, and what should be written: entities that are right or wrong."""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import Match, SequenceMatcher
from pathlib import Path

from legibly.transcript import Token, Transcript, Word

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
    sentences: list[tuple[int, int]]  # positions of words

    def transcript(self) -> Transcript:
        words = tuple(Word(text) for text in self.words)
        return Transcript(
            words, tuple(Token(word.text, i, i + 1) for i, word in enumerate(words)), "en"
        )


def read_call(path: Path) -> Call:
    """A call whose entities with digits, where the source says how they were spoken, are put into spoken words."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    words: list[str] = []
    written: list[str] = []
    entities: list[Entity] = []
    ends: list[int] = []
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
            entities.append(
                Entity(len(words), len(words) + len(spoken), text, label.split(":", 1)[1])
            )
            words += spoken
            written += [text] + [""] * (len(spoken) - 1)
        else:
            for row in rows[at:last]:
                words.append(row["w"].lower())
                written.append(row["w"])
        if rows[last - 1].get("p", "") in (".", "?", "!") or last == len(rows):
            ends.append(len(words))
        at = last

    return Call(words, written, entities, list(zip([0, *ends], ends, strict=False)))


def sentence_texts(call: Call, tokens: Sequence[Token]) -> list[str]:
    """What is written for each sentence of the reference; a token belongs to the one it begins in."""
    texts: list[list[str]] = [[] for _ in call.sentences]
    at = 0
    for token in tokens:
        while token.first >= call.sentences[at][1]:
            at += 1
        texts[at].append(token.text + ("," if token.kind == "date" and token.after else ""))
    return [" ".join(words) for words in texts]


def judge(call: Call, texts: Sequence[str]) -> Iterator[tuple[Entity, str, str]]:
    """For each entity what should stand there and what does: between the nearest words that both texts have."""
    for (first, last), text in zip(call.sentences, texts, strict=True):
        inside = [entity for entity in call.entities if first <= entity.first < last]
        if not inside:
            continue
        positions = [at for at in range(first, last) if call.written[at]]
        wanted = [call.written[at] for at in positions]
        got = text.split()
        matcher = SequenceMatcher(
            None, [plain(word) for word in wanted], [plain(word) for word in got], autojunk=False
        )
        same = [pair for block in matcher.get_matching_blocks() for pair in _pairs(block, wanted)]
        for entity in inside:
            place = positions.index(entity.first)
            before = max(((i, j) for i, j in same if i < place), default=(-1, -1))
            after = min(((i, j) for i, j in same if i > place), default=(len(wanted), len(got)))
            yield (
                entity,
                " ".join(wanted[before[0] + 1 : after[0]]),
                " ".join(got[before[1] + 1 : after[1]]),
            )


def _pairs(block: Match, wanted: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Equal words that are no numbers: a number may be equal to another one's part."""
    for k in range(block.size):
        if not DIGIT.search(wanted[block.a + k]):
            yield block.a + k, block.b + k


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
