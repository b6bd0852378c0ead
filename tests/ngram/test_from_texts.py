from __future__ import annotations

import pytest

from legibly.errors import DataError
from legibly.ngram.from_texts import model_of


def test_a_model_of_a_few_texts() -> None:
    model = model_of([["a", "b"], ["a", "b"], ["a", "c"]], 2, min_count=1, also=["?"])
    numbers = model.vocabulary.encode(["a", "b", "c"])
    after = model.state_of(numbers[:1])
    assert model.score(after, numbers[1])[0] > model.score(after, numbers[2])[0]
    assert "?" in model.vocabulary


def test_nothing_to_count() -> None:
    with pytest.raises(DataError, match="no words in the corpora"):
        model_of([], 2)
