"""What answers hold, as JSON schemas."""

from __future__ import annotations

from typing import Any

JsonObject = dict[str, Any]


def object_with(name: str) -> JsonObject:
    rows = {"type": "array", "items": {"type": "object"}}
    return {"type": "object", "required": [name], "properties": {name: rows}}


def transcript_schema() -> JsonObject:
    token = {
        "type": "object",
        "required": ["text", "first", "last", "after"],
        "properties": {
            "text": {"type": "string"},
            "first": {"type": "integer"},
            "last": {"type": "integer", "description": "exclusive"},
            "before": {"type": "string"},
            "after": {"type": "string", "description": "the mark"},
            "kind": {"type": "string"},
            "start": {"type": "number"},
            "end": {"type": "number"},
            "confidence": {"type": "number"},
        },
    }
    return {
        "type": "object",
        "required": ["legibly"],
        "properties": {
            "legibly": {"const": 1},
            "language": {"type": "string"},
            "words": {"type": "array", "items": {"type": "object"}},
            "tokens": {"type": "array", "items": token},
            "sentences": {"type": "array", "items": {"type": "object"}},
            "transcripts": {"type": "array", "items": {"type": "object"}},
        },
    }


def models_schema() -> JsonObject:
    model = {
        "type": "object",
        "required": ["name", "language"],
        "properties": {
            "name": {"type": "string"},
            "language": {"type": "string"},
            "description": {"type": "string"},
            "bytes": {"type": "integer"},
            "marks": {"type": "array", "items": {"type": "string"}},
        },
    }
    return {
        "type": "object",
        "required": ["models"],
        "properties": {"models": {"type": "array", "items": model}},
    }


def formats_schema() -> JsonObject:
    form = {
        "type": "object",
        "required": ["name", "description", "suffixes", "reads", "writes"],
        "properties": {
            "name": {"type": "string"},
            "description": {"type": "string"},
            "suffixes": {"type": "array", "items": {"type": "string"}},
            "reads": {"type": "boolean"},
            "writes": {"type": "boolean"},
        },
    }
    return {
        "type": "object",
        "required": ["formats"],
        "properties": {"formats": {"type": "array", "items": form}},
    }


def status_schema() -> JsonObject:
    return {
        "type": "object",
        "required": ["status"],
        "properties": {"status": {"type": "string"}},
    }
