"""A quick look at a tagger on labelled rows, without the search: for watching a training run."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray

from legibly.metrics.conventions import convention
from legibly.metrics.counts import Slots
from legibly.scorers.neural import MARKS
from legibly.training.neural.encoding import IGNORED, Encoded
from legibly.training.neural.network import Tagger
from legibly.training.neural.trainer import Signs

WINDOW, MARGIN = 254, 48  # pieces


def mark_scores(tagger: Tagger, encoded: Encoded, signs: Signs, batch: int = 128) -> NDArray[np.float32]:
    """Log-probabilities [pieces, marks]; each piece is seen with at least a margin of context where there is one."""
    device = next(tagger.parameters()).device
    pieces = torch.from_numpy(encoded.pieces.astype(np.int64))
    step = WINDOW - 2 * MARGIN
    starts = list(range(0, max(1, len(pieces) - 2 * MARGIN), step))
    out = np.zeros((len(pieces), len(MARKS)), np.float32)
    for at in range(0, len(starts), batch):
        group = starts[at : at + batch]
        rows = [pieces[start : start + WINDOW] for start in group]
        longest = max(len(row) for row in rows)
        table = torch.zeros(len(rows), longest + 2, dtype=torch.long)
        mask = torch.zeros(len(rows), longest + 2, dtype=torch.bool)
        for line, row in enumerate(rows):
            table[line, : len(row) + 2] = torch.cat([torch.tensor([signs.begin]), row, torch.tensor([signs.end])])
            mask[line, : len(row) + 2] = True
        with torch.no_grad(), torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            found = tagger(table.to(device), mask.to(device))[0].float().cpu().numpy()
        for line, start in enumerate(group):
            first = 0 if start == 0 else MARGIN
            last = len(rows[line])
            out[start + first : start + last] = found[line, 1 + first : 1 + last]
    return out


def iwslt_slots(tagger: Tagger, encoded: Encoded, signs: Signs) -> Slots:
    """All marks by the IWSLT convention; marks that it does not tell apart share their probability."""
    classes = convention("iwslt")
    names = ["", *classes.marks]
    folded = np.array([names.index(classes.classify(mark)) for mark in MARKS])
    scores = np.exp(mark_scores(tagger, encoded, signs))
    shares = np.stack([scores[:, folded == k].sum(1) for k in range(len(names))], axis=1)
    counted = encoded.marks != IGNORED
    wanted, found = folded[encoded.marks[counted]], shares[counted].argmax(1)
    both = (wanted > 0) & (found > 0)
    return Slots(
        correct=int((both & (wanted == found)).sum()),
        substituted=int((both & (wanted != found)).sum()),
        deleted=int(((wanted > 0) & (found == 0)).sum()),
        inserted=int(((wanted == 0) & (found > 0)).sum()),
    )
