from __future__ import annotations

from pathlib import Path

import pytest

from legibly.errors import DataError, UsageError
from legibly.formatting.formatter import Formatter
from legibly.formatting.options import Options
from legibly.grammars.rules import read_rules
from legibly.grammars.stack import slots_of
from legibly.languages import language
from legibly.transcript import Token, Transcript, Word, as_heard
from legibly.user_tables import read_lexicon


def table(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "table.tsv"
    path.write_text(text, "utf-8")
    return path


def test_a_rule_is_proposed_where_its_words_begin(tmp_path: Path) -> None:
    rules = read_rules(table(tmp_path, "# comment\n\nNew York\tNYC\n"))
    assert rules.max_words == 2
    [arc] = rules.propose(["new", "york", "is"])
    assert arc.tokens == (Token("NYC", 0, 2, kind="rule"),)
    assert list(rules.propose(["new", "jersey"])) == []


def test_as_many_words_as_were_spoken_keep_their_own_times(tmp_path: Path) -> None:
    [arc] = read_rules(table(tmp_path, "p m\tPM EST")).propose(["p", "m"])
    assert [token.span for token in arc.tokens] == [(0, 1), (1, 2)]


def test_a_rule_opens_a_sentence_with_a_capital(tmp_path: Path) -> None:
    inside, opening = read_rules(table(tmp_path, "gonna\tgoing to")).propose(["gonna"])
    assert (inside.tokens[0].text, inside.opens) == ("going to", False)
    assert (opening.tokens[0].text, opening.inside) == ("Going to", False)


def test_a_rule_with_a_cost_competes_and_one_without_wins(tmp_path: Path) -> None:
    [dear] = read_rules(table(tmp_path, "a\tA\t3.5")).propose(["a"])
    [free] = read_rules(table(tmp_path, "a\tA")).propose(["a"])
    assert dear.score == -3.5
    assert free.score > 100


def test_a_longer_rule_outweighs_shorter_ones(tmp_path: Path) -> None:
    rules = read_rules(table(tmp_path, "new york\tNYC\nnew\tN\nyork\tY\n"))
    both, one = rules.propose(["new", "york"])
    [other] = rules.propose(["york"])
    assert both.score > one.score + other.score


def test_a_word_written_as_nothing_is_dropped(tmp_path: Path) -> None:
    rules = read_rules(table(tmp_path, "so\t\n"))
    assert rules.dropped == {"so"}
    assert list(rules.propose(["so"])) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("one two", r"table.tsv:1: 1 fields; expected spoken<TAB>written\[<TAB>cost\]"),
        ("ok\tfine\n a\tb\tc\td", r"table.tsv:2: 4 fields"),
        (" \tfine", r"table.tsv:1: nothing spoken"),
        ("a\tb\tx", r"table.tsv:1: cost 'x' is not a number \(field 3\)"),
        ("a\tb\tnan", r"table.tsv:1: cost 'nan' is not a number \(field 3\)"),
        ("a b\t", "several words written as nothing; expected one word to drop"),
    ],
)
def test_a_bad_row_is_named(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_rules(table(tmp_path, text))


def test_the_users_lexicon(tmp_path: Path) -> None:
    assert read_lexicon(table(tmp_path, "\ufeffiPhone\r\n# phones\nSuSE")) == {
        "iphone": "iPhone",
        "suse": "SuSE",
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("New York", "is several words"),
        ("iPhone\nIPhone", "table.tsv:2: 'IPhone' contradicts 'iPhone' above"),
    ],
)
def test_a_bad_spelling_is_named(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_lexicon(table(tmp_path, text))


def test_a_table_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be opened"):
        read_lexicon(tmp_path / "none")
    (tmp_path / "latin").write_bytes("é".encode("latin-1"))
    with pytest.raises(DataError, match="not UTF-8"):
        read_lexicon(tmp_path / "latin")


def test_rules_with_slots_are_grammars(tmp_path: Path) -> None:
    path = tmp_path / "rules.tsv"
    path.write_text(
        "ticket <letters> <number>\tTicket <letters>-<number>\nbay <number>\tbay <number>\t-5\n"
    )
    formatter = Formatter([], language("en"), Options(rules=path))
    words = tuple(
        Word(word) for word in ["bay", "nine", "and", "ticket", "a", "b", "four", "fifty", "two"]
    )
    written = formatter(Transcript(words, tuple(as_heard(words)), "en"))
    assert written.text == "Bay 9 and Ticket AB-452"
    assert [(token.first, token.last) for token in written.tokens] == [
        (0, 1),
        (1, 2),
        (2, 3),
        (3, 9),
    ]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (
            "room <nummer>\tRoom <nummer>",
            r"rules.tsv:1: no slot <nummer>; expected one of <amount>, <cardinal>",
        ),
        ("room <number-x>\tRoom <number-x>", r"no slot <number-x>; expected one of"),
        ("room <number>\tRoom", "rules.tsv:1: expected the same slots on both sides"),
        (
            "room <number> <digits>\tRoom <digits> <number>",
            "expected the same slots on both sides, each once, in the same",
        ),
        (
            "room-<number>\tRoom <number>",
            "rules.tsv:1: 'room-<number>': a slot is a word of its own",
        ),
    ],
)
def test_bad_slots(tmp_path: Path, row: str, message: str) -> None:
    path = tmp_path / "rules.tsv"
    path.write_text(row + "\n")
    with pytest.raises(DataError, match=message):
        read_rules(path, slots_of("en"))
    with pytest.raises(DataError, match="slots in <> need grammars, and the language has none"):
        read_rules(path)


def test_words_never_to_touch(tmp_path: Path) -> None:
    path = tmp_path / "keep.txt"
    path.write_text("# our names\nseven eleven\nCatch Twenty-two\nForty Niners\n")
    formatter = Formatter([], language("en"), Options(keep=path, digits_from=0))
    words = tuple(
        Word(word)
        for word in ["the", "seven", "eleven", "and", "forty", "niners", "paid", "two", "dollars"]
    )
    written = formatter(Transcript(words, tuple(as_heard(words)), "en"))
    assert written.text == "The seven eleven and Forty Niners paid $2"
    words = tuple(Word(word) for word in ["a", "catch", "twenty", "two"])
    assert formatter(Transcript(words, tuple(as_heard(words)), "en")).text == "A Catch Twenty-two"
