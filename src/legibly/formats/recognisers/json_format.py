"""JSON as recognisers write it: one document, several in a row, or one a line.

Every recogniser has a module with a `JsonFormat`; which one a file is from is told by what is in
it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from legibly.errors import DataError
from legibly.files.source import Source
from legibly.formats.recognisers.collector import WordCollector
from legibly.formats.recognisers.documents import Documents, documents, without_collection
from legibly.formats.registry import Format, formats
from legibly.transcript import Transcript

Walk = Callable[[Documents, WordCollector], Iterable[object]]


@dataclass(frozen=True)
class JsonFormat(Format):
    """`fits` says whether a document is of this kind; `keys` are those of its first object, to name
    the nearest.
    """

    fits: Callable[[Any], bool] = lambda document: False
    keys: tuple[str, ...] = ()
    walk: Walk = lambda found, collector: ()


def json_format(
    name: str, description: str, keys: tuple[str, ...], fits: Callable[[Any], bool], walk: Walk
) -> JsonFormat:
    """`walk` adds the words of documents to a `WordCollector` and yields now and then, where a part
    may be cut.
    """

    def read(source: Source) -> Iterator[Transcript]:
        yield from _read(documents(source), source, made)

    made = JsonFormat(name, description, (), read, fits=_safely(fits), keys=keys, walk=walk)
    return made


def _safely(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    def check(document: Any) -> bool:
        try:
            return bool(fits(document))
        except (TypeError, AttributeError, KeyError, IndexError, ValueError):
            return False

    return check


def _read(found: Documents, source: Source, kind: JsonFormat) -> Iterator[Transcript]:
    def checked() -> Documents:
        for i, document in enumerate(found):
            if i == 0 and not kind.fits(document):
                wanted = f"{kind.name} JSON with {' or '.join(kind.keys)}"
                raise DataError(f"{source.name}: {_describe(document)}; expected {wanted}")
            yield document

    collector = WordCollector(source)
    parts = collector.parts(kind.walk(checked(), collector))
    try:
        while True:
            with without_collection():
                part = next(parts, None)
            if part is None:
                return
            yield part
    except (TypeError, AttributeError, KeyError, IndexError, ValueError, OverflowError) as error:
        found_out = f"{type(error).__name__}: {str(error)[:80]}".replace("\n", " ")
        raise DataError(
            f"{source.name}: not what {kind.name} writes ({found_out}); check the file"
        ) from None


def read_any(source: Source) -> Iterator[Transcript]:
    """Of whichever recogniser it is."""
    found = documents(source)
    kinds = [
        item for item in formats().values() if isinstance(item, JsonFormat) and item.name != ANY
    ]
    kinds.sort(key=lambda item: item.name == "word-list")  # last: it fits what others know better
    first: Any = None
    for _ in range(MESSAGES_TRIED):
        with without_collection():
            document = next(found, None)
        if document is None:
            break
        first = document if first is None else first
        for item in kinds:
            if item.fits(document):
                yield from _read(_again(document, found), source, item)
                return
        if not isinstance(document, dict) or not {"type", "message", "event"} & set(document):
            break
        source.repaired("messages without words left out")

    if first is None:
        return

    raise DataError(f"{source.name}: {_describe(first)}; {_nearest(first, kinds)}")


def _again(first: Any, rest: Documents) -> Documents:
    yield first
    yield from rest


def _describe(document: Any) -> str:
    kind = "an object"
    if isinstance(document, list) and document and isinstance(document[0], dict):
        kind, document = "a list of objects", document[0]
    if isinstance(document, dict):
        return f"found {kind} with {_quoted(list(document)) or 'nothing in it'}"
    if isinstance(document, list) and document:
        first = document[0]
        inner = "a list" if isinstance(first, list) else _KINDS.get(type(first), "nothing known")
        return f"found a list that begins with {inner}"
    return f"found {_KINDS.get(type(document), type(document).__name__)}"


def _nearest(document: Any, kinds: list[JsonFormat]) -> str:
    """Which format shares the most keys, and what is different there."""
    if isinstance(document, list) and document:
        document = document[0]
    keys = set(document) if isinstance(document, dict) else set()
    best = max(kinds, key=lambda item: len(keys & set(item.keys)) / len(keys | set(item.keys)))
    shared = [key for key in best.keys if key in keys]
    if not shared:
        return f"expected JSON of {', '.join(item.name for item in kinds)}, or legibly's keys"

    missing = [key for key in best.keys if key not in keys]
    other = f", which also has {_quoted(missing, ' or ')}" if missing else ""
    return (
        f"nearest is {best.name} by {_quoted(shared)}{other}, but its words are not where "
        f"{best.name} has them"
    )


def _quoted(keys: Sequence[str], between: str = ", ") -> str:
    return between.join(repr(key[:30]) for key in keys[:6])


_KINDS = {
    list: "an empty list",
    str: "a string",
    int: "a number",
    float: "a number",
    type(None): "null",
}

ANY = "recogniser"
MESSAGES_TRIED = 20  # of a live log: the first ones may only say that the session began
FORMATS = (JsonFormat(ANY, "JSON of a recogniser, told by what is in it", (), read_any),)
