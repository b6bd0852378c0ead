"""The examples of Shugrina (2010) as the shipped model writes them, and what sounds alike."""

from __future__ import annotations

import pytest

import legibly

FIGURE_1 = (
    "hi bill it's tracy at around three thirty P M just got an apartment for one thousand three "
    "thirty one thousand four hundred a month my number is five five five eight eight eight eight "
    "extension is three thirty bye"
)


def test_the_voicemail() -> None:
    """Its seventh digit is missing in the paper's words, and there in the paper's result."""
    assert legibly.format(FIGURE_1) == (
        "Hi, Bill. It's Tracy. At around 3:30 PM, just got an apartment for 1,330, 1,400 a month. "
        "My number is 555-8888. Extension is 330. Bye."
    )
    as_printed = legibly.format(FIGURE_1.replace("eight eight eight eight", "eight eight eight"))
    assert as_printed.startswith("Hi, Bill. It's Tracy. At around 3:30 PM, ")
    assert "My number is 555888. Extension is 330. Bye." in as_printed


@pytest.mark.parametrize(
    ("spoken", "expected"),
    [
        ("meet me at three thirty", "Meet me at 3:30."),
        ("you owe me three thirty", "You owe me 330."),
        ("dinner for three thirty minutes later", "Dinner for three 30 minutes later."),
        (
            "for six people at five five thirty cost is eleven hundred dollars",
            "For six people at 5 5:30 cost is $1,100.",
        ),
        ("at four five thirty", "At 4 5:30."),
        ("my extension is five five thirty", "My extension is 5530."),
        ("flight five five thirty is late", "Flight 5530 is late."),
        ("he lives at five five thirty main street", "He lives at 5530 Main Street."),
        ("call me at five five five thirty forty", "Call me at 555-3040."),
    ],
)
def test_numbers_that_sound_alike(spoken: str, expected: str) -> None:
    assert legibly.format(spoken) == expected
