from __future__ import annotations

import codecs
import gzip
import io
import lzma

import pytest

from legibly.errors import DataError, UsageError
from legibly.formats.word_checks import check_times, parse_confidence
from tests.formats.helpers import source


def lines(content: bytes, **settings: str) -> list[tuple[int, str]]:
    return list(source(content, **settings).lines())


def test_lines_are_numbered_and_lose_their_ends() -> None:
    assert lines(b"a\r\nb\n\nc") == [(1, "a"), (2, "b"), (3, ""), (4, "c")]


def test_only_a_line_feed_ends_a_line() -> None:
    assert lines("a\u2028b\x85c\x0bd".encode()) == [(1, "a\u2028b\x85c\x0bd")]


@pytest.mark.parametrize("compress", [gzip.compress, lzma.compress])
def test_compressed_input_is_opened_by_its_content(compress: object) -> None:
    assert lines(compress(b"a\nb")) == [(1, "a"), (2, "b")]  # type: ignore[operator]


@pytest.mark.parametrize("compress", [gzip.compress, lzma.compress])
def test_damaged_compressed_input(compress: object) -> None:
    content = compress(b"some words\n" * 10_000)  # type: ignore[operator]
    with pytest.raises(DataError, match="damaged or truncated compressed file"):
        lines(content[: len(content) // 2])


def test_byte_order_marks() -> None:
    assert lines(codecs.BOM_UTF8 + "é\né".encode()) == [(1, "é"), (2, "é")]
    utf16 = source("é\nü".encode("utf-16"))
    assert [line for _, line in utf16.lines()] == ["é", "ü"]
    assert utf16.repairs == {"read as UTF-16, by its byte order mark": 1}
    assert "".join(source("é\nü".encode("utf-16")).blocks()) == "é\nü"


def test_another_encoding_must_be_named() -> None:
    content = "one\nca\u00f1a".encode("latin-1")
    expected = (
        r"talk.x:2: byte 0xf1 at column 3 is not UTF-8; if the file is in Latin-1, pass "
        r"--encoding latin-1"
    )
    with pytest.raises(DataError, match=expected):
        lines(content)
    with pytest.raises(DataError, match=r"talk.x:2: byte 0xf1 at column 3"):
        list(source(content).blocks())
    assert lines(content, encoding="latin-1") == [(1, "one"), (2, "caña")]
    for wrong in ("latin-17", "hex", "undefined"):
        with pytest.raises(UsageError, match=f"unknown encoding '{wrong}'"):
            lines(content, encoding=wrong)
    with pytest.raises(DataError, match="not valid utf-16"):
        lines(b"\xff\xfe\x00\xd8", encoding="utf-16")


def test_a_slow_pipe_is_waited_for() -> None:
    class Slow(io.RawIOBase):
        def __init__(self) -> None:
            self.pieces = [b";; comment\n", b"a 1 ", b"0.0 1.0 hi\n", b"a 1 1.0 1.0 x\n"]

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
            piece = self.pieces.pop(0) if self.pieces else b""
            buffer[: len(piece)] = piece
            return len(piece)

    from legibly.files.source import Source
    from legibly.formats import guess_format

    slow = Source("<stdin>", Slow())  # type: ignore[arg-type]
    assert guess_format(slow.name, slow.opening).name == "ctm"
    assert [line for _, line in slow.lines()] == [";; comment", "a 1 0.0 1.0 hi", "a 1 1.0 1.0 x"]


def test_binary_files_are_refused() -> None:
    with pytest.raises(DataError, match="looks like a binary file"):
        source(b"\x7fELF\x02\x01\x01\x00\x00")


def test_blocks_hold_all_the_text_whatever_is_cut() -> None:
    text = "äöü€𝄞 " * 50
    assert "".join(source(text).blocks(size=7)) == text


def test_empty_input() -> None:
    assert lines(b"") == []
    assert list(source(b"").blocks()) == []
    assert source(b"").document() == ""


def test_documents_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("legibly.files.source.MAX_DOCUMENT_BYTES", 10)
    with pytest.raises(DataError, match="in one document; split it first"):
        source("x" * 11).document()


def test_lines_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("legibly.files.source.MAX_LINE_BYTES", 10)
    with pytest.raises(DataError, match=r"talk.x:2: a line of more than"):
        lines(b"short\n" + b"x" * 11)


def test_a_stream_that_fails() -> None:
    class Failing(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, buffer: object) -> int:
            raise OSError(5, "Input/output error")

    from legibly.files.source import Source

    with pytest.raises(DataError, match="cannot be read"):
        Source("disk", Failing())  # type: ignore[arg-type]


def test_bad_lines_are_errors_or_counted() -> None:
    strict, lenient = source(b""), source(b"", skip_bad_lines=True)
    with pytest.raises(DataError, match=r"talk.x:3: wrong; fix the line or pass --skip-bad-lines"):
        strict.bad(3, "wrong")
    lenient.bad(3, "wrong")
    assert lenient.skipped == 1


def test_confidences_that_are_no_numbers_are_left_out_and_counted() -> None:
    there = source(b"")
    assert [parse_confidence(value, there) for value in (0.5, "0.5", None)] == [0.5, 0.5, None]
    wrong: list[object] = ["nan", "x", [], float("inf")]
    assert [parse_confidence(value, there) for value in wrong] == [None] * 4
    assert there.repairs == {"confidence is not a number, left out": 4}


@pytest.mark.parametrize(
    ("start", "end", "wrong"),
    [
        (0.0, 1.0, None),
        (None, 1.0, None),
        (1.0, 1.0, None),
        (-1.0, 1.0, "start -1.0 is negative"),
        (2.0, 1.0, "end 1.0 is before start 2.0"),
        (float("nan"), 1.0, "start nan is not a time in seconds"),
        (0.0, float("inf"), "end inf is not a time in seconds"),
    ],
)
def test_times_are_checked(start: float | None, end: float | None, wrong: str | None) -> None:
    assert check_times(start, end) == wrong


def test_a_recording_is_named_after_its_file() -> None:
    assert source(b"", name="calls/4341191.jsonl.xz").recording == "4341191"
    assert source(b"", name="<stdin>").recording is None
