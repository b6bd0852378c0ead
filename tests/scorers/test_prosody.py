from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from legibly.errors import DataError
from legibly.formatting.formatter import Formatter, WeightedScorer
from legibly.formatting.options import Options
from legibly.languages import language
from legibly.lattice.scoring import Block
from legibly.model_folders.loading import load_folder
from legibly.prosody.features import NAMES
from legibly.prosody.trees import LEAF, Trees
from legibly.scorers.prosody import PROSODY_MARKS, ProsodyScorer, feature_rows, load
from legibly.training.prosody import save_model
from legibly.transcript import Transcript, Word
from tests.prosody.test_features import timed


def after_pauses(seconds: float = 0.4, feature: str = "pause") -> ProsodyScorer:
    """Full stops where there is more than so much silence."""
    trees = Trees(
        roots=np.array([0]),
        feature=np.array([0, LEAF, LEAF]),
        threshold=np.array([seconds, 0, 0], np.float32),
        left=np.array([1, 0, 0]),
        right=np.array([2, 0, 0]),
        missing=np.array([1, 0, 0], np.int8),
        values=np.array([[0, 0, 0, 0], [2, -1, -2, -2], [-1, 0, 3, 0]], np.float32),
    )
    return ProsodyScorer(trees, [feature])


def formatter(weight: float = 1.0) -> Formatter:
    return Formatter([WeightedScorer(after_pauses(), weight)], language("en"), Options())


SPOKEN = [Word("hi", 0, 0.4), Word("bill", 0.4, 0.9), Word("come", 2, 2.3), Word("in", 2.3, 2.5)]


def scores(words: list[Word]) -> list[list[float]]:
    [[table]] = after_pauses().tables([Block(words, 0, len(words), True, True)])
    assert [tag.mark for tag in table.tags] == list(PROSODY_MARKS)
    found: list[list[float]] = table.scores.tolist()
    return found


def test_silence_makes_sentences() -> None:
    assert formatter()(Transcript(SPOKEN)).text == "Hi bill. Come in."


def test_words_behind_which_no_pause_is_known_get_nothing() -> None:
    assert scores([Word("a"), Word("b", 0, 1), Word("c")]) == [[0.0] * 4] * 3


def test_labels_say_more_than_times() -> None:
    words = [Word("a", 0, 1, labels={"pause": 0.9}), Word("b", 1, 2)]
    assert scores(words)[0] == [-1, 0, 3, 0]
    assert feature_rows(words, ("rate", "pause"))[:, 1].tolist()[0] == 0.9


def test_a_scale_factor_of_nought_is_silent() -> None:
    assert formatter(0.0)(Transcript(SPOKEN)).text == "Hi bill come in."


@given(timed())
def test_streams_and_batches_write_the_same(words: list[Word]) -> None:
    whole = formatter()(Transcript(words))
    [each] = formatter().each([Transcript(words)])
    stream = formatter().stream(max_delay=None)
    committed = [token for word in words for token in stream.push(word).committed]
    committed += stream.close().committed
    assert each.tokens == whole.tokens
    assert tuple(committed) == tuple(whole.tokens)
    assert whole.words == tuple(words)


def test_a_model_folder_keeps_it(tmp_path: Path) -> None:
    scorer = after_pauses()
    save_model(tmp_path / "m", "m", "en", scorer._trees, scorer.features, "pauses", weight=0.5)
    loaded = load_folder(tmp_path / "m")
    assert loaded.scorers[0].weight == 0.5
    assert loaded(Transcript(SPOKEN)).text == "Hi bill. Come in."


@pytest.mark.parametrize("features", [None, [], ["pitch"], "pause", [["pause"]]])
def test_features_that_nobody_measures_are_refused(tmp_path: Path, features: object) -> None:
    with pytest.raises(DataError, match="expected names among pause, since_pause"):
        load(tmp_path, {"features": features})


def test_every_feature_is_one_that_can_be_asked_for() -> None:
    words = [Word("a", 0, 1, labels=dict.fromkeys(NAMES, 2.5))]
    assert feature_rows(words, NAMES).tolist() == [[2.5] * len(NAMES)]
