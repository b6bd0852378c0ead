"""A network that goes on learning from a little text of another kind, held to what it knew."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from legibly.errors import DataError
from legibly.model import Transcript
from legibly.scorers.neural import VOCABULARY, Pieces
from legibly.training.conditioning import condition
from legibly.training.neural.encoding import IGNORED, encode
from legibly.training.neural.network import Tagger
from legibly.training.neural.restoring import restore
from legibly.training.neural.trainer import Mixture, Report, Schedule, Signs, train

WINDOW = 254  # pieces


@dataclass(frozen=True)
class Tuning:
    passes: float = 4.0
    rate: float = 2e-4
    held: float = 0.5  # weight of what the network said before against what the new text says


def tune_network(
    folder: Path, file: str, texts: Iterable[Transcript], tuning: Tuning, report: Report
) -> tuple[Tagger, int]:
    """The network of a model folder, trained on; how many words there were."""
    before = restore(folder / file)
    pieces = Pieces.load(folder / VOCABULARY)
    spoken = [condition(text) for text in texts]
    encoded = encode(spoken, pieces)
    if not len(encoded):
        raise DataError("no words in the corpora; expected text with marks and capitals")
    if not encoded.marks[encoded.marks != IGNORED].any():
        raise DataError("the corpora have no marks to learn: every word has the same label")
    tagger = restore(folder / file)
    window = min(WINDOW, len(encoded))
    schedule = Schedule(
        passes=tuning.passes,
        rate=tuning.rate,
        batch=4,
        window=window,
        warmup=0.1,
        average=0.98,
        distil=tuning.held,
        case=0.5,
    )
    signs = Signs(pieces.begin, pieces.end, pieces.mask)
    teachers = [before] if tuning.held else []
    done = train(tagger, Mixture.of([(encoded, 1.0)], "cpu"), schedule, signs, teachers=teachers, report=report)
    return done, sum(len(words) for words in spoken)
