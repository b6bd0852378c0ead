"""Table 1 of Gravano et al. (2009): every mark of it, in both columns."""

from __future__ import annotations

import pytest

from legibly.training.ngram import written_words
from legibly.training.symbols import in_symbols
from tests.metrics.helpers import written


@pytest.mark.parametrize(
    ("text", "two", "four"),
    [
        ("So, yes", "So , yes", "So , yes"),
        ("He (the president) left", "He , the president , left", "He — the president — left"),
        ("He (the president), left", "He , the president , left", "He — the president , left"),
        ("So, (yes) no", "So , yes , no", "So , yes — no"),
        ("yes -- no", "yes , no", "yes — no"),
        ("list: one", "list . one", "list . one"),
        ("it is; no", "it is . no", "it is . no"),
        ("stop!", "stop .", "stop ."),
        ("it is.", "it is .", "it is ."),
        ("is it?", "is it .", "is it ?"),
        ("I waited... and then", "I waited . and then", "I waited — and then"),
        ("I waited… And then", "I waited . And then", "I waited — And then"),
        ('He said "yes" and left', "He said yes and left", "He said yes and left"),
    ],
)
def test_every_mark_of_the_table(text: str, two: str, four: str) -> None:
    # Sentences begin small: "And" stands behind a full stop in one of the columns.
    for symbols, expected in (("two", two), ("four", four)):
        found = " ".join(written_words(written(text), symbols))
        assert found.lower() == expected.lower()


def test_other_symbols_leave_brackets_out() -> None:
    text = written("He (the president) left")
    assert in_symbols(text, "full") is text
    assert written_words(text, "full") == ["He", "the", "president", "left"]
