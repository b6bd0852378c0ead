"""A model in several files: keys ranged over them by the first word, each mapped when it is first
asked for.

`ngram.lm` has the words, the unigrams and where the other files begin; opening it takes as long
however large they are.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from legibly.errors import DataError
from legibly.files.model_files import is_file_name
from legibly.ngram.exchange import ShardedCounts
from legibly.ngram.files import NgramFile, write_file
from legibly.ngram.model import Level, Ngram
from legibly.ngram.validity import check_keys_of_shard, check_states, check_vocabulary
from legibly.ngram.vocabulary import Vocabulary

MAX_SHARD_FILES = 4096


def write_sharded(counts: ShardedCounts, words: Sequence[str], path: Path) -> None:
    """A file of the unigrams, and beside it one a shard."""
    of, lengths = counts.of, counts.lengths()
    names = [f"{path.stem}-{shard:04d}{path.suffix}" for shard in range(of.shards)]
    head = {"order": of.order, "missing": of.missing}
    for shard, name in enumerate(names):
        arrays = {key: [value] for key, value in counts.shard_arrays(shard).items()}
        write_file(path.with_name(name), head, arrays)
    shards = [
        {"file": name, "first": first, "lengths": row}
        for name, first, row in zip(names, (0, *of.limits), lengths, strict=True)
    ]
    base = {key: [value] for key, value in _vocabulary_arrays(words).items()}
    base |= {key: [value] for key, value in counts.base_arrays().items()}
    write_file(path, {**head, "shards": shards}, base)


def write_joined(counts: ShardedCounts, words: Sequence[str], path: Path, work: Path) -> None:
    """The same in one file, byte for byte that of a model estimated in one go."""
    from legibly.ngram.exchange import FolderArrays

    of = counts.of
    pieces = []
    for shard in range(of.shards):
        folder = FolderArrays(work / f"piece-{shard}")
        folder.update(counts.shard_arrays(shard))
        pieces.append(folder)
    base = counts.base_arrays()
    arrays: dict[str, Sequence[NDArray[Any]] | Callable[[], Any]] = {
        key: [value] for key, value in _vocabulary_arrays(words).items()
    }
    for k in range(of.order):
        for name in ("keys", "logs", "backoffs", "suffixes", "shorter"):
            key = f"{k}.{name}"
            if key in base:
                arrays[key] = [base[key]]
            elif k and key in pieces[0]:
                arrays[key] = _Lazily(pieces, key)
    write_file(path, {"order": of.order, "missing": of.missing}, arrays)  # type: ignore[arg-type]


class _Lazily(Sequence[NDArray[Any]]):
    """The pieces of an array, one at a time."""

    def __init__(self, pieces: Sequence[Mapping[str, NDArray[Any]]], name: str) -> None:
        self._pieces, self._name = pieces, name

    def __len__(self) -> int:
        return len(self._pieces)

    def __getitem__(self, at: Any) -> Any:
        return self._pieces[at][self._name]


def _vocabulary_arrays(words: Sequence[str]) -> dict[str, NDArray[Any]]:
    vocabulary = Vocabulary.of(words)
    names = ("text", "starts", "prints", "numbers")
    return {f"vocabulary.{name}": getattr(vocabulary, name) for name in names}


class Shards:
    """The files of a model, opened when they are asked for."""

    def __init__(self, head: Mapping[str, Any], words: int, find: Callable[[str], Path]) -> None:
        self._find, self._words = find, words
        self.order = int(head["order"])
        listed = head["shards"]
        if not isinstance(listed, list) or not 1 <= len(listed) <= MAX_SHARD_FILES:
            raise ValueError("no list of shards")
        self.names = [str(item["file"]) for item in listed]
        if not all(map(is_file_name, self.names)):
            raise ValueError("shards outside its folder")
        self.firsts = [int(item["first"]) for item in listed]
        lengths = [[int(length) for length in item["lengths"]] for item in listed]
        if self.firsts[0] != 0 or sorted(set(self.firsts)) != self.firsts:
            raise ValueError("shards out of order")
        if any(len(row) != self.order - 1 or min(row) < 0 for row in lengths):
            raise ValueError("shards of another order")
        # By order: where the n-grams of each shard begin among all, and at last how many there are.
        self.starts = [[0, words]] + [
            np.cumsum([0, *(row[k] for row in lengths)]).tolist() for k in range(self.order - 1)
        ]
        self._opened: dict[int, dict[str, NDArray[Any]]] = {}

    def __len__(self) -> int:
        return len(self.names)

    def at(self, k: int, place: int) -> int:
        """The shard of an n-gram of k + 1 words."""
        return bisect_right(self.starts[k], place, hi=len(self)) - 1

    def below(self, k: int, parent: int) -> int:
        """The shard of the n-grams of k + 1 words below a context."""
        return bisect_right(self.firsts, parent) - 1 if k == 1 else self.at(k - 1, parent)

    def arrays(self, shard: int) -> dict[str, NDArray[Any]]:
        found = self._opened.get(shard)
        if found is None:
            found = self._opened[shard] = self._open(shard)
        return found

    def _open(self, shard: int) -> dict[str, NDArray[Any]]:
        path = self._find(self.names[shard])
        file = NgramFile.open(path)
        offsets = np.cumsum([0, *(row[-1] for row in self.starts)]).tolist()
        try:
            found = {name: file.array(name) for name in file.head["arrays"]}
            for k in range(1, self.order):
                self._check(k, shard, found, offsets)
        except (KeyError, ValueError, TypeError, IndexError) as error:
            raise DataError(f"{path}: not a shard of this model ({error}); train it anew") from None
        return found

    def _check(
        self, k: int, shard: int, found: Mapping[str, NDArray[Any]], offsets: Sequence[int]
    ) -> None:
        keys, count = found[f"{k}.keys"], self.starts[k][shard + 1] - self.starts[k][shard]
        edges = [*self.firsts, self._words] if k == 1 else self.starts[k - 1]
        check_keys_of_shard(k, keys, count, edges[shard], edges[shard + 1], self._words)
        for name in ("logs", "backoffs") if k + 1 < self.order else ("logs",):
            values = found[f"{k}.{name}"]
            if len(values) != count or not np.isfinite(values).all():
                raise ValueError(f"{k + 1}-grams without a score that is a number")
        shorter = found[f"{k}.shorter"] if k + 1 < self.order else None
        check_states(k, self.order, found[f"{k}.suffixes"], shorter, offsets, count)


class ShardedArray:
    """Looks like an array where one value is asked for."""

    def __init__(self, shards: Shards, k: int, name: str) -> None:
        self._shards, self._k, self._name = shards, k, name
        self._starts = shards.starts[k]

    def __len__(self) -> int:
        return int(self._starts[-1])

    def __getitem__(self, place: int) -> Any:
        shard = self._shards.at(self._k, place)
        return self._shards.arrays(shard)[self._name][place - self._starts[shard]]

    def searchsorted(self, key: np.uint64) -> int:
        shard = self._shards.below(self._k, int(key) >> 32)
        found = self._shards.arrays(shard)[self._name].searchsorted(key)
        return int(found) + int(self._starts[shard])

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        pieces = [self._shards.arrays(shard)[self._name] for shard in range(len(self._shards))]
        found = np.concatenate(pieces)
        return found if dtype is None else found.astype(dtype)


class ShardedNgram(Ngram):
    """Another process opens the files anew."""

    def __init__(self, path: Path, *parts: Any) -> None:
        super().__init__(*parts)
        self.path = path.absolute()

    def __reduce__(self) -> tuple[Callable[[Path], Ngram], tuple[Path]]:
        from legibly.ngram import binary

        return binary.load, (self.path,)


def read_sharded(file: NgramFile, find: Callable[[str], Path]) -> Ngram:
    """Raises ValueError and the like where the head makes no sense."""
    order = file.order
    vocabulary = Vocabulary(
        *(file.array(f"vocabulary.{name}") for name in ("text", "starts", "prints", "numbers"))
    )
    check_vocabulary(vocabulary)
    words = len(vocabulary)
    shards = Shards(file.head, words, find)
    offsets = np.cumsum([0, *(row[-1] for row in shards.starts)]).tolist()
    logs, backoffs = file.array("0.logs"), file.array("0.backoffs")
    for values in (logs, backoffs):
        if len(values) != words or not np.isfinite(values).all():
            raise ValueError("words without a score that is a number")
    suffixes, shorter = file.array("0.suffixes"), file.array("0.shorter")
    check_states(0, order, suffixes, shorter, offsets)
    levels = [Level(np.arange(words, dtype=np.uint64), logs, backoffs)]
    all_suffixes: list[Any] = [suffixes]
    all_shorter: list[Any] = [shorter]
    for k in range(1, order):
        last = k + 1 == order
        keys, scored = ShardedArray(shards, k, f"{k}.keys"), ShardedArray(shards, k, f"{k}.logs")
        weights: Any = _Zeros(len(keys)) if last else ShardedArray(shards, k, f"{k}.backoffs")
        levels.append(Level(keys, scored, weights))  # type: ignore[arg-type]
        all_suffixes.append(ShardedArray(shards, k, f"{k}.suffixes"))
        if not last:
            all_shorter.append(ShardedArray(shards, k, f"{k}.shorter"))
    missing = float(file.head["missing"])
    return ShardedNgram(file.path, levels, all_suffixes, all_shorter, vocabulary, missing)


class _Zeros:
    """The weights of the longest n-grams, which are no contexts."""

    def __init__(self, count: int) -> None:
        self._count = count

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, at: Any) -> Any:
        return np.float32(0)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.zeros(self._count, dtype or np.float32)
