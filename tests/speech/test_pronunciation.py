from __future__ import annotations

import shutil
import stat
from pathlib import Path

import pytest

from legibly.errors import DataError
from legibly.languages.tables import rows
from legibly.speech import pronunciation
from legibly.speech.pronunciation import (
    MAX_PHONES,
    Pronunciations,
    espeak_phones,
    phones_of,
    read_dictionary,
)

DICTIONARY = {
    "hello": ("HH AH L OW", "HH EH L OW"),
    "lower": ("L OW ER",),
    "case": ("K EY S",),
    "don't": ("D OW N T",),
    "u.s.": ("Y UW EH S",),
    "mr.": ("M IH S T ER",),
    "m": ("EH M",),
}
TABLE = {row[0]: row[1] for row in rows("en", "ipa_phones", 2)}
needs_espeak = pytest.mark.skipif(
    shutil.which("espeak-ng") is None, reason="needs the program espeak-ng: apt install espeak-ng"
)


@pytest.fixture
def no_espeak(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))


def test_a_dictionary_has_several_ways(tmp_path: Path) -> None:
    path = tmp_path / "x.dict"
    path.write_text(";;; a comment\nHello HH AH L OW\nhello(2) HH EH L OW\n\ntab\tT AE B\n")
    assert read_dictionary(path) == {
        "hello": ("HH AH L OW", "HH EH L OW"),
        "tab": ("T AE B",),
    }


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"", "no words in it"), (b"alone\n", "no words in it"), (b"\xff\xfe A", "cannot be read")],
)
def test_what_is_no_dictionary(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "x.dict"
    path.write_bytes(content)
    with pytest.raises(DataError, match=message):
        read_dictionary(path)


def test_a_dictionary_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.dict"
    path.write_text("a AH\n")
    monkeypatch.setattr(pronunciation, "MAX_DICTIONARY_BYTES", 2)
    with pytest.raises(DataError, match="expected a dictionary"):
        read_dictionary(path)


@pytest.mark.usefixtures("no_espeak")
@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("Hello,", 1),
        ('"hello"!', 1),
        ("don’t", 1),
        ("U.S.", 1),
        ("Mr.", 1),
        ("m.", 1),
        ("lower-case", 2),
        ("lower—case.", 2),
        ("Lower/case", 2),
        ("lower_case", 2),
        ("unheardof", 0),
        ("lower-unheardof", 0),
        ("—", 0),
        ("😀", 0),
        ("", 0),
    ],
)
def test_words_are_found_by_their_look(word: str, parts: int) -> None:
    assert len(Pronunciations([word], DICTIONARY, "en").of(word)) == parts


@pytest.mark.usefixtures("no_espeak")
def test_what_nobody_knows_is_told() -> None:
    found = Pronunciations(["hello", "Zzyx", "—", "Zzyx"], DICTIONARY, "en")
    assert found.unknown == ["Zzyx"]


@needs_espeak
def test_espeak_says_what_is_in_no_dictionary() -> None:
    words = ["Schoeffer", "Maintz", "NTSB", "café", "3", "北京", "a" * 1000, "x'y"]
    found = espeak_phones(words, "en")
    assert found["Maintz"] == "M EY N T S"
    assert found["NTSB"] == "EH N T IY EH S B IY"
    assert found["3"] == "TH R IY"
    assert "café" in found
    assert not {"北京", "a" * 1000} & found.keys()  # another script; no word
    assert espeak_phones(["Maintz"], "es") == {}  # no table of phones


@needs_espeak
def test_every_sound_of_espeak_has_a_phone() -> None:
    words = (
        "thing this vision church judge year cure fire tower boy bird father thought goat "
        "bottle button sudden rhythm loch genre encore naive being idea royal"
    ).split()
    assert espeak_phones(words, "en").keys() == set(words)


def test_the_longest_sounds_are_taken() -> None:
    assert phones_of("tʃˈɜːtʃ", TABLE) == "CH ER CH"
    assert phones_of("fˈaɪɚ(fr)", TABLE) == "F AY ER"
    assert phones_of("ʘa", TABLE) == ""
    assert phones_of("a" * (MAX_PHONES + 1), TABLE) == ""


def test_every_phone_of_the_table_is_one_of_the_dictionary() -> None:
    pocketsphinx = pytest.importorskip("pocketsphinx")
    found = read_dictionary(Path(pocketsphinx.get_model_path("en-us/cmudict-en-us.dict")))
    known = {phone for ways in found.values() for way in ways for phone in way.split()}
    assert {phone for phones in TABLE.values() for phone in phones.split()} <= known


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("exit 1", {}),
        ("while read line; do echo; echo a; done", {"first": "AE", "second": "AE"}),
        ("while read line; do echo ʘ; done", {}),
        ("printf '\\377\\n\\377\\n'", {}),
    ],
)
def test_a_program_that_answers_oddly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, expected: dict[str, str]
) -> None:
    """No word gets the sounds of another: where lines are too many, each is asked for alone."""
    program = tmp_path / "espeak-ng"
    program.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr(shutil, "which", lambda name: str(program))
    assert espeak_phones(["first", "second"], "en") == expected
