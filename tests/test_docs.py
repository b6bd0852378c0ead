"""What the documentation shows is what happens: its Python runs, and its commands answer as
printed.
"""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from legibly.cli.main import cli
from legibly.grammars.style import Style
from tests.cli.helpers import Cli
from tests.speech.made_speech import need_speech
from tools.reference import API, COMMANDS, api_page, commands_page, options_of, walk

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
SOUND_PAGES = {"time.md", "transcribe.md"}  # what they show needs sound, and what makes it
BLOCK = re.compile(r"^```(python|console)\n(.*?)^```", re.M | re.S)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_blocks_of_a_page_run(page: Path, shipped_cli: Cli, tmp_path: Path) -> None:
    if page.name in SOUND_PAGES:
        need_speech()
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


def test_every_page_can_be_reached_from_the_index() -> None:
    reached: set[Path] = set()
    waiting = [ROOT / "docs" / "index.md"]
    while waiting:
        page = waiting.pop()
        if page not in reached and page.suffix == ".md":
            reached.add(page)
            text = page.read_text("utf-8")
            waiting += [(page.parent / link).resolve() for link in LINK.findall(text)]
    assert {path.name for path in (ROOT / "docs").rglob("*.md") if path not in reached} == set()


def test_every_page_stands_in_the_menu() -> None:
    menu = set(re.findall(r"[\w/-]+\.md", (ROOT / "mkdocs.yml").read_text("utf-8")))
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert menu == pages


def test_the_reference_is_what_the_code_says() -> None:
    """Made by `python -m tools.reference`."""
    assert COMMANDS.read_text("utf-8") == commands_page()
    assert API.read_text("utf-8") == api_page()


def test_every_option_is_explained() -> None:
    for path, command in walk(cli, ("legibly",)):
        assert command.help, f"{' '.join(path)} has no help"
        for option in options_of(command):
            assert option.help, f"{' '.join(path)} {option.opts[0]} has no help"


def test_the_readme_is_one_screen() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").split()) < 500


def test_links_lead_somewhere() -> None:
    for page in PAGES:
        for target in LINK.findall(page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
            inside = (page.parent / target).resolve().is_relative_to(ROOT / "docs")
            assert inside or page.parent == ROOT, f"{page.name} links out of the site: {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_table_has_a_head(page: Path) -> None:
    """A blank line inside a table turns the rows after it into plain text with bars."""
    for block in re.split(r"\n\s*\n", page.read_text("utf-8")):
        rows = [line for line in block.splitlines() if line.startswith("|")]
        assert not rows or re.fullmatch(r"[|:\s-]+", rows[1]), f"{page.name}: {rows[0][:60]}"


def test_every_style_that_is_documented_is_one() -> None:
    page = (ROOT / "docs" / "guide" / "numbers.md").read_text("utf-8")
    table = page[page.index("| name | values |") :].split("\n\n")[0]
    styles = [
        f"{name}={value}"
        for name, values in re.findall(r"^\| `(\w+)` \| (.*) \|$", table, re.M)
        for value in re.findall(r"`([^`]*)`", values)
    ]
    assert len(styles) > 15
    for style in styles:
        Style.parse([style])
