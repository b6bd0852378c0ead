"""Tables of expected results: what each grammar writes, and that nothing else is as good."""

from __future__ import annotations

import pytest

from legibly.grammars.stack import Stack
from legibly.grammars.style import Style

TABLES: dict[str, list[tuple[str, str]]] = {
    "cardinal": [
        ("twenty five", "25"),
        ("two hundred and fifty four", "254"),
        ("one hundred twenty-five", "125"),
        ("one hundred forty seven thousand four hundred fifty one", "147,451"),
        ("eleven hundred", "1,100"),
        ("a hundred", "100"),
        ("minus sixty", "-60"),
    ],
    "ordinal": [
        ("twenty first", "21st"),
        ("one hundred eleventh", "111th"),
        ("twelfth", "12th"),
        ("tenth", "10th"),
    ],
    "decimal": [
        ("sixty point two", "60.2"),
        ("point zero two", ".02"),
        ("eighteen point o five", "18.05"),
    ],
    "scaled": [
        ("five million", "5 million"),
        ("one point two billion", "1.2 billion"),
        ("two and a half million", "2.5 million"),
        ("six thousand six hundred sixty three million", "6,663 million"),
    ],
    "percent": [
        ("five percent", "5%"),
        ("two and a half per cent", "2.5%"),
        ("minus six percent", "-6%"),
    ],
    "price": [("twelve fifty", "$12.50")],
    "long digits": [("four one one one two two two two three three three three", "411122223333")],
    "money": [
        ("a dollar fifty", "$1.50"),
        ("two dollars", "$2"),
        ("eleven dollars and fifty one cents", "$11.51"),
        ("one point two billion dollars", "$1.2 billion"),
        ("fifteen hundred dollars", "$1,500"),
        ("three hundred bucks", "$300"),
        ("five pounds sterling", "£5"),
    ],
    "named money": [
        ("five hundred million euros", "500 million euros"),
        ("sixty nine thousand won", "69,000 won"),
    ],
    "time": [
        ("three thirty p m", "3:30 PM"),
        ("three p m e s t", "3 PM EST"),
        ("half past three", "3:30"),
        ("quarter to one", "12:45"),
        ("ten to eleven pm", "10:50 PM"),
        ("eleven o'clock", "11:00"),
        ("eight oh six a m", "8:06 AM"),
    ],
    "date": [
        ("july twenty fifth twenty twelve", "July 25, 2012"),
        ("the twenty fifth of july two thousand twelve", "25 July 2012"),
        ("the fifteenth of january", "15 January"),
        ("october nineteen oh five", "October 1905"),
        ("january first", "January 1"),
        ("second october", "2nd October"),
    ],
    "decade": [("nineteen nineties", "1990s"), ("eighties", "80s")],
    "quarter": [("q three twenty twenty", "Q3 2020"), ("h two", "H2")],
    "era": [("seven fifty b c", "750 BC")],
    "phone": [
        ("five five five eight eight eight one two three four", "(555) 888-1234"),
        ("one eight hundred five five five twelve thirty four", "1-800-555-1234"),
        ("plus four four one two three one two three five six seven eight", "+44 123-123-5678"),
        (
            "five five five one two three four five six seven extension three thirty",
            "(555) 123-4567 ext. 330",
        ),
    ],
    "short phone": [("five five five eight eight eight eight", "555-8888")],
    "digits": [("seven nine nine", "799"), ("double five oh", "550")],
    "range": [
        ("ten to twenty percent", "10 to 20%"),
        ("two to three million dollars", "$2 to $3 million"),
        ("ten to fifteen thousand dollars", "$10,000 to $15,000"),
        ("two or three hundred", "200 or 300"),
    ],
    "measure": [
        ("five kilometers", "5 kilometers"),
        ("two hundred miles per hour", "200 miles per hour"),
    ],
    "ip": [("one two three dot one two three dot o dot four o", "123.123.0.40")],
    "social security": [
        ("ssn is seven double nine one two three double one three", "SSN is 799-12-3113")
    ],
    "email": [
        ("a dot b c at g mail dot com", "a.bc@gmail.com"),
        ("john dot smith at gmail dot com", "john.smith@gmail.com"),
        ("a s d f one two three at a b c dot com", "asdf123@abc.com"),
    ],
    "url": [
        ("kore dot ai", "kore.ai"),
        ("w w w dot nvidia dot com slash jobs", "www.nvidia.com/jobs"),
    ],
    "letters": [("n a s a", "NASA"), ("u s", "US"), ("c e o s", "CEOs")],
    "acronym": [
        ("s and p five hundred", "S&P 500"),
        ("a t and t", "AT&T"),
        ("covid nineteen", "COVID-19"),
    ],
    "code": [("b two b", "B2B"), ("f y twenty two", "FY22"), ("x three eighty six", "X386")],
    "numbered": [("two fifty k", "250K")],
    "title": [("mister", "Mr.")],
    "pattern": [
        ("flight u a four fifty two", "Flight UA 452"),
        ("world war two", "World War II"),
        ("version two point one point three", "version 2.1.3"),
        ("henry the eighth", "Henry VIII"),
    ],
    "spelt": [("forty second", "forty-second")],
}
CASES = [(kind, spoken, written) for kind, rows in TABLES.items() for spoken, written in rows]


