"""The factorial conditional random field of Lu & Ng (2010): marks and sentence types, decided together."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from legibly.features.scorer import FeatureScorer, load_features


def load(folder: Path, settings: dict[str, Any]) -> FeatureScorer:
    return load_features("fcrf", folder, settings)
