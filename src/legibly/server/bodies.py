"""What a request brings: JSON, a form with a file, or a file as it is. All of it stays in memory,
and within limits.
"""

from __future__ import annotations

import asyncio
import io
import json
import lzma
import zlib
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from typing import Any

from starlette.datastructures import FormData, Headers, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import ClientDisconnect, Request

from legibly.server.limits import Limits
from legibly.server.problems import ProblemError

JSON_TYPE, FORM_TYPE = "application/json", "multipart/form-data"
MAX_JSON_DEPTH_ERROR = "JSON nested too deeply"
MAX_FORM_FIELDS = 100
GZIP, XZ = b"\x1f\x8b", b"\xfd7zXZ\x00"
MAX_LAYERS = 2  # of compression, one in another


@dataclass(frozen=True)
class Upload:
    """A file, and the name that its sender gave it, which only says what it may be."""

    content: bytes
    name: str = "<body>"


@dataclass(frozen=True)
class Body:
    """Fields with their values, and files by the name of their field."""

    fields: dict[str, Any] = field(default_factory=dict)
    files: dict[str, Upload] = field(default_factory=dict)
    typed: bool = False  # whether values have the types of JSON


def content_type(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


async def read_body(request: Request, limits: Limits, file_field: str | None) -> Body:
    """`file_field` is what a body that is a file is called; None where there must be fields."""
    if request.headers.get("content-encoding", "identity") != "identity":
        raise ProblemError(
            415, "the body is encoded; send it as it is (.gz and .xz files are read)"
        )
    kind = content_type(request)
    content = await _content(request, limits)
    if kind == JSON_TYPE:
        return Body(fields=_fields_of(content), typed=True)
    if kind == FORM_TYPE:
        return await _form(request.headers, content, limits)
    if file_field is None:
        raise ProblemError(415, f"content type {kind[:60]!r}; expected {JSON_TYPE} or {FORM_TYPE}")
    return Body(files={file_field: Upload(unpacked(content, limits.body_bytes))})


async def _content(request: Request, limits: Limits) -> bytes:
    declared = request.headers.get("content-length", "0")
    if not declared.isdecimal() or int(declared[:15]) > limits.body_bytes:
        raise _too_large(limits.body_bytes)
    pieces: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(limits.body_seconds):
            async for piece in request.stream():
                size += len(piece)
                if size > limits.body_bytes:
                    raise _too_large(limits.body_bytes)
                pieces.append(piece)
    except TimeoutError:
        raise ProblemError(
            408, f"the request did not come within {limits.body_seconds:g} seconds"
        ) from None
    except ClientDisconnect:
        raise ProblemError(400, "the request was broken off") from None
    return b"".join(pieces)


def _fields_of(content: bytes) -> dict[str, Any]:
    try:
        found = json.loads(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise ProblemError(400, f"the body is not UTF-8 (byte {error.start})") from None
    except RecursionError:
        raise ProblemError(400, MAX_JSON_DEPTH_ERROR) from None
    except json.JSONDecodeError as error:
        raise ProblemError(
            400, f"<body>:{error.lineno}: not valid JSON ({error.msg}, column {error.colno})"
        ) from None
    except ValueError as error:
        raise ProblemError(400, f"<body>: not valid JSON ({str(error)[:100]})") from None
    if not isinstance(found, dict):
        raise ProblemError(400, f"<body>: found {type(found).__name__}; expected an object")
    return found


class _InMemory(MultiPartParser):
    """Nothing of a form is written to a disk."""

    spool_max_size = 1 << 31


async def _form(headers: Headers, content: bytes, limits: Limits) -> Body:
    async def stream() -> AsyncGenerator[bytes, None]:
        yield content
        yield b""

    parser = _InMemory(
        headers,
        stream(),
        max_files=4,
        max_fields=MAX_FORM_FIELDS,
        max_part_size=limits.body_bytes,
    )
    try:
        form = await parser.parse()
    except MultiPartException as error:
        raise ProblemError(400, f"<body>: not a form ({error.message[:100]})") from None
    except (KeyError, ValueError, LookupError) as error:
        raise ProblemError(400, f"<body>: not a form ({str(error)[:100]})") from None

    try:
        return await _body_of(form, limits)
    finally:
        await form.close()


async def _body_of(form: FormData, limits: Limits) -> Body:
    """A field that is there several times is a list."""
    fields: dict[str, Any] = {}
    files: dict[str, Upload] = {}
    for name, value in form.multi_items():
        if isinstance(value, UploadFile):
            content = unpacked(await value.read(), limits.body_bytes)
            files[name] = Upload(content, _file_name(value.filename))
        elif name in fields:
            known = fields[name]
            fields[name] = [*known, value] if isinstance(known, list) else [known, value]
        else:
            fields[name] = value
    return Body(fields, files)


def _file_name(name: str | None) -> str:
    """Its last part, as far as it can be shown; it opens nothing."""
    last = (name or "").replace("\\", "/").rpartition("/")[2]
    return "".join(char for char in last if char.isprintable())[:100] or "<body>"


def unpacked(content: bytes, most: int) -> bytes:
    """What is in a compressed file, as far as it is small enough."""
    for _ in range(MAX_LAYERS):
        if content.startswith(GZIP):
            content = _gunzipped(content, most)
        elif content.startswith(XZ):
            content = _unxzed(content, most)
        else:
            return content
    if content.startswith((GZIP, XZ)):
        raise ProblemError(422, "<body>: compressed again and again")
    return content


def _gunzipped(content: bytes, most: int) -> bytes:
    """All members of it."""
    out = io.BytesIO()
    while content.startswith(GZIP):
        decompressor = zlib.decompressobj(wbits=31)
        try:
            out.write(decompressor.decompress(content, most + 1 - out.tell()))
        except zlib.error as error:
            raise _damaged(error) from None
        if out.tell() > most:
            raise _too_large(most)
        if not decompressor.eof:
            raise _damaged("it ends too early")
        content = decompressor.unused_data
    return out.getvalue()


def _unxzed(content: bytes, most: int) -> bytes:
    out = io.BytesIO()
    while content.startswith(XZ):
        try:
            decompressor = lzma.LZMADecompressor(memlimit=max(most, 1 << 26))
            out.write(decompressor.decompress(content, most + 1 - out.tell()))
        except lzma.LZMAError as error:
            raise _damaged(error) from None
        if out.tell() > most:
            raise _too_large(most)
        if not decompressor.eof:
            raise _damaged("it ends too early")
        content = decompressor.unused_data.lstrip(b"\0")
    return out.getvalue()


def _damaged(why: object) -> ProblemError:
    return ProblemError(422, f"<body>: damaged or truncated compressed file ({str(why)[:100]})")


def _too_large(most: int) -> ProblemError:
    return ProblemError(413, f"more than {most} bytes; split it, or ask for a higher limit")
