"""The processes that models are trained and measured in."""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from recipes.place import Place


def pool_of(place: Place, processes: int | None) -> ProcessPoolExecutor:
    # A forked process cannot use torch where its parent has.
    spawn = get_context("spawn")
    return ProcessPoolExecutor(processes, spawn, place.sized(None, single_threaded))


def single_threaded() -> None:
    """Of what is small, threads that wait for each other would take most of the time."""
    os.environ["OMP_NUM_THREADS"] = "1"
