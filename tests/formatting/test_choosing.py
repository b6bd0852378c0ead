from __future__ import annotations

from collections.abc import Sequence

from legibly.api import load
from legibly.formatting.choosing import Choosing, choose_words, stretches
from legibly.lattice.word_lattice import Link, WordLattice
from legibly.transcript import Alternative, Transcript, Word


def heard(text: str, *others: tuple[int, int, str, float]) -> Transcript:
    words = [Word(word, i, i + 0.5) for i, word in enumerate(text.split())]
    alternatives = [
        Alternative(first, last, tuple(map(Word, other.split())), score)
        for first, last, other, score in others
    ]
    return Transcript(words, language="en", alternatives=alternatives)


def judge_for(*liked: str):  # type: ignore[no-untyped-def]
    def judge(transcripts: Sequence[Transcript]) -> list[float]:
        return [float(sum(word.text in liked for word in one.words)) for one in transcripts]

    return judge


def texts(transcript: Transcript) -> str:
    return " ".join(word.text for word in transcript.words)


def test_a_judge_and_the_recogniser_choose_together() -> None:
    talk = heard("we met bell today", (2, 3, "bill", -0.5))
    assert texts(choose_words(talk, judge_for("bill"), Choosing())) == "we met bill today"
    assert texts(choose_words(talk, judge_for("bill"), Choosing(weight=9))) == "we met bell today"
    assert texts(choose_words(talk, judge_for(), Choosing())) == "we met bell today"


def test_words_outside_of_alternatives_stay() -> None:
    talk = heard("a b c d e f", (1, 2, "x y", 0.0), (4, 6, "", 0.0))
    chosen = choose_words(talk, judge_for("x"), Choosing(penalty=0.1))
    assert texts(chosen) == "a x y c d"
    assert chosen.words[0] == talk.words[0]
    assert not chosen.alternatives


def test_overlapping_alternatives_are_one_stretch() -> None:
    items = heard("a b c d", (0, 2, "x", 0.0), (1, 3, "y", 0.0), (3, 4, "z", 0.0)).alternatives
    assert [(first, last, len(group)) for first, last, group in stretches(items)] == [
        (0, 3, 2),
        (3, 4, 1),
    ]
    assert list(stretches([])) == []


def test_what_was_chosen_before_is_context_of_what_follows() -> None:
    talk = heard("a b", (0, 1, "x", 0.0), (1, 2, "y", 0.0))

    def judge(transcripts: Sequence[Transcript]) -> list[float]:
        return [float(texts(one) in ("x b", "x y")) for one in transcripts]

    assert texts(choose_words(talk, judge, Choosing())) == "x b"


def test_a_whole_model_rescores_lists_and_lattices() -> None:
    formatter = load("en")
    talk = heard("how are you to day", (3, 5, "today", 0.0))
    written = formatter.rescore(talk)
    assert written.text in ("How are you today?", "How are you to day?")
    numbers = heard("it costs twenty five dollars", (4, 5, "collars", -3.0))
    assert formatter.rescore(numbers).text == "It costs $25."
    links = [
        Link(0, 1, Word("hello")),
        Link(1, 2, Word("there"), -1.0),
        Link(1, 2, Word("their"), -9.0),
    ]
    assert formatter.rescore(WordLattice(links, 3)).text == "Hello there."
