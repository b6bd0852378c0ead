from __future__ import annotations

import numpy as np
import pytest

from legibly.transcript import MarkChance, Token, Transcript, Word
from recipes.calibration.decisions import Decisions, best_temperature, cost, decide, tempered
from recipes.calibration.reliability import Bin, bins, calibration_error, interval

SURE = np.array([0.95, 0.95, 0.55, 0.55])
RIGHT = np.array([1.0, 1.0, 1.0, 0.0])


def test_bins_have_means() -> None:
    found = [tuple(round(value, 6) for value in each) for each in bins(SURE, RIGHT)]
    assert found == [Bin(2, 0.55, 0.5), Bin(2, 0.95, 1.0)]
    assert calibration_error(SURE, RIGHT) == pytest.approx(0.05)
    assert calibration_error(np.array([1.0]), np.array([1.0])) == 0.0


def test_an_interval_holds_its_error() -> None:
    sure = np.tile(SURE, 500)
    right = np.tile(RIGHT, 500)
    low, high = interval(sure, right)
    assert low <= 0.05 <= high + 1e-9


def test_a_temperature_flattens() -> None:
    shares = np.array([[0.9, 0.1]])
    assert tempered(shares, 1.0) == pytest.approx(shares)
    assert tempered(shares, 2.0)[0].tolist() == pytest.approx([0.75, 0.25])
    assert tempered(shares, 0.5)[0, 0] > 0.9


def test_the_best_temperature_costs_least() -> None:
    """As sure as right: no other temperature is better; too sure: a higher one."""
    honest = Decisions(np.tile([[0.75, 0.25]], (4, 1)), np.array([0, 0, 0, 1]), np.zeros(4))
    boastful = Decisions(np.tile([[0.9, 0.1]], (4, 1)), np.array([0, 0, 0, 1]), np.zeros(4))
    assert best_temperature([honest], [0.5, 1.0, 2.0]) == 1.0
    assert best_temperature([boastful], [0.5, 1.0, 2.0]) == 2.0
    assert cost(honest, 1.0) < cost(boastful, 1.0)


def test_decisions_are_those_that_somebody_made() -> None:
    words = (Word("so"), Word("yes"), Word("no"))
    reference = Transcript(
        words, (Token("so", 0, 1, after=","), Token("yes", 1, 2), Token("no", 2, 3, after="…"))
    )
    marks, shares = ("", ",", "."), (0.5, 0.3, 0.2)
    hints = [MarkChance(marks, shares, 0.5), None, MarkChance(marks, shares, 0.2)]
    tokens = (Token("So", 0, 1), Token("yes", 1, 2), Token("no", 2, 3, after="."))
    written = Transcript(words, tokens, mark_chances=hints)
    found = Decisions.of(decide(lambda heard: written, [(reference, reference)]))
    assert found.wanted.tolist() == [1, 2]
    assert found.written.tolist() == [0, 2]
    assert found.right.tolist() == [0.0, 1.0]
    assert found.sureness().tolist() == pytest.approx([0.5, 0.2])
