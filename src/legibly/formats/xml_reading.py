"""XML without surprises: no entities of the file's own, nothing fetched, bounded depth and size."""

from __future__ import annotations

from collections.abc import Container, Iterator
from html.entities import html5
from typing import Any
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from legibly.errors import DataError
from legibly.files.source import Source
from legibly.formats.word_checks import check_times

MAX_DEPTH = 100
MAX_ELEMENTS = 5_000_000


def read_tree(source: Source) -> Element:
    """The root element. Namespaces are left out of names; so are those of attributes."""
    builder = TreeBuilder()
    parser = expat.ParserCreate("utf-8" if source.encoding_named else None, namespace_separator=" ")
    depth = count = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth, count
        depth, count = depth + 1, count + 1
        if count > MAX_ELEMENTS:
            raise DataError(f"{source.name}: more than {MAX_ELEMENTS:,} XML elements; split it")
        if depth > MAX_DEPTH:
            raise DataError(
                f"{source.name}:{parser.CurrentLineNumber}: XML nested more than {MAX_DEPTH} deep"
            )
        builder.start(local(name), {local(key): value for key, value in attributes.items()})

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(local(name))

    def refuse(*_: Any) -> int:
        raise DataError(
            f"{source.name}:{parser.CurrentLineNumber}: the XML declares entities, which are not "
            "read; "
            "remove them, or expand them with another program"
        )

    def skipped(name: str, is_parameter: bool) -> None:
        """HTML's names for letters, which some files have without saying what they mean."""
        if is_parameter:
            return
        if f"{name};" not in html5:
            line = parser.CurrentLineNumber
            raise DataError(
                f"{source.name}:{line}: &{name}; means nothing here; write the character itself"
            )
        builder.data(html5[f"{name};"])

    parser.SkippedEntityHandler = skipped
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = builder.data
    parser.EntityDeclHandler = refuse
    parser.UnparsedEntityDeclHandler = refuse
    parser.ExternalEntityRefHandler = refuse
    parser.buffer_text = True
    try:
        named = (
            (text.encode() for text in source.blocks())
            if source.encoding_named
            else source.raw_blocks()
        )
        for block in named:
            parser.Parse(block, False)
        parser.Parse(b"", True)
        return builder.close()
    except expat.ExpatError as error:
        raise DataError(
            f"{source.name}:{error.lineno}: not valid XML ({expat.ErrorString(error.code)})"
        ) from None
    except (LookupError, ValueError) as error:
        raise DataError(f"{source.name}: not valid XML ({error})") from None
    except AssertionError:
        raise DataError(f"{source.name}: not valid XML (no elements)") from None


def local(name: str) -> str:
    return name.rpartition(" ")[2]


def time_of(element: Element, key: str, source: Source, unit: float = 1.0) -> float | None:
    """A time in units of so many seconds; what is not one is left out and counted."""
    text = element.get(key)
    try:
        value = None if text is None else float(text) * unit
    except ValueError:
        value = -1.0
    if check_times(value, None):
        source.repaired(f"{key} is not a time, left out")
        return None
    return value


def say_unread(element: Element, source: Source, read: Container[str]) -> None:
    """Text that stands in none of the elements that are read is left out, counted and reported."""
    texts = [element.text, *(child.tail for child in element)]
    if any(text and text.strip() for text in texts):
        source.repaired(f"text of elements {element.tag[:30]!r} left out")
    for child in element:
        if child.tag not in read:
            say_unread(child, source, read)


def walk_text(element: Element) -> Iterator[str | Element]:
    """Text and child elements in the order in which they stand."""
    if element.text:
        yield element.text
    for child in element:
        yield child
        if child.tail:
            yield child.tail
