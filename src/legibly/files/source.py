"""An open input: bytes to text, line by line or block by block, with a place to report what is
wrong.

Compressed input is opened by its content (.gz, .xz). UTF-8 is read, with or without a byte order
mark; UTF-16 is recognised by its mark; anything else must be named with `--encoding`.
"""

from __future__ import annotations

import codecs
import gzip
import io
import lzma
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePath
from typing import BinaryIO, cast

from legibly.errors import DataError, UsageError, at
from legibly.languages import DEFAULT_LANGUAGE
from legibly.languages import language as find_language
from legibly.marks import Abbreviations

MAX_LINE_BYTES = 64 << 20  # bytes; only plain text may have longer lines
MAX_DOCUMENT_BYTES = 512 << 20  # bytes of a format that must be held whole
OPENING_BYTES = 4096  # bytes looked at to guess a format
MAX_WORD_CHARACTERS = 10_000  # characters; a longer "word" is not text

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class Source:
    """One input file, and what was found wrong in it."""

    def __init__(
        self,
        name: str,
        stream: BinaryIO,
        *,
        encoding: str | None = None,
        language: str | None = None,
        skip_bad_lines: bool = False,
    ) -> None:
        self.name = name
        self.language = language
        self.skip_bad_lines = skip_bad_lines
        self.skipped = 0
        self.repairs: Counter[str] = Counter()
        with self._errors_named():
            raw = _decompressed(io.BufferedReader(cast(io.RawIOBase, stream), 1 << 16))
            opening, self._stream = _with_opening(raw)

        self.encoding = self._find_encoding(opening, encoding)
        self.encoding_named = encoding is not None
        self.opening = opening.decode(self.encoding, "ignore").removeprefix("\ufeff")
        if "\0" in self.opening:
            raise DataError(f"{name}: looks like a binary file, not text; expected a transcript")

    @property
    def recording(self) -> str | None:
        """A name for a recording in a format that gives it none: the file's, without
        its endings.
        """
        if self.name.startswith("<"):
            return None
        # A file's name may hold bytes that are no text.
        name = PurePath(self.name).name.split(".")[0]
        return name.encode("utf-8", "replace").decode() or None

    @property
    def abbreviations(self) -> Abbreviations:
        return find_language(self.language or DEFAULT_LANGUAGE).abbreviations

    def close(self) -> None:
        self._stream.close()

    def bad(self, line: int | None, message: str) -> None:
        """A line that cannot be used: an error, or counted and left out where the user asked for
        that.
        """
        if not self.skip_bad_lines:
            raise DataError(
                at(self.name, line, f"{message}; fix the line or pass --skip-bad-lines")
            )
        self.skipped += 1

    def repaired(self, what: str) -> None:
        self.repairs[what] += 1

    def lines(
        self, longest: int | None = None, *, replace: bool = False
    ) -> Iterator[tuple[int, str]]:
        """Numbered lines without their ends; only a line feed ends one, a carriage return before it
        is dropped.

        With `replace`, bytes that are no text become a sign of their own, counted as a repair.
        """
        with self._errors_named():
            if self.encoding == "utf-8":
                yield from self._utf8_lines(MAX_LINE_BYTES if longest is None else longest, replace)
            else:
                text = io.TextIOWrapper(self._stream, self.encoding, newline="\n")
                for number, line in enumerate(text, 1):
                    yield number, line.rstrip("\r\n").removeprefix("\ufeff")

    def _utf8_lines(self, longest: int, replace: bool) -> Iterator[tuple[int, str]]:
        number = 0
        while raw := self._stream.readline(longest + 1):
            number += 1
            if len(raw) > longest:
                raise DataError(at(self.name, number, f"a line of more than {longest >> 20} MiB"))
            if number == 1:
                raw = raw.removeprefix(codecs.BOM_UTF8)
            try:
                yield number, raw.decode("utf-8").rstrip("\r\n")
            except UnicodeDecodeError as error:
                if not replace:
                    raise self._undecodable(error, number) from None
                self.repaired("bytes that are no text replaced")
                yield number, raw.decode("utf-8", "replace").rstrip("\r\n")

    def blocks(self, size: int = 1 << 16) -> Iterator[str]:
        """Text in pieces of bounded size, whatever its lines are like."""
        decoder = codecs.getincrementaldecoder(self.encoding)()
        number, first = 1, True
        with self._errors_named():
            while True:
                raw = self._stream.read(size)
                try:
                    text = decoder.decode(raw, final=not raw)
                except UnicodeDecodeError as error:
                    raise self._undecodable(
                        error, number + error.object[: error.start].count(b"\n")
                    ) from None
                if first:
                    text, first = text.removeprefix("\ufeff"), False
                number += text.count("\n")
                if text:
                    yield text
                if not raw:
                    return

    def raw_blocks(self, size: int = 1 << 16) -> Iterator[bytes]:
        """The bytes, for formats that say themselves how they are encoded."""
        length = 0
        with self._errors_named():
            while raw := self._stream.read(size):
                length += len(raw)
                if length > MAX_DOCUMENT_BYTES:
                    raise DataError(
                        f"{self.name}: more than {MAX_DOCUMENT_BYTES >> 20} MiB in one document; "
                        "split it first"
                    )
                yield raw

    def document(self) -> str:
        """All of it, for formats that cannot be read in pieces."""
        parts: list[str] = []
        length = 0
        for block in self.blocks(1 << 20):
            length += len(block)
            if length > MAX_DOCUMENT_BYTES:
                raise DataError(
                    f"{self.name}: more than {MAX_DOCUMENT_BYTES >> 20} MiB in one document; "
                    "split it first"
                )
            parts.append(block)

        return "".join(parts)

    @contextmanager
    def _errors_named(self) -> Iterator[None]:
        try:
            yield
        except (EOFError, zlib.error, lzma.LZMAError, gzip.BadGzipFile) as error:
            raise DataError(
                f"{self.name}: damaged or truncated compressed file ({error})"
            ) from None
        except UnicodeError as error:
            reason = getattr(error, "reason", str(error))[:100]
            raise DataError(
                f"{self.name}: not valid {self.encoding} ({reason}); pass --encoding"
            ) from None
        except IsADirectoryError:
            raise UsageError(f"{self.name}: is a folder; expected a file") from None
        except OSError as error:
            raise DataError(f"{self.name}: cannot be read ({error.strerror or error})") from None

    def _find_encoding(self, opening: bytes, named: str | None) -> str:
        if named is not None:
            try:
                codec = codecs.lookup(named)
                " ".encode(codec.name)  # not every codec is one of text, or of any text
                b"\xff\xfe ".decode(codec.name, "ignore")
                return codec.name
            except (LookupError, UnicodeError):
                raise UsageError(
                    f"unknown encoding {named!r}; expected a name like utf-8, latin-1, utf-16"
                ) from None

        for mark, encoding in _BYTE_ORDER_MARKS:
            if opening.startswith(mark):
                if encoding != "utf-8":
                    self.repaired(f"read as {encoding.upper()}, by its byte order mark")
                return encoding

        return "utf-8"

    def _undecodable(self, error: UnicodeDecodeError, line: int) -> DataError:
        column = error.start - (error.object.rfind(b"\n", 0, error.start) + 1) + 1
        found = (
            f"byte 0x{error.object[error.start]:02x} at column {column} is not "
            f"{self.encoding.upper()}"
        )
        return DataError(
            at(self.name, line, f"{found}; if the file is in Latin-1, pass --encoding latin-1")
        )


