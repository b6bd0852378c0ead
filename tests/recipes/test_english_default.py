"""The English model's biases and class model of numbers, made on made-up data."""

from __future__ import annotations

import re
from ast import literal_eval
from pathlib import Path

import pytest

import legibly
from legibly.model_folders.finding import find_model

pytest.importorskip("torch", reason="needs pip install 'legibly[train]'")

from recipes.english_default import number_effect, numbers, tune
from recipes.made_up import make_up


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    folder = tmp_path_factory.mktemp("english")
    return ["--quick", "--data", str(make_up(folder / "corpora")), "--work", str(folder / "work")]


def test_biases_are_tuned_on_four_kinds_of_speech(
    places: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    tune.main(["en", *places])
    *tried, tuned = capsys.readouterr().out.splitlines()
    assert list(literal_eval(tried[0])) == ["talks", "talks, disturbed", "calls", "meetings"]
    points = re.match(r"([\d.]+) -> ([\d.]+); biases \{'': ", tuned)
    assert points is not None
    assert float(points[2]) >= float(points[1])


def test_the_class_model_goes_beside_the_scorers_that_ship(
    places: list[str], tmp_path: Path
) -> None:
    assert numbers.main([str(tmp_path / "model"), *places]) == 0
    made, shipped = legibly.load(tmp_path / "model"), legibly.load("en")
    kinds = [[type(item.scorer) for item in model.scorers] for model in (made, shipped)]
    assert set(kinds[0]) == set(kinds[1])
    assert made("she bought twenty two horses").text == "She bought 22 horses."


def test_class_models_are_compared(places: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    number_effect.main([str(find_model("en")), *places])
    head, _, shipped, other = capsys.readouterr().out.splitlines()
    assert head.startswith("| model | NEER, dev calls | NEER, test calls |")
    assert shipped.removeprefix("| shipped") == other.removeprefix("| en")
