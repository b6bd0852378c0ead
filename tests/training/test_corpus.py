from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from legibly.errors import DataError, UsageError
from legibly.training.corpus import corpus_files, learnable_files, read_corpus


def read(path: Path, language: str = "en") -> list[str]:
    return [part.text for part in read_corpus([str(path)], language)]


def test_a_folder_stands_for_the_readable_files_below_it(tmp_path: Path) -> None:
    (tmp_path / "b" / "deep").mkdir(parents=True)
    (tmp_path / "b" / "deep" / "call.ctm").write_text("a 1 0.0 1.0 hello\n")
    (tmp_path / "b" / "notes.pdf").write_text("x")
    (tmp_path / "b" / "talk.txt.gz").write_bytes(gzip.compress(b"one\n"))
    (tmp_path / "a.txt").write_text("two")
    files = corpus_files([str(tmp_path / "b"), str(tmp_path / "a.txt")])
    assert [str(Path(file).relative_to(tmp_path)) for file in files] == [
        *("b/deep/call.ctm", "b/talk.txt.gz", "a.txt"),
    ]


def test_a_file_that_is_named_is_taken_whatever_its_ending(tmp_path: Path) -> None:
    (tmp_path / "notes.pdf").write_text("x")
    assert corpus_files([str(tmp_path / "notes.pdf")]) == [str(tmp_path / "notes.pdf")]


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (("nowhere",), "nowhere: no such file or folder"),
        (("empty",), "no readable files in .*empty"),
        ((), "no readable files in"),
    ],
)
def test_corpora_that_are_none(tmp_path: Path, names: tuple[str, ...], message: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match=message):
        corpus_files([str(tmp_path / name) for name in names])


def test_each_line_of_text_is_a_paragraph(tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text("So, is it?\n\n   \nYes.\n")
    assert read(tmp_path / "t.txt") == ["So, is it?", "Yes."]


def test_transcripts_of_any_kind_are_read(tmp_path: Path) -> None:
    (tmp_path / "call.ctm").write_text("a 1 0.0 1.0 hello\nb 1 0.0 1.0 you\n")
    assert read(tmp_path / "call.ctm") == ["hello", "you"]


def test_everything_is_in_the_language_of_the_model(tmp_path: Path) -> None:
    (tmp_path / "t.txt").write_text("Oui.\n")
    (tmp_path / "call.ctm").write_text("a 1 0.0 1.0 hello\n")
    files = [str(tmp_path / name) for name in ("t.txt", "call.ctm")]
    assert [part.language for part in read_corpus(files, "es")] == ["es", "es"]


@pytest.mark.parametrize("slices", [1, 2, 3])
def test_each_paragraph_is_in_one_slice(tmp_path: Path, slices: int) -> None:
    lines = [f"line {number}" for number in range(1, 10)]
    (tmp_path / "t.txt").write_text("\n".join(lines))
    (tmp_path / "t.ctm").write_text("".join(f"{line[-1]} 1 0.0 1.0 {line[-1]}\n" for line in lines))
    for name, wanted in (("t.txt", lines), ("t.ctm", [line[-1] for line in lines])):
        found: list[str] = []
        for at in range(slices):

            def keep(number: int, at: int = at) -> bool:
                return number % slices == at

            files = [str(tmp_path / name)]
            found += [part.text for part in read_corpus(files, "en", keep=keep)]
        assert sorted(found) == wanted


@pytest.mark.parametrize("text", ["", "\n \n\n"])
def test_corpora_without_a_word_are_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "none.txt").write_text(text)
    (tmp_path / "some.txt").write_text("Yes.\n")
    with pytest.raises(DataError, match=r"none\.txt: no words in it; expected text to learn from"):
        learnable_files([str(tmp_path / "none.txt")], "en")
    both = [str(tmp_path / name) for name in ("none.txt", "some.txt")]
    assert learnable_files(both, "en") == both
