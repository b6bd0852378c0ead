from __future__ import annotations

from hypothesis import given

from legibly.metrics.pairs import align_pair
from legibly.metrics.projection import project, retime
from legibly.transcript import Transcript, Word
from tests.metrics.helpers import texts, written


def heard(text: str) -> Transcript:
    return Transcript([Word(word, i, i + 0.5, 0.9) for i, word in enumerate(text.split())])


def test_marks_case_speakers_and_labels_go_to_the_recognisers_words() -> None:
    ref = written("Hello, Bill. It NASA.", speaker="A", focus="f0")
    projected = project(align_pair("x", ref, heard("hello will it um nasa")))
    assert projected.text == "Hello, Will. It um NASA."
    assert projected.words[1] == Word("will", 1, 1.5, 0.9, "A", {"focus": "f0"})
    assert projected.words[3].speaker is None


def test_a_mark_after_a_missed_word_goes_to_the_word_before() -> None:
    assert project(align_pair("x", written("yes indeed. So"), heard("yes so"))).text == "yes. So"
    assert project(align_pair("x", written("yes, indeed. So"), heard("yes so"))).text == "yes. So"
    assert project(align_pair("x", written("yes. Indeed, so"), heard("yes so"))).text == "yes. so"


def test_a_human_text_gets_the_recognisers_times() -> None:
    retimed = retime(align_pair("x", written("Well, it is me. Yes"), heard("well it me")))
    assert retimed.text == "Well, it is me. Yes"
    assert [(w.start, w.end) for w in retimed.words] == [
        (0, 0.5),
        (1, 1.5),
        (1.5, 2.0),
        (2, 2.5),
        (None, None),
    ]
    assert retimed.words[2].labels == {"interpolated": True}
    assert retimed.words[0].confidence == 0.9


@given(texts(), texts())
def test_no_word_is_lost_or_altered(ref: Transcript, hyp: Transcript) -> None:
    pair = align_pair("x", ref, hyp)
    assert [word.text for word in project(pair).words] == [word.text for word in hyp.words]
    assert [token.written for token in retime(pair).tokens] == [
        token.written for token in ref.tokens
    ]
