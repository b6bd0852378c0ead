from __future__ import annotations

import pytest

from legibly.formats.line_speakers import find_names, split_name


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["John: hi", "Mary: so"], {"John", "Mary"}),
        (["John: hi", "so what"], set()),  # one line may be anything
        (["[Ann] hi", "[Ann]: so"], {"Ann"}),
        (["SPEAKER_00: hi", "SPEAKER_01: so"], {"SPEAKER_00", "SPEAKER_01"}),
        (["Speaker 1: hi", "Speaker 2: so"], {"Speaker 1", "Speaker 2"}),
        (["Dr. O'Neill: hi", "Anna van der Berg: so"], {"Dr. O'Neill", "Anna van der Berg"}),
        (["Ann (host): hi", "Élodie: so"], {"Ann (host)", "Élodie"}),
        (["- John: hi", "- Mary: so"], {"John", "Mary"}),
        ([">> JOHN: hi", ">>> MARY: so"], {"JOHN", "MARY"}),
        (["**John:** hi", "**Mary:** so"], {"John", "Mary"}),
        (["小明：你好", "主持人：欢迎"], {"小明", "主持人"}),
        (["Ann：hi", "Bob：so"], {"Ann", "Bob"}),
        (["他说：你好", "她说：不好", "原因如下：没有"], set()),
        (["Note: closed", "Warning: hot"], set()),
        (["[Music] hi", "[Applause] so", "[Music]"], set()),
        (["and he said: hi", "so it goes: on"], set()),
        (["At 10:30 we left", "At 11:30 they came"], set()),
        (["Ann: hi", *["so"] * 20, "Bob: so"], set()),  # too few among many
        (["Ann: hi", *["so"] * 20, "Ann: so", "Bob: no"], {"Ann"}),
    ],
)
def test_names_at_the_beginnings_of_lines(lines: list[str], expected: set[str]) -> None:
    assert find_names(lines) == expected


def test_the_rest_of_the_line_is_what_was_said() -> None:
    assert split_name("John: hi: you", {"John"}) == ("John", "hi: you")
    assert split_name("  [John] hi", {"John"}) == ("John", "hi")
    assert split_name("小明：你好：吗", {"小明"}) == ("小明", "你好：吗")
    assert split_name("Mary: hi", {"John"}) == (None, "Mary: hi")
