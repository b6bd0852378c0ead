"""What is learnt from, and what is tested: dialogues and calls."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from recipes.calls import turns
from recipes.dialogues import CORPORA, Sizes, Utterance, dialogues
from recipes.lu_ng_2010.chinese_words import has_jieba
from recipes.place import Place

CALLS = "EN calls, recogniser; trained on {} words"


class Task(NamedTuple):
    name: str
    language: str
    training: list[Utterance]
    dev: list[Utterance]  # the setting of hidden events is chosen on it
    tests: list[Utterance]
    segmented: bool = False  # characters are joined to words first
    all_settings: bool = False  # of hidden events are measured, as in Table 6


def dialogue_tasks(place: Place, sizes: Sizes) -> list[Task]:
    """So many utterances of each corpus; Chinese as characters, and as words where that can be."""
    tasks = []
    by_words = has_jieba()
    for name, corpus in CORPORA.items():
        parts = dialogues(place, name, sizes)
        tasks.append(Task(name, corpus.language, *parts))
        if corpus.language == "zh" and by_words:
            tasks.append(Task(f"{name}, words", corpus.language, *parts, segmented=True))

    return tasks


def call_tasks(place: Place, sizes: Sizes, words: int) -> list[Task]:
    """The words of a recogniser, learnt from as people said them and as heard."""
    tests = turns(place, "test", heard=True)[: sizes.tests]
    return [
        Task(
            CALLS.format(what),
            "en",
            within(turns(place, "train", heard=heard), words),
            turns(place, "dev", heard=True)[: sizes.dev],
            tests,
            all_settings=True,
        )
        for what, heard in (("reference", False), ("recogniser", True))
    ]


def within(texts: Sequence[Utterance], words: int) -> list[Utterance]:
    """The first of them, until there are so many words."""
    sizes = accumulate(len(text) for text in texts)
    return [text for text, size in zip(texts, sizes, strict=True) if size <= words]
