"""Shards on this machine: processes run the steps, files carry what shards send to each other.

Every array is a file, so that memory holds what a step looks at and no more.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from legibly.ngram.counting import CountSlice, Run, renumbered
from legibly.ngram.shards import (
    Arrays,
    Estimation,
    Facts,
    Plan,
    Step,
    dealt,
    forward,
    gather,
    model_arrays,
)
from legibly.ngram.vocabulary import UNKNOWN
from legibly.workers import end_with_parent

Result = TypeVar("Result")


class FolderArrays(MutableMapping[str, NDArray[Any]]):
    """Arrays by name, each a file."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __getitem__(self, name: str) -> NDArray[Any]:
        path = self._path(name)
        if not path.is_file():
            raise KeyError(name)
        found: NDArray[Any] = np.load(path, allow_pickle=False)
        return found

    def __setitem__(self, name: str, value: NDArray[Any]) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        np.save(self._path(name), value, allow_pickle=False)

    def __delitem__(self, name: str) -> None:
        self._path(name).unlink()

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(path.stem for path in self._folder.glob("*.npy")))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.npy"


class ShardedCounts(Protocol):
    """The shards of a model when all steps are done, wherever they are."""

    of: Estimation

    def base_arrays(self) -> Arrays: ...

    def shard_arrays(self, shard: int) -> Arrays: ...

    def lengths(self) -> list[list[int]]:
        """How many n-grams each shard has, by order from bigrams on."""


class LocalShards:
    def __init__(self, of: Estimation, plan: Plan, folder: Path) -> None:
        self.of, self._plan, self._folder = of, plan, folder

    def base_arrays(self) -> Arrays:
        return self._plan.base_arrays()

    def shard_arrays(self, shard: int) -> Arrays:
        arrays = FolderArrays(_shard(self._folder, shard))
        return model_arrays(self.of, shard, arrays, self._plan.facts)

    def lengths(self) -> list[list[int]]:
        return lengths_of(self._plan)


def lengths_of(plan: Plan) -> list[list[int]]:
    columns = []
    for k in range(1, plan.of.order):
        ends = [*plan.facts[f"{k}.starts"][1:], plan.facts[f"{k}.length"]]
        columns.append(np.diff([0, *ends]).tolist())
    return [list(row) for row in zip(*columns, strict=True)]


@contextmanager
def estimated_here(
    of: Estimation, slices: Sequence[CountSlice], words: Sequence[str], work: Path, workers: int
) -> Iterator[ShardedCounts]:
    """From counted slices of a text to the shards of a model, in a folder that is removed."""
    folder = work / "shards"
    shutil.rmtree(folder, ignore_errors=True)
    with _pool(workers) as pool:
        numbers = {word: i for i, word in enumerate(words)}
        runs: list[Future[None]] = []
        for counted in slices:
            table = np.array([numbers.get(word, UNKNOWN) for word in counted.words], np.int64)
            for path in counted.runs:
                runs.append(pool.submit(_deal, path, table, of, folder, len(runs)))
        _results(runs)
        plan = Plan(of)
        shards = range(of.shards)
        plan.hear(_results([pool.submit(_gather, of, shard, folder) for shard in shards]))
        for number, _ in enumerate(plan.steps()):
            facts = plan.facts
            told = _results([pool.submit(_step, of, number, at, folder, facts) for at in shards])
            if told[0]:
                plan.hear(told)
    try:
        yield LocalShards(of, plan, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _pool(workers: int) -> Iterator[Executor]:
    with ProcessPoolExecutor(workers, initializer=end_with_parent) as pool:
        yield pool


def _results(jobs: Sequence[Future[Result]]) -> list[Result]:
    return [job.result() for job in jobs]


def _shard(folder: Path, shard: int) -> Path:
    return folder / f"shard-{shard}"


def _box(folder: Path, step: int, to: int) -> Path:
    return folder / f"box-{step}-{to}"


def _deal(path: Path, table: NDArray[np.int64], of: Estimation, folder: Path, run: int) -> None:
    found = dealt(forward(renumbered(Run.load(path), of.order, table), of.order), of)
    for shard, arrays in found.items():
        FolderArrays(_box(folder, -1, shard) / str(run)).update(arrays)


def _gather(of: Estimation, shard: int, folder: Path) -> dict[str, NDArray[Any]]:
    box = _box(folder, -1, shard)
    sent = [FolderArrays(path) for path in sorted(box.glob("*"))]
    done = gather(of, shard, sent)
    FolderArrays(_shard(folder, shard)).update(done.shard)
    shutil.rmtree(box, ignore_errors=True)
    return dict(done.told)


def _step(
    of: Estimation, number: int, shard: int, folder: Path, facts: Facts
) -> dict[str, NDArray[Any]]:
    steps: list[Step] = list(Plan(of).steps())
    box = _box(folder, number - 1, shard)
    sent: Mapping[int, Arrays] = {int(path.name): FolderArrays(path) for path in box.glob("*")}
    done = steps[number](shard, FolderArrays(_shard(folder, shard)), sent, facts)
    for to, arrays in done.sent.items():
        FolderArrays(_box(folder, number, to) / str(shard)).update(arrays)
    shutil.rmtree(box, ignore_errors=True)
    return dict(done.told)
