"""Counting, estimating, keeping and asking n-gram models."""

from __future__ import annotations

import io
import math
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legibly.errors import DataError, UsageError
from legibly.files.source import Source
from legibly.ngram import binary
from legibly.ngram.arpa import read_arpa, write_arpa
from legibly.ngram.counting import (
    CountSlice,
    Run,
    all_counts,
    count_chunk,
    count_slice,
    merge,
    merge_parts,
    unpack,
    words_of_slices,
)
from legibly.ngram.estimate import (
    METHODS,
    counts_by_order,
    estimate,
    good_turing,
    kneser_ney_discounts,
)
from legibly.ngram.model import Ngram
from legibly.ngram.vocabulary import BEGIN, END, PAD, SIGNS, UNKNOWN, Vocabulary

TEXTS = st.lists(st.lists(st.integers(4, 9), max_size=8), max_size=8)


def corpus(count: int = 400, seed: int = 1) -> list[list[str]]:
    chance = random.Random(seed)
    return [
        [chance.choice("aaaabbbccdef") for _ in range(chance.randint(1, 12))] for _ in range(count)
    ]


def trained(
    texts: list[list[str]], order: int, method: str, folder: Path, cutoffs: Sequence[int] = ()
) -> Ngram:
    share = count_slice(texts, order, folder / f"{order}")
    words = words_of_slices([share], 1)
    counts = all_counts([share], order, words)
    return estimate(counts, order, Vocabulary.of(words), method, cutoffs)


def plainly(texts: list[list[int]], order: int) -> Counter[tuple[int, ...]]:
    """N-grams that end at each word and end, with what comes before a text as padding."""
    found: Counter[tuple[int, ...]] = Counter()
    for text in texts:
        row = [*[PAD] * (order - 1), BEGIN, *text, END]
        for i in range(order, len(row)):
            found[tuple(row[i - order + 1 : i + 1])] += 1
    return found


def as_counter(run: Run, order: int) -> Counter[tuple[int, ...]]:
    columns = unpack(run, order)[::-1]
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return Counter(dict(zip(rows, run.counts.tolist(), strict=True)))


@given(TEXTS, st.integers(1, 6))
def test_counts_are_those_of_the_obvious_way(texts: list[list[int]], order: int) -> None:
    assert as_counter(count_chunk(texts, order), order) == plainly(texts, order)


@given(TEXTS, TEXTS, st.integers(1, 5), st.integers(1, 7))
def test_merged_parts_are_the_whole(
    one: list[list[int]], two: list[list[int]], order: int, size: int
) -> None:
    runs = [count_chunk(one, order), count_chunk(two, order)]
    whole = count_chunk(one + two, order)
    assert as_counter(merge(runs), order) == as_counter(whole, order)
    parts = list(merge_parts(runs, size))
    joined = Run(*(np.concatenate([part[i] for part in parts]) for i in range(3)))
    assert all(np.array_equal(a, b) for a, b in zip(joined, whole, strict=True))


@given(TEXTS, st.integers(2, 5))
def test_shorter_ngrams_are_read_off(texts: list[list[int]], order: int) -> None:
    shorter: list[tuple[int, ...]] = []
    for k, own in enumerate(counts_by_order(count_chunk(texts, order), order), 1):
        expected = {gram: count for gram, count in plainly(texts, k).items() if PAD not in gram}
        ends: list[tuple[int, ...]] = [
            (end,) if k == 2 else shorter[end] for end in own.ends.tolist() if k > 1
        ]
        rows = [
            (first, *end)
            for first, end in zip(own.firsts.tolist(), ends or [()] * len(own.words), strict=True)
        ]
        shorter = rows
        assert [row[-1] for row in rows] == own.words.tolist()
        assert dict(zip(rows, own.counts.tolist(), strict=True)) == expected
        if k < order:
            longer = {gram for gram in plainly(texts, k + 1) if PAD not in gram}
            for gram, value in zip(rows, own.continuations.tolist(), strict=True):
                before = {other[0] for other in longer if other[1:] == gram}
                assert value == (expected[gram] if gram[0] == BEGIN else len(before))


@given(
    TEXTS,
    st.integers(1, 5),
    st.sampled_from(METHODS),
    st.sampled_from([(), (2,), (1, 2), (2, 1), (3, 1, 2)]),
)
def test_links_are_those_that_a_search_finds(
    texts: list[list[int]], order: int, method: str, cutoffs: tuple[int, ...]
) -> None:
    names = Vocabulary.of([*SIGNS, *"abcdef"])
    model = estimate(count_chunk(texts, order), order, names, method, cutoffs)
    sought = Ngram.of(model.levels, names, model.missing)
    for own, other in (
        (model.suffixes, sought.suffixes),
        (model.shorter_states, sought.shorter_states),
    ):
        assert [links.tolist() for links in own] == [links.tolist() for links in other]


