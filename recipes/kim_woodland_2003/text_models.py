"""Language models over words and marks as one stream: of written text, and interpolated with what
was said in a corpus (the paper's BNText92_97 and BNAcoustic98).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from legibly.model_folders.manifest import MANIFEST
from legibly.ngram import binary
from legibly.ngram.from_texts import model_of
from legibly.ngram.mixing import best_mix, mixed
from legibly.ngram.model import Ngram
from legibly.scorers.ngram import NGRAM_FILE, NgramScorer
from legibly.scorers.prosody import PROSODY_MARKS
from legibly.training.ngram import NgramSettings, train
from recipes.kim_woodland_2003.spoken_sets import Line
from recipes.place import Place

TEXTS = ("ted", "critical_role", "standardebooks", "bbc_news_2004", "abc_news_2006", "white_house")
ORDER = 4


class TextModel(NamedTuple):
    model: Ngram
    share: float | None = None  # of the corpus's own model, where there is one
    perplexity: float | None = None  # on its development part
    alone: float | None = None  # that of the model of written text

    @property
    def scorer(self) -> NgramScorer:
        return NgramScorer(self.model, PROSODY_MARKS[1:], cased=False)


def of_written_text(place: Place) -> TextModel:
    """Made once, and kept in the folder of work."""
    folder = place.work / "written"
    if not (folder / MANIFEST).is_file():
        files = place.files(*(f"en/{name}.txt.xz" for name in TEXTS))
        settings = NgramSettings(
            tuple(map(str, files)),
            order=ORDER,
            method="kneser-ney",
            symbols="three",
            cased=False,
            min_count=place.sized(2, 1),
        )
        train(settings, folder, "written")
    return TextModel(binary.load(folder / NGRAM_FILE))


def interpolated(written: TextModel, train: Sequence[Line], dev: Sequence[Line]) -> TextModel:
    """With a model of what was said in the training part, weighted by perplexity."""
    spoken = model_of(_streams(train), ORDER, "kneser-ney", min_count=1)
    models = (written.model, spoken)
    mix = best_mix(models, _streams(dev))
    return TextModel(mixed(models, mix.weights), mix.weights[1], mix.perplexity, mix.alone[0])


def _streams(lines: Sequence[Line]) -> Iterator[list[str]]:
    """Words and marks, a line a sequence."""
    for line in lines:
        stream: list[str] = []
        for word, mark in zip(line.words, line.marks, strict=True):
            stream += [word.text, PROSODY_MARKS[mark]] if mark else [word.text]
        yield stream
