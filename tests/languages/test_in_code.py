"""Nothing about a language stands in code."""

from __future__ import annotations

import ast
from pathlib import Path

import legibly
from legibly.languages import available_languages
from legibly.training.spoken_form import condition
from legibly.transcript import Transcript

ROOT = Path(legibly.__file__).parent
# The default, the model that it means, and torch's name for itself.
ALLOWED = {
    ("languages/language.py", "en"),
    ("api.py", "en"),
    ("training/neural/trainer.py", "pt"),
}


def test_no_code_of_a_language_stands_in_code() -> None:
    codes = set(available_languages())
    found = {
        (path.relative_to(ROOT).as_posix(), node.value)
        for path in ROOT.rglob("*.py")
        if "english" not in path.parts
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and node.value in codes
    }
    assert found == ALLOWED


def spoken(text: str, language: str) -> str:
    return " ".join(word.text for word in condition(Transcript.from_text(text, language=language)))


def test_training_text_is_spoken_in_its_own_language() -> None:
    assert spoken("He has 25 & wins 30% in 2019.", "en") == (
        "he has twenty five and wins thirty percent in twenty nineteen"
    )
    portuguese = "Ele tem 25 anos & ganha 30% em 2019."
    assert spoken(portuguese, "pt") == (
        "ele tem vinte e cinco anos e ganha trinta por cento em dois mil e dezenove"
    )
    assert spoken("Tiene 25 años + 3.", "es") == "tiene veinticinco años más tres"
