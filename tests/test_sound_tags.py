from __future__ import annotations

import pytest

from legibly.sound_tags import is_tag, is_unknown_word


@pytest.mark.parametrize(
    "text",
    [
        "[laughter]",
        "<noise>",
        "<unk>",
        "{breath}",
        "++COUGH++",
        "%hesitation",
        "[soft laughter]",
        "♪",
    ],
)
def test_tags(text: str) -> None:
    assert is_tag(text)


@pytest.mark.parametrize("text", ["hello", "", "<", "a<b>", "100%", "%", "I", "[", "c++"])
def test_words(text: str) -> None:
    assert not is_tag(text)


def test_an_unknown_word_was_spoken() -> None:
    assert is_unknown_word("<UNK>")
    assert not is_unknown_word("[laughter]")
