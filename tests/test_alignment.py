from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legibly import alignment
from legibly.alignment import Pair, Times, align, interpolate_times

WORDS = st.lists(st.sampled_from("abcd"), max_size=9)


def cost(ref: Sequence[str], hyp: Sequence[str], pairs: Sequence[Pair]) -> int:
    return sum(3 if i is None or j is None else 0 if ref[i] == hyp[j] else 4 for i, j in pairs)


def least_cost(ref: Sequence[str], hyp: Sequence[str]) -> int:
    """Slow and obvious."""
    if not ref or not hyp:
        return 3 * (len(ref) + len(hyp))
    same = 0 if ref[-1] == hyp[-1] else 4
    return min(
        least_cost(ref[:-1], hyp[:-1]) + same,
        least_cost(ref[:-1], hyp) + 3,
        least_cost(ref, hyp[:-1]) + 3,
    )


def is_complete(ref: Sequence[str], hyp: Sequence[str], pairs: Sequence[Pair]) -> bool:
    return [i for i, _ in pairs if i is not None] == list(range(len(ref))) and [
        j for _, j in pairs if j is not None
    ] == list(range(len(hyp)))


@settings(deadline=None)
@given(WORDS.map(lambda words: words[:6]), WORDS.map(lambda words: words[:6]))
def test_the_cost_is_the_least(ref: list[str], hyp: list[str]) -> None:
    pairs = align(ref, hyp)
    assert is_complete(ref, hyp, pairs)
    assert cost(ref, hyp, pairs) == least_cost(ref, hyp)


@given(WORDS, WORDS)
def test_the_sides_can_be_swapped(ref: list[str], hyp: list[str]) -> None:
    assert [(j, i) for i, j in align(ref, hyp)] == align(hyp, ref)


def noisy(words: list[str], generator: random.Random) -> list[str]:
    heard: list[str] = []
    for word in words:
        luck = generator.random()
        if luck < 0.08:
            heard.append(generator.choice(words))
        elif luck < 0.12:
            heard += [word, generator.choice(words)]
        elif luck > 0.05 + 0.11:
            heard.append(word)
    return heard


@pytest.mark.parametrize("seed", range(3))
def test_cut_at_anchors_it_costs_as_much_as_in_one_table(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    generator = random.Random(seed)
    ref = [f"w{int(generator.paretovariate(0.6)) % 500}" for _ in range(1500)]
    hyp = noisy(ref, generator)
    whole = align(ref, hyp)
    monkeypatch.setattr(alignment, "EXACT_CELLS", 500)
    cut = align(ref, hyp)
    assert is_complete(ref, hyp, cut)
    assert cost(ref, hyp, cut) == pytest.approx(cost(ref, hyp, whole), rel=0.002)
    monkeypatch.setattr(alignment, "EXACT_CELLS", 10**9)
    monkeypatch.setattr(alignment, "TABLE_CELLS", 2000)  # Hirschberg's halves
    halves = align(ref, hyp)
    assert is_complete(ref, hyp, halves)
    assert cost(ref, hyp, halves) == cost(ref, hyp, whole)


def test_texts_that_have_nothing_in_common_still_come_to_an_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(alignment, "EXACT_CELLS", 100)
    monkeypatch.setattr(alignment, "MAX_CELLS", 1000)
    ref, hyp = [f"a{i}" for i in range(200)], [f"b{i}" for i in range(150)]
    assert is_complete(ref, hyp, align(ref, hyp))


def test_times_decide_between_equal_words() -> None:
    hyp = Times(np.array([10.0]), np.array([11.0]))
    ref = Times(np.array([0.0, 10.0]), np.array([1.0, 11.0]))
    assert align(["yes", "yes"], ["yes"], (ref, hyp)) == [(0, None), (1, 0)]
    assert align(["yes", "no"], ["yes"], (ref, hyp)) == [(0, None), (1, 0)]


def test_missing_times_lie_between_their_neighbours() -> None:
    times = interpolate_times([0.0, None, 2.0], [0.5, None, 2.5])
    assert times is not None
    assert times.starts.tolist() == pytest.approx([0.0, 0.5, 2.0], abs=0.01)
    assert times.ends.tolist() == pytest.approx([0.5, 2.0, 2.5], abs=0.01)
    segment = interpolate_times([1.0, None, None], [None, None, 4.0])  # as in STM
    assert segment is not None
    assert segment.starts.tolist() == pytest.approx([1.0, 2.0, 3.0], abs=0.01)
    assert interpolate_times([None], [None]) is None


def sclite(ref: Sequence[str], hyp: Sequence[str], folder: Path) -> tuple[int, ...]:
    (folder / "ref").write_text(" ".join(ref) + " (a_1)\n")
    (folder / "hyp").write_text(" ".join(hyp) + " (a_1)\n")
    command = [
        "sctk",
        "sclite",
        "-i",
        "rm",
        "-r",
        "ref",
        "trn",
        "-h",
        "hyp",
        "trn",
        "-o",
        "rsum",
        "stdout",
    ]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    line = next(line for line in done.stdout.splitlines() if "Sum" in line)
    _, *errors = (int(number) for number in re.findall(r"\d+", line.split("|")[3])[:4])
    return tuple(errors)


def kinds(ref: Sequence[str], hyp: Sequence[str]) -> tuple[int, int, int]:
    pairs = align(ref, hyp)
    substituted = sum(1 for i, j in pairs if i is not None and j is not None and ref[i] != hyp[j])
    return substituted, sum(1 for _, j in pairs if j is None), sum(1 for i, _ in pairs if i is None)


needs_sclite = pytest.mark.skipif(
    shutil.which("sctk") is None, reason="needs sclite: apt-get install sctk"
)


@needs_sclite
@pytest.mark.parametrize("seed", range(4))
def test_errors_are_those_of_sclite(seed: int, tmp_path: Path) -> None:
    generator = random.Random(seed)
    ref = [f"w{int(generator.paretovariate(0.7)) % 300}" for _ in range(800)]
    hyp = noisy(ref, generator)
    assert kinds(ref, hyp) == sclite(ref, hyp, tmp_path)


@needs_sclite
@pytest.mark.parametrize("system", ["google", "amazon", "rev_kaldi"])
def test_errors_are_those_of_sclite_on_a_real_call(
    system: str, tmp_path: Path, corpora: Path
) -> None:
    import legibly
    from legibly.metrics.pairs import Side

    def words(path: str) -> list[str]:
        # Signs that mean something to sclite are left out on both sides.
        return [
            w for w in Side.of(legibly.read(corpora / path)).words if not set("(){}@*;\\/") & set(w)
        ]

    ref = words("timed/earnings21/test/4366522.jsonl.xz")
    hyp = words(f"asr/earnings21/{system}/test/4366522.jsonl.xz")
    assert kinds(ref, hyp) == sclite(ref, hyp, tmp_path)
