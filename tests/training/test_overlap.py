from __future__ import annotations

from legibly.training.overlap import Banned, runs
from tests.metrics.helpers import written

TEST = "the quick brown fox jumps over the lazy dog and runs away"


def test_a_paragraph_that_shares_runs_of_eight_words_is_left_out() -> None:
    banned = Banned([written(TEST)])
    assert banned.overlaps(written("So, the Quick brown fox jumps over the lazy dog."))
    assert not banned.overlaps(written("the quick brown fox jumps over the"))
    assert not banned.overlaps(
        written("something else altogether that nobody has ever said in a test")
    )
    assert len(list(banned.leave_out([written(TEST), written("fine")]))) == 1


def test_one_shared_run_in_a_long_paragraph_is_chance() -> None:
    long = " ".join(f"word{i}" for i in range(200))
    assert not Banned([written(TEST)]).overlaps(
        written(f"{long} the quick brown fox jumps over the lazy {long}")
    )


def test_no_tests_ban_nothing() -> None:
    assert not Banned([]).overlaps(written(TEST))
    assert len(runs(["too", "short"])) == 0
