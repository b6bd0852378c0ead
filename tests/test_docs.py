"""What the documentation shows is what happens: its Python runs, and its commands answer as
printed.
"""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from legibly.grammars.style import Style
from tests.cli.helpers import Cli

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(python|console)\n(.*?)^```", re.M | re.S)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_blocks_of_a_page_run(page: Path, shipped_cli: Cli, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    names: dict[str, object] = {}
    for kind, block in BLOCK.findall(page.read_text("utf-8")):
        if kind == "python":
            exec(compile(block, str(page), "exec"), names)
        else:
            _check_console(block, shipped_cli)


def _check_console(block: str, cli: Cli) -> None:
    """`$ legibly ...` and what it prints; `...` stands for lines that are left out."""
    for step in re.split(r"^\$ ", block, flags=re.M)[1:]:
        command, _, expected = step.partition("\n")
        stdin = ""
        if " | " in command:
            echo, command = command.split(" | ")
            stdin = " ".join(shlex.split(echo)[1:]) + "\n"
        program, *arguments = shlex.split(command)
        assert program == "legibly", (
            f"only legibly's own commands are shown with output, not {program}"
        )
        result = cli(*arguments, stdin=stdin)
        shown = (result.out + result.err).strip()
        pattern = ".*".join(re.escape(part.strip()) for part in expected.split("..."))
        assert re.fullmatch(pattern, shown, re.S), (
            f"{command}\nprinted:\n{shown}\nexpected:\n{expected}"
        )


def test_every_page_is_linked_from_the_readme() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert [
        page.name for page in (ROOT / "docs").glob("*.md") if f"docs/{page.name}" not in readme
    ] == []


def test_every_recogniser_is_linked_from_their_page() -> None:
    index = (ROOT / "docs" / "recognisers.md").read_text("utf-8")
    pages = (ROOT / "docs" / "recognisers").glob("*.md")
    assert [page.name for page in pages if f"recognisers/{page.name}" not in index] == []


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_table_has_a_head(page: Path) -> None:
    """A blank line inside a table turns the rows after it into plain text with bars."""
    for block in re.split(r"\n\s*\n", page.read_text("utf-8")):
        rows = [line for line in block.splitlines() if line.startswith("|")]
        assert not rows or re.fullmatch(r"[|:\s-]+", rows[1]), f"{page.name}: {rows[0][:60]}"


def test_every_style_that_is_documented_is_one() -> None:
    page = (ROOT / "docs" / "numbers.md").read_text("utf-8")
    table = page[page.index("| name | values |") :].split("\n\n")[0]
    styles = [
        f"{name}={value}"
        for name, values in re.findall(r"^\| `(\w+)` \| (.*) \|$", table, re.M)
        for value in re.findall(r"`([^`]*)`", values)
    ]
    assert len(styles) > 15
    for style in styles:
        Style.parse([style])
