"""Before and behind every request: who may ask and how often, headers that keep browsers safe,
errors as problems, counts.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from legibly.errors import LegiblyError
from legibly.server.access import Access
from legibly.server.limits import Limits
from legibly.server.metrics import Metrics
from legibly.server.problems import ProblemError
from legibly.server.rates import Rates

OPEN_PATHS = ("/healthz", "/readyz", "/")  # without a token; the page asks for one itself
PAGE_PATHS = "/page/"
PREFLIGHT_SECONDS = "600"
SAFE_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Gate:
    """Around the application."""

    def __init__(
        self,
        inner: ASGIApp,
        *,
        access: Access,
        rates: Rates,
        limits: Limits,
        metrics: Metrics,
        report: Callable[[str], object],
    ) -> None:
        self._inner, self._access, self._rates = inner, access, rates
        self._limits, self._metrics, self._report = limits, metrics, report

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._inner(scope, receive, send)
            return
        answer = _Sending(scope, send, self._access)
        begin = time.perf_counter()
        await self._answered(scope, receive, answer)
        if scope["type"] == "http":
            route = _route_of(scope["path"])
            self._metrics.requested(route, answer.status)
            self._metrics.took(route, time.perf_counter() - begin)

    async def _answered(self, scope: Scope, receive: Receive, answer: _Sending) -> None:
        try:
            self._admit(scope)
            if scope["type"] == "http" and _is_preflight(scope):
                await answer.preflight()
                return
            await self._inner(scope, receive, answer)
        except ProblemError as error:
            await self._refuse(error, scope, receive, answer)
        except LegiblyError as error:
            await self._refuse(ProblemError.of(error), scope, receive, answer)
        except HTTPException as error:
            problem = ProblemError(error.status_code, str(error.detail), error.headers)
            await self._refuse(problem, scope, receive, answer)
        except Exception:
            # A bug: said where the server runs, and to nobody else.
            self._report(traceback.format_exc())
            problem = ProblemError(500, "a bug in the server; its log says more")
            await self._refuse(problem, scope, receive, answer)

    def _admit(self, scope: Scope) -> None:
        asked = HTTPConnection(scope)
        host, origin = asked.headers.get("host", ""), asked.headers.get("origin")
        if not self._access.admits_host(host):
            known = ", ".join(self._access.hosts)
            raise ProblemError(421, f"host {host[:60]!r} is not served here; expected {known}")
        if not self._access.admits_origin(origin, host):
            raise ProblemError(
                403, f"the page {str(origin)[:60]!r} may not ask; start with --allow-origin"
            )
        client = asked.client.host if asked.client else ""
        if (wait := self._rates.wait(client)) > 0:
            after = {"Retry-After": str(int(wait) + 1)}
            raise ProblemError(429, f"more than {self._limits.rate:g} requests a second", after)
        if _is_open(asked.url.path) or (scope["type"] == "http" and _is_preflight(scope)):
            return
        if not self._access.admits(
            asked.headers.get("authorization", ""), scope.get("subprotocols", ())
        ):
            challenge = {"WWW-Authenticate": "Bearer"}
            raise ProblemError(401, "a token is needed: Authorization: Bearer TOKEN", challenge)

    async def _refuse(
        self, problem: ProblemError, scope: Scope, receive: Receive, answer: _Sending
    ) -> None:
        if answer.begun:
            return
        if scope["type"] == "http" or "websocket.http.response" in scope.get("extensions", {}):
            await problem.response()(scope, receive, answer)
        else:
            await answer({"type": "websocket.close", "code": 1008, "reason": ""})


def _is_open(path: str) -> bool:
    return path in OPEN_PATHS or path.startswith(PAGE_PATHS)


def _is_preflight(scope: Scope) -> bool:
    headers = Headers(scope=scope)
    return scope["method"] == "OPTIONS" and "access-control-request-method" in headers


def _route_of(path: str) -> str:
    if path == "/" or path.startswith(PAGE_PATHS):
        return "page"
    if path.startswith("/v1/opened"):
        return "opened"
    last = path.rstrip("/").rpartition("/")[2].removesuffix(".json")
    return {"healthz": "health", "readyz": "health"}.get(last, last)


class _Sending:
    """What goes to a client, with headers."""

    def __init__(self, scope: Scope, send: Send, access: Access) -> None:
        headers = Headers(scope=scope)
        self._send = send
        origin = headers.get("origin")
        self._origin = origin if origin in access.origins else None
        self.begun, self.status = False, 500

    async def __call__(self, message: Message) -> None:
        kind = message["type"]
        if kind in ("http.response.start", "websocket.http.response.start"):
            self.status = message["status"]
            self._add_headers(MutableHeaders(scope=message))
        self.begun = self.begun or kind != "websocket.close"
        await self._send(message)

    def _add_headers(self, headers: MutableHeaders) -> None:
        for name, value in SAFE_HEADERS.items():
            headers.setdefault(name, value)
        if self._origin is not None:
            headers["Access-Control-Allow-Origin"] = self._origin
            headers["Access-Control-Expose-Headers"] = "Legibly-Notes, Retry-After"
            headers["Cross-Origin-Resource-Policy"] = "cross-origin"
            headers.add_vary_header("Origin")

    async def preflight(self) -> None:
        allowed = [
            (b"access-control-allow-methods", b"GET, POST"),
            (b"access-control-allow-headers", b"authorization, content-type"),
            (b"access-control-max-age", PREFLIGHT_SECONDS.encode()),
        ]
        headers = allowed if self._origin is not None else []
        await self({"type": "http.response.start", "status": 204, "headers": headers})
        await self({"type": "http.response.body", "body": b""})
