from __future__ import annotations

import re

import pytest

from legibly.grammars.written_numbers import WrittenNumbers

SPANISH = WrittenNumbers(".", ",")


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("1.234,56", "1234.56"),
        ("1,234.56", "1234.56"),
        ("1.234", "1234"),
        ("1 234", "1234"),
        ("1.5", "1.5"),
        ("0,05", "0.05"),
        ("25", "25"),
    ],
)
def test_numbers_are_read_whichever_sign_is_which(text: str, plain: str) -> None:
    assert re.fullmatch(SPANISH.number, text)
    assert SPANISH.plain(text) == plain
