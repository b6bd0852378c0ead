from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from legibly.errors import DataError, UsageError
from legibly.ngram.arpa import write_arpa
from legibly.ngram.from_texts import model_of
from legibly.recognition.engine import EngineSettings
from legibly.recognition.sphinx_engine import SphinxEngine, arpa_words
from legibly.speech.audio import Samples
from legibly.speech.segment_alignment import SegmentAligner
from legibly.speech.sphinx import SAMPLE_RATE, english_model
from legibly.transcript import Transcript, Word
from tests.speech.made_speech import need_speech, spoken

SAID = "we met the captain this morning . he told us the weather would be fine .".split()
OTHERS = "we met the captain . he told us this morning , the weather would be fine .".split()


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Samples:
    """Two sentences with a pause of 0.6 s."""
    need_speech()
    folder = tmp_path_factory.mktemp("speech")
    pause = np.zeros(round(0.6 * SAMPLE_RATE), np.float32)
    first = spoken("We met the captain this morning.", folder)
    second = spoken("He told us the weather would be fine.", folder)
    sound: Samples = np.concatenate([pause, first, pause, second, pause])
    sound += np.random.default_rng(1).normal(0, 0.001, len(sound)).astype(np.float32)
    return sound


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory, sound: Samples) -> SphinxEngine:
    path = tmp_path_factory.mktemp("lm") / "marked.arpa"
    with path.open("w") as out:
        write_arpa(model_of([SAID, OTHERS], 3), out)
    return SphinxEngine(EngineSettings(language_model=path, alternatives=20))


def test_marks_are_heard_as_silence(marked: SphinxEngine, sound: Samples) -> None:
    found = marked.recognise(sound)
    assert [word.text for word in found.words] == [word for word in SAID if word.isalpha()]
    assert found.tokens[5].after == "."
    assert all(0 < (word.confidence or 0) <= 1 for word in found.words)
    assert found.words[6].start is not None
    assert found.words[5].end is not None
    assert found.words[6].start - found.words[5].end > 0.3


def test_alternatives_are_other_words_with_times(marked: SphinxEngine, sound: Samples) -> None:
    found = marked.recognise(sound)
    assert found.alternatives[0].words == tuple(found.words)
    texts = [tuple(word.text for word in item.words) for item in found.alternatives]
    assert len(texts) == len(set(texts)) > 1
    scores = [item.score for item in found.alternatives]
    assert scores[0] == 0.0
    assert scores == sorted(scores, key=lambda score: -(score or 0.0))
    assert found.alternatives[1].words[0].start is not None
    hypotheses = list(marked.hypotheses(10))
    assert any("." in item.names for item in hypotheses)
    assert all(item.score < 0 for item in hypotheses)


def test_the_model_that_comes_with_it_hears_along(sound: Samples) -> None:
    engine = SphinxEngine(EngineSettings())
    engine.begin()
    third = len(sound) // 3
    early = engine.hear(sound[:third])
    late = engine.hear(sound[third:])
    found = engine.end()
    assert 0 < len(early) < len(late)
    assert "morning" in found.text
    assert not found.alternatives
    assert engine.recognise(np.zeros(1600, np.float32)).words == ()


def test_an_aligner_of_segments_finds_words_and_leaves_what_does_not_fit(sound: Samples) -> None:
    aligner = SegmentAligner(english_model(), "en")
    coarse = Transcript([Word(text, 0.0, 0.1) for text in SAID if text.isalpha()], language="en")
    timed = aligner.timed(coarse, sound)
    assert [word.text for word in timed.words] == [word.text for word in coarse.words]
    ends = [word.end for word in timed.words if word.end is not None]
    assert ends == sorted(ends)
    assert ends[-1] > 3.0
    other = Transcript([Word("supercalifragilistic", 0.0, 0.1)] * 40, language="en")
    assert aligner.timed(other, sound) == other


def test_what_is_no_language_model(tmp_path: Path) -> None:
    need_speech()
    path = tmp_path / "x.arpa"
    path.write_text("hello\n")
    with pytest.raises(DataError, match="expected an ARPA file"):
        SphinxEngine(EngineSettings(language_model=path))
    path.write_bytes(b"\\1-grams:\n\xff\xfe\n")
    with pytest.raises(DataError, match="cannot be read"):
        list(arpa_words(path))
    with pytest.raises((DataError, UsageError), match="nothing"):
        SphinxEngine(EngineSettings(language_model=tmp_path / "nothing"))
