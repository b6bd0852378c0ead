"""What was said again or begun anew: heard, kept with its times, and not written."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest

from legibly.api import load
from legibly.errors import UsageError
from legibly.features.restarts import Restart, Said
from legibly.formatting.disfluencies import DISFLUENCY, SpokenFacts
from legibly.formatting.formatter import Formatter, WeightedScorer
from legibly.formatting.options import Options, make_options
from legibly.languages import language
from legibly.transcript import Token, Transcript, Word
from tests.formatting.test_formatter import baseline, heard


class Eager:
    """Leaves out whatever may be."""

    marks: tuple[str, ...] = ()

    def odds(self, words: Sequence[Said], restarts: Sequence[Restart]) -> list[float]:
        return [1.0 + restart.length for restart in restarts]


def eager(**options: object) -> Formatter:
    """The baseline, which leaves out whatever may be."""
    formatter = baseline()
    scorers = [*formatter.scorers, WeightedScorer(Eager())]
    settings = Options(**{"disfluencies": "drop", **options})  # type: ignore[arg-type]
    return Formatter(scorers, formatter.language, settings, proposers=())


@pytest.fixture(scope="module")
def english() -> Formatter:
    return load("en", disfluencies="drop")


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("i i i don't i don't think so", "I don't think so."),
        ("um so i uh i went to the the store", "So I went to the store."),
        ("the the meeting is is on on monday", "The meeting is on Monday."),
        ("we were we were going to to go", "We were going to go."),
    ],
)
def test_what_is_begun_anew_is_left_out(english: Formatter, said: str, written: str) -> None:
    assert english(said).text == written


@pytest.mark.parametrize(
    "said",
    [
        "it was very very good",
        "we said that that man is old",
        "he had had enough",
        "no no no i won't",
        "bye bye",
        "it gets better and better day by day",
        "call five five five one two two",
        "twenty twenty was a hard year",
        "the code is a a b b",
        "u s a a a",
        "we had a long long talk",
        "he works at new york new york",
        "it is what it is",
        "what will be will be",
    ],
)
def test_what_is_said_twice_on_purpose_stays(english: Formatter, said: str) -> None:
    assert not [token for token in english(said).tokens if token.kind == DISFLUENCY]


def test_words_that_are_left_out_stay_with_their_times() -> None:
    transcript = heard("we we go")
    written = eager()(transcript)
    assert written.text == "We go."
    assert written.words == transcript.words
    assert [(token.text, token.kind) for token in written.tokens] == [
        *(("", "disfluency"), ("We", "word"), ("go", "word")),
    ]
    assert json.loads(written.to("json"))["words"][0]["start"] == 0.0


def marked(text: str) -> Transcript:
    """Text that has its marks."""
    return Transcript.from_text(text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("I, I went home. We, we stayed.", "I went home. We stayed."),
        ("He left. We- we stayed.", "He left. We stayed."),
        ("But I, um, I left.", "But I left."),
        ("But, um, he left.", "But, he left."),
        ("He said no. The the man left.", "He said no. The man left."),
        ("Yes, it it's late.", "Yes, it's late."),
    ],
)
def test_marks_and_capitals_go_to_the_words_that_stay(before: str, after: str) -> None:
    assert eager()(marked(before)).text == after


@pytest.mark.parametrize("text", ["we we go", "um we go", "we um we go"])
def test_one_switch_says_what_is_left_out(text: str) -> None:
    def written(**options: object) -> str:
        return eager(**options)(text).text

    assert written(disfluencies="fillers") == written(disfluencies="keep", fillers="drop")
    assert written(disfluencies="drop", fillers="keep") == "We go."
    assert written(disfluencies="keep") == text.capitalize() + "."


def test_what_the_user_keeps_is_kept() -> None:
    assert eager(keep=("dada we",))("we we he he").text.lower() == "we we he."


def test_speakers_do_not_take_words_from_each_other() -> None:
    assert eager()(heard("we we go", speakers="ABB")).text.count("We") == 2


def test_a_model_that_has_not_learnt_it_says_so() -> None:
    with pytest.raises(UsageError, match="'fillers' goes with every model"):
        baseline(disfluencies="drop")
    with pytest.raises(UsageError, match="disfluencies is 'some'; expected 'keep' or 'fillers'"):
        make_options(disfluencies="some")


@pytest.mark.parametrize("delay", [4, 8, 24])
def test_a_stream_waits_for_what_may_come(delay: int) -> None:
    stream = eager().stream(max_delay=delay)
    tokens: list[Token] = []
    for word in "so we we go".split():
        update = stream.push(word)
        tokens += update.committed
        assert not update.committed or update.committed[-1].last <= 4
    tokens += stream.close().committed
    assert [token.text for token in tokens] == ["So", "", "we", "go"]


def test_a_stream_without_delay_leaves_nothing_out() -> None:
    stream = eager().stream(max_delay=0)
    tokens = [token for word in ("we", "we") for token in stream.push(word).committed]
    assert [token.text for token in tokens] == ["We", "we"]


def test_how_words_look_to_the_model() -> None:
    facts = SpokenFacts(language("en"), frozenset({"we"}))
    words = [Word(text) for text in "we uh th- five very a [noise] go".split()]
    tokens = [Token(word.text, i, i + 1) for i, word in enumerate(words)]
    tokens[-1] = tokens[-1]._replace(after=".")
    said, places = facts.said(list(zip(tokens, words, strict=True)))
    assert places == [0, 2, 3, 4, 5, 6, 7]
    assert said == [
        Said("we", hesitates=True, ends=True, plain=False),
        Said("th", broken=True),
        Said("five", ends=True, plain=False),
        Said("very", doubles=True),
        Said("a"),
        Said("[noise]", ends=True, plain=False),
        Said("go", ends=True, doubles=True),
    ]


def test_options_are_kept_in_copies() -> None:
    formatter = eager()
    kept = formatter.with_options(replace(formatter.options, disfluencies="keep"))
    assert kept("we we go").text == "We we go."
