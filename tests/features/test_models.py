"""Likelihoods against trying everything, tables against a plain sum, and models that learn."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from legibly.errors import DataError
from legibly.features.feature_table import FeatureTable
from legibly.features.layouts import (  # fmt: skip
    TYPES,
    Layout,
    case_layout,
    factorial_layout,
    factorial_states,
    mark_layout,
    sentence_types,
)
from legibly.features.templates import BIAS, WITHIN_FIVE, WordFeatures, fingerprint
from legibly.formats.text import read_line
from legibly.formatting.formatter import Formatter, WeightedScorer
from legibly.formatting.options import Options
from legibly.languages import language
from legibly.scorers.features import FeatureScorer, load
from legibly.transcript import Transcript, Word, as_heard
from tests.training.test_spoken_form import SOURCE

torch = pytest.importorskip("torch", reason="needs pip install 'legibly[train]'")

from legibly.training.feature_data import (  # noqa: E402
    FeatureSettings,
    absent_features,
    gather,
    kept_keys,
    labelled,
    states_of,
)
from legibly.training.fitting import Batch, Products, Sequences, negative_likelihood, train  # noqa: E402

TEXTS = [
    "Is it you? Yes, it is me.",
    "We met Bill in London. Did we? No, we did not!",
    "Yes, we met.",
] * 12


def texts(lines: Iterable[str] = TEXTS) -> list[Transcript]:
    return [read_line(line, SOURCE) for line in lines]


def heard(line: str) -> Transcript:
    words = tuple(Word(word) for word in line.split())
    return Transcript(words, tuple(as_heard(words)), "en")


@pytest.mark.parametrize(
    "layout", [mark_layout(chain=True), factorial_layout(), case_layout(chain=True)]
)
def test_the_likelihood_is_that_of_trying_all_states(layout: Layout) -> None:
    random = np.random.default_rng(1)
    words, features = 3, 2
    weights = torch.tensor(random.normal(size=(5, layout.outputs)), dtype=torch.float32)
    rows = torch.tensor(random.integers(0, 5, size=(words, features)))
    values = torch.tensor(random.uniform(0.5, 1.5, size=(words, features)), dtype=torch.float32)
    states = torch.tensor(random.integers(0, layout.states, size=(1, words)))
    sums = (weights[rows] * values[..., None]).sum(1)
    batch = Batch(torch.arange(words)[None], states, torch.ones(1, words))
    found = float(negative_likelihood(sums[None], batch, layout))
    outputs = sums.double().numpy()
    nodes, edges = layout.node_scores(outputs), layout.edge_scores(outputs)
    assert edges is not None

    def score(path: tuple[int, ...]) -> float:
        pairs = sum(edges[t, path[t - 1], path[t]] for t in range(1, words))
        return float(sum(nodes[t, path[t]] for t in range(words)) + pairs)

    everything = np.logaddexp.reduce(
        [score(path) for path in product(range(layout.states), repeat=words)]
    )
    assert found == pytest.approx(everything - score(tuple(states[0].tolist())), rel=1e-4)


def test_padding_does_not_count() -> None:
    layout = mark_layout(chain=True)
    outputs, states = torch.randn(1, 3, layout.outputs), torch.randint(0, layout.states, (1, 3))
    index = torch.tensor([[0, 1, 0]])
    alone = negative_likelihood(
        outputs[:, :2], Batch(index[:, :2], states[:, :2], torch.ones(1, 2)), layout
    )
    padded = negative_likelihood(
        outputs, Batch(index, states, torch.tensor([[1.0, 1.0, 0.0]])), layout
    )
    assert float(alone) == pytest.approx(float(padded), rel=1e-5)


def test_the_gradient_is_that_of_the_likelihood() -> None:
    """By hand through the sparse products, against torch's own through the rows."""
    settings = FeatureSettings("crf", templates=("w0", "w1", "gap", BIAS), cutoff=1)
    data = gather(texts(), settings)
    keys = kept_keys(data, 1)
    table = FeatureTable(
        settings.templates, keys, np.zeros((len(keys), settings.layout.outputs), np.float32)
    )
    chains = Sequences(data, table, settings.layout)
    weights = torch.randn(len(keys) + 1, settings.layout.outputs)
    weights[-1] = 0.0
    products = Products(chains, len(weights))
    rows = torch.from_numpy(chains.rows)
    wanted = weights.clone().requires_grad_()
    sums = torch.nn.functional.embedding_bag(rows, wanted, mode="sum")
    assert torch.allclose(products.outputs(weights), sums, atol=1e-4)
    slopes = torch.randn(sums.shape)
    sums.backward(slopes)
    assert torch.allclose(products.gradient(slopes)[:-1], wanted.grad[:-1], atol=1e-3)


def test_the_layers_of_lu_and_ng() -> None:
    assert sentence_types(["", "?", ",", "."]) == ["QNBEG", "QNIN", "DEBEG", "DEIN"]
    assert sentence_types(["!", "", ""]) == ["EXBEG", "DEBEG", "DEIN"]
    assert sentence_types([]) == []
    states = factorial_states()
    assert ("?", "QNIN") in states
    assert ("?", "DEIN") not in states
    assert len(states) == 2 * len(TYPES) + 3 * 2
    layout = factorial_layout()
    assert layout.outputs == 5 + 6 + len(states) + 25 + 36


