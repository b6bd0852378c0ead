from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from legibly.grammars.stack import number_openers
from legibly.model_folders.finding import find_model
from legibly.model_folders.loading import load_folder
from legibly.model_folders.manifest import read_manifest
from legibly.ngram.from_texts import model_of
from legibly.ngram.model import Ngram
from legibly.training.ngram import NgramSettings
from legibly.training.number_lm import (
    COUNTED_BELOW,
    count_numbers,
    near_numbers,
    number_settings,
    train,
)
from legibly.transcript import Transcript, Word

TEXT = "Meet me at 3:30. You owe me 330 today. In 1984 we met at 4:15, or 0:05.\n"


def settings_of(
    folder: Path, text: str = TEXT, order: int = 3, classes: str = "A"
) -> NgramSettings:
    (folder / "text.txt").write_text(text)
    return number_settings([str(folder / "text.txt")], "en", order, "kneser-ney", classes, 1)


def formatted(folder: Path, line: str) -> str:
    return load_folder(folder)(Transcript([Word(word) for word in line.split()])).text


def test_numbers_are_seen_by_class_in_lower_case_without_marks(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, classes="B")
    assert (settings.classes, settings.symbols, settings.cased) == ("B", "none", False)
    assert settings.files == (str(tmp_path / "text.txt"),)


def test_small_numbers_are_counted(tmp_path: Path) -> None:
    counts = count_numbers(settings_of(tmp_path, TEXT * 2))
    assert len(counts) == COUNTED_BELOW
    found = {int(number): int(counts[number]) for number in np.flatnonzero(counts)}
    assert found == dict.fromkeys([0, 3, 4, 15, 30, 330, 1984], 2)  # 05 is no number of its own


def test_numbers_behind_the_last_wanted_token_are_not_counted(tmp_path: Path) -> None:
    settings = settings_of(tmp_path, "1 2 3\n4 5 6\n7 8 9\n")
    limited = NgramSettings(settings.files, classes="A", max_tokens=7)
    assert np.flatnonzero(count_numbers(limited)).tolist() == [1, 2, 3, 4, 5, 6]


def grams(model: Ngram, texts: list[list[str]]) -> Counter[tuple[str, ...]]:
    """What of some texts is in a model."""
    found: Counter[tuple[str, ...]] = Counter()
    for text in texts:
        for length in range(2, model.order + 1):
            for first in range(len(text) - length + 1):
                gram = text[first : first + length]
                if model.find(model.vocabulary.encode(gram)) is not None:
                    found[tuple(gram)] += 1
    return found


def test_ngrams_without_a_number_are_left_out() -> None:
    texts = [
        "we met at <2-9> <colon> <13-31> today".split(),
        "so it is twenty five to the letter".split(),
        "it is 1 or 0 of the day".split(),
    ]
    whole = model_of(texts, 3, "kneser-ney")
    small = near_numbers(whole, "en")
    openers = number_openers("en")

    def tells(gram: tuple[str, ...]) -> bool:
        return any(w in openers or w.startswith("<") or w in ("0", "1") for w in gram)

    wanted = {gram for gram in grams(whole, texts) if tells(gram)}
    contexts = {gram[:length] for gram in wanted for length in range(2, len(gram))}
    assert set(grams(small, texts)) == wanted | contexts
    assert len(wanted) < len(grams(whole, texts))


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("numbers")
    settings = settings_of(folder, TEXT * 20)
    train(settings, folder / "model", "mine", beside=find_model("en-baseline"), weight=0.7)
    return folder / "model"


def test_a_model_stands_beside_another(model: Path) -> None:
    manifest = read_manifest(model)
    *others, numbers = manifest.scorers
    assert [item["kind"] for item in others] == [
        item["kind"] for item in read_manifest(find_model("en-baseline")).scorers
    ]
    assert numbers == {
        **{"kind": "ngram", "file": "numbers.lm", "classes": "A", "weight": 0.7},
        **{"number_counts": "number_counts.npz", "cased": False, "marks": []},
    }
    assert manifest.description == "3-gram model of numbers by class"
    assert not model.with_name("model.work").exists()


def test_it_takes_the_place_of_one_that_is_there(model: Path, tmp_path: Path) -> None:
    train(settings_of(tmp_path), tmp_path / "again", "mine", beside=model)
    kinds = [item["kind"] for item in read_manifest(tmp_path / "again").scorers]
    assert kinds == [item["kind"] for item in read_manifest(model).scorers]


def test_words_by_which_a_number_is_known_to_follow_open_none() -> None:
    openers = number_openers("en")
    assert {"one", "twenty", "first", "hundred", "minus", "b"} <= openers
    assert not {"at", "call", "my", "for", "it", "the", "price"} & openers


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("meet me at three thirty", "Meet me at 3:30."),
        ("you owe me three thirty today", "You owe me 330 today."),
    ],
)
def test_numbers_are_written_as_in_the_text(model: Path, line: str, expected: str) -> None:
    assert formatted(model, line) == expected


def test_a_model_may_stand_alone(tmp_path: Path) -> None:
    train(settings_of(tmp_path, TEXT * 5), tmp_path / "model", "mine")
    assert [item["kind"] for item in read_manifest(tmp_path / "model").scorers] == ["ngram"]