@given(TEXTS, st.integers(1, 4), st.sampled_from(METHODS))
def test_counts_of_longer_ngrams_do_for_shorter_ones(
    texts: list[list[int]], order: int, method: str
) -> None:
    names = Vocabulary.of([*SIGNS, *"abcdef"])
    own, other = (estimate(count_chunk(texts, n), order, names, method) for n in (order, order + 2))
    for one, two in zip(own.levels, other.levels, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))


def test_shares_are_remembered_and_spilt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("legibly.ngram.counting.CHUNK_TOKENS", 50)
    texts = corpus(100)
    share = count_slice(texts, 3, tmp_path / "a")
    assert len(share.runs) > 3
    again = count_slice([], 3, tmp_path / "a")
    assert again == share
    halves = [
        count_slice(texts[:40], 3, tmp_path / "b"),
        count_slice(texts[40:], 3, tmp_path / "c"),
    ]
    words = words_of_slices([share], 1)
    assert words == words_of_slices(halves, 1)
    whole, both = all_counts([share], 3, words), all_counts(halves, 3, words)
    assert all(np.array_equal(a, b) for a, b in zip(whole, both, strict=True))
    share.runs[0].write_bytes(b"broken")
    with pytest.raises(DataError, match="damaged counts"):
        all_counts([share], 3, words)


def test_rare_words_and_closed_vocabularies() -> None:
    share = CountSlice([*SIGNS, "a", "b", "c"], [0, 0, 0, 0, 5, 2, 1], [])
    assert words_of_slices([share], 2) == [*SIGNS, "a", "b"]
    assert words_of_slices([share], 1, ["c", "x", "c"]) == [*SIGNS, "c", "x"]


@pytest.mark.parametrize("order", [1, 2, 3, 5])
@pytest.mark.parametrize("method", METHODS)
def test_scores_add_up(method: str, order: int, tmp_path: Path) -> None:
    texts = corpus()
    model = trained(texts, order, method, tmp_path)
    words = [n for n in range(len(model.vocabulary)) if n not in (PAD, BEGIN)]
    states = {model.start}
    for text in texts[:30]:
        state = model.start
        for word in model.vocabulary.encode(text):
            _, state = model.score(state, word)
            states.add(state)
    for state in states:
        total = sum(math.exp(model.score(state, word)[0]) for word in words)
        if method == "kneser-ney":
            assert total == pytest.approx(1, abs=1e-6)
        elif method in ("katz", "none"):  # where all was seen often, nothing is left for the rest
            assert total == pytest.approx(1, abs=0.2)
        else:
            assert 0 < total < 2  # no probabilities


def test_backoff_is_as_written_down(tmp_path: Path) -> None:
    model = trained([["a", "b"], ["a", "b"], ["a", "c"]], 3, "stupid", tmp_path)
    number = model.vocabulary.number
    state = model.state_of([BEGIN, number("a")])
    assert model.score(state, number("b"))[0] == pytest.approx(math.log(2 / 3))
    # "b c" was never seen after "a": two shorter contexts, each for 0.4, and then c's share of all
    # eight tokens.
    state = model.state_of([number("a"), number("b")])
    unigram = math.exp(float(model.levels[0].logs[number("c")]))
    assert unigram == pytest.approx(1 / 9, rel=0.02)
    assert model.score(state, number("c"))[0] == pytest.approx(math.log(0.4 * 0.4 * unigram))


def test_discounts() -> None:
    values = np.repeat([1, 2, 3, 4], [100, 40, 20, 10])
    y = 100 / 180
    assert kneser_ney_discounts(values).tolist() == pytest.approx(
        [0, 1 - 2 * y * 40 / 100, 2 - 3 * y * 20 / 40, 3 - 4 * y * 10 / 20]
    )
    assert kneser_ney_discounts(np.array([5, 5])).tolist() == [0.0, 0.5, 0.75, 0.9]
    zipf = np.repeat(range(1, 10), [1000, 400, 200, 120, 80, 60, 45, 30, 20])
    shares = good_turing(zipf)
    assert all(0 < share < 1 for share in shares[1:8])
    assert shares[8] == 1.0