@pytest.mark.parametrize("kind", ["maxent", "crf", "fcrf"])
def test_models_learn(kind: str) -> None:
    settings = FeatureSettings(kind, templates=(*WITHIN_FIVE, BIAS), prior=0.1, cutoff=1)
    table = train(gather(texts(), settings), settings)
    scorer = FeatureScorer(table, settings.layout)
    formatter = Formatter([WeightedScorer(scorer)], language("en"), Options(numbers=False))
    written = formatter(heard("is it you yes it is me"))
    assert written.text == "Is it you? Yes, it is me."
    assert [sentence.type for sentence in written.sentences] == ["question", "statement"]


def test_training_is_the_same_every_time() -> None:
    settings = FeatureSettings("crf", templates=("w0", "w1", BIAS), passes=3)
    data = gather(texts(), settings)
    one, other = train(data, settings), train(data, settings)
    np.testing.assert_array_equal(one.weights, other.weights)


def test_case_is_learnt_too() -> None:
    settings = FeatureSettings("maxent", target="case", templates=("w0", "w1", BIAS), prior=0.1)
    table = train(gather(texts(), settings), settings)
    formatter = Formatter(
        [WeightedScorer(FeatureScorer(table, settings.layout))],
        language("en"),
        Options(numbers=False),
    )
    assert formatter(heard("we met bill in london")).text == "We met Bill in London"


def test_adaptation_keeps_what_the_new_text_does_not_speak_of() -> None:
    settings = FeatureSettings("maxent", templates=("w0", "w1", BIAS), prior=0.1, cutoff=1)
    before = train(gather(texts(), settings), settings)
    new = gather(texts(["Roger over to base. Roger out."] * 5), settings)
    after = train(new, settings, before)
    you = before.rows(WordFeatures([Word("you")]).fingerprints("w0"))
    assert (
        np.abs(
            after.weights[after.rows(WordFeatures([Word("you")]).fingerprints("w0"))]
            - before.weights[you]
        ).max()
        < 1e-3
    )
    assert len(after.keys) > len(before.keys)


def test_features_that_the_corpora_lack_are_named() -> None:
    settings = FeatureSettings("maxent", templates=("w0", "gender", "gap", BIAS))
    assert absent_features(gather(texts(), settings), settings) == ["gender", "gap"]


@pytest.mark.parametrize(
    ("lines", "target", "message"),
    [
        ([], "marks", "no words in the corpora"),
        (["no marks here"], "marks", "no marks to learn"),
        (["all small,"], "case", "no capitals"),
    ],
)
def test_nothing_to_learn(lines: list[str], target: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        gather(texts(lines), FeatureSettings("maxent", target=target, templates=("w0",)))


def test_words_with_times_stay_as_they_are() -> None:
    words = (Word("In", 0, 1), Word("1984,", 1, 2))
    tokens = tuple(as_heard(words))
    item = labelled(
        Transcript(words, (tokens[0], tokens[1]._replace(text="1984", after=",")), "en")
    )
    assert [word.text for word in item.words] == ["in", "1984"]
    assert item.marks == ["", ","]
    assert states_of(item, FeatureSettings("crf")) == [0, 1]


def test_tables_are_sums_of_weights(tmp_path: Path) -> None:
    seen = WordFeatures([Word("a"), Word("b")])
    keys = np.sort(np.array([seen.fingerprints("w0")[0], seen.fingerprints("w1")[0]], np.uint64))
    weights = np.array([[1.0, 2.0], [4.0, 8.0]], np.float32)
    table = FeatureTable(("w0", "w1"), keys, weights)
    np.testing.assert_allclose(table.scores(seen), [[5.0, 10.0], [0.0, 0.0]])
    table.save(tmp_path / "t.npz")
    again = FeatureTable.load(tmp_path / "t.npz", ("w0", "w1"), 2)
    np.testing.assert_allclose(again.scores(seen), table.scores(seen))
    with pytest.raises(DataError, match="damaged feature weights"):
        FeatureTable.load(tmp_path / "t.npz", ("w0",), 3)
    (tmp_path / "t.npz").write_bytes(b"nothing")
    with pytest.raises(DataError, match="damaged feature weights"):
        FeatureTable.load(tmp_path / "t.npz", ("w0",), 2)


@pytest.mark.parametrize(
    ("scorer_settings", "message"),
    [
        ({"features": ["w0", "z9"]}, "unknown feature 'z9'.*the model is of another version"),
        ({"features": []}, r"features = \[\]; expected a list"),
        ({"features": ["w0"], "target": "tone"}, "target = 'tone'; expected one of marks, case"),
    ],
)
def test_models_of_another_version(
    tmp_path: Path, scorer_settings: dict[str, object], message: str
) -> None:
    with pytest.raises(DataError, match=message):
        load(tmp_path, {"kind": "crf", **scorer_settings})


def test_fingerprints_are_never_nought() -> None:
    assert all(fingerprint(str(n)) for n in range(1000))
