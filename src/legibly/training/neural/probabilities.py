"""What a network says of every piece of a long row, each seen with words on both sides."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch
from torch import Tensor
from torch.nn import functional

from legibly.scorers.neural import MAX_PIECES
from legibly.training.neural.network import Tagger

WINDOW, MARGIN = MAX_PIECES, 40  # pieces
MAX_COMPILED = 64  # kinds of windows and layers


def piece_scores(
    tagger: Tagger,
    pieces: Tensor,
    begin: int,
    end: int,
    *,
    batch: int = 256,
    longest: int = WINDOW,
) -> tuple[Tensor, ...]:
    """Log-probabilities [pieces, marks], [pieces, cases] and of openings, in half precision, on the
    device of `pieces`.

    Windows overlap; a piece is scored in one in which it is not at the margin, unless the row
    itself ends there.
    """
    device, length = pieces.device, len(pieces)
    tables = tuple(
        torch.zeros(length, size, dtype=torch.half, device=device) for size in tagger.sizes
    )
    window = min(longest, length)
    margin = min(MARGIN, (window - 1) // 2)
    inner = window - 2 * margin
    starts = [*range(0, length - window, inner), length - window] if length else []
    for first in range(0, len(starts), batch):
        group = starts[first : first + batch]
        if first:  # as many as before: another number would be compiled anew
            group += group[-1:] * (batch - len(group))
        at = torch.tensor(group, device=device)[:, None] + torch.arange(window, device=device)
        rows = functional.pad(
            functional.pad(pieces[at].long(), (1, 0), value=begin), (0, 1), value=end
        )
        with (
            torch.no_grad(),
            torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"),
        ):
            scores = tagger(rows)
        for table, found in zip(tables, scores, strict=True):
            found = found[:, 1:-1].half()
            if first == 0:
                table[:window] = found[0]
            if group[-1] == starts[-1] > 0:
                table[starts[-1] + margin :] = found[-1, margin:]
            table[at[:, margin : window - margin]] = found[:, margin : window - margin]

    return tables


@contextmanager
def compiled(*taggers: Tagger) -> Iterator[None]:
    """On a GPU one kernel for many; where there is no compiler, all goes on without.

    The layers are compiled, not the whole: they are alike, so one serves for all.
    """
    if not all(next(tagger.parameters()).is_cuda for tagger in taggers):
        yield
        return

    torch._dynamo.config.suppress_errors = True
    torch._dynamo.config.recompile_limit = MAX_COMPILED
    layers = [layer for tagger in taggers for layer in tagger.layers]
    for layer in layers:
        layer.forward = torch.compile(layer.forward, dynamic=False)
    try:
        yield
    finally:
        for layer in layers:
            del layer.forward
