from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.errors import DataError
from legibly.formatting.formatter import Formatter
from legibly.formatting.options import Options
from legibly.grammars import phrases
from legibly.grammars.phrases import Memo
from legibly.grammars.stack import (
    Layer,
    Layers,
    Stack,
    default_layers,
    grammars_of,
    known_kinds,
    read_layers,
)
from legibly.languages import language
from legibly.lattice.arcs import Arc
from legibly.transcript import Transcript, Word, as_heard
from tests.fuzz.number_sequences import random_numbers

SPOKEN = [
    *(
        "one",
        "two",
        "three",
        "twelve",
        "twenty",
        "thirty",
        "five",
        "hundred",
        "thousand",
        "million",
        "and",
        "a",
        "point",
    ),
    *(
        "oh",
        "double",
        "percent",
        "dollars",
        "cents",
        "p",
        "m",
        "o'clock",
        "half",
        "past",
        "to",
        "july",
        "first",
        "third",
    ),
    *(
        "of",
        "the",
        "q",
        "at",
        "dot",
        "com",
        "b",
        "c",
        "minus",
        "nineteen",
        "eighty",
        "uh",
        "we",
        "flight",
        "version",
    ),
]
# The digits that can be heard in a word; "half" is both 30 minutes and .5.
DIGITS = {
    "one": "1", "two": "2", "three": "3", "twelve": "12", "twenty": "20", "thirty": "30", "five":
    "5", "first": "1", "third": "3", "nineteen": "19", "eighty": "80", "oh": "0", "half": "305",
    "hundred": "10", "thousand": "0", "million": "0", "a": "1",
}  # fmt: skip


def transcript(words: list[str]) -> Transcript:
    heard = tuple(Word(text, i * 0.5, i * 0.5 + 0.4, 0.9) for i, text in enumerate(words))
    return Transcript(heard, tuple(as_heard(heard)), "en")


@given(st.lists(st.sampled_from(SPOKEN), min_size=1, max_size=12), st.sampled_from([0, 10]))
def test_every_word_is_covered_once_in_time_and_no_digit_was_not_spoken(
    words: list[str], digits_from: int
) -> None:
    written = Formatter([], language("en"), Options(digits_from=digits_from))(transcript(words))
    reached = 0
    for token in written.tokens:
        assert token.first == reached < token.last
        reached = token.last
        assert written.times(token) == (
            written.words[token.first].start,
            written.words[token.last - 1].end,
        )
        spoken = set("".join(DIGITS.get(word, "") for word in words[token.first : token.last]))
        extra = (
            set("0123456789")
            if {"half", "to", "past"} & set(words[token.first : token.last])
            else {"0"}
        )
        assert set(re.sub(r"\D", "", token.text)) <= spoken | extra
    assert reached == len(words)


def test_layers_of_the_language_are_all_there() -> None:
    layers = default_layers("en")
    assert (
        {layer.kind for layer in layers.layers}
        == known_kinds("en")
        == {g.kind for g in grammars_of("en")}
    )


def test_a_stack_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "stack.toml"
    path.write_text('gain = 1.0\n[[grammar]]\nkind = "money"\ncost = 0.5\n')
    assert read_layers(path, known_kinds("en")) == Layers((Layer("money", 0.5),), 1.0)
    formatter = Formatter([], language("en"), Options(grammars=path))
    assert (
        formatter(transcript(["twenty", "men", "paid", "twenty", "dollars"])).text
        == "Twenty men paid $20"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no [[grammar]] in it"),
        ('[[grammar]]\nkind = "monney"\n', "unknown grammar 'monney'; did you mean 'money'?"),
        (
            '[[grammar]]\nkind = "money"\ncost = "x"\n',
            "[[grammar]] 1 is {'kind': 'money', 'cost': 'x'}; expected kind",
        ),
        ('[[grammar]]\nkind = "money"\nprice = 1\n', "expected kind, cost, restrictive"),
        (
            'gian = 1.0\n[[grammar]]\nkind = "money"\n',
            "unknown setting 'gian'; did you mean 'gain'?",
        ),
        ('[[grammar]]\nkind = "money"\ncost = nan\n', "expected kind, cost, restrictive"),
        ('gain = "much"\n[[grammar]]\nkind = "money"\n', "gain is 'much'; expected a number"),
    ],
)
def test_bad_stacks(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "stack.toml"
    path.write_text(text)
    with pytest.raises(DataError, match=re.escape(message)):
        read_layers(path, known_kinds("en"))


def test_a_missing_stack(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"none\.toml: cannot be opened"):
        read_layers(tmp_path / "none.toml", known_kinds("en"))


def test_restrictive_grammars_win() -> None:
    words = "five five five eight eight eight twelve thirty four".split()
    layers = Layers((Layer("phone", 50.0), Layer("digits", -50.0)))
    best = max(Stack("en", layers=layers).readings(words), key=lambda item: item[1])
    assert best[0].kind == "digits"
    layers = Layers((Layer("phone", 50.0, restrictive=True), Layer("digits", -50.0)))
    best = max(Stack("en", layers=layers).readings(words), key=lambda item: item[1])
    assert best[0].kind == "phone"


def test_no_number_reaches_across_a_pause() -> None:
    words = (Word("twenty", 0.0, 0.4), Word("five", 2.0, 2.4))
    written = Formatter([], language("en"))(Transcript(words, tuple(as_heard(words)), "en"))
    assert [token.last - token.first for token in written.tokens] == [1, 1]


def test_a_stack_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "stack.toml").write_bytes("é".encode("latin-1"))
    with pytest.raises(DataError, match=r"stack\.toml: not UTF-8; expected a stack of grammars"):
        read_layers(tmp_path / "stack.toml", known_kinds("en"))


def test_a_stack_may_be_given_as_lines() -> None:
    lines = ("[[grammar]]", 'kind = "money"')
    assert [layer.kind for layer in read_layers(lines, ["money"]).layers] == ["money"]
    with pytest.raises(DataError, match=r"grammars: no \[\[grammar\]\] in it"):
        read_layers(("# nothing",), ["money"])


def test_looking_at_what_is_there_changes_no_proposal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Grammars that cannot be right for lack of a word are left out; slowly, all are asked."""
    stack, random = Stack("en"), Random(18)
    addresses = "http colon slash slash w w w dot example dot com at g mail dot com".split()
    texts = [random_numbers(random) for _ in range(60)] + [addresses, addresses[9:]]

    def proposals() -> list[list[Arc]]:
        found = []
        for words in texts:
            memo: Memo = {}
            found += [list(stack.propose(words, at, memo)) for at in range(len(words))]
        return found

    quickly = proposals()
    for kind in (phrases.Phrase, phrases.Around, phrases.Series, phrases.Either, phrases.Rule):
        monkeypatch.setattr(kind, "possible", lambda phrase, memo: True)
    assert quickly == proposals()
    assert sum(map(len, quickly)) > 200
