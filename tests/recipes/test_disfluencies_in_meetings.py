"""A sample of what is left out of meetings, judged by a reader."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from legibly.features.restarts import Restart, Said
from legibly.languages import language
from recipes.disfluencies.meetings import Place, judged_places, measure, read_meeting


class Everything:
    """Leaves out all that may be."""

    marks = ("",)

    def odds(self, words: Sequence[Said], restarts: Sequence[Restart]) -> list[float]:
        return [1.0] * len(restarts)


def test_the_sample_is_two_hundred_places_of_test_meetings() -> None:
    judged = judged_places()
    assert len(judged) == 200
    assert 0 < sum(judged.values()) < 200
    assert judged[Place("EN2002a", 771, "in")]


def test_broken_words_are_counted_by_meeting(tmp_path: Path) -> None:
    words = [("so", None), ("th", 1), ("the", None), ("d", 1), ("bank", None)]
    lines = [json.dumps({"w": w, "p": "", "trunc": cut, "spk": "A"}) for w, cut in words]
    path = tmp_path / "EN2002a.jsonl"
    path.write_text("\n".join(lines), "utf-8")
    meeting = read_meeting(path, language("en"))
    assert meeting.broken == [False, True, False, True, False]

    found = measure([meeting], Everything())
    assert (found.places, found.judged) == (1, {})
    assert (found.broken[0].correct, found.broken[0].deleted) == (1, 1)
