"""What is masked is gone from every output."""

from __future__ import annotations

import io
import json
import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legibly.api import load
from legibly.errors import UsageError
from legibly.formats import formats
from legibly.formatting.masking import MAX_HELD_TOKENS, MaskedParts, Masks, parse_mask
from legibly.languages import language
from legibly.transcript import Alternative, Transcript, Word, cut_parts
from tests.formatting.test_formatter import baseline

ALL = ("profanity", "cards", "phones", "emails")
ENGLISH = language("en")
CARD = "four four eight two one nine oh three two two one nine oh three three seven"


@pytest.mark.parametrize(
    ("heard", "written"),
    [
        ("what the fuck is this", "What the f*** is this?"),
        ("my card is " + CARD + " thanks", "My card is [card]. Thanks."),
        ("card number forty four eighty two nineteen oh three twenty two nineteen oh three thirty "
         "seven", "Card number [card]."),
        ("call me at five five five one two three four", "Call me at [phone]."),
        ("write to john dot smith at gmail dot com", "Write to [email]."),
        ("jane underscore doe ninety nine at hotmail dot com", "[email]."),
    ],
)  # fmt: skip
def test_what_is_masked(heard: str, written: str) -> None:
    assert load("en", mask=ALL)(heard).text == written


@pytest.mark.parametrize(
    "heard",
    [
        "in twenty nineteen twenty twenty and twenty twenty one we grew",
        "it costs four hundred and twelve thousand dollars",
        "look at this dot com company",
        "he lives at home and dots his letters",
        "the assistant passed the class in scunthorpe",
    ],
)
def test_what_is_not(heard: str) -> None:
    masked = load("en", mask=ALL)(heard)
    assert masked == load("en")(heard)


def test_numbers_that_stay_words_are_masked_too() -> None:
    masked = baseline(mask=("cards", "emails"), numbers=False)
    assert masked(f"it is {CARD} thanks").text == "It is [card] thanks."
    assert masked("write to jane doe at example dot co dot uk now").text == (
        "Write to jane [email] now."
    )


def test_numbers_that_were_written_are_masked_with_their_marks() -> None:
    masked = baseline(mask=("cards",))
    assert masked("It is 4482. 1903. 2219. 0337. We met in 2019.").text == (
        "It is [card]. We met in 2019."
    )
    assert masked("Choose 10, 20, 30, 40, 50 or 60.").text == "Choose 10, 20, 30, 40, 50 or 60."


def test_partial_results_are_masked() -> None:
    stream = load("en", mask=("profanity", "cards")).stream()
    preview = stream.preview(*"what the fuck my card is four four eight two one".split())
    assert not HIDDEN.search(preview)
    assert "[card]" in preview


def test_times_and_confidences_stay() -> None:
    words = [Word(text, i, i + 0.5, 0.9, "A", {"pos": text}) for i, text in enumerate("a shit b")]
    words = [Word(w, i, i + 0.5, 0.9, "A", {"pos": w}) for i, w in enumerate("so shit it".split())]
    masked = baseline(mask=("profanity",))(words)
    assert masked.words[1] == Word("s***", 1, 1.5, 0.9, "A", {})
    assert masked.words[2] == words[2]
    assert masked.times(masked.tokens[1]) == (1, 1.5)


def test_digits_between_speakers_and_fillers_are_one_number() -> None:
    heard = [*CARD.split()[:8], "um", *CARD.split()[8:]]
    words = [Word(text, speaker="A" if i < 8 else "B") for i, text in enumerate(heard)]
    masked = baseline(mask=("cards",), numbers=False)(words)
    assert masked.text == "[card]. [card]."
    assert [word.text for word in masked.words] == ["***"] * len(words)


def test_phrases_of_the_users_own(tmp_path: Path) -> None:
    path = tmp_path / "names.txt"
    path.write_text("# the witness\nbob smith\nzed\n")
    masked = baseline(mask=("profanity", str(path)))
    assert masked("so bob smith and bob saw zed's damn bitch").text == (
        "So *** *** and bob saw *** damn b****."
    )
    stream = masked.stream(max_delay=0)
    texts = []
    for word in "so bob smith left".split():
        update = stream.push(word)
        texts.append(([token.text for token in update.committed], update.provisional))
    assert texts == [(["So"], ""), ([], "bob"), (["***", "***"], ""), (["left"], "")]


