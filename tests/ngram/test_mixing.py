from __future__ import annotations

import math
from pathlib import Path

import pytest

from legibly.errors import UsageError
from legibly.ngram.mixing import best_mix, mixed
from legibly.ngram.vocabulary import BEGIN, PAD
from tests.ngram.helpers import corpus, trained

ONE = [["a", "b", "a", "b", "c"], ["a", "b"], ["b", "a", "b"]] * 30
TWO = [["x", "y", "x", "z"], ["x", "y"], ["a", "y"]] * 30


def test_weights_follow_the_text(tmp_path: Path) -> None:
    models = [
        trained(ONE, 3, "kneser-ney", tmp_path / "1"),
        trained(TWO, 3, "kneser-ney", tmp_path / "2"),
    ]
    like_one = best_mix(models, ONE[:6])
    assert like_one.weights[0] > 0.9
    both = best_mix(models, [*ONE[:3], *TWO[:3]])
    assert 0.2 < both.weights[0] < 0.8
    assert sum(both.weights) == pytest.approx(1)
    assert both.perplexity < min(both.alone)
    with pytest.raises(UsageError, match="development text is empty"):
        best_mix(models, [])


def test_the_mixed_model_says_what_the_two_say(tmp_path: Path) -> None:
    texts = corpus(300)
    models = [
        trained(texts[:150], 3, "kneser-ney", tmp_path / "1"),
        trained(texts[150:], 3, "katz", tmp_path / "2"),
    ]
    weights = [0.3, 0.7]
    model = mixed(models, weights)
    number = model.vocabulary.number
    for text in texts[:40]:
        expected = [
            math.log(sum(w * math.exp(score) for w, score in zip(weights, pair, strict=True)))
            for pair in zip(*(m.text_score(m.vocabulary.encode(text)) for m in models), strict=True)
        ]
        # n-grams that neither has are backed off by the mixed model itself, so single words may
        # differ a little.
        assert sum(model.text_score([number(word) for word in text])) == pytest.approx(
            sum(expected), rel=0.05
        )
    words = [n for n in range(len(model.vocabulary)) if n not in (PAD, BEGIN)]
    for state in (model.start, model.state_of([number("a"), number("b")])):
        assert sum(math.exp(model.score(state, word)[0]) for word in words) == pytest.approx(
            1, abs=0.02
        )


def test_stupid_backoff_cannot_be_mixed(tmp_path: Path) -> None:
    model = trained(ONE, 2, "stupid", tmp_path)
    with pytest.raises(UsageError, match="stupid backoff gives no probabilities"):
        mixed([model, model], [0.5, 0.5])
