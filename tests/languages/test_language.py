from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from legibly.errors import DataError, UsageError
from legibly.languages import available_languages, language
from legibly.languages.finding import language_folders
from legibly.languages.language import read_language
from legibly.marks import MARKS


def test_languages_are_found_by_their_folders() -> None:
    assert available_languages() == ["en", "es", "pt", "zh"]
    assert language("pt-BR").name == "Portuguese"
    assert language("zh").glyph(".") == "。"
    assert language("en").glyph(".") == "."


def test_an_unknown_language_is_answered_with_the_nearest() -> None:
    with pytest.raises(
        UsageError,
        match=r"unknown language 'eng'; did you mean 'en'\? \(available: en, es, pt, zh\)",
    ):
        language("eng")


@pytest.mark.parametrize("code", available_languages())
def test_the_tables_are_well_kept(code: str) -> None:
    folder = language_folders()[code]
    for table in folder.glob("*.tsv"):
        text = table.read_text("utf-8")
        rows = [line for line in text.splitlines() if line and not line.startswith("#")]
        assert text == unicodedata.normalize("NFC", text), table
        assert len(rows) == len(set(rows)), f"{table} has no row twice"
        if not any(
            "\t" in row for row in rows
        ):  # where a row has columns its place may mean something
            assert rows == sorted(rows), f"{table} is sorted"
            assert rows == [row.lower() for row in rows], table
    assert set(language(code).glyphs) <= set(MARKS)


def test_settings_that_nothing_reads_are_refused(tmp_path: Path) -> None:
    (tmp_path / "language.toml").write_text('name = "Klingon"\nspaces = true\n', "utf-8")
    with pytest.raises(DataError, match=r"language.toml: unknown setting 'spaces'"):
        read_language("tlh", tmp_path)


@pytest.mark.parametrize(
    "facts",
    [
        *("name = 5", "names = 5", 'names = "abc"', "letter_words = [[1]]", "glyphs = 5"),
        *('[glyphs]\n"." = 5', "numbers = 5", "[numbers]\naddress_signs = 1", "noise = []"),
        *("[noise]\nfillers = 5", "subtitles = 5", '[subtitles]\nspeed = "fast"', "name = \x00"),
    ],
)
def test_facts_of_wrong_types_are_refused(tmp_path: Path, facts: str) -> None:
    (tmp_path / "language.toml").write_text(facts + "\n", "utf-8")
    with pytest.raises(DataError, match=r"language.toml: "):
        read_language("tlh", tmp_path)
