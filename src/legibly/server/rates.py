"""How often one client may ask: a leaky bucket each, which fills again while it waits.

Buckets are shared by the workers. They are written without a lock, so that a client who asks
several workers at the very same moment may get in once more than it should.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import struct
import time
from collections.abc import Callable

BUCKETS = 1 << 15
BURST_SECONDS = 2.0  # so much of the rate may come at once
_TIME = struct.Struct("d")


class Rates:
    def __init__(self, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second, self._clock = per_second, clock
        self._until = mmap.mmap(-1, BUCKETS * _TIME.size)  # by bucket, when it is empty
        self._key = os.urandom(16)  # so that nobody can choose whose bucket to fill

    def wait(self, client: str) -> float:
        """Seconds until the client may ask again; 0: now, and this time counts."""
        if self._per_second <= 0:
            return 0.0
        place = self._place(client)
        now = self._clock()
        (until,) = _TIME.unpack_from(self._until, place)
        until = max(until, now) + 1 / self._per_second
        over = float(until - now - max(BURST_SECONDS, 1 / self._per_second))
        if over > 1e-9:
            return over
        _TIME.pack_into(self._until, place, until)
        return 0.0

    def _place(self, client: str) -> int:
        digest = hashlib.blake2b(client.encode(), key=self._key, digest_size=8).digest()
        return int.from_bytes(digest) % BUCKETS * _TIME.size
