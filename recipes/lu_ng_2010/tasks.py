"""What is learnt from, and what is tested: dialogues and calls."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from recipes.calls import turns
from recipes.dialogues import CORPORA, Utterance, utterances
from recipes.lu_ng_2010.chinese_words import has_jieba
from recipes.place import Place

CALL_WORDS = 100_000


class Task(NamedTuple):
    name: str
    language: str
    training: list[Utterance]
    tests: list[Utterance]
    segmented: bool = False  # characters are joined to words first


def dialogue_tasks(place: Place, training: int, tests: int) -> list[Task]:
    """So many utterances of each corpus; Chinese as characters, and as words where that can be."""
    tasks = []
    by_words = has_jieba()
    for name, (language, training_path, test_path) in CORPORA.items():
        both = (
            utterances(place, training_path, language, training),
            utterances(place, test_path, language, tests),
        )
        tasks.append(Task(name, language, *both))
        if language == "zh" and by_words:
            tasks.append(Task(f"{name}, words", language, *both, segmented=True))

    return tasks


def call_tasks(place: Place) -> list[Task]:
    """The words of a recogniser, learnt from as people said them and as heard."""
    tests = turns(place, "test", heard=True)
    return [
        Task(
            f"EN calls, recogniser; trained on {what} words",
            "en",
            within(turns(place, "train", heard=heard), place.sized(CALL_WORDS, 100)),
            tests,
        )
        for what, heard in (("reference", False), ("recogniser", True))
    ]


def within(texts: Sequence[Utterance], words: int) -> list[Utterance]:
    """The first of them, until there are so many words."""
    sizes = accumulate(len(text) for text in texts)
    return [text for text, size in zip(texts, sizes, strict=True) if size <= words]
