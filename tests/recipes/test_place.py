"""Where recipes find their corpora, and what they say where those are not."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from recipes.place import DATA_PAGE, ROOT, Place, commit_of, options

PAGE = (ROOT / DATA_PAGE).read_text("utf-8")
SOURCES = sorted((ROOT / "recipes").rglob("*.py"))


def test_a_recipe_without_its_corpora_leads_to_the_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = Place(tmp_path, tmp_path, tmp_path)
    (tmp_path / "en").mkdir()
    with pytest.raises(SystemExit) as ended:
        place.need("en", "timed/ami")
    assert ended.value.code == 0
    assert capsys.readouterr().err == (
        f"left out: needs timed/ami under {tmp_path} (pass --data, or set LEGIBLY_DATA); where the "
        "data come from and how they lie: docs/research/data.md\n"
    )
    assert DATA_PAGE in options("about").format_help()


@pytest.mark.parametrize(
    "recipe", [path.parent.name for path in SOURCES if path.name == "__main__.py"]
)
def test_the_page_names_every_recipe(recipe: str) -> None:
    assert f"`{recipe}`" in PAGE


def test_the_page_names_every_folder_that_is_needed() -> None:
    needed = {
        folder
        for path in SOURCES
        for call in re.findall(r"\.need\(([^)]*)\)", path.read_text("utf-8"))
        for folder in re.findall(r'"([^"]+)"', call)
    }
    assert len(needed) > 10
    for folder in needed:
        language, _, name = folder.removesuffix(".txt.xz").partition("/")
        assert folder in PAGE or (f"{language}/NAME.txt.xz" in PAGE and f"`{name}`" in PAGE)


@pytest.mark.parametrize("language", ["en", "pt", "es", "zh"])
def test_every_text_has_a_repository_and_a_licence(language: str) -> None:
    section = PAGE.split(f"`{language}/NAME.txt.xz`\n")[1].split("###")[0]
    rows = [line.split("|")[1:-1] for line in section.splitlines() if line.startswith("| `")]
    assert len(rows) > 10
    for name, repository, licence, what in rows:
        assert "/" in repository, name
        assert licence.strip()
        assert what.strip()


def test_the_commit_is_that_of_the_code(tmp_path: Path) -> None:
    assert commit_of(tmp_path) == "unknown"

    def git(*arguments: str) -> None:
        who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
        subprocess.run(["git", "-C", str(tmp_path), *who, *arguments], check=True)

    git("init", "-q")
    (tmp_path / "src").mkdir()
    (tmp_path / "src/a.py").write_text("a = 1\n")
    git("add", ".")
    git("commit", "-q", "-m", "one")
    assert re.fullmatch("[0-9a-f]{10}", commit_of(tmp_path))
    (tmp_path / "src/a.py").write_text("a = 2\n")
    assert commit_of(tmp_path).endswith(", with changes")
