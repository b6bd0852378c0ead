from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.casing import Case
from legibly.files.source import Source
from legibly.formats.text import read_line
from legibly.training.spoken_form import Noise, condition

SOURCE = Source("test", io.BytesIO(b""))
SIGNS = {Case.LOWER: "", Case.CAPITAL: "^", Case.UPPER: "^^", Case.MIXED: "~"}


def heard(text: str, seed: int = 0, noise: Noise | None = None) -> str:
    words = (
        condition(read_line(text, SOURCE), seed, noise)
        if noise
        else condition(read_line(text, SOURCE), seed)
    )
    return " ".join(f"{SIGNS[word.case]}{word.text}{word.mark}" for word in words)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('He said: "Wait -- what?"', "^he said: ^wait— what?"),
        ("Mr. Bean paid $1,330.", "^mr ^bean paid one thousand three hundred thirty dollars."),
        (
            "It cost $5 million, or 12.5%.",
            "^it cost five million dollars, or twelve point five percent.",
        ),
        (
            "At 3:30 p.m. on June 5th, 1996",
            "^at three thirty p m on ^june fifth, nineteen ninety six",
        ),
        ("At 7:00 sharp", "^at seven o'clock sharp"),
        ("The U.S. did it.", "^the ^u ^s did it."),
        ("In the 1990s; yes!", "^in the nineteen nineties; yes!"),
        ("COVID-19 in Q3 2020", "^^covid nineteen in ^q three twenty twenty"),
        ("Call 555-1234 now", "^call five five five one two three four now"),
        ("Our iPhone, McDonald's", "^our ~iphone, ~mcdonald's"),
        ("I waited... And then", "^i waited. ^and then"),
        ("I waited... and then", "^i waited and then"),
        ("Rock & roll (live)", "^rock and roll live"),
        ("It’s Bill’s", "^it's ^bill's"),
        ("yes [laughter] no", "yes no"),
        ("2005 and 2000 and 1900", "two thousand five and two thousand and nineteen hundred"),
        ("0.5 or .5 or 1st", "zero point five or point five or first"),
        ("", ""),
    ],
)
def test_hard_lines(text: str, expected: str) -> None:
    assert heard(text) == expected


def test_the_seed_decides_everything() -> None:
    noise = Noise(filler=0.2, repetition=0.2, substitution=0.2, deletion=0.1, insertion=0.1)
    text = "We met at the well-known house, and then NASA called. Was it 1,101 times?"
    assert heard(text, 1, noise) == heard(text, 1, noise)
    assert len({heard(text, seed, noise) for seed in range(20)}) > 10


def test_clean_paragraphs_stay_as_they_are() -> None:
    assert heard("so it is", 1, Noise(clean=1.0, substitution=1.0)) == "so it is"


def test_confusions_are_used() -> None:
    assert (
        heard("ship it.", 1, Noise(substitution=1.0, confusions={"ship": ["sheep"], "it": ["eat"]}))
        == "sheep eat."
    )


@given(
    st.lists(st.sampled_from(["yes,", "no.", "so", "it?", "we"]), min_size=1, max_size=30),
    st.integers(0, 99),
)
def test_noise_puts_no_mark_where_none_was_before_or_after(words: list[str], seed: int) -> None:
    noise = Noise(filler=0.2, repetition=0.2, substitution=0.2, deletion=0.2, insertion=0.1)
    plain = condition(read_line(" ".join(words), SOURCE), seed)
    noisy = condition(read_line(" ".join(words), SOURCE), seed, noise)
    assert len([word for word in noisy if word.mark]) <= len([word for word in plain if word.mark])


@pytest.mark.parametrize(
    ("text", "noise", "expected"),
    [
        (
            "It's true: we don't, they've.",
            Noise(clean=1, clitics=1),
            "^it 's true: we do n't, they 've.",
        ),
        ("Bill’s o'clock, can't!", Noise(clean=1, clitics=1), "^bill 's o'clock, ca n't!"),
        ("In 1995, 17th of 30,000.", Noise(clean=1, digits=1), "^in 1995, 17th of 30,000."),
        ("It cost $5 million.", Noise(clean=1, digits=1), "^it cost $5 million."),
    ],
)
def test_other_ways_of_writing_words(text: str, noise: Noise, expected: str) -> None:
    assert heard(text, 0, noise) == expected
