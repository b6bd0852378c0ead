"""Which language a text is in, by its letters."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest

from legibly.errors import DataError
from legibly.languages.profiles import LEAST_RUNS, Profiles, profiles, runs

ENGLISH = (
    "so the first thing that we want to talk about today is how the company has done over the last "
    "three months and what we think will happen before the end of the year"
)
OTHERS = {
    "es": "lo primero de lo que queremos hablar hoy es de cómo le ha ido a la empresa en los "
    "últimos tres meses y de lo que creemos que va a pasar antes de que termine el año",
    "pt": "a primeira coisa de que queremos falar hoje é como a empresa tem andado nos últimos "
    "três meses e o que achamos que vai acontecer antes do fim do ano",
    "zh": "今天我们首先要谈的是公司在过去三个月里的情况以及我们认为年底之前会发生什么事情",
    "de": "als erstes wollen wir heute darüber sprechen wie es dem unternehmen in den letzten drei "
    "monaten ergangen ist und was wir bis zum ende des jahres erwarten",
    "fr": "la première chose dont nous voulons parler aujourd'hui est la façon dont l'entreprise a "
    "travaillé ces trois derniers mois et ce que nous pensons de la fin de l'année",
}


@pytest.mark.parametrize("code", OTHERS)
def test_text_of_another_language_is_told(code: str) -> None:
    assert profiles().plainly_other(OTHERS[code], "en") == code
    assert profiles().plainly_other(OTHERS[code], code) is None
    assert profiles().plainly_other(ENGLISH, code) == "en"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (
            "bonjour à tous et merci d'être venus ce soir nous allons parler du budget de la ville "
            "et des travaux qui commencent lundi",
            "fr",
        ),
        (
            "io non lo so ma penso che dovremmo andare adesso perché il treno parte tra dieci "
            "minuti e non voglio perderlo",
            "it",
        ),
    ],
)
def test_two_lines_are_enough(text: str, code: str) -> None:
    assert profiles().plainly_other(text, "en") == code


@pytest.mark.parametrize(
    "text",
    [
        ENGLISH,
        ENGLISH.upper(),
        "",
        "123 456 !!! ...",
        "no",
        "el nino and la nina",
        "hasta la vista baby",
        "joão silva josé garcía maría fernández and luís figo met in são paulo",
        "def runs(text): return [word.lower() for word in text.split() if word.isalpha()]",
        "for (int i = 0; i < n; ++i) { sum += values[i]; } std::vector<int> x = foo->bar();",
        "um uh uh-huh mm-hmm yeah yeah okay okay right right uh-huh um " * 5,
        "bach beethoven schubert schumann brahms wagner bruckner mahler strauss schoenberg " * 2,
        "https://www.example.de/ueber-uns/geschichte?sprache=deutsch&seite=uebersicht " * 5,
    ],
)
def test_english_names_code_and_short_texts_are_not(text: str) -> None:
    assert profiles().plainly_other(text, "en") is None


def test_a_language_without_a_profile_is_not_judged() -> None:
    assert profiles().plainly_other(OTHERS["de"], "tlh") is None


def test_the_data_is_small() -> None:
    assert len(profiles().names) >= 20
    assert sum(len(costs) for costs in profiles().costs.values()) < 100_000


def test_chinese_is_read_sign_by_sign() -> None:
    assert list(runs("中文30%")) == list("中文")


def test_runs_stay_within_words() -> None:
    assert list(runs("ab a_b 3x 你好")) == ["a", "b", " a", "ab", "b ", " ab", "ab ", "你", "好"]


def test_short_texts_say_nothing() -> None:
    known = Profiles({"xx": "X", "yy": "Y"}, {"a": {"xx": 1.0}, "b": {"yy": 1.0}})
    assert known.plainly_other("b " * (LEAST_RUNS // 5), "xx") is None
    assert known.plainly_other("b " * LEAST_RUNS, "xx") == "yy"
    assert known.judge("").costs == {"xx": 0.0, "yy": 0.0}


@pytest.mark.parametrize(
    "data",
    [
        b"nothing",
        lzma.compress(b""),
        lzma.compress(b"run\ten\n"),
        lzma.compress(b"run\ten=English\na\tx\n"),
        lzma.compress(b"run\ten=English\na\t1\t2\n"),
    ],
)
def test_damaged_profiles_are_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "profiles").write_bytes(data)
    with pytest.raises(DataError, match="damaged profiles"):
        profiles(tmp_path / "profiles")
