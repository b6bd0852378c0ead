"""The description of the interface, made from the table of options and the formats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from legibly.formats.registry import formats
from legibly.formatting.option_table import OptionFact
from legibly.metrics.conventions import CONVENTIONS
from legibly.server.answers import CONTENT_FIELDS, TEXT_TYPE, media_type
from legibly.server.limits import Limits
from legibly.server.problems import PROBLEM_TYPE
from legibly.server.request_options import (
    CONVERT_REQUEST,
    FORMAT_REQUEST,
    READINGS_REQUEST,
    SCORE_REQUEST,
    SUBTITLES_REQUEST,
    field_of,
    schema_of,
)
from legibly.server.schemas import (
    JsonObject,
    formats_schema,
    models_schema,
    object_with,
    status_schema,
    transcript_schema,
)
from legibly.subtitles.rules import PRESETS
from legibly.version import __version__

PROBLEMS = {
    400: "An option is not what it should be.",
    401: "A token is needed.",
    403: "This web page may not ask.",
    408: "The request did not come in time.",
    413: "More than the server takes at once.",
    415: "A body of a kind that is not read.",
    421: "Sent to a name that is not served.",
    422: "The words cannot be read.",
    429: "More often than the server allows.",
    500: "A bug.",
    503: "Too much to do, or not done in time; Retry-After says when to try again.",
}
JSON = "application/json"


def openapi(limits: Limits, models: Sequence[str], *, needs_token: bool) -> JsonObject:
    describe = _Describing(limits, models)
    document: JsonObject = {
        "openapi": "3.1.0",
        "info": {
            "title": "legibly",
            "version": __version__,
            "description": "Raw recogniser output in, readable text out. Live words go through "
            "the WebSocket /v1/stream, which OpenAPI cannot describe.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "paths": {
            "/v1/format": {"post": _format(describe)},
            "/v1/convert": {"post": _convert(describe)},
            "/v1/score": {"post": _score(describe)},
            "/v1/compare": {"post": _compare(describe)},
            "/v1/subtitles": {"post": _subtitles(describe)},
            "/v1/readings": {"post": _readings(describe)},
            "/v1/formats": {
                "get": _get("formats", "The formats that are known.", formats_schema())
            },
            "/v1/models": {"get": _get("models", "The models that are served.", models_schema())},
            "/healthz": {
                "get": _get("healthz", "The server lives.", status_schema(), open_to_all=True)
            },
            "/readyz": {
                "get": _get(
                    "readyz",
                    "The server takes requests.",
                    status_schema(),
                    open_to_all=True,
                    also=(503,),
                )
            },
            "/metrics": {"get": _get("metrics", "Counts for Prometheus.", None)},
            "/openapi.json": {"get": _get("openapi", "This page.", {"type": "object"})},
        },
        "components": {"schemas": _schemas(describe)},
    }
    if needs_token:
        document["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        document["security"] = [{"token": []}]
    return document


@dataclass(frozen=True)
class _Describing:
    """Schemas of options, in the places where a request has them."""

    limits: Limits
    models: Sequence[str]

    def fields(self, facts: Iterable[OptionFact]) -> JsonObject:
        return {field_of(fact): self._schema(fact) for fact in facts}

    def parameters(self, facts: Iterable[OptionFact]) -> list[JsonObject]:
        found = []
        for fact in facts:
            schema = _as_typed(self._schema(fact))
            text = schema.pop("description")
            found.append(
                {"name": field_of(fact), "in": "query", "description": text, "schema": schema}
            )
        return found

    def form(self, facts: Iterable[OptionFact], files: Iterable[str]) -> JsonObject:
        binary: JsonObject = {"type": "string", "format": "binary"}
        options = {field_of(fact): _as_typed(self._schema(fact)) for fact in facts}
        return {
            "type": "object",
            "required": list(files),
            "properties": {**dict.fromkeys(files, binary), **options},
            "additionalProperties": False,
        }

    def _schema(self, fact: OptionFact) -> JsonObject:
        schema = schema_of(fact, self.limits.table_rows)
        if fact.name in self._known:
            schema["enum"] = self._known[fact.name]
            schema.pop("maxLength", None)
        return schema

    @cached_property
    def _known(self) -> dict[str, list[str]]:
        """What is written out for people in a help, and one of a few."""
        return {
            "from_format": [item.name for item in formats().values() if item.read],
            "to_format": [item.name for item in formats().values() if item.write],
            "preset": list(PRESETS),
            "model": list(self.models),
            "convention": list(CONVENTIONS),
        }


def _get(
    name: str,
    summary: str,
    schema: JsonObject | None,
    *,
    open_to_all: bool = False,
    also: Iterable[int] = (),
) -> JsonObject:
    media = {JSON: {"schema": schema}} if schema else {"text/plain": {"schema": {"type": "string"}}}
    operation: JsonObject = {
        "operationId": name,
        "summary": summary,
        "responses": {
            "200": {"description": summary, "content": media},
            **_problems(400, 401, 403, 421, 429, 500, *also),
        },
    }
    return operation | ({"security": []} if open_to_all else {})


def _format(describe: _Describing) -> JsonObject:
    summary = "Turn a transcript into readable text."
    return _of_transcript(describe, "format", summary, FORMAT_REQUEST, _any_format())


def _convert(describe: _Describing) -> JsonObject:
    summary = "Write the same words and marks in another format."
    return _of_transcript(describe, "convert", summary, CONVERT_REQUEST, _any_format())


def _subtitles(describe: _Describing) -> JsonObject:
    summary = "Cut a transcript into subtitles, and say which break a rule."
    content = {JSON: {"schema": object_with("cues")}}
    return _of_transcript(describe, "subtitles", summary, SUBTITLES_REQUEST, content)


def _readings(describe: _Describing) -> JsonObject:
    summary = "The ways in which the model would write some words."
    content = {JSON: {"schema": object_with("readings")}}
    return _of_transcript(describe, "readings", summary, READINGS_REQUEST, content)


def _of_transcript(
    describe: _Describing,
    name: str,
    summary: str,
    facts: Sequence[OptionFact],
    content: JsonObject,
) -> JsonObject:
    return {
        "operationId": name,
        "summary": summary,
        "description": "The body is JSON, a form with a file, or a file as it is, with options in "
        "the query. Nothing in a request names a path.",
        "parameters": describe.parameters(facts),
        "requestBody": {
            "required": True,
            "content": {
                JSON: {"schema": {"$ref": f"#/components/schemas/{name.capitalize()}Request"}},
                "multipart/form-data": {"schema": describe.form(facts, ("file",))},
                "application/octet-stream": {"schema": {"type": "string", "format": "binary"}},
                "text/plain": {"schema": {"type": "string"}},
            },
        },
        "responses": {
            "200": {
                "description": "What was asked for.",
                "headers": {
                    "Legibly-Notes": {
                        "description": "What was repaired or left out, as a list in JSON.",
                        "schema": {"type": "string"},
                    }
                },
                "content": content,
            },
            **_problems(*PROBLEMS),
        },
    }


def _any_format() -> JsonObject:
    written = {media_type(item) for item in formats().values() if item.write}
    return {kind: {"schema": _schema_of_type(kind)} for kind in sorted({TEXT_TYPE, *written})}


def _schema_of_type(kind: str) -> JsonObject:
    if kind == JSON:
        return {"$ref": "#/components/schemas/Transcript"}
    return {"type": "string"}


def _score(describe: _Describing) -> JsonObject:
    return _of_two(
        describe,
        "score",
        "Compare a text with a reference: marks, case, words, numbers.",
        "Counts, rates and intervals, as `legibly score --json`.",
    )


def _compare(describe: _Describing) -> JsonObject:
    return _of_two(
        describe,
        "compare",
        "Two versions side by side, a sentence a row, with the errors of each token.",
        "The score, and the rows.",
    )


def _of_two(describe: _Describing, name: str, summary: str, answer: str) -> JsonObject:
    return {
        "operationId": name,
        "summary": summary,
        "parameters": describe.parameters(SCORE_REQUEST),
        "requestBody": {
            "required": True,
            "content": {
                JSON: {"schema": {"$ref": "#/components/schemas/ScoreRequest"}},
                "multipart/form-data": {
                    "schema": describe.form(SCORE_REQUEST, ("reference", "hypothesis"))
                },
            },
        },
        "responses": {
            "200": {
                "description": answer,
                "content": {JSON: {"schema": {"type": "object"}}},
            },
            **_problems(*PROBLEMS),
        },
    }


def _as_typed(schema: JsonObject) -> JsonObject:
    """Of a query or a form, where a table is text."""
    kinds = schema.pop("oneOf", None)
    return schema | (kinds[0] if kinds else {})


def _problems(*statuses: int) -> JsonObject:
    schema = {"$ref": "#/components/schemas/Problem"}
    return {
        str(status): {
            "description": PROBLEMS[status],
            "content": {PROBLEM_TYPE: {"schema": schema}},
        }
        for status in sorted(set(statuses))
    }


def _schemas(describe: _Describing) -> JsonObject:
    side = {"type": "string", "minLength": 1}
    return {
        "FormatRequest": _request(describe, FORMAT_REQUEST),
        "ConvertRequest": _request(describe, CONVERT_REQUEST),
        "SubtitlesRequest": _request(describe, SUBTITLES_REQUEST),
        "ReadingsRequest": _request(describe, READINGS_REQUEST),
        "ScoreRequest": {
            "type": "object",
            "required": ["reference", "hypothesis"],
            "properties": {
                "reference": side,
                "hypothesis": side,
                **describe.fields(SCORE_REQUEST),
            },
            "additionalProperties": False,
        },
        "Transcript": transcript_schema(),
        "Problem": {
            "type": "object",
            "required": ["type", "title", "status", "detail"],
            "properties": {
                "type": {"type": "string"},
                "title": {"type": "string"},
                "status": {"type": "integer"},
                "detail": {"type": "string", "description": "One line, as on the command line."},
            },
        },
    }


def _request(describe: _Describing, facts: Sequence[OptionFact]) -> JsonObject:
    return {
        "type": "object",
        "properties": {**_contents(describe.limits), **describe.fields(facts)},
        "oneOf": [{"required": [name]} for name in CONTENT_FIELDS],
        "additionalProperties": False,
    }


def _contents(limits: Limits) -> JsonObject:
    word = {
        "type": "object",
        "required": ["text"],
        "properties": {
            "text": {"type": "string"},
            "start": {"type": ["number", "null"]},
            "end": {"type": ["number", "null"]},
            "confidence": {"type": ["number", "null"]},
            "speaker": {"type": ["string", "null"]},
        },
    }
    schemas: JsonObject = {
        "text": {"type": "string"},
        "words": {
            "type": "array",
            "maxItems": limits.words,
            "items": {"oneOf": [{"type": "string"}, word]},
        },
        "content": {"type": ["string", "object", "array"]},
    }
    return {
        name: schemas[name] | {"description": explained}
        for name, explained in CONTENT_FIELDS.items()
    }
