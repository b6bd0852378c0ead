"""The test sets that every scorer is measured on, and development sets of the same domains."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import NamedTuple

import legibly
from legibly.transcript import PART_WORDS, join_parts
from recipes.english_tests import Pairs, ami, dialogue, earnings, iwslt, stripped
from recipes.place import Place

DEV_WORDS = 16_000
DEV_CALLS, DEV_MEETINGS, DEV_UTTERANCES = 1, 2, 700
QUICK_UTTERANCES = 20


class Test(NamedTuple):
    name: str
    domain: str  # whose development set tunes combinations
    pairs: Callable[[Place], Pairs]


TESTS = (
    Test("IWSLT, reference", "talks", lambda place: iwslt(place, "test2011")),
    Test("IWSLT, recogniser", "talks", lambda place: iwslt(place, "test2011asr")),
    Test("Earnings-21, recogniser", "calls", earnings),
    Test("AMI, reference", "meetings", ami),
    Test("DailyDialog", "chats", lambda place: test_dialogue(place, "dailydialog")),
    Test("SGD", "tasks", lambda place: test_dialogue(place, "sgd")),
)


def test_dialogue(place: Place, name: str) -> Pairs:
    return islice(dialogue(place, name), place.sized(None, QUICK_UTTERANCES))


def dev_talks(place: Place) -> Pairs:
    parts = legibly.read_parts(place.data / "en/iwslt/dev2012", "labels")
    text = join_parts(list(islice(parts, 1 + DEV_WORDS // PART_WORDS)))
    return [(text, stripped(text))]


def dev_dialogue(place: Place, name: str) -> Pairs:
    return islice(dialogue(place, name, "dev"), place.sized(DEV_UTTERANCES, QUICK_UTTERANCES))


DEV: dict[str, Callable[[Place], Pairs]] = {
    "talks": dev_talks,
    "calls": lambda place: islice(earnings(place, "dev"), DEV_CALLS),
    "meetings": lambda place: islice(ami(place, "dev"), DEV_MEETINGS),
    "chats": lambda place: dev_dialogue(place, "dailydialog"),
    "tasks": lambda place: dev_dialogue(place, "sgd"),
}
