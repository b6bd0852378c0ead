"""The kinds of scorer that a model folder may name, and the module of each. A new kind needs a
module and a row.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from legibly.files.model_files import ModelFiles
from legibly.formatting.disfluencies import KnowsRestarts
from legibly.lattice.scoring import SequenceScorer, TagScorer

AnyScorer = TagScorer | SequenceScorer | KnowsRestarts
MODULES = {
    "crf": "features",
    "fcrf": "features",
    "hidden_events": "hidden_events",
    "lexicon": "lexicon",
    "maxent": "features",
    "neural": "neural",
    "ngram": "ngram",
    "pause": "pause",
    "prosody": "prosody",
    "restarts": "restarts",
}


def load_scorer(files: ModelFiles, settings: dict[str, Any]) -> AnyScorer:
    """From its files in a model folder; only the module of its own kind is imported."""
    module = import_module(f"legibly.scorers.{MODULES[settings['kind']]}")
    scorer: AnyScorer = module.load(files, settings)
    return scorer
