"""NeMo's tables: a kind of entity each, spoken and written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from recipes.place import Place
from recipes.shugrina_2010.entities import plain
from recipes.shugrina_2010.writers import Writer
from recipes.tables import markdown, percent

PREFIX = "test_cases_"


class Item(NamedTuple):
    kind: str
    spoken: str
    written: str


def read_items(place: Place) -> list[Item]:
    items = []
    for path in place.files(f"itn/nemo/en/itn/{PREFIX}*.txt"):
        if "cased" in path.stem:
            continue
        for line in path.read_text("utf-8").splitlines():
            spoken, tilde, written = line.partition("~")
            if tilde and spoken.strip():
                items.append(Item(path.stem.removeprefix(PREFIX), spoken, written))
    return items


def style_free(text: str) -> str:
    """03:30 p.m. is 3:30 PM, 2:00 PM is 2 PM; no spaces, thousands signs, hyphens or brackets."""
    text = plain(text)
    text = re.sub(r"(\d):00(?=[ap]m)", r"\1", text)
    return re.sub(r"\.(?!\d)", "", text)


def right_items(items: list[Item], writer: Writer) -> Counter[str]:
    """How many are right of each kind."""
    right: Counter[str] = Counter()
    texts = writer([item.spoken for item in items])
    for item, text in zip(items, texts, strict=True):
        right[item.kind] += style_free(item.written) == style_free(text)
    return right


def kinds_table(place: Place, writers: Mapping[str, Writer]) -> str:
    items = read_items(place)
    counts = Counter(item.kind for item in items)
    right = {name: right_items(items, writer) for name, writer in writers.items()}
    rows = [
        [kind, str(counts[kind]), *(str(of_kind[kind]) for of_kind in right.values())]
        for kind in sorted(counts)
    ]
    shares = (f"{percent(of_kind.total() / len(items))} %" for of_kind in right.values())
    rows.append(["all", str(len(items)), *shares])
    return markdown(["kind", "items", *right], rows)
