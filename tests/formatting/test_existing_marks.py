from __future__ import annotations

import pytest

from legibly.formats.parts import PartBuilder
from legibly.formatting.existing_marks import Existing
from legibly.languages import language
from legibly.transcript import Word


def judge(text: str) -> Existing:
    builder = PartBuilder()
    for written in text.split():
        builder.add_written(Word(written), language("en").abbreviations)
    return Existing.judged(builder.take(continued=False).tokens, language("en"))


PLAIN = " ".join(["word"] * 98)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hello how are you", Existing()),
        ("hello, how are you", Existing(partial=True)),
        ("hello, how are you.", Existing(punctuated=True)),
        ("Hello, how are you.", Existing(punctuated=True, cased=True)),
        ("Hello there. how are you", Existing(partial=True)),
        ("at three P M in the U S", Existing()),
        ("Hello how are you", Existing(partial=True)),
        ("i said I was I'm told", Existing()),
        ("HELLO HOW ARE YOU", Existing(shouted=True)),
        ("HELLO, HOW ARE YOU?", Existing(punctuated=True, shouted=True)),
        (f"{PLAIN} one, two.", Existing(partial=True)),
        (f"{PLAIN} one two.", Existing(partial=True)),
        (f"{PLAIN} Bob Smith", Existing(partial=True)),
        (f"{PLAIN} Bob smith", Existing(partial=True)),
        ("(hello) there", Existing()),
        ("[Laughter] hello", Existing()),
    ],
)
def test_what_counts_as_punctuated_and_cased(text: str, expected: Existing) -> None:
    assert judge(text) == expected


def test_nothing_at_all() -> None:
    assert Existing.judged([], language("en")) == Existing(shouted=True)
