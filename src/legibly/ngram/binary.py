"""One file for a model: a short head, then its arrays as they lie in memory, mapped rather than
read.

    LEGIBLM1 | length of the head | head (JSON) | checksum of all that | arrays

Each array begins at a multiple of 64 bytes.

The head has every array's place, kind, length and checksum, and the file's size. Opening checks the
head and the size; `check` also the arrays. A file that was not written to its end has another name,
and never opens.
"""

from __future__ import annotations

import json
import mmap
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from legibly.errors import DataError
from legibly.files.writing import atomic_path
from legibly.ngram.counting import MAX_ORDER
from legibly.ngram.model import Level, Ngram
from legibly.ngram.validity import (
    check_head,
    check_keys,
    check_states,
    check_vocabulary,
    check_whole,
)
from legibly.ngram.vocabulary import Vocabulary

MAGIC = b"LEGIBLM1"
NGRAM_VERSION = 1
ALIGNMENT_BYTES = 64
MAX_HEADER_BYTES = 1 << 20
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

    places: dict[str, dict[str, Any]] = {}
    at = 0
    for name, array in arrays.items():
        data = np.ascontiguousarray(array)
        arrays[name] = data
        places[name] = {
            "at": at,
            "type": data.dtype.str,
            "length": len(data),
            "crc": crc32(data.tobytes()),
        }
        at += -(-data.nbytes // ALIGNMENT_BYTES) * ALIGNMENT_BYTES

    head = {
        "version": NGRAM_VERSION,
        "order": model.order,
        "missing": model.missing,
        "arrays": places,
        "size": at,
    }
    encoded = json.dumps(head, sort_keys=True).encode()
    with atomic_path(path) as temporary, temporary.open("wb") as out:
        opening = MAGIC + struct.pack("<I", len(encoded)) + encoded
        opening += struct.pack("<I", crc32(opening))
        out.write(opening + b"\0" * (-len(opening) % ALIGNMENT_BYTES))
        for data in arrays.values():
            out.write(data.tobytes() + b"\0" * (-data.nbytes % ALIGNMENT_BYTES))


def load(path: Path) -> Ngram:
    """Maps a file; nothing is read but its head, and small files whole."""
    head, data, first = _open(path)
    size = int(head["size"])
    if size <= CHECKED_BYTES:
        _check_arrays(head, data, first, path)

    def array(name: str) -> NDArray[Any]:
        place = head["arrays"][name]
        return np.frombuffer(data, place["type"], place["length"], first + place["at"])

    try:
        return _model(path, head, array)
    except (KeyError, ValueError, TypeError, IndexError) as error:
        raise DataError(f"{path}: not a whole language model ({error}); train it anew") from None


def _model(path: Path, head: dict[str, Any], array: Callable[[str], NDArray[Any]]) -> Ngram:
    order, arrays = head["order"], head["arrays"]
    if type(order) is not int or not 1 <= order <= MAX_ORDER:
        raise ValueError(f"order {str(order)[:20]}")
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
    return MappedNgram(path, levels, suffixes, shorter, vocabulary, float(head["missing"]))


class MappedNgram(Ngram):
    """A model in a file. Another process opens the file anew, instead of being sent the model."""

    def __init__(self, path: Path, *parts: Any) -> None:
        super().__init__(*parts)
        self.path = path.absolute()  # another process may be elsewhere

    def __reduce__(self) -> tuple[Callable[[Path], Ngram], tuple[Path]]:
        return load, (self.path,)


def check(path: Path) -> None:
    """All of a file."""
    head, data, first = _open(path)
    _check_arrays(head, data, first, path)


def _open(path: Path) -> tuple[dict[str, Any], mmap.mmap, int]:
    try:
        with path.open("rb") as file:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:
        raise DataError(f"{path}: cannot be opened as a language model ({error})") from None

    if data[: len(MAGIC)] != MAGIC:
        raise DataError(
            f"{path}: not a language model of legibly; expected a file that `legibly train ngram` "
            "wrote"
        )
    if len(data) < len(MAGIC) + 8:
        raise DataError(f"{path}: damaged ({len(data)} bytes); copy or train it anew")

    (length,) = struct.unpack_from("<I", data, len(MAGIC))
    end = len(MAGIC) + 4 + length
    if (
        length > MAX_HEADER_BYTES
        or end + 4 > len(data)
        or struct.unpack_from("<I", data, end)[0] != crc32(data[:end])
    ):
        raise DataError(f"{path}: damaged (its head has another checksum); copy or train it anew")

    try:
        head: dict[str, Any] = json.loads(data[len(MAGIC) + 4 : end])
    except (ValueError, RecursionError) as error:
        raise DataError(f"{path}: damaged (its head is no JSON: {str(error)[:60]})") from None
    if not isinstance(head, dict):
        raise DataError(f"{path}: damaged (its head is {type(head).__name__})")
    if head.get("version") != NGRAM_VERSION:
        raise DataError(
            f"{path}: version {head.get('version')!r}; this program reads version {NGRAM_VERSION}"
        )

    first = -(-(end + 4) // ALIGNMENT_BYTES) * ALIGNMENT_BYTES
    try:
        check_head(head, len(data) - first)
    except (ValueError, OverflowError) as error:
        raise DataError(f"{path}: damaged ({error}); copy or train it anew") from None
    return head, data, first


def _check_arrays(head: dict[str, Any], data: mmap.mmap, first: int, path: Path) -> None:
    for name, place in head["arrays"].items():
        start = first + place["at"]
        size = place["length"] * np.dtype(place["type"]).itemsize
        if crc32(data[start : start + size]) != place["crc"]:
            raise DataError(f"{path}: damaged ({name} has another checksum); copy or train it anew")


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
