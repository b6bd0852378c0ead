"""Counts of what a server does, summed over its workers.

They lie in memory that workers share from before they are forked: a row a worker, which only it
writes. Nothing is written to a disk.
"""

from __future__ import annotations

import mmap
import struct
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

ROUTES = (
    *("format", "score", "convert", "subtitles", "readings", "compare", "formats", "models"),
    *("health", "metrics", "openapi", "stream", "page", "opened", "other"),
)
STATUS_CLASSES = ("2xx", "3xx", "4xx", "5xx")
SECONDS = (0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.15, 0.3, 0.6, 1.0, 1.5, 2.5, 4.0, 10.0, 60.0)
COUNTERS = {
    "words": "Words that were formatted.",
    "stream_messages": "Messages of streams that were answered.",
    "streams": "Streams that were opened.",
    "resumed": "Streams that went on with one that was broken off.",
    "bad_messages": "Messages of streams that could not be read.",
    "dropped": "Clients that were too slow to take their answers.",
    "refused": "Connections that were refused, as there were too many.",
    "closed": "Connections that were closed.",
}
GAUGES = {
    "connections": "Connections that are open.",
    "open_streams": "Streams that are open.",
    "unfinished": "Requests that wait or are worked on.",
}
METRICS_TYPE = CONTENT_TYPE_LATEST

_HISTOGRAMS = ("format", "score", "stream")
_NAMES: list[tuple[str, ...]] = [
    *(("requests", route, status) for route in ROUTES for status in STATUS_CLASSES),
    *(("counter", name) for name in COUNTERS),
    *(("gauge", name) for name in GAUGES),
    *(
        ("seconds", route, str(i))
        for route in _HISTOGRAMS
        for i in range(len(SECONDS) + 2)  # one above the last, and the sum
    ),
]
_PLACES = {name: 8 * i for i, name in enumerate(_NAMES)}
_ROW = 8 * len(_NAMES)
_NUMBER = struct.Struct("d")


class SharedCounts:
    """Rows of numbers in memory that is shared by forked processes."""

    def __init__(self, workers: int = 1) -> None:
        self.workers = workers
        self._memory = mmap.mmap(-1, max(1, workers) * _ROW)

    def get(self, row: int, name: tuple[str, ...]) -> float:
        return float(_NUMBER.unpack_from(self._memory, row * _ROW + _PLACES[name])[0])

    def set(self, row: int, name: tuple[str, ...], value: float) -> None:
        _NUMBER.pack_into(self._memory, row * _ROW + _PLACES[name], value)

    def total(self, name: tuple[str, ...]) -> float:
        return sum(self.get(row, name) for row in range(self.workers))

    def forget_worker(self, row: int) -> None:
        """What a worker that has ended had open."""
        for name in GAUGES:
            self.set(row, ("gauge", name), 0.0)
        self.set(row, ("counter", "closed"), 0.0)


class Metrics:
    """The counts of one worker."""

    def __init__(self, counts: SharedCounts | None = None, row: int = 0) -> None:
        self.counts, self._row = counts or SharedCounts(), row

    def count(self, name: str, more: float = 1) -> None:
        self._add(("counter", name), more)

    def gauge(self, name: str, more: float) -> None:
        self._add(("gauge", name), more)

    def requested(self, route: str, status: int) -> None:
        route = route if route in ROUTES else "other"
        self._add(("requests", route, STATUS_CLASSES[min(max(status // 100, 2), 5) - 2]), 1)

    def took(self, route: str, seconds: float) -> None:
        if route not in _HISTOGRAMS:
            return
        self._add(("seconds", route, str(bisect_left(SECONDS, seconds))), 1)
        self._add(("seconds", route, str(len(SECONDS) + 1)), seconds)

    def page(self) -> bytes:
        registry = CollectorRegistry()
        registry.register(_Collected(self.counts))
        return generate_latest(registry)

    def _add(self, name: tuple[str, ...], more: float) -> None:
        self.counts.set(self._row, name, self.counts.get(self._row, name) + more)


class _Collected(Collector):
    def __init__(self, counts: SharedCounts) -> None:
        self._counts = counts

    def collect(self) -> Iterator[Metric]:
        total = self._counts.total
        requests = CounterMetricFamily(
            "legibly_requests", "Requests that were answered.", labels=["route", "status"]
        )
        for route in ROUTES:
            for status in STATUS_CLASSES:
                requests.add_metric([route, status], total(("requests", route, status)))
        yield requests
        for name, text in COUNTERS.items():
            yield CounterMetricFamily(f"legibly_{name}", text, total(("counter", name)))
        for name, text in GAUGES.items():
            yield GaugeMetricFamily(f"legibly_{name}", text, total(("gauge", name)))
        yield GaugeMetricFamily("legibly_workers", "Workers.", float(self._counts.workers))
        yield self._seconds(_HISTOGRAMS)

    def _seconds(self, routes: Sequence[str]) -> HistogramMetricFamily:
        family = HistogramMetricFamily(
            "legibly_seconds",
            "Seconds until an answer: of a request, or to a message of a stream.",
            labels=["route"],
        )
        for route in routes:
            numbers = [
                self._counts.total(("seconds", route, str(i))) for i in range(len(SECONDS) + 2)
            ]
            so_far, buckets = 0.0, []
            for limit, number in zip([*map(str, SECONDS), "+Inf"], numbers, strict=False):
                so_far += number
                buckets.append((limit, so_far))
            family.add_metric([route], buckets, numbers[-1])
        return family
