"""What recognisers make of the corpora: pocketsphinx with and without marks in its language model,
the best hundred of each segment with their times, and Whisper. Kept in a folder between runs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from legibly.marks import MARKS
from legibly.ngram import binary
from legibly.ngram.arpa import write_arpa
from legibly.recognition.engine import Engine, EngineSettings
from legibly.recognition.engines import facts_of, load_engine
from legibly.recognition.sphinx_engine import SphinxEngine
from legibly.recognition.voice import Cutting, Segment, segments, silero
from legibly.scorers.ngram import NGRAM_FILE
from legibly.speech.audio import read_samples
from legibly.speech.sphinx import SAMPLE_RATE
from legibly.training.ngram import NgramSettings, train
from legibly.transcript import Transcript, Word
from recipes.kim_woodland_2003.text_models import TEXTS
from recipes.place import Place

ORDER = 3
CUTOFFS = (1, 2)  # least counts of pairs and of threes
LEAST_WORDS = 5  # how often a word is there, to be in the vocabulary
MORE_TEXTS = (*TEXTS, "presidential_speeches", "news_us")
HYPOTHESES = 100
MARKED, BARE = "three", "none"  # symbols of the language models
WHISPER = "whisper"
Mark = str


class Reading(NamedTuple):
    """Words with their times in the recording, the mark behind each, and a score in nats."""

    words: list[Word]
    marks: list[Mark]
    score: float = 0.0


class Spoken(NamedTuple):
    """What a recogniser heard in a segment: its best, and the others by rank."""

    best: Reading
    others: list[Reading]


@dataclass(frozen=True)
class Sound:
    """A file, and whether it is one segment as it is."""

    path: Path
    whole: bool


@dataclass(frozen=True)
class Cache:
    """Answers by system and file, so that a recogniser runs once."""

    folder: Path
    say: Callable[[str], None]

    def of(
        self, system: str, sounds: Sequence[Sound], load: Callable[[], Engine], others: int = 0
    ) -> list[list[Spoken]]:
        """For each sound its segments."""
        engine: Engine | None = None
        found = []
        for number, sound in enumerate(sounds):
            path = self.folder / system / f"{sound.path.stem}.json"
            if not path.is_file():
                if engine is None:
                    self.say(f"{system}: loading")
                    engine = load()
                if number % 20 == 0:
                    self.say(f"{system}: {number} of {len(sounds)}")
                path.parent.mkdir(parents=True, exist_ok=True)
                heard = [_heard(engine, segment, others) for segment in _segments(sound, engine)]
                path.write_text(json.dumps(heard), "utf-8")
            found.append([_spoken(item) for item in json.loads(path.read_text("utf-8"))])
        return found


def _segments(sound: Sound, engine: Engine) -> Iterator[Segment]:
    samples = read_samples(sound.path, SAMPLE_RATE)
    if sound.whole:
        yield Segment(0, samples)
        return
    cutting = Cutting(enough_seconds=engine.enough_seconds, longest_seconds=engine.longest_seconds)
    yield from segments([samples], silero(), cutting)


def _heard(engine: Engine, segment: Segment, others: int) -> dict[str, Any]:
    best = engine.recognise(segment.samples)
    item: dict[str, Any] = {
        "start": segment.start,
        "best": {"words": _timed(best.words), "marks": _marks(best)},
    }
    if others:
        assert isinstance(engine, SphinxEngine)
        item["others"] = list(_others(engine, segment, others))
    return item


def _others(engine: SphinxEngine, segment: Segment, count: int) -> Iterator[dict[str, Any]]:
    """The same words are found in the sound once; marks are silence, and change nothing."""
    known: dict[tuple[str, ...], list[list[object]]] = {}
    for names, score in list(engine.hypotheses(count)):
        words = tuple(name for name in names if name not in MARKS)
        if words and words not in known:
            known[words] = _timed(engine.timed(words, segment.samples))
        marks = [""] * len(words)
        at = -1
        for name in names:
            if name not in MARKS:
                at += 1
            elif at >= 0:
                marks[at] = name
        if words:
            yield {"words": known[words], "marks": marks, "score": score}


def _timed(words: Sequence[Word]) -> list[list[object]]:
    return [[word.text, word.start, word.end] for word in words]


def _marks(found: Transcript) -> list[Mark]:
    return [token.after for token in found.tokens]


def _spoken(item: dict[str, Any]) -> Spoken:
    start = item["start"]
    best = _reading(item["best"], start)
    others = [_reading(other, start) for other in item.get("others", [])]
    return Spoken(best._replace(score=max((o.score for o in others), default=0.0)), others)


def _reading(item: dict[str, Any], start: float) -> Reading:
    words = [
        Word(text, None if s is None else start + s, None if e is None else start + e)
        for text, s, e in item["words"]
    ]
    return Reading(words, item["marks"], item.get("score", 0.0))


def sphinx(language_model: Path) -> Callable[[], Engine]:
    settings = EngineSettings(language_model=language_model)
    return lambda: load_engine(facts_of("pocketsphinx"), settings)


def bundled_sphinx() -> Engine:
    """With the language model that comes with it."""
    return load_engine(facts_of("pocketsphinx"), EngineSettings())


def whisper(model: Path) -> Callable[[], Engine]:
    return lambda: load_engine(facts_of("whisper"), EngineSettings(model=model))


def spoken_language_model(place: Place, symbols: str) -> Path:
    """A 3-gram model of written text as an ARPA file, with or without marks; made once."""
    folder = place.work / "recogniser" / symbols
    arpa = folder.with_suffix(".arpa")
    if arpa.is_file():
        return arpa
    files = [path for name in MORE_TEXTS for path in place.files(f"en/{name}.txt.xz")]
    settings = NgramSettings(
        tuple(map(str, files)),
        order=ORDER,
        method="kneser-ney",
        symbols=symbols,
        cased=False,
        min_count=place.sized(LEAST_WORDS, 1),
        cutoffs=place.sized(CUTOFFS, ()),
    )
    train(settings, folder, f"recogniser-{symbols}")
    with arpa.open("w", encoding="utf-8") as out:
        write_arpa(binary.load(folder / NGRAM_FILE), out)
    return arpa
