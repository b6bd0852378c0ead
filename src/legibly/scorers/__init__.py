"""What gives scores to the ways of writing. One file a kind; a model folder names them by file."""

from legibly.lattice.scoring import (
    Block,
    Context,
    KnowsForms,
    SequenceScorer,
    Tag,
    TagScorer,
    TagTable,
)

__all__ = ["Block", "Context", "KnowsForms", "SequenceScorer", "Tag", "TagScorer", "TagTable"]
