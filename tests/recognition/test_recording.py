from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from legibly.errors import DataError
from legibly.recognition.journal import Journal, journal_beside
from legibly.recognition.recording import FAILURES_IN_A_ROW, Recogniser
from legibly.speech.audio import Samples
from legibly.transcript import Transcript, join_parts
from tests.recognition.made_up import MadeUpEngine, by_loudness, noise, quiet

FACTS = {"engine": "made-up", "bytes": 7}


def talk(count: int) -> Iterator[Samples]:
    for number in range(count):
        yield np.concatenate([noise(1, number), quiet(2)])


def transcribed(
    engine: MadeUpEngine, said: list[str], path: Path | None = None, count: int = 3
) -> list[Transcript]:
    journal = Journal(path, FACTS, said.append)
    recogniser = Recogniser(engine, "en", voice=by_loudness)
    try:
        return list(recogniser.parts("talk", talk(count), journal, said.append))
    finally:
        journal.close(finished=False)


def test_segments_become_parts_of_one_recording() -> None:
    said: list[str] = []
    parts = transcribed(MadeUpEngine(), said)
    assert [part.continued for part in parts] == [True, True, False]
    whole = join_parts(parts)
    assert (whole.name, whole.text, said) == ("talk", "one two one two one two", [])
    starts = [word.start for word in whole.words if word.start is not None]
    assert starts == sorted(starts)
    assert 6.0 < starts[-1] < 8.0


def test_a_failure_is_told_with_its_times_and_the_rest_goes_on() -> None:
    said: list[str] = []
    engine = MadeUpEngine(fails=lambda number: number == 2)
    assert join_parts(transcribed(engine, said)).text == "one two one two"
    (line,) = said
    assert "nothing from 2.7 to 5.0 s" in line
    assert "RuntimeError: out of order" in line


def test_an_engine_that_always_fails_is_given_up() -> None:
    said: list[str] = []
    with pytest.raises(DataError, match="failed 5 times in a row"):
        transcribed(MadeUpEngine(fails=lambda number: True), said, count=9)
    assert len(said) == FAILURES_IN_A_ROW


def test_no_speech_is_no_failure() -> None:
    said: list[str] = []
    recogniser = Recogniser(MadeUpEngine(), "en", voice=by_loudness)
    (part,) = recogniser.parts("talk", [quiet(2)], Journal(None, {}, said.append), said.append)
    assert (part.words, said) == ((), ["talk: no speech found in it"])


def test_what_was_recognised_is_not_recognised_again(tmp_path: Path) -> None:
    path, said = journal_beside(str(tmp_path / "talk.vtt")), list[str]()
    first = MadeUpEngine()
    before = transcribed(first, said, path, count=2)
    second = MadeUpEngine()
    after = transcribed(second, said, path, count=3)
    assert (first.calls, second.calls) == (2, 1)
    assert join_parts(after).words[:4] == join_parts(before).words


def test_other_settings_begin_anew(tmp_path: Path) -> None:
    path, said = tmp_path / "talk.unfinished", list[str]()
    transcribed(MadeUpEngine(), said, path)
    Journal(path, {**FACTS, "bytes": 8}, said.append).close(finished=False)
    assert said == [f"{path}: of another sound, or with other settings; begins anew"]
    again = MadeUpEngine()
    transcribed(again, said, path)
    assert again.calls == 3


def test_a_half_written_line_is_forgotten(tmp_path: Path) -> None:
    path, said = tmp_path / "talk.unfinished", list[str]()
    transcribed(MadeUpEngine(), said, path)
    whole = path.read_text()
    path.write_text(whole[:-20])
    again = MadeUpEngine()
    assert join_parts(transcribed(again, said, path)).text == "one two one two one two"
    assert again.calls == 1
    assert path.read_text().endswith("}\n")


class Stopped(MadeUpEngine):
    def recognise(self, samples: Samples) -> Transcript:
        if self.calls == 1:
            raise KeyboardInterrupt
        return super().recognise(samples)


def test_what_ended_the_program_twice_is_left_out(tmp_path: Path) -> None:
    path, said = tmp_path / "talk.unfinished", list[str]()
    with pytest.raises(KeyboardInterrupt):
        transcribed(Stopped(), said, path)
    lines = path.read_text().splitlines(keepends=True)
    assert '"stopped"' in lines[-1]
    path.write_text("".join([*lines[:-1], lines[-2]]))  # begun twice, without any end
    assert join_parts(transcribed(MadeUpEngine(), said, path)).text == "one two one two"
    assert "it ended the program before" in said[-1]


def test_who_stops_a_run_again_and_again_loses_nothing(tmp_path: Path) -> None:
    path, said = tmp_path / "talk.unfinished", list[str]()
    for number in range(3):
        engine = Stopped()
        engine.calls = min(1, number)
        with pytest.raises(KeyboardInterrupt):
            transcribed(engine, said, path)
    assert join_parts(transcribed(MadeUpEngine(), said, path)).text == "one two one two one two"


def test_a_finished_journal_goes(tmp_path: Path) -> None:
    path = tmp_path / "talk.unfinished"
    Journal(path, FACTS, print).close(finished=True)
    assert not path.exists()


def test_memory_does_not_grow_with_the_sound() -> None:
    recogniser = Recogniser(MadeUpEngine(), "en", voice=by_loudness)
    peaks = []
    for count in (5, 60):
        tracemalloc.start()
        parts = recogniser.parts("talk", talk(count), Journal(None, {}, print), print)
        assert sum(len(part.words) for part in parts) == 2 * count
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.3 * peaks[0]
