"""From a recipe to a model folder: train, export, check, and learn the lexicon of mixed forms."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from legibly.errors import DataError
from legibly.model_folders.saving import save_folder
from legibly.scorers.lexicon import LexiconScorer
from legibly.scorers.neural import MAX_PIECES, NETWORK, VOCABULARY
from legibly.scorers.word_pieces import WordPieces
from legibly.training.corpus import check_words, read_corpus
from legibly.training.lexicon import count_forms, make_entries
from legibly.training.neural.encoding import encode
from legibly.training.neural.export import agreement, export
from legibly.training.neural.network import Tagger
from legibly.training.neural.recipe import Recipe, Run, expand
from legibly.training.spoken_form import condition

MIN_AGREEMENT = 0.95  # of the exported network's decisions with the original's
CHECKED_WINDOWS = 20  # windows, each once
MIN_CHECKED_PIECES = 400  # pieces; on fewer a few words would decide


def build_model(
    recipe: Recipe, data: Path, start: Path, output: Path, device: str, name: str, min_count: int
) -> None:
    for name_of_corpus, patterns in recipe.corpora.items():
        check_words(expand(patterns, data), recipe.language, name_of_corpus)
    work = output.with_name(f"{output.name}.work")
    tagger = Run(recipe, data, start, work, device).run()
    files = [file for patterns in recipe.corpora.values() for file in expand(patterns, data)]
    lexicon = LexiconScorer(
        make_entries(count_forms(read_corpus(files, recipe.language)), min_count)
    )
    write_model(tagger, start / VOCABULARY, lexicon, output, name, recipe.language, files)
    shutil.rmtree(work)


def write_model(
    tagger: Tagger,
    vocabulary: Path,
    lexicon: LexiconScorer,
    output: Path,
    name: str,
    language: str,
    files: list[str],
    settings: dict[str, Any] | None = None,
) -> None:
    def save_lexicon(folder: Path) -> dict[str, Any]:
        # It gives the mixed forms; the network decides.
        return {
            **lexicon.save(folder),
            "weight": 0.0,
        }

    save_folder(
        output,
        name=name,
        language=language,
        description="neural tagger: , . ? ! : ; dash and case, with a lexicon of mixed forms",
        scorers=[
            network_saver(tagger, vocabulary.parent, files, language, settings or {}),
            save_lexicon,
        ],
    )


def network_saver(
    tagger: Tagger, vocabulary: Path, files: list[str], language: str, settings: dict[str, Any]
) -> Callable[[Path], dict[str, Any]]:
    """Writes the network in int8 with the vocabulary of a folder, and compares it with the original
    on some text.
    """

    def save(folder: Path) -> dict[str, Any]:
        shutil.copy(vocabulary / VOCABULARY, folder / VOCABULARY)
        export(tagger, folder / NETWORK)
        rows = _windows(vocabulary / VOCABULARY, files, language)
        same = agreement(tagger, folder / NETWORK, rows)
        if sum(map(len, rows)) >= MIN_CHECKED_PIECES and min(same) < MIN_AGREEMENT:
            what = (
                "written in few bits, it decides like the one that was trained in only "
                f"{min(same):.1%}"
            )
            raise DataError(f"{NETWORK}: {what} of the places; train it longer or on more text")
        return {**settings, "kind": "neural", "file": NETWORK}

    return save


def _windows(vocabulary: Path, files: list[str], language: str) -> list[list[int]]:
    """Some text as windows of pieces."""
    pieces = WordPieces.load(vocabulary)
    rows: list[list[int]] = []
    for text in read_corpus(files, language):
        found = encode([condition(text)], pieces).pieces.tolist()[:MAX_PIECES]
        row = [pieces.begin, *found, pieces.end]
        if found and row not in rows:
            rows.append(row)
        if len(rows) == CHECKED_WINDOWS:
            break
    return rows
