"""The shipped network: what must hold whatever it has learnt."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import legibly
from legibly.errors import DataError
from legibly.lattice.scoring import Block
from legibly.model_folders.finding import find_model
from legibly.model_folders.loading import load_folder
from legibly.scorers.neural import NETWORK_MARKS, NeuralScorer, load
from legibly.transcript import Transcript, Word

TEXT = [
    "so",
    "we",
    "met",
    "bill",
    "in",
    "london",
    "on",
    "monday",
    "and",
    "he",
    "said",
    "that",
    "nasa",
    "had",
    "called",
    "him",
    "is",
    "that",
    "true",
    "i",
    "asked",
    "well",
    "he",
    "said",
    "it",
    "is",
    "and",
    "then",
    "we",
    "went",
    "home",
    "because",
    "it",
    "was",
    "late",
    "do",
    "you",
    "know",
    "what",
    "i",
    "mean",
]


@pytest.fixture(scope="module")
def scorer() -> NeuralScorer:
    return load(find_model("en"), {})


def block(words: list[str], first: int = 0, last: int | None = None) -> Block:
    return Block(
        [Word(word) for word in words], first, len(words) if last is None else last, True, True
    )


def test_a_row_for_every_word_and_log_probabilities_in_it(scorer: NeuralScorer) -> None:
    [[marks, cases]] = scorer.tables([block(TEXT)])
    assert marks.scores.shape == (len(TEXT), len(NETWORK_MARKS))
    assert np.allclose(np.exp(marks.scores).sum(axis=1), 1, atol=1e-3)
    assert np.allclose(np.exp(cases.scores).sum(axis=1), 1, atol=1e-3)


def test_batches_never_change_results(scorer: NeuralScorer) -> None:
    alone = scorer.tables([block(TEXT)])[0][0].scores
    together = scorer.tables([block(["no"]), block(TEXT), block(TEXT[:5])])[1][0].scores
    assert np.array_equal(alone, together)


def test_words_of_many_pieces_are_cut_into_more_windows(scorer: NeuralScorer) -> None:
    words = ["antidisestablishmentarianism" + "x" * 40] * 60
    [[marks, cases]] = scorer.tables([block(words, 10, 50)])
    assert len(marks.scores) == len(cases.scores) == 40


def test_odd_words_are_fine(scorer: NeuralScorer) -> None:
    [[marks, _]] = scorer.tables([block(["你好", "", "\u200b", "<unk>", "é" * 500, "42"])])
    assert np.isfinite(marks.scores).all()


def test_it_reads_like_text() -> None:
    text = legibly.load("en")(Transcript([Word(word) for word in TEXT])).text
    assert text.startswith("So we met Bill in London on Monday")
    assert "NASA" in text
    assert text.endswith("?")


def test_marks_beyond_the_default_are_written_on_request() -> None:
    formatter = legibly.load("en", marks=",.?!:;—")
    assert set(formatter.marks) == set(NETWORK_MARKS) - {""}
    assert set(legibly.load("en").marks) == {",", ".", "?", "!"}


def test_portions_make_no_difference() -> None:
    formatter = legibly.load("en")
    words = [Word(word) for word in TEXT * 12]
    whole = formatter(Transcript(words))
    parts = [Transcript(words[i : i + 100], continued=True) for i in range(0, len(words), 100)]
    assert [t.written for part in formatter.parts(parts) for t in part.tokens] == [
        t.written for t in whole.tokens
    ]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("network.onnx", b"not a network", "cannot be loaded"),
        ("tokenizer.json", b"{}", "no vocabulary of word pieces"),
    ],
)
def test_a_damaged_model_is_one_clear_line(
    tmp_path: Path, name: str, content: bytes, message: str
) -> None:
    folder = tmp_path / "model"
    shutil.copytree(find_model("en"), folder)
    (folder / name).write_bytes(content)
    with pytest.raises(DataError, match="checksum differs"):
        load_folder(folder)
    with pytest.raises(DataError, match=message) as caught:
        load(folder, {})
    assert "\n" not in str(caught.value)


def test_settings_are_checked() -> None:
    with pytest.raises(DataError, match="expected 8 numbers"):
        load(find_model("en"), {"bias": [1.0]})
    with pytest.raises(DataError, match="threads = 0; expected 1 to 1024"):
        load(find_model("en"), {"threads": 0})


def test_threads_make_no_difference() -> None:
    blocks = [block(TEXT[i:]) for i in range(6)]
    one, two = (load(find_model("en"), {"threads": threads}).tables(blocks) for threads in (1, 2))
    assert all(np.array_equal(a[0].scores, b[0].scores) for a, b in zip(one, two, strict=True))


FORK = """
import os, sys, threading
import legibly

formatter = legibly.load("en")
network = next(s.scorer._network for s in formatter.scorers if hasattr(s.scorer, "_network"))
wanted = str(formatter("so we met bill"))
session = network._session
if sys.argv[1] == "beside":
    stop = threading.Event()
    threading.Thread(target=stop.wait).start()
if os.fork() == 0:
    right = str(formatter("so we met bill")) == wanted
    print(right, "shared" if network._session is session else "its own", flush=True)
    os._exit(0)
os.wait()
if sys.argv[1] == "beside":
    stop.set()
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize(("threads", "memory"), [("alone", "shared"), ("beside", "its own")])
def test_a_child_of_one_thread_shares_the_network(threads: str, memory: str) -> None:
    command = [sys.executable, "-c", FORK, threads]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout == f"True {memory}\n"
