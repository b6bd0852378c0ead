from __future__ import annotations

from pathlib import Path

import pytest

from legibly.errors import DataError
from legibly.formatting.addresses import Addresses
from legibly.grammars.stack import small_numbers
from legibly.grammars.verbalizer import signs_of
from legibly.languages import language
from legibly.languages.tables import grouped, priced, read_table, rows
from legibly.metrics.numbers import _shapes


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A language of tables alone, of another name for each test: what was read is remembered."""
    folder = tmp_path / f"x-{abs(hash(tmp_path)) % 10**6}"
    folder.mkdir()
    (folder / "language.toml").write_text('name = "Mine"\n', "utf-8")
    monkeypatch.setenv("LEGIBLY_PATH", str(tmp_path))
    return folder


def test_rows_comments_and_signs(tmp_path: Path) -> None:
    path = tmp_path / "x.tsv"
    path.write_text("# a comment\na\tb\n\n\\#\thash\n", "utf-8")
    assert read_table(path) == (("a", "b"), ("#", "hash"))


def test_a_table_that_is_not_there(mine: Path) -> None:
    assert rows(mine.name, "none", optional=True) == ()
    with pytest.raises(DataError, match="cannot be read"):
        rows(mine.name, "none")


@pytest.mark.parametrize(
    ("name", "use"),
    [
        ("numbers", lambda code: grouped(code, "numbers")),
        ("numbers", small_numbers),
        ("patterns", lambda code: priced(code, "patterns")),
        ("signs", signs_of),
        ("signs", lambda code: Addresses(language(code))),
        ("number_shapes", _shapes),
    ],
)
def test_rows_of_too_few_columns_are_named(name: str, use: object, mine: Path) -> None:
    (mine / f"{name}.tsv").write_text("alone\n", "utf-8")
    assert callable(use)
    with pytest.raises(DataError, match=rf"{name}.tsv of .*: 1 columns in 'alone'; expected at l"):
        use(mine.name)


def test_a_cost_and_a_pattern_that_are_none(mine: Path) -> None:
    (mine / "patterns.tsv").write_text("a\tb\tcheap\n", "utf-8")
    (mine / "number_shapes.tsv").write_text("money\t(\n", "utf-8")
    with pytest.raises(DataError, match="the cost of 'a' is 'cheap'; expected a number"):
        priced(mine.name, "patterns")
    with pytest.raises(DataError, match=r"number_shapes.tsv of .*: '\(' is no pattern"):
        _shapes(mine.name)