@pytest.mark.parametrize("quantised", [False, True])
@pytest.mark.parametrize("method", METHODS)
def test_the_file_says_the_same(method: str, quantised: bool, tmp_path: Path) -> None:
    texts = corpus()
    model = trained(texts, 4, method, tmp_path)
    binary.save(model, tmp_path / "m.lm", quantised=quantised)
    binary.check(tmp_path / "m.lm")
    again = binary.load(tmp_path / "m.lm")
    for text in texts[:50]:
        numbers = model.vocabulary.encode(text)
        assert again.vocabulary.encode(text) == numbers
        expected = model.text_score(numbers)
        assert again.text_score(numbers) == pytest.approx(expected, abs=0.35 if quantised else 1e-4)


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "m.lm"
    binary.save(trained(corpus(50), 3, "stupid", tmp_path), path)
    whole = path.read_bytes()
    for content, message in [
        (b"", "cannot be opened as a language model"),
        (b"something else entirely", "not a language model of legibly"),
        (whole[:-1], "bytes, expected"),
        (whole[:200] + b"!" + whole[201:], "its head has another checksum"),
        (whole[:-300] + bytes(300), "has another checksum"),
        (whole[:12], "its head has another checksum|damaged"),
    ]:
        path.write_bytes(content)
        with pytest.raises(DataError, match=message):
            binary.load(path)
    with pytest.raises(DataError, match="cannot be opened"):
        binary.load(tmp_path / "none.lm")


@pytest.mark.parametrize("method", ["none", "katz", "kneser-ney"])
def test_arpa_goes_out_and_comes_back(method: str, tmp_path: Path) -> None:
    texts = corpus()
    model = trained(texts, 3, method, tmp_path)
    out = io.StringIO()
    write_arpa(model, out)
    again = read_arpa(Source("x.arpa", io.BytesIO(out.getvalue().encode())))
    for text in texts[:50]:
        expected = model.text_score(model.vocabulary.encode(text))
        assert again.text_score(again.vocabulary.encode(text)) == pytest.approx(expected, abs=1e-4)


def test_perplexities_agree_with_kenlm(tmp_path: Path) -> None:
    kenlm = pytest.importorskip("kenlm", reason="needs pip install 'legibly[ngram]'")
    texts = corpus()
    model = trained(texts, 4, "kneser-ney", tmp_path)
    with (tmp_path / "m.arpa").open("w") as out:
        write_arpa(model, out)
    other = kenlm.Model(str(tmp_path / "m.arpa"))
    for text in corpus(50, seed=2):
        ours = sum(model.text_score(model.vocabulary.encode(text))) / math.log(10)
        assert ours == pytest.approx(other.score(" ".join(text)), abs=1e-4)


PRUNED = """
\\data\\
ngram 1=5
ngram 2=3
ngram 3=1

\\1-grams:
-1.0\t<unk>
-99\t<s>\t-0.3
-0.7\t</s>
-0.5\ta\t-0.2
-0.6\tb\t-0.1

\\2-grams:
-0.3\t<s> a\t-0.05
-0.4\ta b\t-0.15
-0.2\tb </s>

\\3-grams:
-0.1\t<s> a b

\\end\\
"""


def test_models_of_others() -> None:
    model = read_arpa(Source("x.arpa", io.BytesIO(PRUNED.encode())))
    number = model.vocabulary.number
    logs = [
        value / math.log(10) for value in model.text_score([number("a"), number("b"), number("b")])
    ]
    # a|<s>, b|<s> a, b|a b: backs off through "a b" and "b"; the end after "b b" through "b".
    assert logs == pytest.approx([-0.3, -0.1, -0.15 - 0.1 - 0.6, -0.2], abs=1e-6)
    assert number("zzz") == UNKNOWN


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("hello", r"no \\data\\ section"),
        ("\\data\\\nngram 1=x\n\n", "found 'ngram 1=x'"),
        ("\\data\\\nngram 1=1\n\n\\2-grams:\n", r"expected \\1-grams:"),
        ("\\data\\\nngram 1=1\n\n\\1-grams:\nx a\n", "'x' is no number"),
        ("\\data\\\nngram 1=2\n\n\\1-grams:\n-1 a\n", "0 fields; expected a score and 1 words"),
        (PRUNED.replace("<s> a b", "<s> b b"), "whose first 2 words are not there"),
        (PRUNED.replace("a b\t-0.15", "a z\t-0.15"), "'z' is no unigram"),
    ],
)
def test_bad_arpa(content: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_arpa(Source("x.arpa", io.BytesIO(content.encode())))


@settings(max_examples=30)
@given(st.lists(st.text(min_size=1, max_size=6), unique=True, max_size=30))
def test_words_keep_their_numbers(words: list[str]) -> None:
    kept = [word for word in words if word not in SIGNS]
    vocabulary = Vocabulary.of([*SIGNS, *kept])
    assert [vocabulary[n] for n in vocabulary.encode(kept)] == kept
    assert vocabulary.words() == [*SIGNS, *kept]
    assert vocabulary.number("not there at all") == UNKNOWN


def test_unknown_methods(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="unknown method 'x'; expected one of stupid"):
        trained([["a"]], 2, "x", tmp_path)
