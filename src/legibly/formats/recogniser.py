"""JSON as recognisers write it: one document, several in a row, or one a line.

Every recogniser has a module with a `JsonFormat`; which one a file is from is told by what is in it.
"""

from __future__ import annotations

import gc
import json
import math
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from legibly.errors import DataError, at
from legibly.formats.parts import PartBuilder
from legibly.formats.registry import Format, formats
from legibly.formats.source import MAX_DOCUMENT, Source, check_times, parse_confidence, sound_end
from legibly.formats.text import pieces
from legibly.formats.word_lines import is_text
from legibly.marks import is_only_marks
from legibly.model import Transcript, Word

_DURATION = re.compile(r"(?:PT)?(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{0,15}\.?\d{1,15})\s*S?)?", re.I)
_HAN = re.compile("[\u2e80-\ud7ff\uf900-\ufaff]")
_LANGUAGES = {"english": "en", "portuguese": "pt", "spanish": "es", "chinese": "zh", "mandarin": "zh", "cmn": "zh"}


class Hearing:
    """The words of one recording as a reader finds them."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.builder = PartBuilder(source.recording, source.language)
        self._abbreviations = source.abbreviations

    def add(
        self,
        text: object,
        start: object = None,
        end: object = None,
        confidence: object = None,
        speaker: object = None,
        labels: dict[str, object] | None = None,
    ) -> None:
        """One word as written, with the marks on it."""
        word = self.word(text, start, end, confidence, speaker, labels)
        if word is None:
            return
        if len(word.text.split()) > 1 or (not word.text.isascii() and _HAN.search(word.text)):
            self._add_several(word)
        else:
            self.builder.add_written(word, self._abbreviations)

    def word(
        self,
        text: object,
        start: object = None,
        end: object = None,
        confidence: object = None,
        speaker: object = None,
        labels: dict[str, object] | None = None,
    ) -> Word | None:
        """A word with what is known of it, checked; None for what is no word."""
        if not isinstance(text, str) or not is_text(text):
            self.source.bad(None, f"a word is {text!r}; expected a string")
            return None
        text = text.strip()
        if not text:
            return None
        begin = self.seconds(start)
        finish = sound_end(begin, self.seconds(end), self.source)
        if wrong := check_times(begin, finish):
            self.source.bad(None, f"word {text!r}: {wrong}")
            return None
        if speaker is not None:
            speaker = str(speaker) if is_text(str(speaker)) else None
        sure = None if confidence is None else parse_confidence(confidence, self.source)
        return Word(text, begin, finish, sure, speaker, labels or {})

    def words(self, text: object) -> tuple[Word, ...]:
        """The words of a text without times: another hypothesis."""
        return tuple(Word(piece) for piece in str(text).split() if is_text(piece))

    def add_alternative(self, first: int, words: Iterable[Word | None], score: object = None) -> None:
        """Instead of the words from `first` on."""
        found = tuple(word for word in words if word is not None)
        number = None if score is None else parse_confidence(score, self.source)
        self.builder.add_alternative(first, len(self.builder), found, number)

    def _add_several(self, word: Word) -> None:
        """A recogniser's "word" of several, or of Chinese characters: the first has the start, the last the end."""
        found = list(pieces(word.text))
        spoken = [i for i, piece in enumerate(found) if not is_only_marks(piece)] or [0]
        for i, piece in enumerate(found):
            start, end = word.start if i == spoken[0] else None, word.end if i == spoken[-1] else None
            self.builder.add_written(word._replace(text=piece, start=start, end=end), self._abbreviations)

    def add_text(self, text: object, start: object = None, end: object = None, speaker: object = None) -> None:
        """A stretch of text that has times only as a whole, if there is any."""
        if text is not None:
            self.add(text, start, end, None, speaker)

    def add_mark(self, mark: object) -> None:
        if isinstance(mark, str) and mark.strip() and is_text(mark):
            self.builder.add_mark(mark.strip())

    def seconds(self, value: object, unit: float = 1.0) -> float | None:
        """Numbers, numbers as strings, `1.3s`, `PT1M3.5S`, `{"seconds": "1", "nanos": 3}`."""
        if value is None or value == "":
            return None
        if type(value) is float or (type(value) is int and abs(value) < 1e18):
            return value * unit if unit != 1.0 else float(value)
        if isinstance(value, str) and (match := _DURATION.fullmatch(value.strip())) and any(match.groups()):
            hours, minutes, rest = match.groups()
            return (int(hours or 0) * 3600 + int(minutes or 0) * 60 + float(rest or 0)) * unit
        if isinstance(value, dict):
            whole, nanos = value.get("seconds", 0), value.get("nanos", 0)
            try:
                return float(whole) + float(nanos) / 1e9
            except (TypeError, ValueError, OverflowError):
                pass
        self.source.repaired("a time that is not one, left out")
        return None

    def parts(self, items: Iterable[object]) -> Iterator[Transcript]:
        return self.builder.parts(items)

    def set_language(self, name: object) -> None:
        if self.source.language is None and isinstance(name, str) and name:
            short = _LANGUAGES.get(name.lower(), re.split(r"[-_]", name.lower())[0])
            self.builder.language = short if re.fullmatch(r"[a-z]{2,3}", short) else None


