"""Models of one scorer each: the shipped ones, and those that are trained here."""

from __future__ import annotations

import time
from pathlib import Path
from typing import NamedTuple

import legibly
from legibly.formatting.formatter import Formatter
from legibly.formatting.options import Options
from legibly.metrics.score import Score
from legibly.model_folders.loading import load_folder
from legibly.training import ngram
from legibly.training.feature_data import FeatureSettings
from legibly.training.feature_training import templates_of, train_model
from legibly.training.hidden_events import EventSettings
from legibly.training.hidden_events import train as train_events
from recipes.all_scorers.mixture import corpora
from recipes.all_scorers.sets import TESTS
from recipes.english_tests import compare
from recipes.place import Place

SINGLE = {
    "en-baseline": "lexicon, pauses",
    "ngram": "5-grams of words, case and marks (Gravano 2009)",
    "events": "hidden events, 4-grams (Stolcke; Lu & Ng 2010)",
    "maxent": "maximum entropy, words (Batista 2008)",
    "maxent-times": "the same with pauses and speakers",
    "crf": "linear-chain CRF (Lu & Ng 2010)",
    "fcrf": "factorial CRF (Lu & Ng 2010)",
    "en": "network",
}
GROUPS = {"maxent": ["word"], "maxent-times": ["word", "speaker", "gap", "pause"]}
FEATURE_PASSES = 60
NGRAM_TIMES = 5  # as many words for n-grams and hidden events
FACTORIAL_WORDS = 250_000  # for the factorial CRF at most
OPTIONS = Options(numbers=False, beam=6.0)
Folders = dict[str, Path]  # of the models that were trained


class Built(NamedTuple):
    folder: Path
    note: str  # words, time and size


def size_of(name: str, words: int) -> int:
    """Words to train a model on."""
    if name in ("ngram", "events"):
        return words * NGRAM_TIMES
    return min(words, FACTORIAL_WORDS) if name == "fcrf" else words


def prepare(place: Place, words: int) -> None:
    """The text files of all models, before several processes want them."""
    for size in {size_of(name, words) for name in SINGLE}:
        corpora(place, size)


def build(place: Place, name: str, words: int) -> Built:
    """A model folder, trained unless it is there already."""
    folder = place.work / f"{name}-{words}"
    note = place.work / f"{name}-{words}.note"
    if not (folder.is_dir() and note.is_file()):
        size = size_of(name, words)
        began = time.perf_counter()
        train(place, name, size, folder)
        seconds = time.perf_counter() - began
        megabytes = sum(path.stat().st_size for path in folder.iterdir()) / 1e6
        note.write_text(f"{size / 1e6:.2g} M words, {seconds:.0f} s, {megabytes:.0f} MB", "utf-8")

    return Built(folder, note.read_text("utf-8"))


def train(place: Place, name: str, words: int, folder: Path) -> None:
    files = tuple(corpora(place, words))
    if name == "ngram":
        settings = ngram.NgramSettings(
            files,
            order=5,
            method="kneser-ney",
            symbols="full",
            min_count=2,
            cutoffs=(0, 0, 1, 1, 1),
        )
        ngram.train(settings, folder, name)
    elif name == "events":
        train_events(EventSettings(files, order=4), folder, name)
    else:
        kind = name.partition("-")[0]
        templates = templates_of(kind, GROUPS.get(name, []))
        passes = place.sized(FEATURE_PASSES, 3)
        plan = FeatureSettings(kind, templates=templates, passes=passes)
        train_model(kind, files, folder, name, "en", plan)


def formatter_of(name: str, folders: Folders) -> Formatter:
    if name in folders:
        return load_folder(folders[name], OPTIONS)
    return legibly.load(name, numbers=False)


def measure_single(place: Place, name: str, test: str, folders: Folders) -> Score:
    pairs = next(item.pairs for item in TESTS if item.name == test)
    return compare(formatter_of(name, folders), pairs(place))
