"""The page of all results, from what the pages of recipes say: which tables of the papers were
reproduced, and the figures of the README. Writes docs/research/index.md; `make results` runs it
last.

    python -m recipes.index
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from recipes.pages import FACTS
from recipes.place import ROOT
from recipes.tables import markdown

RESEARCH = ROOT / "docs" / "research"
PAGE, TEMPLATE = "index.md", Path(__file__).with_name("index.md")
PAPERS = {  # pages by paper
    "Kim & Woodland 2003": {
        "kim-woodland-2003": "prosody and decision trees",
        "kim-woodland-2003-recognition": "marks in a recogniser",
    },
    "Gravano, Jansche & Bacchiani 2009": {"gravano-2009": "n-gram models, sizes, orders"},
    "Lu & Ng 2010": {
        "lu-ng-2010-lm": "hidden events",
        "lu-ng-2010": "linear and factorial CRFs",
    },
    "Batista et al. 2008": {
        "batista-2008-case": "capitals by language models",
        "batista-2008": "maximum entropy",
    },
    "Shugrina 2010": {
        "shugrina-2010": "numbers in context",
        "shugrina-2010-marks": "her own system",
    },
}
NOT_TOLD = "its page was made before tables were judged one by one"


class Figure(NamedTuple):
    """A figure of the README, and where it stands: in the row that begins so, in this column."""

    name: str
    page: str
    row: tuple[str, ...]
    column: str


FIGURES = (
    Figure(
        "marks, IWSLT test2011, F1",
        "results-english",
        ("IWSLT test2011, reference words", "en"),
        "marks P/R/F1",
    ),
    Figure(
        "the same, words of a recogniser",
        "results-english",
        ("IWSLT test2011, recogniser words", "en"),
        "marks P/R/F1",
    ),
    Figure(
        "capitals, held-out text, F1",
        "results-english",
        ("held-out text, its marks given", "en"),
        "case F1, matching words",
    ),
    Figure(
        "capitals, held-out text, F1, truecase",
        "results-english",
        ("held-out text, its marks given", "truecase"),
        "case F1, matching words",
    ),
    Figure("numbers, calls, error rate", "shugrina-2010", ("shipped",), "NEER"),
    Figure("numbers, calls, error rate, NeMo", "shugrina-2010", ("nemo",), "NEER"),
    Figure("numbers, calls, error rate, wetext", "shugrina-2010", ("wetext",), "NEER"),
)


def main() -> None:
    text = index_page(RESEARCH)
    (RESEARCH / PAGE).write_text(text, "utf-8")
    print(f"-> {RESEARCH / PAGE}", file=sys.stderr)


def index_page(folder: Path) -> str:
    rows = ([name, value, page] for name, value, page in readme_figures(folder))
    return TEMPLATE.read_text("utf-8").format(
        figures=markdown(("", "legibly, or whose it is", "page"), rows), papers=papers(folder)
    )


def readme_figures(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Those whose page has their row; peers need not have been run."""
    for figure in FIGURES:
        value = figure_in((folder / f"{figure.page}.md").read_text("utf-8"), figure)
        if value is not None:
            yield figure.name, value, f"[{figure.page}]({figure.page}.md)"


def figure_in(page: str, figure: Figure) -> str | None:
    """The last number of the cell: F1 of precision, recall and F1."""
    head: Sequence[str] = ()
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line[:1] == "|" else []
        if figure.column in cells:
            head = cells
        elif head and _begins(cells, figure.row):
            numbers: list[str] = re.findall(r"[\d.]+", cells[head.index(figure.column)])
            return numbers[-1]
    return None


def _begins(cells: Sequence[str], row: Sequence[str]) -> bool:
    return len(cells) >= len(row) and all(
        cell == name if name == "en" else cell.startswith(name)
        for cell, name in zip(cells, row, strict=False)
    )


def papers(folder: Path) -> str:
    return "\n\n".join(f"### {paper}\n\n{_paper(folder, pages)}" for paper, pages in PAPERS.items())


def _paper(folder: Path, pages: dict[str, str]) -> str:
    rows = [row for page, what in pages.items() for row in _rows(folder, page, what)]
    return markdown(("page", "table or figure", "outcome", "what, or why"), rows)


def _rows(folder: Path, page: str, what: str) -> Iterator[list[str]]:
    link, path = f"[{what}]({page}.md)", folder / FACTS / f"{page}.json"
    if not path.is_file():
        yield [link, "all", "see the page", NOT_TOLD]
        return
    for outcome in json.loads(path.read_text("utf-8"))["outcomes"]:
        yield [link, *(outcome[name] for name in ("table", "outcome", "why"))]


if __name__ == "__main__":
    main()
