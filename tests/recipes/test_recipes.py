"""Every recipe runs from its corpora to its page, on made-up data."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from recipes.made_up import make_up

RECIPES = sorted(
    path.parent.name for path in Path(__file__).parents[2].glob("recipes/*/__main__.py")
)


@pytest.fixture(scope="session")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_up(tmp_path_factory.mktemp("corpora"))


NEEDED = {
    "numbers_in_languages": {"num2words": "peers", "cn2an": "peers"},
    "english_prosody": {"sklearn": "train"},
    "kim_woodland_2003": {"sklearn": "train", "soundfile": "speech", "soxr": "speech"},
}
LONG = {"adaptation", "all_scorers"}  # they train networks and CRFs


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.slow if name in LONG else ()) for name in RECIPES],
)
def test_a_recipe_writes_its_page(name: str, made_up: Path, tmp_path: Path) -> None:
    for library, extra in NEEDED.get(name, {}).items():
        pytest.importorskip(library, reason=f"needs pip install 'legibly[{extra}]'")
    folders = ("--data", str(made_up), "--docs", str(tmp_path / "docs"), "--work", str(tmp_path))
    try:
        recipe = import_module(f"recipes.{name}.__main__")
        recipe.main([*folders, "--quick"])
    except ModuleNotFoundError as error:
        if error.name != "torch":
            raise
        pytest.skip("needs pip install 'legibly[train]'")
    pages = [path.read_text("utf-8") for path in (tmp_path / "docs").glob("*.md")]
    assert pages
    for page in pages:
        assert page.startswith("# ")
        assert re.search(r"^\|[-|]+\|\n\|", page, re.M), "a table has no row"
        assert f"python -m recipes.{name}" in page
