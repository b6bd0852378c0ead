"""What recognisers make of the corpora: pocketsphinx with and without marks in its language model,
the best hundred of each segment, and Whisper. Kept in a folder between runs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from legibly.alignment import Pair, align
from legibly.marks import MARKS
from legibly.ngram import binary
from legibly.ngram.arpa import write_arpa
from legibly.recognition.engine import Engine, EngineSettings
from legibly.recognition.engines import facts_of, load_engine
from legibly.recognition.sphinx_engine import Hypothesis, SphinxEngine
from legibly.recognition.voice import Cutting, Segment, segments, silero
from legibly.scorers.ngram import NGRAM_FILE
from legibly.speech.audio import read_samples
from legibly.speech.segment_alignment import SegmentAligner
from legibly.speech.sphinx import SAMPLE_RATE
from legibly.training.ngram import NgramSettings, train
from legibly.transcript import Transcript, Word
from recipes.kim_woodland_2003.text_models import TEXTS
from recipes.place import Place

ORDER = 3
CUTOFFS = (1, 2)  # least counts of pairs and of threes
LEAST_WORDS = 5  # how often a word is there, to be in the vocabulary
MORE_TEXTS = (*TEXTS, "presidential_speeches", "news_us")
QUICK_TEXTS = ("bbc_news_2004",)
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
        self,
        system: str,
        sounds: Sequence[Sound],
        load: Callable[[], Engine],
        others: int = 0,
        aligner: SegmentAligner | None = None,
    ) -> list[list[Spoken]]:
        """For each sound its segments, with `others` ways to read them; an aligner finds words
        whose times are coarse.
        """
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
                heard = [
                    _heard(engine, segment, others, aligner) for segment in _segments(sound, engine)
                ]
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


def _heard(
    engine: Engine, segment: Segment, others: int, aligner: SegmentAligner | None
) -> dict[str, Any]:
    best = engine.recognise(segment.samples)
    if aligner is not None:
        best = aligner.timed(best, segment.samples)
    item: dict[str, Any] = {
        "start": segment.start,
        "best": {"words": _timed(best.words), "marks": _marks(best)},
    }
    if others:
        assert isinstance(engine, SphinxEngine)
        item["others"] = [_other(each, best.words) for each in engine.hypotheses(others)]
    return item


def _other(found: Hypothesis, best: Sequence[Word]) -> dict[str, Any]:
    """Marks behind the words that they follow."""
    words: list[str] = []
    marks: list[Mark] = []
    for name in found.names:
        if name not in MARKS:
            words.append(name)
            marks.append("")
        elif marks:
            marks[-1] = name
    return {"words": _timed(with_times_of(words, best)), "marks": marks, "score": found.score}


def with_times_of(words: Sequence[str], best: Sequence[Word]) -> list[Word]:
    """Words that the best has too have its times; others share the time of those that they stand
    for, evenly.
    """
    pairs = align(words, [word.text for word in best])
    timed: list[Word] = []
    at = 0
    while at < len(pairs):
        end = at + 1
        while not _same(pairs[at], words, best) and end < len(pairs):
            if _same(pairs[end], words, best):
                break
            end += 1
        new = [words[i] for i, _ in pairs[at:end] if i is not None]
        old = [best[j] for _, j in pairs[at:end] if j is not None]
        timed += _shared_out(new, old, timed)
        at = end
    return timed


def _same(pair: Pair, words: Sequence[str], best: Sequence[Word]) -> bool:
    i, j = pair
    return i is not None and j is not None and words[i] == best[j].text


def _shared_out(new: Sequence[str], old: Sequence[Word], before: Sequence[Word]) -> list[Word]:
    if len(new) == 1 and len(old) == 1:
        return [old[0]._replace(text=new[0])]
    reached = before[-1].end if before else 0.0
    start = (old[0].start if old else reached) or 0.0
    end = (old[-1].end if old else reached) or start
    step = (end - start) / max(1, len(new))
    return [
        Word(text, round(start + i * step, 3), round(start + (i + 1) * step, 3))
        for i, text in enumerate(new)
    ]


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
    files = [
        path
        for name in place.sized(MORE_TEXTS, QUICK_TEXTS)
        for path in place.files(f"en/{name}.txt.xz")
    ]
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
