"""What models of words and marks are trained on."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from legibly.model_folders.manifest import read_manifest
from legibly.ngram.counting import all_counts, words_of_slices
from legibly.ngram.from_texts import model_of
from legibly.ngram.vocabulary import SIGNS
from legibly.training.ngram import (
    NgramSettings,
    build,
    class_words,
    count,
    perplexity,
    texts_of,
    train,
    written_words,
)
from tests.metrics.helpers import written

LINES = [f"Well, we met Bill {at} times. It is so; the iPhone!" for at in range(1, 120)]


@pytest.fixture
def settings(tmp_path: Path) -> NgramSettings:
    (tmp_path / "text.txt").write_text("\n".join(LINES))
    return NgramSettings((str(tmp_path / "text.txt"),), order=2, min_count=1)


@pytest.mark.parametrize(
    ("symbols", "cased", "expected"),
    [
        ("two", True, "So , Bill . it is . you . yes , an iPhone ."),
        ("four", True, "So , Bill . it is . you ? yes — an iPhone ."),
        ("full", True, "So , Bill : it is ; you ? yes — an iPhone !"),
        ("none", True, "So Bill it is you yes an iPhone"),
        ("four", False, "so , bill . it is . you ? yes — an iphone ."),
    ],
)
def test_marks_are_words_between_words(symbols: str, cased: bool, expected: str) -> None:
    text = written("So, Bill: it is; you? yes -- an iPhone!")
    assert " ".join(written_words(text, symbols, cased=cased)) == expected


def test_numbers_are_spoken() -> None:
    assert written_words(written("At 3:30, IBM"), "four") == [
        *("At", "three", "thirty", ",", "IBM"),
    ]


@pytest.mark.parametrize(
    ("cased", "spaces", "expected"),
    [
        (True, False, "At <2-9> <colon> <13-31> , PM"),
        (False, False, "at <2-9> <colon> <13-31> , pm"),
        (True, True, "At <space> <2-9> <colon> <13-31> , <space> PM"),
    ],
)
def test_numbers_are_written_by_class(cased: bool, spaces: bool, expected: str) -> None:
    text = written("At [noise] 3:30, PM")
    found = class_words(text, "A", "four", cased=cased, spaces=spaces)
    assert " ".join(found) == expected


@pytest.mark.parametrize("slices", [1, 2, 3])
def test_each_text_is_in_one_slice(settings: NgramSettings, slices: int) -> None:
    found = [text for part in range(slices) for text in texts_of(settings, part, slices)]
    expected = [written_words(written(line), "four") for line in LINES]
    assert sorted(found) == sorted(expected)


def test_texts_up_to_so_many_tokens(settings: NgramSettings) -> None:
    long = written_words(written(LINES[0]), "four")
    limited = replace(settings, max_tokens=3 * len(long))
    assert len(list(texts_of(limited))) == 3


def test_other_texts_and_settings_are_counted_anew(settings: NgramSettings) -> None:
    others = [
        replace(settings, order=3),
        replace(settings, symbols="two"),
        replace(settings, cased=False),
        replace(settings, max_tokens=100),
        replace(settings, classes="A"),
        replace(settings, classes="A", spaces=True),
        replace(settings, language="es"),
    ]
    assert len({one.fingerprint for one in [settings, *others]}) == len(others) + 1
    # The same counts do for another method.
    assert replace(settings, method="katz", cutoffs=(2,)).fingerprint == settings.fingerprint
    before = settings.fingerprint
    Path(settings.files[0]).write_text("another text")
    assert settings.fingerprint != before


def test_two_workers_count_what_one_counts(settings: NgramSettings, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    one = count(settings, tmp_path / "one", 1)
    two = count(settings, tmp_path / "two", 2, lambda done, total: told.append((done, total)))
    assert told == [(1, 2), (2, 2)]
    words = words_of_slices(one, 1)
    assert words_of_slices(two, 1) == words
    pairs = zip(all_counts(one, 2, words), all_counts(two, 2, words), strict=True)
    assert all(np.array_equal(a, b) for a, b in pairs)


def test_what_was_counted_is_not_counted_again(settings: NgramSettings, tmp_path: Path) -> None:
    before = count(settings, tmp_path / "work", 1)
    size = Path(settings.files[0]).stat().st_size
    Path(settings.files[0]).write_text("x" * size)
    assert count(settings, tmp_path / "work", 1) == before


def test_marks_are_known_even_where_they_do_not_occur(
    settings: NgramSettings, tmp_path: Path
) -> None:
    slices = count(settings, tmp_path / "work", 1)
    assert all(mark in build(settings, slices).vocabulary for mark in (",", ".", "?", "—"))
    closed = build(replace(settings, closed=("Bill",), symbols="none"), slices)
    assert closed.vocabulary.words() == [*SIGNS, "Bill"]


def test_a_model_folder(settings: NgramSettings, tmp_path: Path) -> None:
    model = train(settings, tmp_path / "model", "mine")
    manifest = read_manifest(tmp_path / "model")
    assert manifest.description == "2-gram model of words, case and marks"
    assert list(manifest.scorers) == [
        {"kind": "ngram", "file": "ngram.lm", "marks": [",", "—", ".", "?"], "cased": True}
    ]
    assert (tmp_path / "model" / "forms.txt").read_text() == "iPhone\n"
    assert "iPhone" in model.vocabulary
    assert not (tmp_path / "model.work").exists()


def test_a_model_folder_of_classes(settings: NgramSettings, tmp_path: Path) -> None:
    chosen = replace(settings, classes="B", spaces=True, cased=False)
    train(chosen, tmp_path / "model", "mine", quantised=True)
    (scorer,) = read_manifest(tmp_path / "model").scorers
    assert (scorer["classes"], scorer["spaces"], scorer["cased"]) == ("B", True, False)
    assert (tmp_path / "model" / "forms.txt").read_text() == "\n"


def test_perplexity_is_by_token_with_the_ends() -> None:
    model = model_of([["a", "b"], ["a", "c"]] * 10, 2)
    texts = [["a", "b"], ["zebra"]]
    scores = [score for text in texts for score in model.text_score(model.vocabulary.encode(text))]
    found = perplexity(model, iter(texts))
    assert found == (pytest.approx(math.exp(-sum(scores) / 5)), 5, 1)
    assert perplexity(model, iter([])) == (1.0, 0, 0)


@pytest.mark.parametrize("cutoffs", [(), (1, 2), (2, 1)])
def test_the_model_is_the_same_however_many_work_on_it(
    cutoffs: tuple[int, ...], settings: NgramSettings, tmp_path: Path
) -> None:
    settings = replace(settings, order=3, method="kneser-ney", cutoffs=cutoffs)
    for workers in (1, 2):
        train(settings, tmp_path / str(workers), "m", workers=workers)
        assert not (tmp_path / f"{workers}.work").exists()
    one, two = ((tmp_path / name / "ngram.lm").read_bytes() for name in "12")
    assert one == two
