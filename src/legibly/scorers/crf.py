"""A linear-chain conditional random field (Lu & Ng 2010): features for tags and for pairs of tags."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from legibly.features.scorer import FeatureScorer, load_features


def load(folder: Path, settings: dict[str, Any]) -> FeatureScorer:
    return load_features("crf", folder, settings)
