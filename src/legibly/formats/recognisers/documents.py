"""The JSON documents of a file: one, several in a row, or one a line."""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from legibly.errors import DataError, at
from legibly.files.source import MAX_DOCUMENT_BYTES, Source

Documents = Iterator[Any]
_LOG = re.compile(r"(?:LOG|WARNING|VLOG\[\d+\]) \(")


def documents(source: Source) -> Documents:
    """The JSON values of a file. Lines that are each whole are read one by one, anything else as a
    whole.
    """
    # whisper.cpp cuts words inside of characters; what it wrote of them is no text.
    lines = _without_log(
        source.lines(MAX_DOCUMENT_BYTES, replace='"systeminfo"' in source.opening), source
    )
    first: list[str] = []
    for number, line in lines:
        first.append(line)
        if not line.strip():
            continue
        value = _value_or_none(line)
        if value is not None:
            yield value
            yield from _line_values(lines, source)
            return
        if number > 1 or len(line) < 2 or line.strip() in "{[":
            break

    yield from _values(_whole(first, lines, source), source)


def _whole(first: list[str], rest: Iterator[tuple[int, str]], source: Source) -> str:
    """Lines that were read already, and all that follow."""
    length = 0
    for _, line in rest:
        first.append(line)
        length += len(line)
        if length > MAX_DOCUMENT_BYTES:
            raise DataError(
                f"{source.name}: more than {MAX_DOCUMENT_BYTES >> 20} MiB in one document; split "
                "it first"
            )
    return "\n".join(first)


def _without_log(lines: Iterator[tuple[int, str]], source: Source) -> Iterator[tuple[int, str]]:
    """Kaldi's programs print what they do among their results."""
    for number, line in lines:
        if _LOG.match(line):
            source.repaired("lines of a program's log left out")
        else:
            yield number, line


@contextmanager
def without_collection() -> Iterator[None]:
    """A document is a million new objects, none of them garbage; to look for some would take half
    of the time.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _value_or_none(line: str) -> Any:
    if not line.lstrip().startswith(("{", "[")) or not line.rstrip().endswith(("}", "]")):
        return None
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _line_values(lines: Iterator[tuple[int, str]], source: Source) -> Documents:
    for number, line in lines:
        if not line.strip():
            continue
        if line.strip() in ("{", "["):  # the rest is laid out for people
            yield from _values(_whole([line], lines, source), source, number - 1)
            return
        try:
            yield json.loads(line)
        except RecursionError:
            source.bad(number, "JSON nested too deeply")
        except ValueError as error:
            source.bad(number, f"not valid JSON ({error})")


def _values(text: str, source: Source, lines_before: int = 0) -> Documents:
    """Values one after another, as a program prints them."""
    decoder = json.JSONDecoder()
    position = 0
    text = text.rstrip()
    while position < len(text):
        start = re.compile(r"[\s,]*").match(text, position)
        assert start is not None
        try:
            value, position = decoder.raw_decode(text, start.end())
        except RecursionError:
            raise DataError(f"{source.name}: JSON nested too deeply") from None
        except json.JSONDecodeError as error:
            hint = "; the file seems cut short" if error.pos >= len(text) - 1 else ""
            message = f"not valid JSON ({error.msg}, column {error.colno}){hint}"
            if position and source.skip_bad_lines:
                source.skipped += 1
                return
            raise DataError(at(source.name, lines_before + error.lineno, message)) from None
        except ValueError as error:
            raise DataError(f"{source.name}: not valid JSON ({error})") from None
        yield value


def objects(value: object) -> list[dict[str, Any]]:
    """The objects of a list; anything else is none."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
