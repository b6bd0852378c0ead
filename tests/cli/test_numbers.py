from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.helpers import Cli
from tests.languages.test_finding import german as german


def test_try_shows_readings_and_what_they_cover(cli: Cli) -> None:
    result = cli("grammar", "try", "meet me at three thirty p m", "-k", "2")
    assert result.code == 0
    assert "3:30 [three thirty]  PM. [p m]" in result.out.splitlines()[0]
    assert result.out.splitlines()[0].split()[0] == "0.00"
    row = json.loads(cli("grammar", "try", "twenty five percent", "--json", "-k", "1").out)
    assert row["tokens"] == [{"text": "25%.", "kind": "percent", "words": "twenty five percent"}]
    arcs = cli("grammar", "try", "one oh five", "--arcs").out
    assert "digits" in arcs
    assert "105 [one oh five]" in arcs


def test_verbalize(cli: Cli, german: Path, tmp_path: Path) -> None:
    assert (
        cli("verbalize", "-", stdin="At 3:30 PM\n\n5%\n").out
        == "At three thirty p m\n\nfive percent\n"
    )
    assert cli("verbalize", "-", "--language", "pt", stdin="R$ 12\n").out == "doze reais\n"
    result = cli("verbalize", "-", "--language", "de", stdin="x\n")
    assert (result.code, "has no grammars; expected one that has (en," in result.err) == (2, True)
    assert cli("verbalize", str(tmp_path / "none.txt")).code == 2


def test_a_number_model_of_ones_own(cli: Cli, german: Path, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text(
        "Meet me at 3:30. You owe me 330 today. In 1984 we met at 4:15.\n" * 20
    )
    model = str(tmp_path / "model")
    result = cli(
        *(
            "train",
            "numbers",
            str(tmp_path / "text.txt"),
            "-o",
            model,
            "--beside",
            "en-baseline",
            "--jobs",
            "1",
        ),
        *("--min-count", "2"),
    )
    assert result.code == 0, result.err
    assert (
        cli("format", "-", "--model", model, stdin="meet me at three thirty").out
        == "Meet me at 3:30.\n"
    )
    assert (
        cli("format", "-", "--model", model, stdin="you owe me three thirty today").out
        == "You owe me 330 today.\n"
    )
    assert (
        cli("train", "numbers", str(tmp_path / "text.txt"), "-o", model, "--language", "de").code
        == 2
    )


@pytest.mark.parametrize(
    ("switches", "expected"),
    [
        ((), "I ran 20 miles in three hours.\n"),
        (("--digits-from", "0", "--units", "short"), "I ran 20 mi in 3 h.\n"),
        (("--no-numbers",), "I ran twenty miles in three hours.\n"),
        (("--digits-from", "100"), "I ran twenty miles in three hours.\n"),
    ],
)
def test_switches(cli: Cli, switches: tuple[str, ...], expected: str) -> None:
    assert cli("format", "-", *switches, stdin="i ran twenty miles in three hours").out == expected


def test_styles(cli: Cli) -> None:
    line = "come at three thirty p m"
    assert cli("format", "-", "--style", "hours=24", stdin=line).out == "Come at 15:30.\n"
    assert cli("format", "-", "--style", "half=a.m.", stdin=line).out == "Come at 3:30 p.m.\n"
    result = cli("format", "-", "--style", "hours=13", stdin=line)
    assert (result.code, "style hours is '13'; expected one of '12', '24'" in result.err) == (
        2,
        True,
    )


def test_styles_in_the_settings_file(cli: Cli, tmp_path: Path) -> None:
    for setting in ('style = ["hours=24"]', 'style = "hours=24"'):
        (tmp_path / "legibly.toml").write_text(setting + "\n")
        assert cli("format", "-", stdin="come at three thirty p m").out == "Come at 15:30.\n"
    (tmp_path / "legibly.toml").write_text("style = 24\n")
    result = cli("format", "-", stdin="x")
    assert (result.code, "styles is 24; expected a list" in result.err) == (1, True)
