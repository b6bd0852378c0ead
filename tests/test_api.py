"""The face for Python."""

from __future__ import annotations

import copy
import multiprocessing
import os
import pickle
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import legibly
from legibly import Formatter, Transcript, UsageError, Word
from legibly.model_folders.finding import find_model

HEARD = "hi bill it's tracy how are you"


@pytest.fixture(scope="module")
def formatter() -> Formatter:
    return legibly.load("en")


def test_text_is_formatted_in_one_call() -> None:
    assert legibly.format(HEARD) == "Hi, Bill. It's Tracy. How are you?"


def test_a_formatter_takes_a_transcript_text_or_words(formatter: Formatter) -> None:
    words = HEARD.split()
    wanted = formatter(Transcript([Word(word) for word in words]))
    assert formatter(HEARD).tokens == wanted.tokens
    assert formatter(words).tokens == wanted.tokens
    assert formatter(iter(words)).tokens == wanted.tokens
    assert [written.tokens for written in formatter.each([HEARD, words])] == [wanted.tokens] * 2


def test_marks_in_text_are_marks() -> None:
    transcript = Transcript.from_text("Well, yes.")
    assert [(token.text, token.after) for token in transcript.tokens] == [
        ("Well", ","),
        ("yes", "."),
    ]
    assert [word.text for word in transcript.words] == ["Well", "yes"]


def test_a_transcript_can_be_looked_at_and_written() -> None:
    transcript = Transcript([Word("hello", 0.0, 0.5), Word("there", 0.5, 1.5)], name="talk")
    assert str(transcript) == "hello there"
    assert repr(transcript) == "<Transcript 'talk' of 2 words: 'hello there'>"
    assert "00:00:00,000 --> 00:00:01,500\nhello there\n" in transcript.to("srt")
    document = transcript.to_dict()
    assert document["legibly"] == 1
    assert document["words"][1] == {"text": "there", "start": 0.5, "end": 1.5}


def test_score_in_one_call() -> None:
    score = legibly.score("Hello, world. How are you?", "hello world how are you?")
    assert score.f1 == 0.5
    assert score.to_dict()["marks"]["?"]["correct"] == 1
    assert "all marks" in str(score)
    assert legibly.score("no marks", "none at all").f1 is None


def test_models_are_listed() -> None:
    assert {"en", "en-baseline"} <= set(legibly.models())


def test_tables_may_be_lists_and_dicts() -> None:
    formatter = legibly.load(
        "en-baseline",
        lexicon={"iphone": "iPhone"},
        rules=[("gonna", "going to"), ("uh", ""), ("kay", "okay", "1.5")],
        keep=["three amigos"],
    )
    assert formatter("uh i'm gonna see three amigos on an iphone").text == (
        "I'm going to see three amigos on an iPhone."
    )


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda f: f(None), "found None; expected a transcript, text or a list of words"),
        (lambda f: f(b"text"), "found b'text'; expected a transcript"),
        (lambda f: f(Word("hi")), "expected a transcript, text or a list of words"),
        (lambda f: f([Word("a"), 3]), r"words\[1\] is 3; expected a Word"),
        (lambda f: f.stream().push(None), "found None; expected a Word or a string"),
        (lambda f: Transcript(["hi"]), "words.0. is 'hi'; expected a Word; Transcript.from_text"),  # type: ignore[list-item]
        (lambda f: Transcript("hi"), "words is 'hi'; expected a sequence of Words"),  # type: ignore[arg-type]
        (lambda f: Transcript.from_text(b"x"), "text is b'x'; expected a string"),  # type: ignore[arg-type]
        (lambda f: legibly.load(4), "model is 4; expected its name"),  # type: ignore[arg-type]
        (lambda f: legibly.load(punctuation="no"), "punctuation is 'no'; expected True or False"),  # type: ignore[arg-type]
        (lambda f: legibly.load(digits_from="x"), "digits_from is 'x'; expected a number"),  # type: ignore[arg-type]
        (lambda f: legibly.load(beam="x"), "beam is 'x'; expected a number"),  # type: ignore[arg-type]
        (lambda f: legibly.load(marks=5), "marks is 5; expected a string like"),  # type: ignore[arg-type]
        (lambda f: legibly.load(styles=7), "styles is 7; expected a dict like"),  # type: ignore[arg-type]
        (lambda f: legibly.load(lexicon=3), "lexicon is 3; expected a path, a list"),  # type: ignore[arg-type]
        (lambda f: legibly.load(rules=[3]), "rules has the row 3; expected a string, or a tuple"),  # type: ignore[list-item]
        (lambda f: legibly.load(units="miles"), "units is 'miles'; expected 'words' or 'short'"),
        (lambda f: legibly.load(grammars=1), "grammars is 1; expected the path of a file"),  # type: ignore[arg-type]
        (lambda f: legibly.load("x" * 5000), "unknown model 'xxx"),
        (lambda f: legibly.load("a\0b"), r"unknown model 'a\\x00b'"),
        (lambda f: legibly.read("a\0b"), "cannot be opened"),
        (lambda f: legibly.load("en-baseline", grammars="a\0b"), "without NUL"),
        (lambda f: legibly.load("en-baseline", rules=Path("a\0b")), "without NUL"),
        (lambda f: legibly.read(5), "path is 5; expected a string or a Path"),  # type: ignore[arg-type]
        (lambda f: f("so").to(5), "format is 5; expected its name"),
        (lambda f: f.stream().push(Word(5)), "found Word.text=5"),  # type: ignore[arg-type]
    ],
)
def test_wrong_types_are_refused_in_a_sentence(
    wrong: Callable[[Formatter], object], message: str, formatter: Formatter
) -> None:
    with pytest.raises(UsageError, match=message):
        wrong(formatter)


def test_rows_that_make_no_sense_are_named() -> None:
    with pytest.raises(legibly.DataError, match="rules, row 1: several words written as nothing"):
        legibly.load("en-baseline", rules={"a b": ""})
    with pytest.raises(legibly.DataError, match="lexicon, row 2: 'a b' is several words"):
        legibly.load("en-baseline", lexicon=["iPhone", "a b"])


def test_a_used_formatter_can_be_pickled_and_copied(formatter: Formatter) -> None:
    wanted = formatter(HEARD).text
    assert pickle.loads(pickle.dumps(formatter))(HEARD).text == wanted
    assert copy.deepcopy(formatter)(HEARD).text == wanted


def test_a_model_by_a_relative_path_is_found_from_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(find_model("en"), tmp_path / "mine")
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path)
    formatter = legibly.load("mine")
    wanted = formatter(HEARD).text
    monkeypatch.chdir(tmp_path / "other")
    assert pickle.loads(pickle.dumps(formatter))(HEARD).text == wanted


def test_threads_share_a_formatter(formatter: Formatter) -> None:
    texts = [f"{HEARD} " * (1 + i % 3) for i in range(12)]
    wanted = [formatter(text).text for text in texts]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda text: formatter(text).text, texts)) == wanted


def _in_child(formatter: Formatter, text: str, answers: multiprocessing.SimpleQueue[str]) -> None:
    answers.put(formatter(text).text)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_used_formatter_works_after_a_fork(formatter: Formatter) -> None:
    text = f"{HEARD} " * 60  # several blocks, so that threads are at work
    wanted = formatter(text).text
    context = multiprocessing.get_context("fork")
    answers = context.SimpleQueue()
    child = context.Process(target=_in_child, args=(formatter, text, answers))
    child.start()
    child.join(60)
    assert child.exitcode == 0
    assert answers.get() == wanted
