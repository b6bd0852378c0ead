"""A quick look at a tagger on labelled rows, without the search: for watching a training run."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch

from legibly.metrics.conventions import convention
from legibly.metrics.counts import Slots
from legibly.scorers.neural import NETWORK_MARKS
from legibly.training.neural.encoding import IGNORED, Encoded
from legibly.training.neural.network import Tagger
from legibly.training.neural.probabilities import piece_scores
from legibly.training.neural.trainer import Signs


def iwslt_slots(
    tagger: Tagger, encoded: Encoded, signs: Signs, marks: Sequence[str] = NETWORK_MARKS
) -> Slots:
    """All marks by the IWSLT convention; marks that it does not tell apart share
    their probability.
    """
    classes = convention("iwslt")
    names = ["", *classes.marks]
    folded = np.array([names.index(classes.classify(mark)) for mark in marks])
    pieces = torch.from_numpy(encoded.pieces.astype(np.int64)).to(next(tagger.parameters()).device)
    scores = np.exp(piece_scores(tagger, pieces, signs.begin, signs.end)[0].float().cpu().numpy())
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
