"""Timed calls and meetings for the recipes: what people said and what a recogniser heard, with the marks of the reference."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from common import DATA
from dialogues import Utterance

from legibly.formats.transcripts import read_all
from legibly.metrics.pairs import align_pair
from legibly.metrics.projection import project
from legibly.transcript import Transcript

ENDS = {**dict.fromkeys(".;…", "."), "?": "?", "!": "!"}
FOLDED = {**ENDS, **dict.fromkeys(",:—", ",")}
PAUSE, SHORTEST, MAX_SEQUENCE_WORDS = 0.5, 20, 100  # seconds and words: where long turns are cut


def texts(pattern: str, split: str, words: int) -> list[Transcript]:
    """Whole transcripts of a split, until there are so many words."""
    found, total = [], 0
    for path in sorted(DATA.glob(pattern.format(split))):
        for text in read_all(path, language="en"):
            found.append(text)
            total += len(text.words)
        if total >= words:
            break
    return found


def recognised(split: str, words: int) -> list[Transcript]:
    """The words of a Kaldi recogniser with the marks of the reference (Earnings-21)."""
    found, total = [], 0
    for path in sorted((DATA / "asr/earnings21/rev_kaldi" / split).glob("*.jsonl.xz")):
        reference = DATA / "timed/earnings21" / split / path.name
        if not reference.is_file():
            continue
        heard, wanted = read_all(path, language="en")[0], read_all(reference, language="en")[0]
        found.append(project(align_pair(path.stem, wanted, heard)))
        total += len(heard.words)
        if total >= words:
            break

    return found


def turns(split: str, *, heard: bool) -> list[Utterance]:
    """Turns of Earnings-21 calls as people said them or as a recogniser heard them, long ones cut at pauses."""
    paths = sorted((DATA / "asr/earnings21/aligned_rev_kaldi" / split).glob("*.xz"))
    return [piece for path in paths for turn in _aligned(path, heard) for piece in _cut(turn)]


_Timed = list[tuple[str, str, float | None, float | None]]  # word, mark, start, end


def _aligned(path: Path, heard: bool) -> Iterator[_Timed]:
    """The marks of words that were not heard belong to the word before."""
    turn: _Timed = []
    speaker = None
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            item: dict[str, Any] = json.loads(line)
            if item.get("spk", speaker) != speaker:
                if turn:
                    yield turn
                turn, speaker = [], item["spk"]
            word = item.get("h" if heard else "said")
            mark = FOLDED.get(item.get("p") or "", "")
            if word is not None:
                turn.append((word.lower(), mark, item.get("s"), item.get("e")))
            elif turn and mark and not turn[-1][1]:
                turn[-1] = (turn[-1][0], mark, *turn[-1][2:])

    if turn:
        yield turn


def _cut(turn: _Timed) -> Iterator[Utterance]:
    begin = 0
    for at in range(1, len(turn)):
        end, start = turn[at - 1][3], turn[at][2]
        paused = end is not None and start is not None and start - end >= PAUSE
        if at - begin >= MAX_SEQUENCE_WORDS or (paused and at - begin >= SHORTEST):
            yield [(word, mark) for word, mark, _, _ in turn[begin:at]]
            begin = at
    yield [(word, mark) for word, mark, _, _ in turn[begin:]]