def readings(
    spoken: str, style: Style | None = None, kind: str | None = None
) -> list[tuple[float, str]]:
    """Ways to write all the words, the best first."""
    words = spoken.split()
    found = [
        (score, " ".join(token.text + token.after for token in reading.tokens))
        for reading, score in Stack("en", style).readings(words)
        if reading.length == len(words) and (kind is None or reading.kind == kind)
    ]
    return sorted(found, reverse=True)


@pytest.mark.parametrize(("kind", "spoken", "written"), CASES)
def test_a_grammar_writes(kind: str, spoken: str, written: str) -> None:
    found = readings(spoken, kind=kind)
    assert found, f"{kind} hears nothing in {spoken!r}"
    assert found[0][1] == written
    ties = {text for score, text in found if score == found[0][0]}
    assert len(ties) == 1, f"tie between {ties}"


@pytest.mark.parametrize(
    "words",
    [
        *(
            "the one of us",
            "may",
            "march",
            "second",
            "first",
            "nine",
            "zero",
            "i",
            "a",
            "to",
            "and",
            "hundred",
        ),
        *("point", "dollars", "percent", "o'clock", "the", "at", "dot"),
    ],
)
def test_single_words_that_are_left_alone(words: str) -> None:
    assert readings(words) == []


@pytest.mark.parametrize(
    ("style", "spoken", "written"),
    [
        ({"digits_from": 0}, "three", "3"),
        ({"digits_from": 0}, "second", "2nd"),
        ({"hours": "24"}, "three thirty p m", "15:30"),
        ({"hours": "24"}, "twelve oh five a m", "00:05"),
        ({"half": "a.m."}, "three thirty p m", "3:30 p.m."),
        ({"half": "am"}, "three p m", "3 pm"),
        ({"thousands": ""}, "eleven hundred", "1100"),
        ({"thousands": " "}, "two million three", "2 000 003"),
        ({"percent": "percent"}, "five percent", "5 percent"),
        ({"dates": "mdy"}, "the fifteenth of january", "January 15"),
        ({"dates": "dmy"}, "january fifteenth", "15 January"),
        ({"dates": "iso"}, "january fifteenth twenty twelve", "2012-01-15"),
        (
            {"phone": "555-555-5555"},
            "five five five eight eight eight one two three four",
            "555-888-1234",
        ),
        (
            {"phone": "5555555555"},
            "five five five eight eight eight one two three four",
            "5558881234",
        ),
        ({"units": "short"}, "two hundred miles per hour", "200 mph"),
        ({"units": "short"}, "minus sixty six kilograms", "-66 kg"),
        ({"units": "short"}, "twenty degrees celsius", "20°C"),
        ({"digits_from": 100}, "twenty five", "twenty-five"),
    ],
)
def test_styles(style: dict[str, object], spoken: str, written: str) -> None:
    assert readings(spoken, Style(**style))[0][1] == written  # type: ignore[arg-type]


def test_tokens_keep_their_words() -> None:
    stack = Stack("en")
    (best, *_) = sorted(stack.readings(["three", "thirty", "p", "m"]), key=lambda item: -item[1])
    assert [(token.text, token.first, token.last) for token in best[0].tokens] == [
        ("3:30", 0, 2),
        ("PM", 2, 4),
    ]
    date = max(
        stack.readings(["july", "twenty", "fifth", "twenty", "twelve"]), key=lambda item: item[1]
    )[0]
    assert [(t.text, t.first, t.last, t.after) for t in date.tokens] == [
        ("July", 0, 1, ""),
        ("25", 1, 3, ","),
        ("2012", 3, 5, ""),
    ]
