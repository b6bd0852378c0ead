"""Text of another language is said once; so is where a model can be had."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.helpers import Cli
from tests.languages.test_profiles import ENGLISH, OTHERS

SPANISH = "reads like Spanish, and the model is for English; "
GET = "get it with: pip install ./languages/es (in a checkout of legibly)"
BASELINE = ("--model", "en-baseline")


@pytest.mark.usefixtures("only_english")
def test_text_of_another_language_is_said(cli: Cli) -> None:
    result = cli("format", "-", *BASELINE, stdin=OTHERS["es"])
    assert result.err == f"text: {SPANISH}{GET}\n"
    assert result.code == 0
    assert cli("format", "-", *BASELINE, stdin=ENGLISH).err == ""
    german = cli("format", "-", *BASELINE, stdin=OTHERS["de"])
    assert "reads like German" in german.err
    assert "`legibly models` lists what is installed" in german.err


def test_it_is_said_once(cli: Cli, tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.txt").write_text(OTHERS["es"] if name != "a" else ENGLISH, "utf-8")
    result = cli("format", str(tmp_path), "-o", str(tmp_path / "out"), *BASELINE)
    assert result.err.count("reads like") == 1
    assert SPANISH in result.err


def test_lines_are_judged_together(cli: Cli) -> None:
    text = OTHERS["es"].replace(" ", "\n")
    result = cli("format", "--lines", "-", *BASELINE, stdin=text)
    assert result.err.count(SPANISH) == 1
    assert len(result.out.splitlines()) == len(text.splitlines())


@pytest.mark.usefixtures("only_english")
def test_a_stream_says_it_too(cli: Cli) -> None:
    words = "".join(f'{{"text": "{word}"}}\n' for word in OTHERS["es"].split())
    assert cli("stream", *BASELINE, stdin=words).err == f"<stdin>: {SPANISH}{GET}\n"
    plain = OTHERS["es"].replace(" ", "\n") + "\n"
    assert SPANISH in cli("stream", *BASELINE, stdin=plain).err


def test_a_model_that_is_there_is_named(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LEGIBLY_MODELS", str(tmp_path / "models"))
    (tmp_path / "text.txt").write_text("Hola. Adiós.\n" * 50, "utf-8")
    trained = cli(
        *("train", "lexicon", str(tmp_path / "text.txt"), "--language", "es"),
        *("-o", str(tmp_path / "models" / "es")),
    )
    assert trained.code == 0
    assert "pass --language es" in cli("format", "-", *BASELINE, stdin=OTHERS["es"]).err


@pytest.mark.parametrize(
    "arguments", [("--language", "es"), ("--language", "es-MX"), ("--model", "es")]
)
@pytest.mark.usefixtures("only_english")
def test_a_language_that_is_not_installed_says_how_to_get_it(
    arguments: tuple[str, str], cli: Cli
) -> None:
    result = cli("format", "-", *arguments, stdin="hola\n")
    assert (result.code, result.out) == (2, "")
    assert result.err == f"legibly: Spanish ({arguments[1]}) is not installed; {GET}\n"


@pytest.mark.parametrize("arguments", [("--language", "es"), ("--model", "es")])
def test_a_language_without_a_model_says_so(arguments: tuple[str, str], cli: Cli) -> None:
    result = cli("format", "-", *arguments, stdin="hola\n")
    assert result.code == 2
    assert "no model for Spanish (es) is installed, only en, en-baseline" in result.err
    assert "make one with `legibly train`" in result.err


@pytest.mark.parametrize(
    ("heard", "written"),
    [("你好 我 是 学生", "你好我是学生。"), ("他 用 iphone", "他用 iPhone."), ("hello", "Hello.")],
)
def test_no_western_full_stop_stands_behind_chinese(cli: Cli, heard: str, written: str) -> None:
    assert cli("format", "-", stdin=heard).out == f"{written}\n"
