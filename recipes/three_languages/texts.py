"""The words of the training text as heard, with their labels; the last hundredth of each file
apart.

A file is read once, in shares, by all cores; what was read is kept on disk.
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from legibly.casing import Case
from legibly.files.source import open_source
from legibly.files.writing import atomic_path
from legibly.formats.text import read_string
from legibly.languages import language as find_language
from legibly.toml import load_toml
from legibly.training.corpus import read_corpus
from legibly.training.neural.encoding import Labels
from legibly.training.overlap import Banned
from legibly.training.spoken_form import NO_NOISE, Noise, Spoken, condition
from recipes.three_languages.numbers import said
from recipes.three_languages.spelling import read_pairs, respell, small_months

RECIPE = Path(__file__).with_name("recipe.toml")
LANGUAGES = ("pt", "es", "zh")
SHARE_BYTES = 1_200_000  # of a packed file that a process takes at a time
BLOCK_LINES = 200  # lines that stay together
DEV_FRACTION = 0.01  # of a file's lines, the last ones, to tune on
RESPELT_FRACTION = 0.7  # of paragraphs in an old spelling; the others stay
SAID_FRACTION = 0.6  # of paragraphs whose plain numbers are said in words; the others keep digits
RUN = {"zh": 20}  # words or characters in a run that a test must not share; else 8


@dataclass(frozen=True)
class Text:
    """What a recipe says of one language."""

    language: str
    corpora: dict[str, float]
    tests: list[str]
    noise: Noise
    pieces: int = 0  # of its student; 0: it has none
    old_spelling: list[str] = field(default_factory=list)
    capital_months: list[str] = field(default_factory=list)
    brazilian: list[str] = field(default_factory=list)
    spelling: str = ""
    dev: list[str] = field(default_factory=list)  # texts of another kind, to tune on as well
    start: str = "english"  # what its student starts from

    @property
    def labels(self) -> Labels:
        return Labels.of(find_language(self.language))


def read_texts(path: Path = RECIPE) -> dict[str, Text]:
    facts = load_toml(path.read_text("utf-8"), str(path))
    noise = Noise(**facts.pop("noise"))
    return {code: Text(language=code, noise=noise, **table) for code, table in facts.items()}


@dataclass(frozen=True)
class Heard:
    """Words in a row, as arrays that lie in a file."""

    words: list[str]
    marks: NDArray[np.uint8]
    cases: NDArray[np.uint8]
    openings: NDArray[np.uint8]

    @classmethod
    def of(cls, spoken: Sequence[Spoken], labels: Labels) -> Heard:
        marks = {mark: i for i, mark in enumerate(labels.marks)}
        openings = {opening: i for i, opening in enumerate(labels.openings or ("",))}
        return cls(
            [word.text for word in spoken],
            np.array([marks[word.mark] for word in spoken], np.uint8),
            np.array([word.case for word in spoken], np.uint8),
            np.array([openings[word.opening] for word in spoken], np.uint8),
        )

    def save(self, path: Path) -> None:
        words = np.frombuffer("\n".join(self.words).encode(), np.uint8)
        with atomic_path(path) as temporary, temporary.open("wb") as out:
            np.savez(out, words=words, marks=self.marks, cases=self.cases, openings=self.openings)

    @classmethod
    def load(cls, path: Path) -> Heard:
        with np.load(path, allow_pickle=False) as file:
            text = file["words"].tobytes().decode()
            words = text.split("\n") if text else []
            return cls(words, file["marks"], file["cases"], file["openings"])

    def spoken(self, labels: Labels) -> Iterator[Spoken]:
        openings = labels.openings or ("",)
        rows = (row.tolist() for row in (self.marks, self.cases, self.openings))
        for word, mark, case, opening in zip(self.words, *rows, strict=True):
            yield Spoken(word, labels.marks[mark], Case(case), None, openings[opening])


@dataclass(frozen=True)
class Job:
    """A share of one file."""

    out: Path
    text: Text
    file: Path
    kept: float  # of its paragraphs
    old_spelling: bool
    capital_months: bool
    dialect: str
    pairs: Path | None
    dev: bool
    share: int = 0
    shares: int = 1

    def run(self, banned: Banned | None) -> None:
        pairs = read_pairs(self.pairs) if self.pairs else {}
        lines = _lines(self.file)
        cut = int(len(lines) * (1 - DEV_FRACTION))
        wanted = range(cut, len(lines)) if self.dev else range(cut)
        spoken: list[Spoken] = []
        for number in wanted:
            if number // BLOCK_LINES % self.shares != self.share:
                continue
            line = lines[number]
            luck = Random(f"{self.file.name} {number}")
            if not line or (not self.dev and luck.random() >= self.kept):
                continue
            if self.old_spelling and luck.random() < RESPELT_FRACTION:
                line = respell(line, pairs)
            if self.capital_months:
                line = small_months(line)
            if self.text.pieces and not self.dev and luck.random() < SAID_FRACTION:
                line = said(line, self.dialect)
            paragraph = read_string(line, self.text.language)
            if banned is not None and not self.dev and banned.overlaps(paragraph):
                continue
            spoken += condition(paragraph, 1, NO_NOISE if self.dev else self.text.noise)

        Heard.of(spoken, self.text.labels).save(self.out)


def _lines(path: Path) -> list[str]:
    with open_source(str(path)) as source:
        return [line.strip() for _, line in source.lines()]


_banned: Banned | None = None  # of a worker process


def _set_banned(banned: Banned | None) -> None:
    global _banned
    _banned = banned


def _run(job: Job) -> None:
    job.run(_banned)


def jobs_of(text: Text, data: Path, work: Path, *, dev: bool = False) -> list[Job]:
    jobs = []
    for name, kept in text.corpora.items():
        file = data / name
        if dev and not name.startswith(f"{text.language}/"):
            continue
        shares = 1 if dev else max(1, file.stat().st_size // SHARE_BYTES)
        for share in range(shares):
            settings = (name, file.stat().st_size, kept, dev, share, shares, text.noise)
            mark = hashlib.sha256(repr((*settings, SAID_FRACTION)).encode()).hexdigest()[:12]
            jobs.append(
                Job(
                    out=work / f"{text.language}-{'dev-' if dev else ''}{mark}.npz",
                    text=text,
                    file=file,
                    kept=kept,
                    old_spelling=name in text.old_spelling,
                    capital_months=name in text.capital_months,
                    dialect="pt_BR" if name in text.brazilian else text.language,
                    pairs=data / text.spelling if text.spelling else None,
                    dev=dev,
                    share=share,
                    shares=shares,
                )
            )
    return jobs


def hear(text: Text, data: Path, work: Path, *, dev: bool = False) -> list[Path]:
    """The files of words as heard, made where they are missing."""
    work.mkdir(parents=True, exist_ok=True)
    jobs = jobs_of(text, data, work, dev=dev)
    waiting = [job for job in jobs if not job.out.is_file()]
    if waiting:
        banned = None if dev else Banned(_tests(text, data), RUN.get(text.language, 8))
        with ProcessPoolExecutor(
            os.cpu_count(), initializer=_set_banned, initargs=(banned,)
        ) as pool:
            list(pool.map(_run, waiting))
    return [job.out for job in jobs]


def hear_dev(text: Text, data: Path, work: Path) -> dict[str, list[Path]]:
    """Whole files to tune on, by their names."""
    work.mkdir(parents=True, exist_ok=True)
    found = {}
    for name in text.dev:
        title = name.rpartition("/")[2].removesuffix(".txt.xz")
        out = work / f"{text.language}-dev-{title}.npz"
        paragraphs = (read_string(line, text.language) for line in _lines(data / name) if line)
        spoken = [word for paragraph in paragraphs for word in condition(paragraph, 1, NO_NOISE)]
        Heard.of(spoken, text.labels).save(out)
        found[title] = [out]
    return found


def _tests(text: Text, data: Path) -> Iterator[Any]:
    files = [str(path) for pattern in text.tests for path in sorted(data.glob(pattern))]
    return read_corpus(files, text.language)


def count_words(paths: Sequence[Path]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for path in paths:
        counts.update(Heard.load(path).words)
    return counts
