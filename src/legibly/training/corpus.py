"""Corpora to learn from: text with one paragraph or turn a line, or any transcript that can be
read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from legibly.errors import DataError, UsageError
from legibly.files.source import open_source
from legibly.formats.registry import guess_format, readable_files
from legibly.formats.text import read_line
from legibly.formats.transcripts import parts_of
from legibly.transcript import Transcript


def corpus_files(corpora: Sequence[str]) -> list[str]:
    """The files of all arguments; a folder stands for the readable files below it."""
    found: list[str] = []
    for corpus in corpora:
        path = Path(corpus)
        if path.is_dir():
            found += map(str, readable_files(path))
        elif path.is_file():
            found.append(corpus)
        else:
            raise UsageError(f"{corpus}: no such file or folder")

    if not found:
        raise UsageError(f"no readable files in {', '.join(corpora)}")

    return found


def learnable_files(corpora: Sequence[str], language: str) -> list[str]:
    """The same, of corpora that have at least one word. Raises DataError for others."""
    files = corpus_files(corpora)
    check_words(files, language, ", ".join(corpora))
    return files


def check_words(files: Iterable[str], language: str, where: str) -> None:
    if not any(part.words for part in read_corpus(files, language)):
        raise DataError(f"{where[:200]}: no words in it; expected text to learn from")


def _in_language(part: Transcript, language: str) -> Transcript:
    """Whatever the file says: who trains a model knows better."""
    return part if part.language == language else replace(part, language=language)


def read_corpus(
    files: Iterable[str],
    language: str,
    wrap: Callable[[BinaryIO], BinaryIO] = lambda stream: stream,
    keep: Callable[[int], bool] = lambda number: True,
) -> Iterator[Transcript]:
    """Paragraphs of text and parts of transcripts, one after another; `keep` chooses by their place
    in the file.
    """
    for path in files:
        with open_source(path, language=language, wrap=wrap) as source:
            if guess_format(path, source.opening).name == "text":
                for number, line in source.lines():
                    if keep(number) and line and not line.isspace():
                        yield read_line(line, source)
            else:
                parts = (part for number, part in enumerate(parts_of(source)) if keep(number))
                yield from (_in_language(part, language) for part in parts)