Documents = Iterator[Any]
Walk = Callable[[Documents, Hearing], Iterable[object]]


@dataclass(frozen=True)
class JsonFormat(Format):
    """`fits` says whether a document is of this kind; `keys` are those of its first object, to name the nearest."""

    fits: Callable[[Any], bool] = lambda document: False
    keys: tuple[str, ...] = ()
    walk: Walk = lambda found, hearing: ()


def json_format(
    name: str, description: str, keys: tuple[str, ...], fits: Callable[[Any], bool], walk: Walk
) -> JsonFormat:
    """`walk` adds the words of documents to a `Hearing` and yields now and then, where a part may be cut."""

    def read(source: Source) -> Iterator[Transcript]:
        yield from _read(documents(source), source, own)

    own = JsonFormat(name, description, (), read, fits=_safely(fits), keys=keys, walk=walk)
    return own


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

    hearing = Hearing(source)
    parts = hearing.parts(kind.walk(checked(), hearing))
    try:
        while True:
            with _no_collection():
                part = next(parts, None)
            if part is None:
                return
            yield part
    except (TypeError, AttributeError, KeyError, IndexError, ValueError, OverflowError) as error:
        found_out = f"{type(error).__name__}: {str(error)[:80]}".replace("\n", " ")
        raise DataError(f"{source.name}: not what {kind.name} writes ({found_out}); check the file") from None


def documents(source: Source) -> Documents:
    """The JSON values of a file. Lines that are each whole are read one by one, anything else as a whole."""
    # whisper.cpp cuts words inside of characters; what it wrote of them is no text.
    lines = source.lines(MAX_DOCUMENT, replace='"systeminfo"' in source.opening)
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
    length = 0
    for _, line in lines:
        first.append(line)
        length += len(line)
        if length > MAX_DOCUMENT:
            raise DataError(f"{source.name}: more than {MAX_DOCUMENT >> 20} MiB in one document; split it first")
    text = "\n".join(first)
    yield from _values(text, source)


@contextmanager
def _no_collection() -> Iterator[None]:
    """A document is a million new objects, none of them garbage; to look for some would take half of the time."""
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


def _line_values(lines: Iterable[tuple[int, str]], source: Source) -> Documents:
    for number, line in lines:
        if not line.strip():
            continue
        try:
            yield json.loads(line)
        except RecursionError:
            source.bad(number, "JSON nested too deeply")
        except ValueError as error:
            source.bad(number, f"not valid JSON ({error})")


def _values(text: str, source: Source) -> Documents:
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
            raise DataError(at(source.name, error.lineno, message)) from None
        except ValueError as error:
            raise DataError(f"{source.name}: not valid JSON ({error})") from None
        yield value


def read_any(source: Source) -> Iterator[Transcript]:
    """Of whichever recogniser it is."""
    found = documents(source)
    kinds = [item for item in formats().values() if isinstance(item, JsonFormat) and item.name != ANY]
    first: Any = None
    for _ in range(MESSAGES_TRIED):
        with _no_collection():
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
    if isinstance(document, dict):
        keys = ", ".join(repr(key[:30]) for key in list(document)[:6])
        return f"found an object with {keys or 'nothing in it'}"
    return f"found {type(document).__name__}"


def _nearest(document: Any, kinds: list[JsonFormat]) -> str:
    own = set(document) if isinstance(document, dict) else set()
    best = max(kinds, key=lambda item: len(own & set(item.keys)) / len(own | set(item.keys)))
    if own & set(best.keys):
        return f"nearest is {best.name}, which has {' or '.join(best.keys)}"
    return f"expected JSON of {', '.join(item.name for item in kinds)}, or legibly's own"


def objects(value: object) -> list[dict[str, Any]]:
    """The objects of a list; anything else is none."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def merge_runs(channels: Iterable[list[Word]], pause: float = 0.5) -> list[Word]:
    """Channels as one: each is cut at its pauses, and the stretches follow each other by their starts."""
    runs: list[tuple[float, list[Word]]] = []
    for words in channels:
        run: list[Word] = []
        reached = -math.inf
        for word in words:
            if not run or (word.start is not None and word.start - reached >= pause):
                run = []
                runs.append((reached if word.start is None else word.start, run))
            run.append(word)
            reached = word.end if word.end is not None else reached
    return [word for _, run in sorted(runs, key=lambda item: item[0]) for word in run]


ANY = "recogniser"
MESSAGES_TRIED = 20  # of a live log: the first ones may only say that the session began
FORMATS = (JsonFormat(ANY, "JSON of a recogniser, told by what is in it", (), read_any),)
