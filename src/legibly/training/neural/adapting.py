"""A network that goes on learning from a little text of another kind, held to what it knew.

Only biases, norms and positions are trained, which are stored as they are (biases alone go far: Ben
Zaken et al. 2022), and the two small heads. The large products are stored in seven bits: a little
text would move them by less than one step of those, and be rounded away.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import torch

from legibly.errors import DataError
from legibly.scorers.neural import MAX_PIECES, VOCABULARY
from legibly.scorers.word_pieces import WordPieces
from legibly.training.feature_data import NothingToLearnError
from legibly.training.neural.encoding import IGNORED, encode
from legibly.training.neural.from_onnx import restore
from legibly.training.neural.network import Tagger
from legibly.training.neural.trainer import Mixture, Report, Schedule, Signs, train
from legibly.training.spoken_form import condition
from legibly.transcript import Transcript

TRAINED = ("positions", "marks", "cases", "openings")  # and whatever is a vector


@dataclass(frozen=True)
class Tuning:
    passes: float = 4.0
    rate: float = 2e-3
    held: float = 0.2  # weight of what the network said before against what the new text says


def tune_network(
    folder: Path, file: str, texts: Iterable[Transcript], tuning: Tuning, report: Report
) -> tuple[Tagger, int]:
    """The network of a model folder, trained on; how many words there were."""
    before = restore(folder / file)
    pieces = WordPieces.load(folder / VOCABULARY)
    spoken = [condition(text) for text in texts]
    encoded = encode(spoken, pieces)
    if not len(encoded):
        raise DataError("no words in the corpora; expected text with marks and capitals")
    if not encoded.marks[encoded.marks != IGNORED].any():
        raise NothingToLearnError(
            "the corpora have no marks to learn: every word has the same label"
        )

    tagger = restore(folder / file)
    for name, weights in tagger.named_parameters():
        weights.requires_grad_(weights.dim() == 1 or name.startswith(TRAINED))
    window = min(MAX_PIECES, len(encoded))
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
    device = "cuda" if torch.cuda.is_available() else "cpu"
    mixture = Mixture.of([(encoded, 1.0)], device)
    if tuning.held:
        mixture = mixture.taught([before.to(device)], signs)
    done = train(tagger, mixture, schedule, signs, report=report).cpu()
    return done, sum(len(words) for words in spoken)
