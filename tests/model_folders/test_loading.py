from __future__ import annotations

from pathlib import Path

import pytest

import legibly
from legibly.errors import DataError, LegiblyError
from legibly.formatting.options import Options
from legibly.model_folders.loading import load_folder, verify_folder
from legibly.model_folders.manifest import MANIFEST
from legibly.scorers.kinds import MODULES
from legibly.scorers.lexicon import LexiconScorer


def test_a_model_is_its_scorers_with_their_weights(model: Path) -> None:
    formatter = load_folder(model)
    assert [item.weight for item in formatter.scorers] == [1.0, 2.0]
    assert isinstance(formatter.scorers[0].scorer, LexiconScorer)
    assert formatter.language.code == "en"


def test_a_loaded_model_writes(model: Path) -> None:
    text = legibly.Transcript([legibly.Word("bill")])
    assert load_folder(model)(text).text == "Bill."
    assert load_folder(model, Options(marks=())).with_options(Options())(text).text == "Bill."


def test_every_kind_of_scorer_has_a_module() -> None:
    assert {"lexicon", "pause", "ngram", "neural"} <= set(MODULES)


# --- what is wrong
# ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('language = "en"', 'language = "xx"', "model.toml: unknown language 'xx'"),
        (
            'kind = "pause"',
            'kind = "pauze"',
            "model.toml: unknown kind of scorer 'pauze'; did you mean 'pause'",
        ),
        ('kind = "pause"', 'kind = "base"', "unknown kind of scorer 'base'"),
        ("weight = 2", 'weight = "heavy"', "model.toml: weight 'heavy' is not a number"),
        ("weight = 2", "weight = nan", "weight nan is not a number"),
        ("weight = 2", "weight = true", "weight True is not a number"),
        ('file = "lexicon.tsv.xz"', "file = [1]", r"file \[1\] lies outside the model folder"),
        ('file = "lexicon.tsv.xz"', 'file = "../../etc/passwd"', "lies outside"),
        ("sha256:", "sha256:0", "lexicon.tsv.xz: checksum differs from the manifest; the file is"),
        (
            'kind = "pause"',
            'kind = "pause"\nfolder = ".."',
            "folder '..' lies outside the model folder",
        ),
        (
            'kind = "pause"',
            'kind = "pause"\nfolder = "a/b"',
            "folder 'a/b' lies outside the model folder",
        ),
    ],
)
def test_a_wrong_model_is_one_clear_line(model: Path, old: str, new: str, message: str) -> None:
    path = model / MANIFEST
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(LegiblyError, match=message) as caught:
        load_folder(model)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("keep", [-5, 0, 1])
def test_a_damaged_file_is_named(model: Path, keep: int) -> None:
    data = model / "lexicon.tsv.xz"
    data.write_bytes(data.read_bytes()[:keep])
    with pytest.raises(DataError, match=r"lexicon.tsv.xz: checksum differs .*; the file is dam"):
        load_folder(model)


def test_a_missing_file_is_named(model: Path) -> None:
    (model / "lexicon.tsv.xz").unlink()
    with pytest.raises(DataError, match=r"lexicon.tsv.xz is missing; the model is incomplete"):
        load_folder(model)


def test_a_file_that_no_scorer_uses_is_checked_on_request(model: Path) -> None:
    path = model / MANIFEST
    (model / "spare.lm").write_bytes(b"")
    path.write_text(path.read_text() + '"spare.lm" = "sha256:0"\n')
    assert len(load_folder(model).scorers) == 2
    with pytest.raises(DataError, match=r"spare.lm: checksum differs"):
        verify_folder(model)
