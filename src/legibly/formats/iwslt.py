"""Label files of the IWSLT punctuation benchmark: `word<TAB>O|COMMA|PERIOD|QUESTION`, one word a
line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TextIO

from legibly.files.source import Source
from legibly.formats.carries import Carries
from legibly.formats.parts import PartBuilder
from legibly.formats.registry import Format
from legibly.formats.sniffing import first_lines, most_fit
from legibly.marks import core_mark, fold
from legibly.transcript import Transcript, Word

MARK_OF_LABEL = {"O": "", "COMMA": ",", "PERIOD": ".", "QUESTION": "?"}
LABEL_OF_MARK = {mark: label for label, mark in MARK_OF_LABEL.items()}
_LINE = re.compile(r"^\S+[ \t]+(?:O|COMMA|PERIOD|QUESTION)$")


def read_labels(source: Source) -> Iterator[Transcript]:
    builder = PartBuilder(source.recording, source.language)
    for number, line in source.lines():
        if not line.strip():
            continue
        fields = line.split()
        if len(fields) == 1 and fields[0] in MARK_OF_LABEL and line[:1].isspace():
            # The benchmark's own files have a few labels without a word.
            source.repaired("label without a word, given to the word before")
            if MARK_OF_LABEL[fields[0]]:
                builder.add_mark(MARK_OF_LABEL[fields[0]])
            continue
        if len(fields) != 2 or fields[1] not in MARK_OF_LABEL:
            source.bad(
                number,
                f"{line!r} is not a word and a label; expected word<TAB>O, COMMA, PERIOD or "
                "QUESTION",
            )
            continue
        builder.add(Word(fields[0]), after=MARK_OF_LABEL[fields[1]])
        if builder.full:
            yield builder.take(continued=True)

    if not builder.empty:
        yield builder.take(continued=False)


def write_labels(parts: Iterator[Transcript], out: TextIO) -> None:
    for part in parts:
        for token in part.tokens:
            if token.text:
                label = LABEL_OF_MARK[fold(core_mark(token.after), set(LABEL_OF_MARK))]
                out.write(f"{as_field(token.text)}\t{label}\n")


def as_field(text: str) -> str:
    return re.sub(r"\s", "_", text.replace("\0", "\ufffd"))


def looks_like_labels(opening: str) -> bool:
    lines = first_lines(opening)
    return most_fit([line for line in lines if _LINE.match(line)], lines)


FORMATS = (
    Format(
        "labels",
        "IWSLT labels, a word a line",
        (".labels",),
        read_labels,
        write_labels,
        looks_like_labels,
        carries=frozenset({Carries.MARKS}),
    ),
)
