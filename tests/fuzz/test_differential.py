"""The same words give the same text, in batch, line by line, in parts, and as a stream."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import legibly
from legibly.transcript import Transcript, Word
from tests.cli.helpers import Cli
from tests.fuzz.sequences import agree, check_words, random_text, stream_text

TEXTS = 1_000


def test_batch_lines_and_stream_agree() -> None:
    agree(legibly.load("en-baseline"), TEXTS, 1)


def test_so_they_do_with_the_network() -> None:
    agree(legibly.load("en"), 60, 2)


@pytest.mark.slow
def test_so_they_do_with_the_network_at_length() -> None:
    agree(legibly.load("en"), TEXTS, 3)


def test_lines_on_the_command_line(cli: Cli, tmp_path: Path) -> None:
    """`--lines` answers as the library does, a text a line."""
    random = Random(4)
    texts = [" ".join(random_text(random)) for _ in range(300)]
    path = tmp_path / "texts.txt"
    path.write_text("".join(f"{text}\n" for text in texts), "utf-8")
    result = cli("format", "--lines", path)
    formatter = legibly.load("en-baseline")
    assert result.code == 0
    assert result.out.splitlines() == [formatter(text).text for text in texts]


def test_speakers_and_times_change_nothing_of_that() -> None:
    formatter, random = legibly.load("en-baseline"), Random(5)
    for _ in range(150):
        time, words = 0.0, []
        for text in random_text(random, odd=False):
            time += random.choice((0.0, 0.1, 0.6, 2.0))
            speaker = random.choice(("A", "A", "A", "B", None))
            words.append(Word(text, round(time, 2), round(time + 0.3, 2), 0.5, speaker))
            time += 0.3
        heard = Transcript(tuple(words))
        written = formatter(heard)
        check_words(written, heard)
        assert written.text == stream_text(formatter, heard)
        for token in written.tokens:
            spoken = {heard.words[i].speaker for i in range(token.first, token.last)} - {None}
            assert len(spoken) <= 1


def test_a_thousand_files_and_a_bad_one(cli: Cli, tmp_path: Path) -> None:
    source, target = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    for i in range(1_000):
        (source / f"{i:04}.jsonl").write_text('{"w":"hello"}\n', "utf-8")
    (source / "0500.jsonl").write_text('{"w":5}\n', "utf-8")
    result = cli("format", source, "-o", target, "--to", "text")
    assert result.code == 1
    assert len(list(target.iterdir())) == 999
    assert "0500.jsonl" in result.err
