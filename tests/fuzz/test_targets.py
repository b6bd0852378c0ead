"""Every reader and every loader meets damaged files: an answer or one clear line.

`make fuzz MINUTES=10` does the same for as long as one likes.
"""

from __future__ import annotations

import importlib
import pkgutil

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import legibly.scorers
from legibly.formats import formats
from tests.fuzz.findings import FINDINGS
from tests.fuzz.mutations import mutated
from tests.fuzz.targets import outcome, targets


@pytest.mark.parametrize("name", sorted(targets()))
def test_good_files_and_what_broke_once(name: str) -> None:
    target = targets()[name]
    answers = [outcome(target, seed) for seed in target.seeds]
    if name.startswith("load "):
        assert answers[0] == "read"


@pytest.mark.parametrize("name", sorted(targets()))
@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_damaged_files(name: str, data: st.DataObject) -> None:
    target = targets()[name]
    outcome(target, data.draw(mutated(target.seeds)))


@pytest.mark.parametrize("name", sorted(targets()))
@settings(max_examples=15)
@given(content=st.binary(max_size=300) | st.text(max_size=300).map(str.encode))
def test_anything_at_all(name: str, content: bytes) -> None:
    outcome(targets()[name], content)


def test_every_reader_is_a_target() -> None:
    readable = {name for name, item in formats().items() if item.read}
    assert {f"read {name}" for name in readable} <= set(targets())


def test_every_finding_has_its_target() -> None:
    assert set(FINDINGS) - {"load recipe"} <= set(targets())  # which needs torch


def test_every_kind_of_scorer_has_the_loaders_of_its_files_among_them() -> None:
    names = {module.name for module in pkgutil.iter_modules(legibly.scorers.__path__)}
    loading = {
        name
        for name in names
        if hasattr(importlib.import_module(f"legibly.scorers.{name}"), "load")
    }
    kinds = ("features", "hidden_events", "lexicon", "neural", "ngram", "pause", "prosody")
    assert loading == {*kinds, "restarts"}
