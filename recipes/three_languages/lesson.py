"""What teacher and students need, as files that can be carried to a machine with a GPU: the cut
language model, the text as numbers, tables of pieces, and where each student starts.

Where a GPU is at hand, the files are read where they lie.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from legibly.files.writing import atomic_path
from legibly.scorers.neural import VOCABULARY
from legibly.scorers.word_pieces import WordPieces
from legibly.training.neural.byte_pieces import BytePieces
from legibly.training.neural.export import export
from legibly.training.neural.vocabulary import learn_pieces, save_pieces
from recipes.three_languages.rows import PieceTable, Rows, number
from recipes.three_languages.starts import from_chinese, from_english
from recipes.three_languages.texts import Text, count_words, hear, hear_dev
from recipes.three_languages.weights import cut_weights

TEACHER = "teacher.gguf"
FACTS = "facts.json"
TRAIN = "train"


@dataclass(frozen=True)
class Subject:
    """One language: its labels, the signs of its student, the names of its texts."""

    language: str
    marks: tuple[str, ...]
    openings: tuple[str, ...]
    dev: tuple[str, ...]
    begin: int = -1
    end: int = -1
    mask: int = -1

    @property
    def has_student(self) -> bool:
        return self.begin >= 0

    def rows(self, lesson: Path, name: str) -> Path:
        return lesson / f"{self.language}.{name}.rows.npz"

    def table(self, lesson: Path, who: str) -> Path:
        return lesson / f"{self.language}.{who}.pieces.npz"

    def start(self, lesson: Path) -> Path:
        return lesson / f"{self.language}.start.onnx"

    def vocabulary(self, lesson: Path) -> Path:
        return lesson / f"{self.language}.{VOCABULARY}"


@dataclass(frozen=True)
class Sources:
    """Where the networks come from."""

    model: Path  # a causal language model in GGUF
    layers: int  # of it
    english: Path  # a model folder
    chinese: tuple[Path, Path]  # bge-small-zh: its network and its vocabulary


def prepare(texts: Mapping[str, Text], data: Path, work: Path, sources: Sources) -> Path:
    """The folder of the lesson."""
    lesson = work / "lesson"
    lesson.mkdir(parents=True, exist_ok=True)
    forms: dict[str, list[str]] = {}
    for code, text in texts.items():
        print(f"{code}: reading", flush=True)
        forms[code] = _number(text, data, work, lesson)

    teacher = BytePieces.of(sources.model).fewer(form for some in forms.values() for form in some)
    assert teacher.few is not None
    cut_weights(sources.model, sources.layers, teacher.few, lesson / TEACHER)
    subjects = []
    for code, text in texts.items():
        print(f"{code}: pieces", flush=True)
        PieceTable.of(forms[code], teacher).save(lesson / f"{code}.teacher.pieces.npz")
        labels, dev = text.labels, ("dev", *hear_dev(text, data, work))
        subject = Subject(code, labels.marks, labels.openings, dev)
        if text.pieces:
            subject = _with_student(subject, text, forms[code], data, work, lesson, sources)
        subjects.append(subject)
    facts = {"begin": teacher.begin, "subjects": [asdict(subject) for subject in subjects]}
    with atomic_path(lesson / FACTS) as temporary:
        temporary.write_text(json.dumps(facts, ensure_ascii=False), "utf-8")
    return lesson


def _number(text: Text, data: Path, work: Path, lesson: Path) -> list[str]:
    parts = {TRAIN: hear(text, data, work), "dev": hear(text, data, work, dev=True)}
    parts |= hear_dev(text, data, work)
    forms, rows = number(parts)
    for name, numbered in rows.items():
        numbered.save(lesson / f"{text.language}.{name}.rows.npz")
    return forms


def _with_student(
    subject: Subject,
    text: Text,
    forms: Sequence[str],
    data: Path,
    work: Path,
    lesson: Path,
    sources: Sources,
) -> Subject:
    pieces = learn_pieces(count_words(hear(text, data, work)), text.pieces)
    save_pieces(pieces, subject.vocabulary(lesson))
    cut = WordPieces.load(subject.vocabulary(lesson))
    PieceTable.of(forms, cut).save(subject.table(lesson, "student"))
    if text.start == "chinese":
        start = from_chinese(*sources.chinese, pieces, text.labels)
    else:
        start = from_english(sources.english, sources.model, pieces, text.labels)
    export(start, subject.start(lesson))
    return replace(subject, begin=cut.begin, end=cut.end, mask=cut.mask)


def read_subjects(lesson: Path) -> tuple[int, list[Subject]]:
    """The sign before the teacher's windows, and the languages."""
    facts = json.loads((lesson / FACTS).read_text("utf-8"))
    lists = ("marks", "openings", "dev")
    subjects = []
    for one in facts["subjects"]:
        settings: dict[str, Any] = {
            key: tuple(value) if key in lists else value for key, value in one.items()
        }
        subjects.append(Subject(**settings))
    return facts["begin"], subjects


def rows_of(lesson: Path, subject: Subject, name: str) -> Rows:
    return Rows.load(subject.rows(lesson, name))
