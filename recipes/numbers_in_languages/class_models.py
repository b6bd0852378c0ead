"""Class models of numbers, learnt from the training text of each language with its numbers in our
style.

Whether "diez" or "10" is written depends on the words around; how thousands are parted does not,
and differs from author to author (14 mil 112, 14,112, 14 112). Paragraphs without a number have
nothing to tell and are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from legibly.formatting.formatter import Formatter, WeightedScorer
from legibly.formatting.options import make_options
from legibly.grammars.grammar import grouped_digits
from legibly.grammars.style import Style
from legibly.languages import language as find_language
from legibly.model_folders.loading import load_folder
from legibly.training.number_lm import number_settings, train
from recipes.numbers_in_languages.portions import documents, parted, training_files
from recipes.numbers_in_languages.writers import Grammars, Writer, is_chinese
from recipes.place import Place

WEIGHTS = (0.0, 0.6)
ORDER, METHOD, CLASSES = 4, "stupid", "A"
MIN_COUNT, CUTOFFS = 30, (3, 4, 4)
_THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3}(?:[.,\u00a0\u202f ]\d{3})+(?![\d]|[.,]\d)")
_WITH_WORD = re.compile(r"(?<![\d.,])(\d{1,3}) mil(?: (\d{1,3})(?![\d.,]*\d))?\b")
_PERCENT = re.compile(r"(?<=\d) por (?:ciento|cento)\b")


def class_model(place: Place, language: str) -> Path:
    """The folder of a model; made once."""
    folder = place.work / f"{language}-numbers"
    if not folder.is_dir():
        text = place.work / f"{language}-numbers.txt"
        text.write_text("\n".join(learnable(place, language)), "utf-8")
        settings = number_settings(
            [str(text)], language, ORDER, METHOD, CLASSES, place.sized(MIN_COUNT, 1), CUTOFFS
        )
        train(settings, folder, folder.name, weight=1.0, workers=1)
    return folder


def with_weights(place: Place, language: str) -> Iterator[tuple[float, Writer]]:
    """The grammars of a language with its model at several weights; none of it first."""
    switches = make_options(punctuation=False, case=False)
    (item,) = load_folder(class_model(place, language), switches).scorers
    for weight in WEIGHTS:
        scorers = [WeightedScorer(item.scorer, weight)] if weight else []
        yield weight, Grammars(Formatter(scorers, find_language(language), switches))


def learnable(place: Place, language: str) -> Iterator[str]:
    """Paragraphs with numbers, without those that are tuned on."""
    number_words = find_language(language).number_words
    for path in training_files(place, language):
        for document in parted(documents(path))[0]:
            for line in document.splitlines():
                if re.search(r"\d", line) or _has(line, number_words, language):
                    yield in_our_style(line, language)


def _has(line: str, words: frozenset[str], language: str) -> bool:
    found = line if is_chinese(language) else re.findall(r"[^\W\d_]+", line.lower())
    return not words.isdisjoint(found)


def in_our_style(line: str, language: str) -> str:
    """Thousands as we part them; the sign of percent."""
    if is_chinese(language):
        return re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", line)
    style = Style.parse((), find_language(language).style)
    line = _WITH_WORD.sub(_with_noughts, line)
    line = _THOUSANDS.sub(lambda found: re.sub(r"\D", "", found[0]), line)
    line = re.sub(
        r"(?<![\d.,/:])[1-9]\d{3,}(?![.,/:]?\d)", lambda m: grouped_digits(m[0], style), line
    )
    return _PERCENT.sub(style.percent, line)


def _with_noughts(found: re.Match[str]) -> str:
    return str(int(found[1]) * 1000 + int(found[2] or 0))
