from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="needs pip install 'legibly[train]'")

from legibly.errors import DataError
from legibly.features.pos import accuracy
from legibly.training.pos import Tagged, read_treebank, train_tagger
from tests.conftest import SHARED

TREEBANK = """# sent_id = 1
1	The	_	DET	DT	_	_	_	_	_
2	dog	_	NOUN	NN	_	_	_	_	_
3-4	doesn't	_	_	_	_	_	_	_	_
3	does	_	AUX	VBZ	_	_	_	_	_
4	n't	_	PART	RB	_	_	_	_	_
5	bark	_	VERB	VB	_	_	_	_	_
5.1	barked	_	VERB	VB	_	_	_	_	_
6	.	_	PUNCT	.	_	_	_	_	_

1	Dogs	_	NOUN	NNS	_	_	_	_	_
2	%	_	SYM	NN	_	_	_	_	_
3	bark	_	VERB	VB	_	_	_	_	_
"""
SENTENCES: list[Tagged] = [
    [("the", "DET"), ("dog", "NOUN"), ("barks", "VERB")],
    [("dogs", "NOUN"), ("bark", "VERB")],
    [("the", "DET"), ("bark", "NOUN")],
]


def read(folder: Path, text: str) -> list[Tagged]:
    (folder / "t.conllu").write_text(text)
    return list(read_treebank(str(folder / "t.conllu")))


def test_treebanks_as_a_recogniser_would_hear_them(tmp_path: Path) -> None:
    """In lower case, without marks; a word of several parts has the tag of its first."""
    assert read(tmp_path, TREEBANK) == [
        [("the", "DET"), ("dog", "NOUN"), ("doesn't", "AUX"), ("bark", "VERB")],
        [("dogs", "NOUN"), ("bark", "VERB")],
    ]


@pytest.mark.parametrize("text", ["", "\n\n\n", "# newdoc\n\n", "1\t.\t_\tPUNCT\n\n"])
def test_treebanks_without_words(tmp_path: Path, text: str) -> None:
    assert read(tmp_path, text) == []


def test_bad_treebanks(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"t.conllu:2: 2 fields; expected CoNLL-U with at least 4"):
        read(tmp_path, "1\tone\t_\tNUM\n2\ttwo\n")


@pytest.mark.parametrize("number", ["x", "1-x", ""])
def test_bad_numbers_of_words(tmp_path: Path, number: str) -> None:
    with pytest.raises(DataError, match=r"t.conllu:1: .*expected"):
        read(tmp_path, f"{number}\tone\t_\tNUM\n")


def test_tags_are_learnt_with_the_words_around() -> None:
    told: list[int] = []
    tagger = train_tagger(SENTENCES * 10, report=lambda done, total, loss: told.append(done))
    assert tagger.tags == ("DET", "NOUN", "VERB")
    assert accuracy(tagger, SENTENCES) == 1.0
    # "bark" is both: behind an article it is a noun.
    assert tagger.tag(["the", "dogs", "bark"]) == ["DET", "NOUN", "VERB"]
    assert tagger.tag(["the", "bark", "barks"]) == ["DET", "NOUN", "VERB"]
    assert told[-1] == len(told)


@pytest.mark.parametrize("sentences", [[], [[("a", "X")]], [[("a", "X"), ("b", "X")]]])
def test_nothing_to_tell_apart(sentences: list[Tagged]) -> None:
    with pytest.raises(DataError, match="fewer than two parts of speech in the treebank; expected"):
        train_tagger(sentences)


@pytest.mark.slow
@pytest.mark.skipif(
    not (SHARED / "en/pos").is_dir(), reason="needs the treebanks beside the checkout"
)
def test_english_treebank() -> None:
    tagger = train_tagger(list(read_treebank(str(SHARED / "en/pos/ewt-train.conllu.xz"))), passes=6)
    assert accuracy(tagger, list(read_treebank(str(SHARED / "en/pos/ewt-test.conllu.xz")))) > 0.88
