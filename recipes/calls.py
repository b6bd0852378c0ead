"""Timed calls and meetings: what people said and what a recogniser heard, with the reference's
marks.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from legibly.formats.transcripts import read_all
from legibly.metrics.pairs import align_pair
from legibly.metrics.projection import project
from legibly.transcript import Transcript
from recipes.dialogues import Utterance
from recipes.place import Place

ENDS = {**dict.fromkeys(".;…", "."), "?": "?", "!": "!"}
FOLDED = {**ENDS, **dict.fromkeys(",:—", ",")}
# Where long turns are cut.
PAUSE_SECONDS, MIN_TURN_WORDS, MAX_TURN_WORDS = 0.5, 20, 100


def texts(
    place: Place,
    pattern: str,
    split: str,
    words: int,
    labelled: Callable[[Path, Transcript], Transcript] = lambda path, text: text,
) -> list[Transcript]:
    """Whole transcripts of a split, until there are so many words; with labels of one's own."""
    found, total = [], 0
    for path in place.files(pattern.format(split)):
        for text in read_all(path, language="en"):
            found.append(labelled(path, text))
            total += len(text.words)
        if total >= words:
            break
    return found


def recognised(place: Place, split: str, words: int) -> list[Transcript]:
    """The words of a Kaldi recogniser with the marks of the reference (Earnings-21)."""
    found, total = [], 0
    for path in place.files(f"asr/earnings21/rev_kaldi/{split}/*.jsonl.xz"):
        reference = place.data / "timed/earnings21" / split / path.name
        if not reference.is_file():
            continue
        heard, wanted = read_all(path, language="en")[0], read_all(reference, language="en")[0]
        found.append(project(align_pair(path.stem, wanted, heard)))
        total += len(heard.words)
        if total >= words:
            break

    return found


def turns(place: Place, split: str, *, heard: bool) -> list[Utterance]:
    """Turns of Earnings-21 calls, as people said them or as heard, long ones cut at pauses."""
    paths = place.files(f"asr/earnings21/aligned_rev_kaldi/{split}/*.xz")
    return [cut for path in paths for turn in _aligned(path, heard) for cut in _cut(turn)]


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
        paused = end is not None and start is not None and start - end >= PAUSE_SECONDS
        if at - begin >= MAX_TURN_WORDS or (paused and at - begin >= MIN_TURN_WORDS):
            yield [(word, mark) for word, mark, _, _ in turn[begin:at]]
            begin = at
    yield [(word, mark) for word, mark, _, _ in turn[begin:]]
