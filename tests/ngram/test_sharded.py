"""Models in several files."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

from legibly.errors import DataError
from legibly.ngram import binary
from legibly.ngram.counting import all_counts, count_slice, words_of_slices
from legibly.ngram.estimate import estimate
from legibly.ngram.exchange import estimated_here
from legibly.ngram.sharded import ShardedNgram, write_joined, write_sharded
from legibly.ngram.shards import Estimation, limits_for
from legibly.ngram.vocabulary import Vocabulary
from tests.ngram.helpers import corpus, ngrams_of

ORDER = 4


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model in one go, and the same in three shards and joined, by two processes."""
    path = tmp_path_factory.mktemp("models")
    texts = corpus(300)
    slices = [
        count_slice(texts[:100], ORDER, path / "a"),
        count_slice(texts[100:], ORDER, path / "b"),
    ]
    words = words_of_slices(slices, 1)
    counts = all_counts(slices, ORDER, words)
    binary.save(estimate(counts, ORDER, Vocabulary.of(words), "kneser-ney"), path / "whole.lm")
    limits = limits_for([10] * len(words), 3)
    of = Estimation(ORDER, len(words), "kneser-ney", (), limits)
    with estimated_here(of, slices, words, path / "work", 2) as found:
        write_sharded(found, words, path / "model.lm")
        write_joined(found, words, path / "joined.lm", path)
    assert not (path / "work" / "shards").exists()
    return path


def test_joined_shards_are_the_model_byte_for_byte(folder: Path) -> None:
    assert (folder / "joined.lm").read_bytes() == (folder / "whole.lm").read_bytes()


def test_the_scores_are_those_of_one_file(folder: Path) -> None:
    whole, sharded = binary.load(folder / "whole.lm"), binary.load(folder / "model.lm")
    assert isinstance(sharded, ShardedNgram)
    assert len(list(folder.glob("model-*.lm"))) == 3
    for text in corpus(50, seed=9):
        numbers = whole.vocabulary.encode(text)
        assert sharded.text_score(numbers) == whole.text_score(numbers)
        assert sharded.find(numbers[:3]) == whole.find(numbers[:3])
    assert ngrams_of(sharded) == ngrams_of(whole)
    assert np.array_equal(np.asarray(sharded.levels[2].keys), np.asarray(whole.levels[2].keys))


def test_files_are_opened_when_they_are_asked_for(folder: Path) -> None:
    asked: list[str] = []

    def find(name: str) -> Path:
        asked.append(name)
        return folder / name

    model = binary.load(folder / "model.lm", find)
    assert asked == []
    model.text_score(model.vocabulary.encode(["a"]))
    assert 1 <= len(asked) <= 3
    assert len(set(asked)) == len(asked)


def test_another_process_opens_the_files_anew(folder: Path) -> None:
    model = binary.load(folder / "model.lm")
    numbers = model.vocabulary.encode(["a", "b"])
    assert pickle.loads(pickle.dumps(model)).text_score(numbers) == model.text_score(numbers)


@pytest.fixture
def copied(folder: Path, tmp_path: Path) -> Path:
    for path in folder.glob("model*.lm"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    return tmp_path


def everything(folder: Path) -> None:
    ngrams_of(binary.load(folder / "model.lm"))


def test_a_shard_that_is_missing(copied: Path) -> None:
    (copied / "model-0001.lm").unlink()
    with pytest.raises(DataError, match=r"model-0001\.lm: cannot be opened"):
        everything(copied)


def test_a_shard_of_another_model(copied: Path) -> None:
    (copied / "model-0001.lm").write_bytes((copied / "model-0002.lm").read_bytes())
    with pytest.raises(DataError, match=r"model-0001\.lm: not a shard of this model"):
        everything(copied)


def test_a_shard_that_is_cut_off(copied: Path) -> None:
    path = copied / "model-0002.lm"
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(DataError, match=r"model-0002\.lm: damaged"):
        everything(copied)


@pytest.mark.parametrize("name", ["../other.lm", "/etc/passwd", ""])
def test_shards_lie_beside_their_model(name: str, copied: Path) -> None:
    from legibly.ngram.files import NgramFile, write_file

    file = NgramFile.open(copied / "model.lm")
    arrays = {key: [file.array(key).copy()] for key in file.head["arrays"]}
    shards = [{**shard, "file": name} for shard in file.head["shards"]]
    head = {"order": ORDER, "missing": 0.0, "shards": shards}
    write_file(copied / "model.lm", head, arrays)
    with pytest.raises(DataError, match="shards outside its folder"):
        binary.load(copied / "model.lm")
