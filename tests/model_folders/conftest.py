from __future__ import annotations

from pathlib import Path

import pytest

from legibly.model_folders.saving import save_folder
from legibly.scorers.lexicon import Entry, LexiconScorer


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A model of two scorers, one of which has a file."""
    folder = tmp_path / "mine"
    lexicon = LexiconScorer({"bill": Entry((1, 9, 0, 0), None)})
    save_folder(
        folder,
        name="mine",
        language="en",
        description='with "quotes"',
        scorers=[lexicon.save, {"kind": "pause", "seconds": 0.7, "weight": 2}],
        facts={"licence": "CC0", "sources": ["a", "b"], "final": True},
    )
    return folder
