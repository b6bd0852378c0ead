"""Processes that die, hang, and are asked to stop."""

from __future__ import annotations

import os
import signal
import time

import pytest

from legibly.batch.crew import Crew


def lost(job: int, reason: str) -> str:
    return f"{job}: {reason}"


def double(job: int) -> str:
    return f"{job}: {2 * job}"


def dies_of_three(job: int) -> str:
    if job == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return double(job)


def hangs_at_three(job: int) -> str:
    if job == 3:
        time.sleep(600)
    return double(job)


@pytest.mark.parametrize("size", [1, 2, 5])
@pytest.mark.parametrize("count", [0, 1, 20])
def test_each_job_is_done_once(size: int, count: int) -> None:
    found = list(Crew(double, size, lost).run(range(count)))
    assert sorted(found) == sorted(map(double, range(count)))


def test_a_job_that_kills_its_process_is_known_and_the_others_are_done() -> None:
    found = set(Crew(dies_of_three, 2, lost).run(range(10)))
    assert {f"{job}: {2 * job}" for job in range(10) if job != 3} < found
    assert "3: its process was ended by SIGKILL; too little memory?" in found
    assert len(found) == 10


def test_a_job_that_takes_too_long_is_given_up() -> None:
    found = set(Crew(hangs_at_three, 2, lost, max_seconds=0.5).run(range(6)))
    assert "3: took more than 0.5 s" in found
    assert len(found) == 6


def test_who_is_asked_to_stop_finishes_what_was_begun() -> None:
    found: list[str] = []
    for result in Crew(double, 2, lost).run(range(1000), stopping=lambda: len(found) >= 3):
        found.append(result)
    assert 3 <= len(found) <= 7
    assert len(set(found)) == len(found)


def test_processes_end_with_whoever_leaves_the_loop() -> None:
    results = Crew(double, 2, lost).run(range(1000))
    next(results)
    results.close()  # type: ignore[attr-defined]
