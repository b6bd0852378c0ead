"""Languages from outside: folders of data by LEGIBLY_PATH, packages by entry point."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import legibly
from legibly.errors import DataError, UsageError
from legibly.grammars.stack import has_grammars
from legibly.languages import available_languages, language, language_code
from tests.cli.helpers import Cli

GRAMMARS = """
from legibly.grammars.grammar import Grammar, Part
from legibly.grammars.phrases import Field, Table

_digit = Table([("null", "0"), ("eins", "1"), ("zwei", "2")])
GRAMMARS = [
    Grammar("cardinal", Field("n", _digit), lambda fields, style: [Part(fields["n"].text)])
]
SLOTS = {"number": _digit}
"""


def write_german(folder: Path) -> Path:
    """A language as somebody else would make it: facts, tables, no code."""
    folder.mkdir(parents=True)
    facts = 'name = "German"\nnames = ["german", "deutsch"]\n'
    (folder / "language.toml").write_text(facts, "utf-8")
    (folder / "fillers.tsv").write_text("# What is said while thinking.\näh\nähm\n", "utf-8")
    (folder / "abbreviations.tsv").write_text("usw\nz.b\n", "utf-8")
    return folder


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = write_german(tmp_path / "languages" / "de")
    monkeypatch.setenv("LEGIBLY_PATH", str(tmp_path / "languages"))
    return folder


def test_a_folder_of_data_is_a_language(german: Path) -> None:
    assert available_languages() == ["de", "en", "es", "pt", "zh"]
    assert language("de-AT").name == "German"
    assert language("de").fillers == {"äh", "ähm"}
    assert language_code("Deutsch") == "de"
    text = legibly.Transcript.from_text("Brot usw. kaufen.", language="de")
    assert [token.written for token in text.tokens] == ["Brot", "usw.", "kaufen."]


def test_its_models_are_found_beside_it(german: Path, cli: Cli, tmp_path: Path) -> None:
    corpus = tmp_path / "de.txt"
    corpus.write_text("Wir fahren heute nach Berlin, und dann nach Bonn.\n" * 20, "utf-8")
    model = german / "models" / "de"
    trained = cli("train", "lexicon", corpus, "-o", model, "--language", "de", "--min-count", 1)
    assert trained.code == 0, trained.err
    assert "de" in legibly.models()
    written = cli("format", "-", "--language", "de", stdin="wir fahren heute nach berlin\n")
    assert written.out == "Wir fahren heute nach Berlin.\n"


def test_a_folder_never_runs_code(german: Path) -> None:
    (german / "__init__.py").write_text("raise SystemExit('ran')", "utf-8")
    (german / "grammars.py").write_text("raise SystemExit('ran')", "utf-8")
    assert language("de").name == "German"
    assert not has_grammars("de")


def test_a_language_of_ours_can_be_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "en"
    folder.mkdir()
    (folder / "language.toml").write_text('name = "Our English"\n', "utf-8")
    monkeypatch.setenv("LEGIBLY_PATH", str(folder))
    assert language("en").name == "Our English"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (False, "LEGIBLY_PATH: .*gone: no such folder"),
        (True, r"LEGIBLY_PATH: .*gone: no language in it \(a folder with language.toml\)"),
    ],
)
def test_a_wrong_path_is_said(
    make: bool, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if make:
        (tmp_path / "gone").mkdir()
    monkeypatch.setenv("LEGIBLY_PATH", str(tmp_path / "gone"))
    with pytest.raises(DataError, match=message):
        language("en")


def test_the_switch_says_the_same(german: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LEGIBLY_PATH")
    with pytest.raises(UsageError, match="unknown language 'de'"):
        language("de")
    result = cli("--language-path", str(german), "format", "-", "--language", "de", stdin="ja\n")
    assert "no model for German (de) is installed" in result.err


def test_an_installed_package_brings_grammars(tmp_path: Path) -> None:
    """What pip would put into site-packages, in a folder of its own."""
    package = write_german(tmp_path / "legibly_de")
    (package / "__init__.py").write_text("", "utf-8")
    (package / "grammars.py").write_text(GRAMMARS, "utf-8")
    (package / "patterns.tsv").write_text("gleis <number>\tGleis <number>\n", "utf-8")
    stack = 'gain = 2.0\n\n[[grammar]]\nkind = "cardinal"\n\n[[grammar]]\nkind = "pattern"\n'
    (package / "grammars.toml").write_text(stack, "utf-8")
    info = tmp_path / "legibly_de-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: legibly-de\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[legibly.languages]\nde = legibly_de\n")
    script = (
        "from legibly import Options, Transcript\n"
        "from legibly.formatting.formatter import Formatter\n"
        "from legibly.languages import language\n"
        "formatter = Formatter([], language('de'), Options(digits_from=0))\n"
        "print(formatter('der zug hält auf gleis zwei'))"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=False
    )
    assert done.stdout == "Der zug hält auf Gleis 2\n", done.stderr


@pytest.mark.usefixtures("only_english")
def test_a_language_that_comes_as_a_package_is_known_without_it() -> None:
    assert available_languages() == ["en"]
    assert language_code("castilian") == "es"
    with pytest.raises(UsageError, match=r"Chinese \(zh\) is not installed; get it with: pip"):
        language("zh")
