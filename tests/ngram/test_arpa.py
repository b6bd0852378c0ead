"""ARPA files: those that we write, those of others, and those that are none."""

from __future__ import annotations

import io
import math
from pathlib import Path

import pytest

from legibly.errors import DataError
from legibly.files.source import Source
from legibly.ngram.arpa import read_arpa, write_arpa
from legibly.ngram.model import Ngram
from legibly.ngram.vocabulary import UNKNOWN
from tests.ngram.helpers import corpus, trained


def read(content: str) -> Ngram:
    return read_arpa(Source("x.arpa", io.BytesIO(content.encode())))


def log_tens(model: Ngram, text: str) -> list[float]:
    numbers = model.vocabulary.encode(text.split())
    return [value / math.log(10) for value in model.text_score(numbers)]


@pytest.mark.parametrize("method", ["none", "katz", "kneser-ney"])
def test_arpa_goes_out_and_comes_back(method: str, tmp_path: Path) -> None:
    texts = corpus()
    model = trained(texts, 3, method, tmp_path)
    out = io.StringIO()
    write_arpa(model, out)
    again = read(out.getvalue())
    for text in texts[:50]:
        expected = model.text_score(model.vocabulary.encode(text))
        assert again.text_score(again.vocabulary.encode(text)) == pytest.approx(expected, abs=1e-4)


def test_what_is_written(tmp_path: Path) -> None:
    out = io.StringIO()
    write_arpa(trained([["a"], ["a"]], 2, "none", tmp_path), out)
    head, unigrams, bigrams, end = out.getvalue().split("\n\n")
    assert head == "\\data\\\nngram 1=4\nngram 2=2"
    rows = unigrams.splitlines()
    assert rows[0] == "\\1-grams:"
    assert [row.split("\t")[1] for row in rows[1:]] == ["<unk>", "<s>", "</s>", "a"]
    assert rows[2].startswith("-99\t<s>\t")  # nothing is before the beginning
    assert bigrams == "\\2-grams:\n0\t<s> a\n0\ta </s>"
    assert end == "\\end\\\n"


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
    model = read(PRUNED)
    # a|<s>, b|<s> a, b|a b: backs off through "a b" and "b"; the end after "b b" through "b".
    assert log_tens(model, "a b b") == pytest.approx([-0.3, -0.1, -0.15 - 0.1 - 0.6, -0.2])
    assert model.vocabulary.number("zzz") == UNKNOWN
    assert log_tens(model, "zzz")[0] == pytest.approx(-0.3 - 1.0)


def test_signs_in_capitals_are_the_same() -> None:
    capitals = PRUNED.replace("<s>", "<S>").replace("</s>", "</S>").replace("<unk>", "<UNK>")
    assert log_tens(read(capitals), "a b zzz") == log_tens(read(PRUNED), "a b zzz")


def test_a_model_without_the_unknown_word_gives_it_a_small_chance() -> None:
    without = PRUNED.replace("-1.0\t<unk>\n", "").replace("1=5", "1=4")
    assert log_tens(read(without), "zzz")[0] == pytest.approx(-0.3 - 7)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("hello", r"no \\data\\ section; expected an ARPA file"),
        ("\\data\\\nngram 1=x\n\n", "2: found 'ngram 1=x'; expected ngram 1=COUNT"),
        ("\\data\\\nngram 2=5\n\n", "found 'ngram 2=5'; expected ngram 1=COUNT"),
        (
            "\\data\\\n" + "".join(f"ngram {k}=1\n" for k in range(1, 8)),
            "order 7; up to 6 can be read",
        ),
        ("\\data\\\nngram 1=1\n\n", r"ends before \\1-grams:"),
        ("\\data\\\nngram 1=1\n\n\\2-grams:\n", r"expected \\1-grams:"),
        ("\\data\\\nngram 1=1\n\n\\1-grams:\nx a\n", "'x' is no number"),
        ("\\data\\\nngram 1=2\n\n\\1-grams:\n-1 a\n", "0 fields; expected a score and 1 words"),
        (PRUNED.replace("<s> a b", "<s> b b"), "a 3-gram whose first 2 words are not there"),
        (PRUNED.replace("a b\t-0.15", "a z\t-0.15"), "'z' is no unigram"),
    ],
)
def test_bad_arpa(content: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read(content)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("\\data\\\nngram x=1\n\n", "found 'ngram x=1'; expected ngram 1=COUNT"),
        ("\\data\\\nngram =1\n\n", "found 'ngram =1'; expected ngram 1=COUNT"),
        ("\\data\\\nngram 1=99999999999999\n\n\\1-grams:\n-1 a\n", "fields; expected a score"),
    ],
)
def test_bad_heads(content: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read(content)


@pytest.mark.parametrize(
    ("row", "message"),
    [("nan a", "'nan' is no number"), ("-1 a x", "'x' is no number")],
)
def test_bad_numbers(row: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read(f"\\data\\\nngram 1=1\n\n\\1-grams:\n{row}\n\n\\end\\\n")
