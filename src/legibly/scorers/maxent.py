"""Maximum entropy (Batista et al. 2008): chances of marks or case from features of the words around."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from legibly.features.scorer import FeatureScorer, load_features


def load(folder: Path, settings: dict[str, Any]) -> FeatureScorer:
    return load_features("maxent", folder, settings)
