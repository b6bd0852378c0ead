"""Connections of clients: not more than there is room for, and none that says nothing for ever.

uvicorn waits without end for the first line of a request, and for a client to take the rest of an
answer; these do not.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from legibly.server.limits import Limits
from legibly.server.metrics import Metrics
from legibly.server.problems import try_again

_FULL = try_again("too many connections", 5).response()
FULL = b"".join(
    [
        b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n",
        *(name + b": " + value + b"\r\n" for name, value in _FULL.raw_headers),
        b"\r\n",
        bytes(_FULL.body),
    ]
)
ABORT_SECONDS = 5.0  # for a client to take what was still to be sent


class _Patience:
    """Ends a connection after some time, unless what it waits for happens."""

    def __init__(self, loop: asyncio.AbstractEventLoop, seconds: float) -> None:
        self._loop, self._seconds = loop, seconds
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, end: Callable[[], object]) -> None:
        if self._timer is None:
            self._timer = self._loop.call_later(self._seconds, end)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def guarded_http(limits: Limits, metrics: Metrics) -> type[H11Protocol]:
    """A protocol for uvicorn, which makes its instances itself."""

    class GuardedHttp(H11Protocol):
        _counted = False

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._asking = _Patience(self.loop, limits.body_seconds)
            self._taking = _Patience(self.loop, limits.send_seconds)
            if metrics.counts.total(("gauge", "connections")) >= limits.connections:
                metrics.count("refused")
                transport.write(FULL)
                transport.close()
                return
            metrics.gauge("connections", 1)
            self._counted = True
            self._asking.begin(self._give_up)

        def connection_lost(self, exc: Exception | None) -> None:
            self._asking.stop()
            self._taking.stop()
            metrics.count("closed")
            if self._counted:
                metrics.gauge("connections", -1)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if not self._busy:
                self._asking.begin(self._give_up)
            super().data_received(data)
            if self._busy or self.transport.get_protocol() is not self:
                self._asking.stop()

        def pause_writing(self) -> None:
            super().pause_writing()
            self._taking.begin(self._drop)

        def resume_writing(self) -> None:
            self._taking.stop()
            super().resume_writing()

        @property
        def _busy(self) -> bool:
            return self.cycle is not None and not self.cycle.response_complete

        def _give_up(self) -> None:
            if not self._busy:
                self.transport.abort()

        def _drop(self) -> None:
            metrics.count("dropped")
            self.transport.abort()

        def shutdown(self) -> None:
            super().shutdown()
            self.loop.call_later(limits.grace_seconds, self.transport.abort)

    return GuardedHttp


def guarded_websocket(limits: Limits, metrics: Metrics) -> type[WebSocketsSansIOProtocol]:
    """Takes over a connection that was counted."""

    class GuardedWebSocket(WebSocketsSansIOProtocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            self._taking = _Patience(self.loop, limits.send_seconds)

        def connection_lost(self, exc: Exception | None) -> None:
            self._taking.stop()
            metrics.count("closed")
            metrics.gauge("connections", -1)
            super().connection_lost(exc)

        def pause_writing(self) -> None:
            super().pause_writing()
            self._taking.begin(self._drop)

        def resume_writing(self) -> None:
            self._taking.stop()
            super().resume_writing()

        def _drop(self) -> None:
            metrics.count("dropped")
            self.transport.abort()

        async def run_asgi(self) -> None:
            await super().run_asgi()
            self.loop.call_later(ABORT_SECONDS, self.transport.abort)

    return GuardedWebSocket
