from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from legibly.prosody.features import NAMES
from legibly.recognition.engine import Engine
from legibly.speech.audio import Samples
from legibly.speech.frames import Frames
from legibly.transcript import Token, Transcript, Word
from recipes.kim_woodland_2003.recognised import Cache, Reading, Sound, Spoken, with_times_of
from recipes.kim_woodland_2003.rescoring import Tree, listed
from recipes.kim_woodland_2003.talks import Talk, as_judged, in_words, judged, spelt_out

WORDS = [Word("we", 0.0, 0.3), Word("met", 0.4, 0.8), Word("bell", 1.0, 1.6)]


def test_words_are_compared_as_they_are_said() -> None:
    assert list(spelt_out("MS-13")) == ["m", "s", "thirteen"]
    assert list(spelt_out("Don’t")) == ["don't"]
    written = Transcript(
        [Word("In"), Word("40"), Word("states")],
        [Token("In", 0, 1), Token("40", 1, 2), Token("states", 2, 3, after="!")],
    )
    found = as_judged(written, inside=False)
    assert [word.text for word in found.words] == ["in", "forty", "states"]
    assert [token.after for token in found.tokens] == ["", "", "."]
    assert as_judged(written, inside=True).tokens[-1].after == ""


def test_errors_with_and_without_marks() -> None:
    said = in_words([Word("we"), Word("met"), Word("bill")], [",", "", "."])
    talk = Talk("made-up", Sound(Path("x"), True), said, False)
    found = judged([talk], [in_words([Word("we"), Word("met"), Word("bell")], ["", "", "."])])
    assert found.counts.words.wer == pytest.approx(1 / 3)
    assert found.counts.words_and_marks.wer == pytest.approx(2 / 5)
    assert found.f1 == pytest.approx(2 / 3)


def test_words_that_stand_for_others_share_their_time() -> None:
    timed = with_times_of("we met a bill".split(), WORDS)
    assert [word.text for word in timed] == ["we", "met", "a", "bill"]
    assert timed[:2] == WORDS[:2]
    assert (timed[2].start, timed[2].end, timed[3].end) == (1.0, 1.3, 1.6)
    assert with_times_of(["we", "met", "bill"], WORDS)[2] == Word("bill", 1.0, 1.6)
    assert [word.text for word in with_times_of(["oh", "we"], WORDS)] == ["oh", "we"]
    assert with_times_of([], WORDS) == []


class _Pauses:
    """A mark where there is a pause."""

    def scores(self, rows: np.ndarray) -> np.ndarray:
        found = np.zeros((len(rows), 4))
        found[:, 2] = np.where(rows[:, 0] > 0.1, 1.0, -1.0)
        return found


def test_the_voice_chooses_among_the_hundred_best() -> None:
    words = [Word("we", 0.0, 0.3), Word("met", 0.3, 0.6), Word("bill", 1.2, 1.6)]
    best = Reading(words, ["", "", ""], -10.0)
    others = [Reading(words, ["", "", ""], -10.0), Reading(words, ["", ".", ""], -13.0)]
    frames = Frames(np.zeros(200, np.float32), np.full(200, 0.1, np.float32))
    tree = Tree(_Pauses(), ("pause",))  # type: ignore[arg-type]
    assert "pause" in NAMES
    found = listed(Spoken(best, others), frames, tree)
    assert found.best(0.0) == best
    assert found.best(1.0).marks == ["", ".", ""]


def test_what_was_recognised_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Once:
        enough_seconds, longest_seconds, coarse_times, calls = 8.0, 25.0, False, 0

        def recognise(self, samples: Samples) -> Transcript:
            self.calls += 1
            return in_words(WORDS, ["", "", "."])

    engine = Once()
    monkeypatch.setattr(
        "recipes.kim_woodland_2003.recognised.read_samples", lambda path, rate: np.zeros(rate)
    )
    cache = Cache(tmp_path, lambda line: None)

    def load() -> Engine:
        return engine

    for _ in range(2):
        ((segment,),) = cache.of("made-up", [Sound(Path("talk.wav"), True)], load)
        assert (segment.best.words, segment.best.marks) == (WORDS, ["", "", "."])
    assert engine.calls == 1
    assert json.loads((tmp_path / "made-up/talk.json").read_text())[0]["start"] == 0.0
