from __future__ import annotations

from pathlib import Path

import pytest

from legibly.scorers.lexicon import Entry, LexiconScorer
from legibly.training.corpus import read_corpus
from legibly.training.lexicon import count_forms, inner_tokens, lexicon_accuracy, make_entries


def corpus(tmp_path: Path, text: str) -> list[str]:
    (tmp_path / "corpus.txt").write_text(text, "utf-8")
    return [str(tmp_path / "corpus.txt")]


def inner(tmp_path: Path, text: str) -> list[str]:
    return [
        token.text for t in read_corpus(corpus(tmp_path, text), "en") for token in inner_tokens(t)
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("The man saw Bill. Then he left", "man saw Bill he left"),
        ('He said "Well yes" twice', "said yes twice"),
        ("One thing: Never do it", "thing do it"),
        ("Man Bites Dog In Street", ""),
        ("BREAKING NEWS TODAY", ""),
    ],
)
def test_only_words_whose_case_is_their_own_are_counted(
    tmp_path: Path, line: str, expected: str
) -> None:
    assert inner(tmp_path, line) == expected.split()


def test_entries_are_counts_by_case(tmp_path: Path) -> None:
    lines = (
        ["we saw bill and an iPhone"]
        + ["we saw Bill and an iPhone"] * 2
        + ["we saw an IPhone by NASA"]
    )
    entries = make_entries(
        count_forms(read_corpus(corpus(tmp_path, "\n".join(lines)), "en")), min_count=1
    )
    assert entries == {
        "bill": Entry((1, 2, 0, 0), None),
        "iphone": Entry((0, 0, 0, 3), "iPhone"),
        "nasa": Entry((0, 0, 1, 0), None),
    }


def test_rare_mixed_forms_are_slips(tmp_path: Path) -> None:
    lines = ["we saw the Gulf of Mexico"] * 19 + ["we saw the GUlf of Mexico"]
    entries = make_entries(
        count_forms(read_corpus(corpus(tmp_path, "\n".join(lines)), "en")), min_count=1
    )
    assert entries["gulf"] == Entry((0, 19, 0, 0), None)


def test_rare_words_are_left_out(tmp_path: Path) -> None:
    counts = count_forms(read_corpus(corpus(tmp_path, "we saw Bill"), "en"))
    assert make_entries(counts, min_count=2) == {}


def test_accuracy(tmp_path: Path) -> None:
    scorer = LexiconScorer({"bill": Entry((0, 1, 0, 0), None)})
    assert lexicon_accuracy(
        scorer, read_corpus(corpus(tmp_path, "we saw Bill and Bob 42"), "en")
    ) == (3, 4)
