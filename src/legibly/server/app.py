"""The routes of the server. What they do is in `answers` and `stream_socket`."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, Router, WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from legibly.errors import UsageError
from legibly.formatting.option_table import OptionFact
from legibly.server.access import Access
from legibly.server.answers import CONTENT_FIELDS, Answer, formatted, scored, upload_of
from legibly.server.bodies import Body, Upload, read_body
from legibly.server.gate import Gate
from legibly.server.limits import Limits
from legibly.server.metrics import METRICS_TYPE, Metrics
from legibly.server.openapi import openapi
from legibly.server.page_answers import (
    compared,
    converted,
    format_facts,
    read_otherwise,
    subtitled,
)
from legibly.server.page_routes import Opened, page_routes
from legibly.server.problems import try_again
from legibly.server.rates import Rates
from legibly.server.request_options import (
    CONVERT_REQUEST,
    FORMAT_REQUEST,
    READINGS_REQUEST,
    SCORE_REQUEST,
    SUBTITLES_REQUEST,
    RequestOptions,
    read_options,
)
from legibly.server.served_models import ServedModels
from legibly.server.stream_socket import StreamServices, StreamSocket
from legibly.server.work import Deadline, WorkQueue

NOTES_HEADER = "Legibly-Notes"
MAX_NOTES = 5
SIDES = ("reference", "hypothesis")


def _to_stderr(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


@dataclass(frozen=True)
class Setting:
    """What an application is made of; workers share the models, the counts and the rates."""

    models: ServedModels
    limits: Limits = field(default_factory=Limits)
    access: Access = field(default_factory=Access)
    metrics: Metrics = field(default_factory=Metrics)
    rates: Rates = field(default_factory=lambda: Rates(0))
    report: Callable[[str], object] = _to_stderr
    opened: Opened | None = None


@dataclass(frozen=True)
class _Given:
    """What a request brought."""

    upload: Upload
    form: str | None
    asked: RequestOptions
    deadline: Deadline

    @property
    def source(self) -> tuple[Upload, str | None, str | None]:
        """What is to be read: its format and its language, as far as they are told."""
        return self.upload, self.form, self.asked.get("language")


class Application:
    """One a worker; made where its threads are to run."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        limits = setting.limits
        # Live words do not wait behind long texts: the two have a thread each.
        self._requests = WorkQueue("request", most_waiting=limits.waiting)
        streams = WorkQueue("stream", most_waiting=limits.connections)
        self.draining = asyncio.Event()
        self._services = StreamServices(
            setting.models, streams, limits, setting.metrics, self.draining
        )
        self._description = openapi(
            limits, setting.models.names, needs_token=bool(setting.access.tokens)
        )
        self.open_streams = 0
        self._gated = Gate(
            Router(self._routes(), redirect_slashes=False, default=_nowhere),
            access=setting.access,
            rates=setting.rates,
            limits=limits,
            metrics=setting.metrics,
            report=setting.report,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # With an application in it, routes raise what they do not do.
        await self._gated({**scope, "app": self}, receive, send)

    def _routes(self) -> list[BaseRoute]:
        return [
            Route("/v1/format", self._format, methods=["POST"]),
            Route("/v1/score", self._score, methods=["POST"]),
            Route("/v1/convert", self._convert, methods=["POST"]),
            Route("/v1/subtitles", self._subtitles, methods=["POST"]),
            Route("/v1/readings", self._readings, methods=["POST"]),
            Route("/v1/compare", self._compare, methods=["POST"]),
            Route("/v1/formats", self._formats),
            Route("/v1/models", self._models),
            Route("/healthz", self._healthz),
            Route("/readyz", self._readyz),
            Route("/metrics", self._metrics),
            Route("/openapi.json", self._openapi),
            WebSocketRoute("/v1/stream", self._stream),
            *page_routes(self._setting.opened),
        ]

    async def drain(self) -> None:
        """Streams are told that the server ends; returns when they are done."""
        self.draining.set()
        while self.open_streams:
            await asyncio.sleep(0.02)

    async def _format(self, request: Request) -> Response:
        setting = self._setting
        given = await self._given(request, FORMAT_REQUEST)

        def work() -> Answer:
            formatter = setting.models.formatter(given.asked)
            return formatted(
                given.upload, given.form, formatter, given.asked, setting.limits, given.deadline
            )

        return self._written(await self._worked(work, given.deadline))

    async def _convert(self, request: Request) -> Response:
        given = await self._given(request, CONVERT_REQUEST)
        answer = await self._worked(
            lambda: converted(*given.source, given.asked, self._setting.limits, given.deadline),
            given.deadline,
        )
        return self._written(answer)

    async def _subtitles(self, request: Request) -> Response:
        given = await self._given(request, SUBTITLES_REQUEST)
        return JSONResponse(
            await self._worked(
                lambda: subtitled(*given.source, given.asked, self._setting.limits, given.deadline),
                given.deadline,
            )
        )

    async def _readings(self, request: Request) -> Response:
        given = await self._given(request, READINGS_REQUEST)

        def work() -> dict[str, Any]:
            formatter = self._setting.models.formatter(given.asked)
            return read_otherwise(given.upload, given.form, formatter, given.asked, given.deadline)

        return JSONResponse(await self._worked(work, given.deadline))

    async def _given(self, request: Request, facts: Sequence[OptionFact]) -> _Given:
        """A transcript and options."""
        deadline = Deadline(self._setting.limits.seconds)
        body = await read_body(request, self._setting.limits, "file")
        fields = dict(body.fields)
        upload, form = upload_of(body, fields)
        asked = self._options(request, fields, body, facts, CONTENT_FIELDS)
        return _Given(upload, form, asked, deadline)

    def _written(self, answer: Answer) -> Response:
        self._setting.metrics.count("words", answer.words)
        headers = {NOTES_HEADER: json.dumps(answer.notes[:MAX_NOTES])} if answer.notes else {}
        content = answer.content.encode("utf-8", "replace")
        return Response(content, headers=headers, media_type=answer.media_type)

    async def _score(self, request: Request) -> Response:
        return await self._two_sides(request, scored)

    async def _compare(self, request: Request) -> Response:
        return await self._two_sides(request, compared)

    async def _two_sides(self, request: Request, judge: Callable[..., Any]) -> Response:
        limits = self._setting.limits
        deadline = Deadline(limits.seconds)
        body = await read_body(request, limits, None)
        fields = dict(body.fields)
        reference, hypothesis = (_side(name, fields.pop(name, None), body) for name in SIDES)
        asked = self._options(request, fields, body, SCORE_REQUEST, SIDES)
        found = await self._worked(
            lambda: judge(reference, hypothesis, asked, limits, deadline), deadline
        )
        return JSONResponse(found)

    def _options(
        self,
        request: Request,
        fields: dict[str, Any],
        body: Body,
        facts: Sequence[OptionFact],
        others: Iterable[str],
    ) -> RequestOptions:
        """Of the query and of the body, which counts where both say something."""
        rows = self._setting.limits.table_rows
        query = read_options(_query(request), facts, max_rows=rows, typed=False)
        own = read_options(fields, facts, max_rows=rows, typed=body.typed, others=others)
        return RequestOptions({**query.values, **own.values})

    async def _worked(self, work: Callable[[], Any], deadline: Deadline) -> Any:
        self._setting.metrics.gauge("unfinished", 1)
        try:
            return await self._requests.run(work, deadline)
        finally:
            self._setting.metrics.gauge("unfinished", -1)

    async def _models(self, request: Request) -> Response:
        _no_query(request)
        return JSONResponse({"models": self._setting.models.facts})

    async def _formats(self, request: Request) -> Response:
        _no_query(request)
        return JSONResponse({"formats": format_facts()})

    async def _healthz(self, request: Request) -> Response:
        _no_query(request)
        return JSONResponse({"status": "ok"})

    async def _readyz(self, request: Request) -> Response:
        _no_query(request)
        if self.draining.is_set():
            raise try_again("the server ends", 5)
        return JSONResponse({"status": "ready"})

    async def _metrics(self, request: Request) -> Response:
        _no_query(request)
        return Response(self._setting.metrics.page(), headers={"Content-Type": METRICS_TYPE})

    async def _openapi(self, request: Request) -> Response:
        _no_query(request)
        return JSONResponse(self._description)

    async def _stream(self, socket: WebSocket) -> None:
        self.open_streams += 1
        try:
            await StreamSocket(socket, self._services).run()
        finally:
            self.open_streams -= 1


async def _nowhere(scope: Scope, receive: Receive, send: Send) -> None:
    raise HTTPException(404, f"nothing at {str(scope['path'])[:60]!r}; /openapi.json says what is")


def _query(request: Request) -> dict[str, Any]:
    params = request.query_params
    values = {name: params.getlist(name) for name in params}
    return {name: some[0] if len(some) == 1 else some for name, some in values.items()}


def _no_query(request: Request) -> None:
    for name in request.query_params:
        raise UsageError(f"unknown field {name[:60]!r}; expected none")


def _side(name: str, value: object, body: Body) -> Upload:
    if name in body.files:
        return Upload(body.files[name].content, name)
    if not isinstance(value, str) or not value:
        raise UsageError(f"{name} is {repr(value)[:60]}; expected text, or a file")
    return Upload(value.encode("utf-8", "surrogatepass"), name)
