from __future__ import annotations

from legibly.speech.anchors import find_anchors
from legibly.speech.sphinx import Heard


def heard(text: str, score: float = -1.5) -> list[Heard]:
    """A word a second."""
    return [Heard(name, i, i + 0.8, score) for i, name in enumerate(text.split())]


def anchored(text: str, sound: str, score: float = -1.5) -> str:
    names = text.split()
    return " ".join(names[a.word] for a in find_anchors(names, heard(sound, score)))


def test_runs_of_words_are_anchors() -> None:
    assert anchored("a b c d e f", "a b c x d e f") == "a b c d e f"
    assert anchored("a b c d e f", "a x b c d y e f") == "b c d"


def test_words_that_are_heard_here_and_there_are_chance() -> None:
    assert anchored("a b c d e f", "a x b x c x d x e x f") == ""
    assert anchored("a b c d", "x y z") == ""


def test_words_that_sound_unlike_themselves_are_no_anchors() -> None:
    assert anchored("a b c d", "a b c d", score=-6.0) == ""


def test_a_short_text_may_be_heard_as_a_whole() -> None:
    assert anchored("a b", "x a b x") == "a b"
    assert anchored("a", "x x") == ""


def test_times_are_those_that_were_heard() -> None:
    anchors = find_anchors("a b c".split(), heard("x a b c"))
    assert [(a.word, a.start, a.end, a.heard) for a in anchors] == [
        (0, 1, 1.8, 1),
        (1, 2, 2.8, 2),
        (2, 3, 3.8, 3),
    ]
    assert anchors[1].is_next_to(anchors[0])
    assert not anchors[2].is_next_to(anchors[0])
