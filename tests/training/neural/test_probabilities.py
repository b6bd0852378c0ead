from __future__ import annotations

import pytest

pytest.importorskip("torch", reason="needs pip install 'legibly[train]'")

import torch

from legibly.casing import Case
from legibly.scorers.neural import NETWORK_MARKS
from legibly.training.neural.network import Tagger
from legibly.training.neural.probabilities import (
    MARGIN,
    WINDOW,
    compiled,
    piece_scores,
)
from tests.training.neural.helpers import SIGNS, tiny


def far_sighted() -> Tagger:
    """What it says of a piece depends much on all other pieces of the window."""
    tagger = tiny(20, layers=1, width=16, inner=32, positions=WINDOW + 2)
    with torch.no_grad():
        for value in tagger.parameters():
            if value.dim() == 2:
                value.normal_(std=0.5)
    return tagger


def worst(length: int) -> float:
    """How far any piece's scores are from those in the best of the windows that it may be seen in:
    at no margin but those of the row itself.
    """
    tagger, pieces = far_sighted(), torch.randint(5, 20, (length,))
    found, _ = piece_scores(tagger, pieces, SIGNS.begin, SIGNS.end, batch=2)
    size = min(WINDOW, length)
    begin, end = torch.tensor([SIGNS.begin]), torch.tensor([SIGNS.end])
    rows = [torch.cat([begin, row, end]) for row in pieces.unfold(0, size, 1)]  # every window
    with torch.no_grad():
        scores = tagger(torch.stack(rows))[0][:, 1:-1]
    at = torch.arange(length)
    starts = torch.arange(len(rows))[:, None]
    places = at - starts  # [windows, pieces]: where each piece is in each window
    there = (places >= 0) & (places < size)
    there &= (places >= MARGIN) | (starts == 0)
    there &= (places < size - MARGIN) | (starts == length - size)
    own = scores.gather(1, places.clamp(0, size - 1)[..., None].expand(-1, -1, scores.shape[2]))
    away = (own - found.float()).abs().amax(-1)
    return float(away.masked_fill(~there, torch.inf).amin(0).max())


@pytest.mark.parametrize(
    "length", [1, 7, 80, WINDOW, WINDOW + 1, WINDOW + 16, WINDOW + MARGIN, 450]
)
def test_every_piece_is_scored_where_it_sees_enough(length: int) -> None:
    assert worst(length) < 5e-3


@pytest.mark.parametrize("longest", [10, 79, 80, 81])
def test_every_piece_is_scored_in_windows_hardly_longer_than_their_margins(longest: int) -> None:
    pieces = torch.randint(5, 50, (200,))
    marks, _ = piece_scores(tiny(positions=256), pieces, SIGNS.begin, SIGNS.end, longest=longest)
    assert torch.allclose(marks.float().exp().sum(1), torch.ones(200), atol=1e-2)


@pytest.mark.parametrize("length", [0, 1, 300])
def test_scores_are_log_probabilities_of_every_piece(length: int) -> None:
    pieces = torch.randint(5, 50, (length,))
    marks, cases = piece_scores(tiny(positions=256), pieces, SIGNS.begin, SIGNS.end)
    assert marks.shape == (length, len(NETWORK_MARKS))
    assert cases.shape == (length, len(Case))
    for scores in (marks, cases):
        assert torch.allclose(scores.float().exp().sum(1), torch.ones(length), atol=1e-2)


def test_many_windows_at_a_time_say_what_few_say() -> None:
    tagger, pieces = far_sighted(), torch.randint(5, 20, (900,))
    few, many = (piece_scores(tagger, pieces, SIGNS.begin, SIGNS.end, batch=n)[0] for n in (1, 64))
    assert torch.allclose(few.float(), many.float(), atol=5e-3)


def test_nothing_is_compiled_without_a_gpu() -> None:
    tagger = tiny()
    before = tagger.encode
    with compiled(tagger):
        assert tagger.encode == before
