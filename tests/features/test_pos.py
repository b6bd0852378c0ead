"""The best tags, held against trying all; taggers in folders."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.errors import DataError
from legibly.features.feature_table import FeatureTable
from legibly.features.pos import TABLE, TAGS, PosTagger, accuracy, layout_of, load_tagger
from legibly.features.templates import WordFeatures
from legibly.transcript import Word
from tests.cli.helpers import Cli

KINDS = ("DET", "NOUN", "VERB")
WORDS = ("the", "dog", "barks")
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


def tagger(seed: int = 1) -> PosTagger:
    """Weights at random for three words."""
    keys = np.sort(WordFeatures([Word(word) for word in WORDS]).fingerprints("w0"))
    random = np.random.default_rng(seed)
    weights = random.normal(size=(len(keys), layout_of(KINDS).outputs))
    return PosTagger(FeatureTable(("w0",), keys, weights.astype(np.float32)), KINDS)


@given(st.lists(st.sampled_from([*WORDS, "zebra"]), min_size=1, max_size=5), st.integers(0, 9))
def test_the_best_tags_are_those_of_trying_all(words: list[str], seed: int) -> None:
    own = tagger(seed)
    outputs = own.table.scores(WordFeatures([Word(word) for word in words]))
    nodes, edges = layout_of(KINDS).node_scores(outputs), layout_of(KINDS).edge_scores(outputs)
    assert edges is not None

    def score(path: tuple[int, ...]) -> float:
        pairs = sum(edges[t, path[t - 1], path[t]] for t in range(1, len(path)))
        return float(sum(nodes[t, tag] for t, tag in enumerate(path)) + pairs)

    found = tuple(KINDS.index(tag) for tag in own.tag(words))
    best = max(score(path) for path in product(range(3), repeat=len(words)))
    assert score(found) == pytest.approx(best)


def test_no_words_have_no_tags() -> None:
    assert tagger().tag([]) == []


def test_accuracy_is_the_share_of_right_tags() -> None:
    found = tagger().tag(["the", "dog"])
    wrong = next(kind for kind in KINDS if kind != found[1])
    assert accuracy(tagger(), [[("the", found[0]), ("dog", wrong)]]) == 0.5
    assert accuracy(tagger(), []) == 0.0


def test_a_tagger_is_saved_and_loaded(tmp_path: Path) -> None:
    tagger().save(tmp_path)
    again = load_tagger(tmp_path)
    assert again.tags == KINDS
    assert again.tag(list(WORDS)) == tagger().tag(list(WORDS))


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        (TAGS, None, "pos.json: no tagger .*; make one with `legibly train pos`"),
        (TAGS, "{", "pos.json: no tagger"),
        (TAGS, "{}", "pos.json: no tagger"),
        (TAGS, "[]", "pos.json: no tagger"),
        (TAGS, json.dumps({"tags": ["DET"], "features": ["w0"]}), "pos.npz: damaged feature weig"),
        (TABLE, None, "pos.npz: damaged feature weights"),
    ],
)
def test_taggers_that_are_none(
    tmp_path: Path, file: str, content: str | None, message: str
) -> None:
    tagger().save(tmp_path)
    if content is None:
        (tmp_path / file).unlink()
    else:
        (tmp_path / file).write_text(content)
    with pytest.raises(DataError, match=message):
        load_tagger(tmp_path)


def test_a_tagger_of_ones_own(cli: Cli, tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="needs pip install 'legibly[train]'")
    (tmp_path / "t.conllu").write_text(TREEBANK * 20)
    result = cli("train", "pos", "t.conllu", "-o", "pos", "--dev", "t.conllu")
    assert result.code == 0, result.err
    assert "100.00% of the words" in result.err
    assert load_tagger(tmp_path / "pos").tag(["the", "dogs", "bark"]) == ["DET", "NOUN", "VERB"]
    (tmp_path / "text.txt").write_text("The dog, it does not bark. Dogs bark.\n" * 20)
    trained = cli(
        *("train", "maxent", "text.txt", "-o", "model", "--features", "word,pos", "--pos", "pos"),
        *("--prior", "0.1"),
    )
    assert trained.code == 0, trained.err
    assert "absent" not in trained.err
    formatted = cli("format", "-", "--model", "model", stdin="the dog it does not bark")
    assert formatted.out == "The dog, it does not bark.\n"
