from __future__ import annotations

from pathlib import Path

import pytest

from legibly.errors import DataError
from legibly.features.pos import accuracy, load_tagger
from tests.cli.helpers import Cli
from tests.conftest import SHARED

pytest.importorskip("torch", reason="needs pip install 'legibly[train]'")

from legibly.training.pos import read_treebank, train_tagger

TREEBANK = """# sent_id = 1
1	The	_	DET	DT	_	_	_	_	_
2	dog	_	NOUN	NN	_	_	_	_	_
3-4	doesn't	_	_	_	_	_	_	_	_
3	does	_	AUX	VBZ	_	_	_	_	_
4	n't	_	PART	RB	_	_	_	_	_
5	bark	_	VERB	VB	_	_	_	_	_
6	.	_	PUNCT	.	_	_	_	_	_

1	Dogs	_	NOUN	NNS	_	_	_	_	_
2	bark	_	VERB	VB	_	_	_	_	_

"""


def test_treebanks_as_a_recogniser_would_hear_them(tmp_path: Path) -> None:
    (tmp_path / "t.conllu").write_text(TREEBANK)
    assert list(read_treebank(str(tmp_path / "t.conllu"))) == [
        [("the", "DET"), ("dog", "NOUN"), ("doesn't", "AUX"), ("bark", "VERB")],
        [("dogs", "NOUN"), ("bark", "VERB")],
    ]


def test_a_tagger_of_ones_own(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "t.conllu").write_text(TREEBANK * 20)
    folder = tmp_path / "pos"
    result = cli(
        "train",
        "pos",
        str(tmp_path / "t.conllu"),
        "-o",
        str(folder),
        "--dev",
        str(tmp_path / "t.conllu"),
    )
    assert result.code == 0, result.err
    assert "100.00% of the words" in result.err
    assert load_tagger(folder).tag(["the", "dogs", "bark"]) == ["DET", "NOUN", "VERB"]
    assert load_tagger(folder).tag([]) == []
    (tmp_path / "text.txt").write_text("The dog, it does not bark. Dogs bark.\n" * 20)
    model = str(tmp_path / "model")
    trained = cli(
        *(
            "train",
            "maxent",
            str(tmp_path / "text.txt"),
            "-o",
            model,
            "--features",
            "word,pos",
            "--pos",
            str(folder),
        ),
        *("--prior", "0.1"),
    )
    assert trained.code == 0, trained.err
    assert "absent" not in trained.err
    assert (
        cli("format", "-", "--model", model, stdin="the dog it does not bark").out
        == "The dog, it does not bark.\n"
    )


def test_bad_treebanks(tmp_path: Path) -> None:
    (tmp_path / "t.conllu").write_text("1\tone\n")
    with pytest.raises(DataError, match="expected CoNLL-U"):
        list(read_treebank(str(tmp_path / "t.conllu")))
    with pytest.raises(DataError, match="fewer than two parts of speech"):
        train_tagger([[("a", "X")]])
    with pytest.raises(DataError, match="no tagger"):
        load_tagger(tmp_path)


@pytest.mark.slow
@pytest.mark.skipif(
    not (SHARED / "en/pos").is_dir(), reason="needs the treebanks beside the checkout"
)
def test_english_treebank() -> None:
    tagger = train_tagger(list(read_treebank(str(SHARED / "en/pos/ewt-train.conllu.xz"))), passes=6)
    assert accuracy(tagger, list(read_treebank(str(SHARED / "en/pos/ewt-test.conllu.xz")))) > 0.88
