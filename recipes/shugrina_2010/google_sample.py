"""Sentences of Google's sample for text normalisation: right as a whole or not."""

from __future__ import annotations

import lzma
import re
from collections.abc import Mapping, Sequence

from recipes.place import Place
from recipes.shugrina_2010.entities import plain
from recipes.shugrina_2010.writers import Writer
from recipes.tables import markdown, percent

FILE = "itn/google-tn/test.sentences.txt.xz"
QUICK_SENTENCES = 100
NOT_WRITTEN = re.compile(r"[^\w$£€%:./]+")
Pair = tuple[str, str]  # spoken, written


def read_pairs(place: Place, sentences: int) -> list[Pair]:
    with lzma.open(place.data / FILE, "rt", encoding="utf-8") as lines:
        rows = [line.rstrip("\n").partition("~") for line in lines]
    pairs = [(re.sub(r"[^\w' ]", " ", spoken.lower()), written) for spoken, _, written in rows]
    pairs = [(" ".join(spoken.split()), written) for spoken, written in pairs if spoken.strip()]
    return pairs[: place.sized(sentences, QUICK_SENTENCES)]


def bare(text: str) -> str:
    """Without marks that are no part of a number."""
    return NOT_WRITTEN.sub("", plain(text)).rstrip(".")


def share_right(pairs: Sequence[Pair], writer: Writer) -> float:
    texts = writer([spoken for spoken, _ in pairs])
    right = sum(bare(pair[1]) == bare(text) for pair, text in zip(pairs, texts, strict=True))
    return right / len(pairs)


def right_table(place: Place, writers: Mapping[str, Writer], sentences: int) -> str:
    pairs = read_pairs(place, sentences)
    rows = [[name, f"{percent(share_right(pairs, writer))} %"] for name, writer in writers.items()]
    return markdown(["system", "right"], rows)
