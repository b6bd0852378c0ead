"""The corpora: lines of words with marks, times and, where there is sound, its features."""

from __future__ import annotations

import json
import lzma
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from legibly.marks import core_mark, fold
from legibly.prosody.features import NAMES, TIME_NAMES, Values, from_times, labelled
from legibly.scorers.prosody import PROSODY_MARKS
from legibly.speech.audio import open_audio
from legibly.speech.frames import RATE, Frames, measure
from legibly.speech.word_prosody import word_features
from legibly.training.prosody_data import Classes
from legibly.transcript import Word
from recipes.kim_woodland_2003.queen import QueenFile
from recipes.place import Place

LEAST_TIMED = 0.5  # of a recording's words; aligners failed on others
SPLITS = ("train", "dev", "test")


class Line(NamedTuple):
    """What was said in one go: a line of a play, a clip, a call."""

    words: list[Word]  # with their features as labels
    marks: Classes  # behind each word, as positions in PROSODY_MARKS
    group: str  # scene, chapter or call: never apart
    split: str
    seconds: float = 0.0  # of sound


class Spoken(NamedTuple):
    """A corpus, and whether the end of a line is given away by where it stops."""

    name: str
    about: str
    lines: list[Line]
    has_sound: bool
    inside: bool = True  # the last word of a line is not judged

    def of(self, *splits: str) -> list[Line]:
        return [line for line in self.lines if line.split in splits]


def acted(place: Place) -> Spoken:
    """Beneath a Steel Sky."""
    folder = place.data / "audio/bass"
    lines = [
        _with_sound(item["words"], folder / "opus" / item["file"], item["scene"], split)
        for split in SPLITS
        for item in json_lines(folder / f"{split}.jsonl.xz")
        if len(item["words"]) > 1
    ]
    return Spoken("bass", "acted dialogue, British (Beneath a Steel Sky)", lines, True)


def acted_queen(place: Place, game: Path) -> Spoken:
    """Flight of the Amazon Queen, with the sound of the game's own file."""
    queen, lines = QueenFile(game), []
    with tempfile.TemporaryDirectory() as folder:
        for split in SPLITS:
            scenes = {
                item["file"]: item["scene"]
                for item in json_lines(place.data / f"audio/fotaq/{split}.jsonl.xz")
            }
            words = json_lines(place.data / f"audio/fotaq/{split}.words.jsonl.xz")
            for name, of_file in groupby(words, key=lambda item: item["file"]):
                items, sound = list(of_file), queen.sound(name)
                if len(items) > 1 and sound is not None:
                    path = Path(folder) / name
                    path.write_bytes(sound)
                    lines.append(_with_sound(items, path, scenes.get(name, name), split))
                    path.unlink()
    return Spoken("fotaq", "acted dialogue (Flight of the Amazon Queen)", lines, True)


def read_speech(place: Place) -> Spoken:
    """LJSpeech, clip by clip."""
    lines = [
        _by_times(list(clip), path.name, split)
        for split in SPLITS
        for path in place.files(f"timed/ljspeech/{split}/*.jsonl.xz")
        for _, clip in groupby(json_lines(path), key=lambda item: item.get("clip"))
    ]
    return Spoken("ljspeech", "read speech, one voice, by times", _timed(lines), False)


def calls(place: Place) -> Spoken:
    """Earnings calls whose words are mostly timed."""
    lines = [
        _by_times(list(json_lines(path)), path.name, split)
        for split in SPLITS
        for path in place.files(f"timed/earnings22/{split}/*.jsonl.xz")
    ]
    return Spoken("earnings22", "earnings calls, by times", _timed(lines), False, inside=False)


def addresses(place: Place) -> Spoken:
    """Weekly addresses from the White House."""
    folder = place.data / "audio/whitehouse"
    lines = [
        _with_sound(item["words"], (folder / item["file"]).with_suffix(".opus"), "wh", "test")
        for item in json_lines(folder / "aligned.jsonl.xz")
    ]
    return Spoken("whitehouse", "two weekly addresses, continuous", lines, True, inside=False)


def json_lines(path: Path) -> Iterator[dict[str, Any]]:
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def _timed(lines: Iterable[Line]) -> list[Line]:
    return [line for line in lines if len(line.words) > 1 and timed_share(line) >= LEAST_TIMED]


def timed_share(line: Line) -> float:
    return sum(word.end is not None for word in line.words) / len(line.words)


def _words(items: Sequence[dict[str, Any]]) -> list[Word]:
    return [
        Word(item["w"].lower(), item["s"], item["e"], None, _speaker(item.get("spk")))
        for item in items
    ]


def _speaker(name: object) -> str | None:
    return None if name is None else str(name)


def _marks(items: Sequence[dict[str, Any]]) -> Classes:
    known = set(PROSODY_MARKS)
    found = [core_mark(item.get("p") or "") for item in items]
    return np.array([PROSODY_MARKS.index(fold(mark, known)) for mark in found], np.int64)


def _by_times(items: Sequence[dict[str, Any]], group: str, split: str) -> Line:
    words = _words(items)
    return Line(_labelled(words, from_times(words), TIME_NAMES), _marks(items), group, split)


def _with_sound(items: Sequence[dict[str, Any]], path: Path, group: str, split: str) -> Line:
    words, frames = _words(items), frames_of(path)
    found = _labelled(words, word_features(words, frames), NAMES)
    return Line(found, _marks(items), group, split, frames.seconds)


def frames_of(path: Path) -> Frames:
    return measure(open_audio(path, RATE).blocks())


def _labelled(words: Sequence[Word], values: Values, names: Sequence[str]) -> list[Word]:
    labels = labelled(values, names)
    return [word._replace(labels=found) for word, found in zip(words, labels, strict=True)]
