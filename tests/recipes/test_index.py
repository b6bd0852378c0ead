"""The page of all results, and the figures of the README."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from recipes.index import FIGURES, PAPERS, RESEARCH, Figure, figure_in, index_page, readme_figures
from recipes.pages import OUTCOMES
from recipes.place import ROOT

TABLE = """
| test | model | marks P/R/F1 | NEER |
|---|---|---|---|
| talks | en-baseline | 1.0/2.0/**3.0** | 9.0 |
| talks | en | 76.5/80.1/**78.2** | 4.9 |
"""


@pytest.mark.parametrize(
    ("row", "column", "expected"),
    [
        (("talks", "en"), "marks P/R/F1", "78.2"),
        (("talks", "en"), "NEER", "4.9"),
        (("talks",), "NEER", "9.0"),
        (("walks",), "NEER", None),
        (("talks",), "other", None),
    ],
)
def test_a_figure_is_read_off_its_table(
    row: tuple[str, ...], column: str, expected: str | None
) -> None:
    assert figure_in(TABLE, Figure("x", "page", row, column)) == expected


def test_the_index_is_what_the_pages_say() -> None:
    """Made by `python -m recipes.index`."""
    assert (RESEARCH / "index.md").read_text("utf-8") == index_page(RESEARCH)


def test_the_figures_of_the_readme_stand_in_the_index() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    found = {name: value for name, value, _ in readme_figures(RESEARCH)}
    assert found
    for name, value in found.items():
        of_peer = next((f.name for f in FIGURES if name.startswith(f"{f.name}, ")), None)
        row = re.search(rf"^\| {re.escape(of_peer or name)} \|(.*)\|(.*)\|$", readme, re.M)
        assert row is not None, name
        assert value in row[2 if of_peer else 1], f"{name}: the README says {row[0]}, not {value}"


def test_every_paper_is_judged_table_by_table(tmp_path: Path) -> None:
    folder = tmp_path / "outcomes"
    folder.mkdir()
    for page in ("results-english", "shugrina-2010"):
        (tmp_path / f"{page}.md").write_text(TABLE)
    outcome = {"table": "Table 9", "outcome": "differs", "why": "it was tested"}
    facts = {"commit": "abc", "outcomes": [outcome]}
    (folder / "gravano-2009.json").write_text(json.dumps(facts))
    page = index_page(tmp_path)
    assert "(gravano-2009.md) | Table 9 | differs | it was tested |" in page
    assert "(lu-ng-2010.md) | all | see the page |" in page


def test_outcomes_are_of_three_kinds() -> None:
    for pages in PAPERS.values():
        for page in pages:
            path = RESEARCH / "outcomes" / f"{page}.json"
            if path.is_file():
                kinds = {each["outcome"] for each in json.loads(path.read_text())["outcomes"]}
                assert kinds <= set(OUTCOMES)
