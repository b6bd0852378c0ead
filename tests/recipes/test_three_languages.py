"""The lesson of the three languages, on a little text and a language model of a few weights."""

from __future__ import annotations

import lzma
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs pip install 'legibly[train]'")
pytest.importorskip("gguf", reason="needs pip install 'legibly[train]'")

from legibly.api import load
from legibly.languages import language
from legibly.training.neural.encoding import IGNORED, Labels
from legibly.training.spoken_form import NO_NOISE
from recipes.three_languages import teach
from recipes.three_languages.lesson import TRAIN, Sources, prepare, read_subjects, rows_of
from recipes.three_languages.rows import PieceTable, Rows, in_pieces
from recipes.three_languages.spelling import read_pairs, respell, small_months
from recipes.three_languages.texts import Heard, Text, hear, read_texts
from tests.training.neural.test_decoder import write_model

LINES = ["¿Cómo estás? Muy bien.", "Hola, Ana: no vienes.", "Ya. ¡Gol!", "Son 20 casas."] * 120


def test_spelling_of_before_1990() -> None:
    pairs = {"acção": "ação", "óptimo": "ótimo"}
    assert respell("A Acção é óptima, ÓPTIMO vôo.", pairs) == "A Ação é óptima, ÓTIMO voo."
    assert respell("idéia heróico lingüiça lêem", {}) == "ideia heroico linguiça leem"
    assert small_months("3 de Maio, em Maio") == "3 de maio, em Maio"


def test_old_and_new_spellings_are_columns(tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv.xz"
    path.write_bytes(lzma.compress("# old\tnew\nacção\tação\tx\n".encode()))
    assert read_pairs(path) == {"acção": "ação"}


def test_numbers_are_said() -> None:
    pytest.importorskip("num2words", reason="needs pip install 'legibly[peers]'")
    pytest.importorskip("cn2an", reason="needs pip install 'legibly[peers]'")
    from recipes.three_languages.numbers import said

    assert said("tengo 21 años", "es") == "tengo veintiuno años"
    assert said("são 1.200, ou 50%", "pt") == "são mil e duzentos, ou cinquenta por cento"
    assert said("às 15:30 em 3º, 2,5 e A4", "pt") == "às 15:30 em 3º, 2,5 e A4"
    assert said("2024年有35人，占5%", "zh") == "二零二四年有三十五人，占百分之五"


def test_words_as_numbers_are_the_words(tmp_path: Path) -> None:
    rows = Rows(np.array([3, 70_000, 0], np.uint32), np.array([0b1010010, 8, 0], np.uint8))
    rows.save(tmp_path / "rows.npz")
    loaded = Rows.load(tmp_path / "rows.npz")
    assert loaded.words.tolist() == [3, 70_000, 0]
    assert loaded.labels.tolist() == rows.labels.tolist()


def test_labels_stand_at_the_ends_of_a_word() -> None:
    table = PieceTable.of(["ab", "c"], lambda word: [ord(letter) for letter in word])
    rows = Rows(np.array([0, 1], np.uint32), np.array([2 | 1 << 4 | 1 << 6, 3], np.uint8))
    encoded, owners = in_pieces(rows, table)
    assert encoded.pieces.tolist() == [97, 98, 99]
    assert encoded.marks.tolist() == [IGNORED, 2, 3]
    assert encoded.cases.tolist() == [1, IGNORED, 0]
    assert encoded.openings.tolist() == [1, IGNORED, 0]
    assert owners.tolist() == [0, 0, 1]


def make_text(data: Path) -> Text:
    (data / "es" / "bench").mkdir(parents=True)
    for name, lines in (("talk", LINES), ("bench/test", LINES[:1])):
        text = "\n".join(lines)
        (data / "es" / f"{name}.txt.xz").write_bytes(lzma.compress(text.encode()))
    return Text("es", {"es/talk.txt.xz": 1.0}, ["es/bench/*"], NO_NOISE, pieces=80)


def test_the_last_hundredth_is_kept_apart(tmp_path: Path) -> None:
    pytest.importorskip("num2words", reason="needs pip install 'legibly[peers]'")
    text = make_text(tmp_path / "data")
    work = tmp_path / "work"
    train = [Heard.load(path) for path in hear(text, tmp_path / "data", work)]
    dev = [Heard.load(path) for path in hear(text, tmp_path / "data", work, dev=True)]
    assert sum(len(heard.words) for heard in dev) == 16
    spoken = list(train[0].spoken(text.labels))
    assert [word.opening for word in spoken[:2]] == ["¿", ""]
    assert [word.mark for word in spoken[:4]] == ["", "?", "", "."]


def test_the_recipe_names_tests_that_are_never_read() -> None:
    for code, text in read_texts().items():
        assert text.labels == Labels.of(language(code))
        for name in text.corpora:
            assert not any(part in name for part in ("test", "heldout", "bench", "iwslt"))


@pytest.mark.slow
def test_a_student_is_taught_from_end_to_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("num2words", reason="needs pip install 'legibly[peers]'")
    data, english = tmp_path / "data", Path(load("en").scorers[0].scorer._network.path).parent  # type: ignore[union-attr]
    model = write_model(tmp_path / "model.gguf")
    sources = Sources(model, 2, english, (tmp_path, tmp_path))
    lesson = prepare({"es": make_text(data)}, data, tmp_path / "work", sources)
    begin, (subject,) = read_subjects(lesson)
    assert begin >= 0
    assert subject.openings == ("", "¿", "¡")
    assert len(rows_of(lesson, subject, TRAIN)) > 1000
    for schedule in ("LEARNING", "ROUNDING"):  # batches for a GPU would fill the memory
        monkeypatch.setattr(teach, schedule, replace(getattr(teach, schedule), batch=2))
    teach.run(lesson, tmp_path / "out", 0.3, "cpu")
    assert (tmp_path / "out" / "es.network.onnx").stat().st_size > 1000
