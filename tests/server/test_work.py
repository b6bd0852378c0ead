"""A bounded queue of work."""

from __future__ import annotations

import asyncio
import threading

import pytest

from legibly.server.metrics import COUNTERS, GAUGES, SECONDS, Metrics, SharedCounts
from legibly.server.problems import ProblemError
from legibly.server.work import Deadline, WorkQueue


def test_what_is_too_much_is_told_to_come_again() -> None:
    async def story() -> None:
        queue = WorkQueue("test", most_waiting=1)
        go = threading.Event()
        waiting = [asyncio.ensure_future(queue.run(go.wait, Deadline(60))) for _ in range(2)]
        await asyncio.sleep(0.05)
        with pytest.raises(ProblemError, match="too many requests are waiting") as refused:
            await queue.run(go.wait, Deadline(60))
        assert (refused.value.status, refused.value.headers) == (503, {"Retry-After": "1"})
        go.set()
        assert await asyncio.gather(*waiting) == [True, True]
        assert queue.unfinished == 0
        queue.close()

    asyncio.run(story())


def test_work_that_nobody_waits_for_ends_and_counts_until_then() -> None:
    async def story() -> None:
        queue = WorkQueue("test", most_waiting=0)
        begun, ended = threading.Event(), threading.Event()
        deadline = Deadline(0.05)

        def work() -> None:
            begun.set()
            try:
                while True:
                    deadline.check()
            finally:
                ended.set()

        with pytest.raises(ProblemError, match=r"not done within 0\.05 seconds"):
            await queue.run(work, deadline)
        assert begun.is_set()
        assert await asyncio.to_thread(ended.wait, 10)
        while queue.unfinished:
            await asyncio.sleep(0.01)
        assert await queue.run(lambda: 5, Deadline(10)) == 5
        queue.close()

    asyncio.run(story())


def test_what_a_client_left_is_given_up() -> None:
    async def story() -> None:
        queue = WorkQueue("test", most_waiting=0)
        deadline = Deadline(60)
        begun = threading.Event()

        def work() -> None:
            begun.set()
            while True:
                deadline.check()

        task = asyncio.ensure_future(queue.run(work, deadline))
        await asyncio.to_thread(begun.wait, 10)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        while queue.unfinished:
            await asyncio.sleep(0.01)
        queue.close()

    asyncio.run(story())


def test_counts_of_workers_add_up() -> None:
    counts = SharedCounts(2)
    for row in range(2):
        metrics = Metrics(counts, row)
        metrics.requested("format", 200)
        metrics.requested("nonsense", 404)
        metrics.took("format", 0.05 + row)
        metrics.gauge("connections", 3)
        for name in COUNTERS:
            metrics.count(name, 2)
    page = Metrics(counts, 0).page().decode()
    assert 'legibly_requests_total{route="format",status="2xx"} 2.0' in page
    assert 'legibly_requests_total{route="other",status="4xx"} 2.0' in page
    assert 'legibly_seconds_bucket{le="0.06",route="format"} 1.0' in page
    assert 'legibly_seconds_count{route="format"} 2.0' in page
    assert 'legibly_seconds_sum{route="format"} 1.1' in page
    assert "legibly_connections 6.0" in page
    for name in COUNTERS:
        assert f"legibly_{name}_total 4.0" in page
    for name in GAUGES:
        assert f"legibly_{name} " in page
    assert list(SECONDS) == sorted(SECONDS)
    counts.forget_worker(1)
    assert "legibly_connections 3.0" in Metrics(counts, 0).page().decode()