class _Joined(io.RawIOBase):
    """Bytes that were read already, then the stream they came from."""

    def __init__(self, head: bytes, rest: io.BufferedReader) -> None:
        self._head, self._rest = head, rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        if not self._head:
            return self._rest.readinto1(buffer)
        count = min(len(buffer), len(self._head))
        buffer[:count], self._head = self._head[:count], self._head[count:]
        return count


def _with_opening(stream: io.BufferedReader) -> tuple[bytes, io.BufferedReader]:
    """The first bytes, and the stream as it was; a slow pipe is waited for until a guess can be
    made.
    """
    head = b""
    while (
        len(head) < OPENING_BYTES
        and sum(not line.startswith(b";;") for line in head.split(b"\n")[:-1]) < 2
    ):
        more = stream.read1(OPENING_BYTES)
        if not more:
            break
        head += more

    return head[:OPENING_BYTES], io.BufferedReader(_Joined(head, stream), 1 << 16)


def _decompressed(stream: io.BufferedReader) -> io.BufferedReader:
    magic = stream.peek(6)[:6]
    if magic.startswith(b"\x1f\x8b"):
        return io.BufferedReader(cast(io.RawIOBase, gzip.GzipFile(fileobj=stream)))
    if magic.startswith(b"\xfd7zXZ\x00"):
        return io.BufferedReader(cast(io.RawIOBase, lzma.LZMAFile(stream)))
    return stream


@contextmanager
def open_source(
    path: str | Path,
    *,
    encoding: str | None = None,
    language: str | None = None,
    skip_bad_lines: bool = False,
    wrap: Callable[[BinaryIO], BinaryIO] = lambda stream: stream,
) -> Iterator[Source]:
    """An input to read from; `-` is stdin. `wrap` may watch the bytes go by (progress)."""
    if not isinstance(path, str | Path):
        raise UsageError(f"path is {path!r}; expected a string or a Path")
    if str(path) == "-" and sys.stdin is None:
        raise UsageError("standard input is closed; name a file")
    try:
        stream = (
            io.FileIO(sys.stdin.fileno(), closefd=False) if str(path) == "-" else io.FileIO(path)
        )
    except IsADirectoryError:
        raise UsageError(f"{path}: is a folder; expected a file") from None
    except OSError as error:
        raise UsageError(f"{path}: cannot be opened ({error.strerror})") from None
    except ValueError as error:  # a NUL in the name
        raise UsageError(f"{str(path)!r}: cannot be opened ({error})") from None

    name = "<stdin>" if str(path) == "-" else str(path)
    with stream:
        binary = wrap(cast(BinaryIO, stream))
        yield Source(
            name, binary, encoding=encoding, language=language, skip_bad_lines=skip_bad_lines
        )
