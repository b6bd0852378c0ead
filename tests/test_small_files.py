"""Settings and tables that never end, or are far too large, are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

import legibly
from legibly.errors import DataError
from legibly.small_files import small_text


def test_a_text_of_any_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "table.tsv"
    path.write_bytes(b"\xef\xbb\xbfa\r\nb\rc\n")
    assert small_text(path, "utf-8-sig", most=6) == "a\nb\nc\n"
    with pytest.raises(DataError, match=r"table\.tsv: over 5 characters; expected a small file"):
        small_text(path, "utf-8-sig", most=5)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no /dev/zero here")
@pytest.mark.parametrize("option", ["rules", "lexicon", "keep", "grammars"])
def test_tables_without_an_end_are_refused(option: str) -> None:
    with pytest.raises(DataError, match="expected a small file"):
        legibly.load("en-baseline", **{option: "/dev/zero"})  # type: ignore[arg-type]
