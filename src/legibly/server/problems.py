"""Errors as problem details (RFC 9457), with the one-line messages of the command line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from starlette.responses import Response

from legibly.errors import DataError, LegiblyError

PROBLEM_TYPE = "application/problem+json"


class ProblemError(Exception):
    """What is answered in place of a result."""

    def __init__(self, status: int, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status, self.detail, self.headers = status, detail, dict(headers or {})

    @classmethod
    def of(cls, error: LegiblyError) -> ProblemError:
        """What is in a body cannot be used, or what was asked for is not possible."""
        status = HTTPStatus.UNPROCESSABLE_ENTITY if isinstance(error, DataError) else None
        return cls(status or HTTPStatus.BAD_REQUEST, str(error))

    @property
    def document(self) -> dict[str, Any]:
        return {
            "type": "about:blank",
            "title": HTTPStatus(self.status).phrase,
            "status": int(self.status),
            "detail": self.detail,
        }

    def response(self) -> Response:
        # What a client sent may hold half of a surrogate pair; ASCII can spell it.
        content = json.dumps(self.document)
        return Response(content, self.status, self.headers, PROBLEM_TYPE)


def try_again(detail: str, seconds: float) -> ProblemError:
    """The server has too much to do."""
    after = str(max(1, round(seconds)))
    return ProblemError(HTTPStatus.SERVICE_UNAVAILABLE, detail, {"Retry-After": after})
