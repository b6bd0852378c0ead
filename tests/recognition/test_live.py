from __future__ import annotations

import numpy as np

from legibly.api import load
from legibly.formatting.stream import Update
from legibly.recognition.live import LiveTranscription
from legibly.recognition.recording import Recogniser
from legibly.speech.audio import Samples
from tests.recognition.made_up import AlongEngine, MadeUpEngine, by_loudness, noise, quiet

SOUND = np.concatenate([quiet(0.5), noise(2.2), quiet(1.0), noise(1.3, 2), quiet(0.8)])


def run(engine: MadeUpEngine, sound: Samples = SOUND, portion: int = 1600) -> list[Update]:
    said: list[str] = []
    stream = load("en-baseline").stream(max_delay=2)
    live = LiveTranscription(Recogniser(engine, "en", voice=by_loudness), stream, said.append)
    updates = [
        update
        for at in range(0, len(sound), portion)
        for update in live.hear(sound[at : at + portion])
    ]
    return [*updates, *live.close()]


def words(updates: list[Update]) -> list[str]:
    return [word.text for update in updates for word in update.words]


def test_words_are_firm_when_their_segment_is_over() -> None:
    updates = run(MadeUpEngine())
    assert words(updates) == ["one", "two", "one", "two"]
    starts = [word.start for update in updates for word in update.words]
    assert starts[0] is not None
    assert 0.2 < starts[0] < 0.9
    assert starts == sorted(starts, key=lambda start: start or 0.0)


def test_an_engine_that_hears_along_is_shown_before_it_is_sure() -> None:
    updates = run(AlongEngine())
    shown = [i for i, update in enumerate(updates) if "word" in update.provisional.lower()]
    firm = [i for i, update in enumerate(updates) if update.committed]
    assert shown[0] < firm[0]
    assert words(updates) == ["word"] * 5


def test_what_was_heard_along_stays_in_sight_while_nothing_comes() -> None:
    stream = load("en-baseline").stream(max_delay=2)
    live = LiveTranscription(Recogniser(AlongEngine(), "en", voice=by_loudness), stream, print)
    shown = [update.provisional for update in live.hear(SOUND[: 2 * 16_000])]
    assert shown[-1]
    assert live.tick().provisional == shown[-1]


def test_portions_change_nothing() -> None:
    for engine in (MadeUpEngine, AlongEngine):
        assert words(run(engine(), portion=700)) == words(run(engine(), portion=len(SOUND)))


def test_a_failure_leaves_the_rest() -> None:
    assert words(run(MadeUpEngine(fails=lambda number: number == 1))) == ["one", "two"]


def test_silence_says_nothing() -> None:
    assert words(run(MadeUpEngine(), quiet(2))) == []
