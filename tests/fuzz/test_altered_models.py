"""Altered models are refused, or format; `make slow` tries all of them."""

from __future__ import annotations

import pytest

from legibly.model_folders.finding import find_model
from tests.fuzz.altered_models import MODEL, base_of, is_damage, judged, run, variants

# One in so many, and all that ask for little time, in each run of the tests.
SOME = 25


def test_there_are_hundreds() -> None:
    found = variants()
    assert len(found) >= 200


def test_some_of_them() -> None:
    model = find_model(MODEL)
    base = base_of(model)
    for variant in variants()[::SOME]:
        if is_damage(variant, model):
            assert judged(variant, model, base, anew=False).kind == "refused", variant
        assert judged(variant, model, base, anew=True).kind in ("refused", "formats"), variant


@pytest.mark.slow
def test_all_of_them() -> None:
    tallies, failures = run(variants())
    assert not failures
    assert sum(sum(tally.values()) for tally in tallies.values()) >= 400
