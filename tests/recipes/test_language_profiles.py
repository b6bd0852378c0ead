"""What profiles are learnt from, and that they are kept."""

from __future__ import annotations

import lzma
from collections import Counter
from pathlib import Path

from legibly.languages.profiles import profiles
from recipes.language_profiles.learn import count_runs, learn, save
from recipes.language_profiles.texts import (
    handbook_languages,
    lines_of,
    paragraphs,
    windows,
    words_of,
)

GERMAN = (
    "Die Verwaltung eines Rechners ist eine Aufgabe, die viel Geduld und auch Sorgfalt braucht."
)
ENGLISH = "The administration of a computer is a task that needs much patience and also some care."


def handbook(folder: Path) -> Path:
    for language, texts in (("de-DE", [GERMAN, ENGLISH]), ("en-US", [ENGLISH])):
        (folder / language).mkdir()
        for page in range(8):
            body = "".join(f'<div class="para">\n{text} <code>x</code></div>' for text in texts)
            (folder / language / f"{page}.html").write_text(f"<body>{body}<p>No.</p></body>")
    return folder


def test_paragraphs_of_a_handbook_that_are_translated(tmp_path: Path) -> None:
    folder = handbook(tmp_path)
    assert handbook_languages(folder) == {"de": folder / "de-DE"}
    assert handbook_languages(tmp_path / "none") == {}
    english = words_of(folder / "en-US")
    learnt = list(paragraphs(folder / "de-DE", heldout=False, without=english))
    assert learnt == [GERMAN] * 6
    assert list(paragraphs(folder / "de-DE", heldout=True, without=english)) == [GERMAN] * 2


def test_so_much_of_each_file(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).write_bytes(lzma.compress(b"one\n\ntwo\nthree\n"))
    assert list(lines_of([tmp_path / "a", tmp_path / "b"], 5)) == ["one", "two"] * 2


def test_windows_have_so_many_words() -> None:
    assert list(windows(["a b c", "d e", "f"], 4, 9)) == ["a b c d"]
    assert list(windows(["a b", "c d", "e f"], 2, 2)) == ["a b", "c d"]
    assert list(windows(["这是一个很长的句子没有空格", "二"], 1, 9)) == ["这是", "二"]


def test_profiles_are_kept(tmp_path: Path) -> None:
    counts = {"en": count_runs(["a a a ab"]), "xx": Counter({"好": 1})}
    learnt = learn(counts, {"en": "English", "xx": "X"})
    save(learnt, tmp_path / "profiles")
    assert profiles(tmp_path / "profiles") == learnt
    assert learnt.costs["好"] == {"xx": 0.0}
    assert learnt.costs["a"]["en"] < learnt.costs["b"]["en"]
