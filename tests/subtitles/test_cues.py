from __future__ import annotations

import pytest

from legibly.subtitles.cues import width


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 0),
        ("hello", 5),
        ("é", 1),
        ("e\u0301", 1),  # the accent stands above its letter
        ("你好a", 5),
        ("，", 2),
        ("ｗｉｄｅ", 8),
        ("한국", 4),
        ("naïve “so”", 10),
    ],
)
def test_a_chinese_character_counts_two(text: str, expected: int) -> None:
    assert width(text) == expected
