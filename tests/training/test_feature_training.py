"""From text to model folders of features; few passes are enough for what is looked at here."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="needs pip install 'legibly[train]'")

from legibly.errors import UsageError
from legibly.features.feature_table import FeatureTable
from legibly.features.templates import BIAS, MARK_TEMPLATES, POS_TEMPLATES, WITHIN_FIVE
from legibly.model_folders.loading import load_folder
from legibly.model_folders.manifest import read_manifest
from legibly.training.feature_data import FeatureSettings
from legibly.training.feature_training import Counts, Outcome, saver, templates_of, train_model
from legibly.training.pos import train_tagger
from legibly.transcript import Transcript, Word

TEXT = "Is it you? Yes, it is me. We met Bill in London with an iPhone.\n" * 10
QUICK = FeatureSettings("maxent", templates=("w0", BIAS), passes=5, cutoff=1, prior=0.1)
TAGS = [[("the", "DET"), ("van", "NOUN")], [("a", "DET"), ("house", "NOUN")]]


@pytest.fixture
def text(tmp_path: Path) -> str:
    (tmp_path / "text.txt").write_text(TEXT)
    return str(tmp_path / "text.txt")


def made(kind: str, files: list[str], folder: Path, **options: object) -> Outcome:
    settings = options.pop("settings", QUICK)
    assert isinstance(settings, FeatureSettings)
    return train_model(kind, files, folder, "mine", "en", settings, **options)  # type: ignore[arg-type]


def kinds(folder: Path) -> list[tuple[str, object]]:
    return [(item["kind"], item.get("target")) for item in read_manifest(folder).scorers]


def formatted(folder: Path, line: str) -> str:
    return load_folder(folder)(Transcript([Word(word) for word in line.split()])).text


@pytest.mark.parametrize(
    ("kind", "groups", "expected"),
    [
        ("maxent", (), (*MARK_TEMPLATES, "speaker", "gap", BIAS)),
        ("crf", (), (*WITHIN_FIVE, BIAS)),
        ("fcrf", (), (*WITHIN_FIVE, BIAS)),
        ("crf", ("w0", "pause"), ("w0", "pause", BIAS)),
        ("crf", ("word", "pos"), (*MARK_TEMPLATES, *POS_TEMPLATES, BIAS)),
        ("crf", ("word", "w0", BIAS), (*MARK_TEMPLATES, BIAS)),  # each once
    ],
)
def test_features_by_name_and_by_group(
    kind: str, groups: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    assert templates_of(kind, groups) == expected


def test_features_that_nobody_knows() -> None:
    with pytest.raises(UsageError, match="unknown feature 'tone'; expected w0, 2w-1, p0"):
        templates_of("crf", ("word", "tone"))


def test_marks_case_and_mixed_forms_are_three_scorers(text: str, tmp_path: Path) -> None:
    outcome = made("crf", [text], tmp_path / "model")
    manifest = read_manifest(tmp_path / "model")
    assert kinds(tmp_path / "model") == [("crf", "marks"), ("maxent", "case"), ("lexicon", None)]
    assert (manifest.name, manifest.description) == ("mine", "crf model of marks and case")
    assert manifest.scorers[2]["weight"] == 0.0
    assert outcome.words == 15 * 10
    assert outcome.absent == []


def test_what_was_learnt_is_written(text: str, tmp_path: Path) -> None:
    settings = FeatureSettings("maxent", templates=("w0", "w1", BIAS), prior=0.1)
    made("maxent", [text], tmp_path / "model", settings=settings)
    line = "is it you yes it is me we met bill with an iphone"
    assert formatted(tmp_path / "model", line) == (
        "Is it you? Yes, it is me. We met Bill with an iPhone."
    )


def test_features_are_counted_before_and_after_the_cut(text: str, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text(TEXT + "Zebra!")
    outcome = made(
        "maxent",
        [text],
        tmp_path / "model",
        case=False,
        settings=FeatureSettings("maxent", templates=("w0", "gender"), cutoff=2, passes=5),
    )
    assert outcome.occurring == 14
    assert outcome.features == 13  # without the zebra
    assert outcome.absent == ["gender"]


def test_marks_alone(text: str, tmp_path: Path) -> None:
    made("crf", [text], tmp_path / "model", case=False)
    assert kinds(tmp_path / "model") == [("crf", "marks")]


def test_text_without_capitals_teaches_marks_only(text: str, tmp_path: Path) -> None:
    Path(text).write_text(TEXT.lower())
    made("maxent", [text], tmp_path / "model")
    assert kinds(tmp_path / "model") == [("maxent", "marks")]


def test_capitals_are_learnt_from_counts_of_ngrams(tmp_path: Path) -> None:
    (tmp_path / "counts.tsv").write_text(
        "met Bill in\t7\nmet Tracy </s>\t4\nan iPhone of\t9\na van of\t8\nyou and me\t9\n"
    )
    outcome = made("maxent", [], tmp_path / "model", counts=Counts([tmp_path / "counts.tsv"], 5))
    assert kinds(tmp_path / "model") == [("maxent", "case"), ("lexicon", None)]
    assert outcome.words == 4
    assert formatted(tmp_path / "model", "a van and bill and iphone") == (
        "A van and Bill and iPhone"
    )


def test_capitals_are_learnt_from_counts_and_text(text: str, tmp_path: Path) -> None:
    (tmp_path / "counts.tsv").write_text("met Tracy in\t30\na van is\t30\n")
    settings = FeatureSettings("maxent", templates=("w0", BIAS), prior=0.1)
    counts = Counts([tmp_path / "counts.tsv"])
    made("maxent", [text], tmp_path / "model", settings=settings, counts=counts)
    assert formatted(tmp_path / "model", "we met tracy in london") == "We met Tracy in London."


def test_lexica_go_along(text: str, tmp_path: Path) -> None:
    (tmp_path / "names.txt").write_text("Tracy\nBill\n")
    settings = FeatureSettings("maxent", templates=("w0", "lex", BIAS), passes=5)
    lexica = {"lex": tmp_path / "names.txt"}
    made("maxent", [text], tmp_path / "model", settings=settings, lexica=lexica)
    assert (tmp_path / "model" / "lex.txt").read_text() == "Bill\nTracy\n"
    assert [
        item.get("features", [])[-2:] for item in read_manifest(tmp_path / "model").scorers
    ] == [*(["lex", BIAS], ["lex", BIAS], [])]
    load_folder(tmp_path / "model")


def test_a_tagger_goes_along_with_the_marks(text: str, tmp_path: Path) -> None:
    settings = FeatureSettings(
        "crf", templates=("p0", BIAS), passes=5, cutoff=1, tagger=train_tagger(TAGS, passes=1)
    )
    outcome = made("crf", [text], tmp_path / "model", settings=settings)
    assert outcome.absent == []
    marks, case, _ = read_manifest(tmp_path / "model").scorers
    assert (marks["pos"], case["pos"]) == (True, False)
    load_folder(tmp_path / "model")


def test_confidences_are_for_the_marks_only(text: str, tmp_path: Path) -> None:
    settings = FeatureSettings("crf", templates=("w0", BIAS), passes=5, confident=True)
    made("crf", [text], tmp_path / "model", settings=settings)
    marks, case, _ = read_manifest(tmp_path / "model").scorers
    assert (marks["confident"], case["confident"]) == (True, False)


def test_settings_of_the_scorer_before_are_kept(tmp_path: Path) -> None:
    table = FeatureTable.load
    tagged = train_tagger(TAGS, passes=1)
    save = saver(
        FeatureSettings("crf", templates=tagged.table.templates, marks=tagged.tags),
        tagged.table,
        {},
        {"weight": 0.5, "kind": "another"},
    )
    facts = save(tmp_path)
    assert (facts["weight"], facts["kind"], facts["marks"]) == (0.5, "crf", ["DET", "NOUN"])
    again = table(tmp_path / facts["file"], tagged.table.templates, tagged.table.outputs)
    assert again.keys.tolist() == tagged.table.keys.tolist()


def test_nothing_to_learn_from(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="nothing to learn from; name corpora, or counts of n-gr"):
        made("maxent", [], tmp_path / "model")


def test_what_lies_in_the_way_is_told_before_training(tmp_path: Path) -> None:
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "thesis.doc").write_text("")
    with pytest.raises(UsageError, match="exists and is not a model folder; choose another name"):
        made("maxent", [str(tmp_path / "no such text")], tmp_path / "model")