def test_what_a_rule_writes_is_masked_too() -> None:
    masked = load("en", mask="profanity", rules={"shoot": "shit", "eff off": "fuck off"})
    assert masked("oh shoot eff off now").text == "Oh, s*** f*** off now."


@pytest.mark.parametrize(
    ("mask", "message"),
    [
        ("profanitty", "mask 'profanitty' is neither a file nor one of profanity, cards, phones"),
        (5, "mask is 5; expected names like 'profanity'"),
        (b"cards", "expected names"),
    ],
)
def test_masks_that_are_none_are_refused(mask: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        parse_mask(mask)


def test_a_language_without_a_list_says_so() -> None:
    with pytest.raises(UsageError, match="no profanity is listed for Chinese; name a file"):
        Masks(("profanity",), language("zh"))


def test_a_run_that_never_ends_does_not_wait_for_ever() -> None:
    parts = MaskedParts(Masks(("cards",), ENGLISH))
    texts = []
    for _ in range(3 * MAX_HELD_TOKENS):
        if (done := parts.add(Transcript([Word("two")], continued=True))) is not None:
            texts += [token.text for token in done.tokens]
    assert texts == ["[card]"] * (len(texts))
    assert texts
    assert len(parts.waiting) <= MAX_HELD_TOKENS


SECRETS = ["fuck", "shitty", "Fucking", "bull-shit"]
PLAIN = ["so", "we", "at", "dot", "underscore", "um", "[noise]", "and", "2024", "call"]
DIGITS = CARD.split()


@st.composite
def talks(draw: st.DrawFn) -> Transcript:
    texts: list[str] = []
    for _ in range(draw(st.integers(1, 6))):
        texts += draw(
            st.lists(st.sampled_from(PLAIN), max_size=4)
            | st.just(DIGITS)
            | st.lists(st.sampled_from(SECRETS), min_size=1, max_size=2)
            | st.just("secret@example.com".split())
        )
    words = [
        Word(text, i * 0.5, i * 0.5 + 0.4, 0.5, "A", {"lemma": text, "segment": 1})
        for i, text in enumerate(texts)
    ]
    alternatives = [
        Alternative(i, i + 1, (Word(draw(st.sampled_from(SECRETS + PLAIN))),), 0.1)
        for i in range(len(words))
        if draw(st.booleans())
    ]
    return Transcript(words, alternatives=alternatives, name="talk")


HIDDEN = re.compile(r"fuck|shit|secret@|448|four,? four,? eight", re.I)
MASKED = baseline(mask=ALL)


@settings(deadline=None, max_examples=40)
@given(talk=talks(), size=st.integers(1, 30))
def test_no_masked_word_is_in_any_output(talk: Transcript, size: int) -> None:
    whole = MASKED(talk)
    assert [word[1:4] for word in whole.words] == [word[1:4] for word in talk.words]
    for kind in formats().values():
        if kind.write is None:
            continue
        out = io.StringIO()
        kind.write(MASKED.parts(cut_parts(talk, size)), out)
        assert not HIDDEN.search(out.getvalue()), kind.name
    assert not HIDDEN.search(json.dumps(whole.to_dict()))
    for reading in MASKED.readings(talk, 2):
        assert not HIDDEN.search(repr(reading.words) + repr(reading.tokens))


@settings(deadline=None, max_examples=30)
@given(talk=talks(), delay=st.sampled_from([0, 2, 4, None]))
def test_no_masked_word_is_in_a_stream(talk: Transcript, delay: int | None) -> None:
    stream = MASKED.stream(max_delay=delay)
    updates = [stream.push(word) for word in talk.words]
    updates.append(stream.close())
    assert not HIDDEN.search(repr(updates))
    words = [word for update in updates for word in update.words]
    assert [word[1:4] for word in words] == [word[1:4] for word in talk.words]
    tokens = [token for update in updates for token in update.committed]
    assert not tokens or tokens[0].first == 0
    assert all(a.last == b.first for a, b in pairwise(tokens))


def test_words_to_mask_may_be_given_as_a_list() -> None:
    formatter = load("en-baseline", mask=["profanity", ["bill", "new york"]])
    assert formatter("so bill left new york").text == "So *** left *** ***."
    with pytest.raises(
        UsageError, match=r"mask has 5; expected a name, a file, or a list of words"
    ):
        parse_mask([5])  # type: ignore[list-item]
