"""One file for a model, or several (`sharded.py`), mapped rather than read.

Opening checks the head of a file and its size; `check` also the arrays.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from legibly.errors import DataError
from legibly.ngram.files import NgramFile, write_file
from legibly.ngram.model import Level, Ngram
from legibly.ngram.validity import check_keys, check_states, check_vocabulary, check_whole
from legibly.ngram.vocabulary import Vocabulary

CHECKED_BYTES = 16 << 20  # bytes of arrays up to which opening checks them too
SCORE_STEPS = 255  # of quantised scores


def save(model: Ngram, path: Path, *, quantised: bool = False) -> None:
    arrays: dict[str, NDArray[Any]] = {}
    vocabulary = model.vocabulary
    for name in ("text", "starts", "prints", "numbers"):
        arrays[f"vocabulary.{name}"] = getattr(vocabulary, name)
    for k, (level, suffixes) in enumerate(zip(model.levels, model.suffixes, strict=True)):
        if k:
            arrays[f"{k}.keys"] = level.keys
        for name, values in (("logs", level.logs), ("backoffs", level.backoffs)):
            if quantised:
                codes, book = quantise(np.asarray(values, np.float64))
                arrays[f"{k}.{name}"], arrays[f"{k}.{name}.book"] = codes, book
            elif name == "logs" or k + 1 < model.order:
                arrays[f"{k}.{name}"] = np.asarray(values, np.float32)
        smallest = (
            np.int32
            if max((len(item.keys) for item in model.levels), default=0) < 1 << 29
            else np.int64
        )
        arrays[f"{k}.suffixes"] = suffixes.astype(smallest)
        if k + 1 < model.order:
            arrays[f"{k}.shorter"] = model.shorter_states[k].astype(smallest)

    facts = {"order": model.order, "missing": model.missing}
    write_file(path, facts, {name: [array] for name, array in arrays.items()})


def load(path: Path, find: Callable[[str], Path] | None = None) -> Ngram:
    """Maps a file; nothing is read but its head, and small files whole. `find` gives the paths of
    a model's other files, where it has some.
    """
    file = NgramFile.open(path)
    if int(file.head["size"]) <= CHECKED_BYTES:
        file.check_arrays()
    try:
        if "shards" in file.head:
            from legibly.ngram.sharded import read_sharded

            return read_sharded(file, find or path.with_name)
        return _model(file)
    except (KeyError, ValueError, TypeError, IndexError) as error:
        raise DataError(f"{path}: not a whole language model ({error}); train it anew") from None


def _model(file: NgramFile) -> Ngram:
    order, array = file.order, file.array
    arrays = file.head["arrays"]
    vocabulary = Vocabulary(
        *(array(f"vocabulary.{name}") for name in ("text", "starts", "prints", "numbers"))
    )
    check_vocabulary(vocabulary)
    levels: list[Level] = []
    suffixes: list[NDArray[Any]] = []
    shorter: list[NDArray[Any]] = []
    offsets = [0]
    for k in range(order):
        keys = array(f"{k}.keys") if k else None
        count = len(vocabulary) if keys is None else len(keys)
        offsets.append(offsets[-1] + count)
        checked: list[Any] = []
        values: list[Any] = []
        for name in ("logs", "backoffs"):
            book = array(f"{k}.{name}.book") if f"{k}.{name}.book" in arrays else None
            stored = array(f"{k}.{name}") if f"{k}.{name}" in arrays else None
            if stored is not None and book is not None:
                check_whole(stored)
                if len(stored) and int(stored.max()) >= len(book):
                    raise ValueError(f"{k + 1}-grams with a score that is not there")
                checked.append(book)
                values.append(_Coded(stored, book))
            else:
                values.append(np.zeros(count, np.float32) if stored is None else stored)
                checked.append(values[-1])
            if len(values[-1]) != count or not np.isfinite(checked[-1]).all():
                raise ValueError(f"{k + 1}-grams without a score that is a number")
        check_keys(k, keys, offsets)
        levels.append(Level(keys if keys is not None else _Counting(count), *values))  # type: ignore[arg-type]
        suffixes.append(array(f"{k}.suffixes"))
        if k + 1 < order:
            shorter.append(array(f"{k}.shorter"))
        check_states(k, order, suffixes[k], shorter[k] if k + 1 < order else None, offsets)
    missing = float(file.head["missing"])
    return MappedNgram(file.path, levels, suffixes, shorter, vocabulary, missing)


class MappedNgram(Ngram):
    """A model in a file. Another process opens the file anew, instead of being sent the model."""

    def __init__(self, path: Path, *parts: Any) -> None:
        super().__init__(*parts)
        self.path = path.absolute()  # another process may be elsewhere

    def __reduce__(self) -> tuple[Callable[[Path], Ngram], tuple[Path]]:
        return load, (self.path,)


def check(path: Path) -> None:
    """All of a file."""
    NgramFile.open(path).check_arrays()


def quantise(values: NDArray[np.float64]) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Codes and what they stand for: bins with as many values each, their means."""
    if not len(values):
        return np.zeros(0, np.uint8), np.zeros(1, np.float32)
    different = np.unique(values)
    if len(different) <= SCORE_STEPS + 1:
        return np.searchsorted(different, values).astype(np.uint8), different.astype(np.float32)
    limits = np.unique(np.quantile(values, np.linspace(0, 1, SCORE_STEPS + 1)[1:-1]))
    codes = np.searchsorted(limits, values)
    sums = np.bincount(codes, weights=values, minlength=len(limits) + 1)
    book = sums / np.maximum(np.bincount(codes, minlength=len(limits) + 1), 1)
    return codes.astype(np.uint8), book.astype(np.float32)


class _Coded:
    """Quantised values that look like an array where one is asked for."""

    def __init__(self, codes: NDArray[np.uint8], book: NDArray[np.float32]) -> None:
        self._codes, self._book = codes, book

    def __len__(self) -> int:
        return len(self._codes)

    def __getitem__(self, at: Any) -> Any:
        return self._book[self._codes[at]]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        found = self._book[self._codes]
        return found if dtype is None else found.astype(dtype)


class _Counting:
    """The keys of unigrams: the numbers themselves."""

    def __init__(self, count: int) -> None:
        self._count = count

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, at: Any) -> Any:
        return np.uint64(at)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.arange(self._count, dtype=dtype or np.uint64)
