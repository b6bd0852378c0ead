from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs pip install 'legibly[train]'")

import torch

from legibly.metrics.conventions import convention
from legibly.metrics.counts import Slots
from legibly.scorers.neural import NETWORK_MARKS
from legibly.training.neural.encoding import IGNORED, Encoded
from legibly.training.neural.evaluation import iwslt_slots
from legibly.training.neural.network import Tagger
from legibly.training.neural.probabilities import piece_scores
from tests.training.neural.helpers import SIGNS, rows, tiny, with_opinions

ROW = rows(*range(5, 45))


def plain_slots(tagger: Tagger, encoded: Encoded) -> Slots:
    """Place by place; the shares of marks that IWSLT does not tell apart are added up."""
    classes = convention("iwslt")
    pieces = torch.from_numpy(encoded.pieces.astype(np.int64))
    marks, _ = piece_scores(tagger, pieces, SIGNS.begin, SIGNS.end)
    total = Slots()
    for label, logs in zip(encoded.marks.tolist(), marks.float().exp().tolist(), strict=True):
        if label == IGNORED:
            continue
        shares: dict[str, float] = {}
        for mark, share in zip(NETWORK_MARKS, logs, strict=True):
            own = classes.classify(mark)
            shares[own] = shares.get(own, 0.0) + share
        wanted, found = classes.classify(NETWORK_MARKS[label]), max(shares, key=lambda k: shares[k])
        if wanted and found:
            total += Slots(correct=1) if wanted == found else Slots(substituted=1)
        elif wanted or found:
            total += Slots(deleted=1) if wanted else Slots(inserted=1)
    return total


def test_slots_are_counted_place_by_place() -> None:
    tagger = with_opinions(tiny())
    found = iwslt_slots(tagger, ROW, SIGNS)
    assert found == plain_slots(tagger, ROW)
    assert min(found.correct, found.substituted, found.deleted, found.inserted) > 0


def test_marks_that_are_not_told_apart_share_their_probability() -> None:
    """Of the full stop, "!" and ";" none is as likely as nothing; together they are likelier."""
    tagger = tiny()
    with torch.no_grad():
        tagger.marks.weight.zero_()
        shares = {"": 0.35, ".": 0.2, "!": 0.2, ";": 0.2}
        tagger.marks.bias.copy_(
            torch.tensor([shares.get(mark, 0.01) for mark in NETWORK_MARKS]).log()
        )
    place = NETWORK_MARKS.index("!")
    nothing = np.zeros(1, np.uint8)
    row = Encoded(np.array([5], np.uint16), np.array([place], np.uint8), nothing, nothing)
    assert iwslt_slots(tagger, row, SIGNS) == Slots(correct=1)
