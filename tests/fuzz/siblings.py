"""A wrong value beside a word in a recogniser's JSON: the word stays, or something is said."""

from __future__ import annotations

import copy
import io
import json
from collections.abc import Iterator
from random import Random
from typing import Any

from legibly.errors import LegiblyError
from legibly.files.source import Source
from legibly.formats import formats
from tests.fuzz.mutations import VALUES
from tests.fuzz.targets import EXAMPLES

TEXTS = ("word", "text", "content", "value", "name", "displayText", "punctuated_word", "char")


def documents() -> dict[str, Any]:
    """The examples that are one JSON document each, and have words."""
    found = {}
    for path in sorted((EXAMPLES / "recognisers").glob("*.json")):
        try:
            document = json.loads(path.read_text("utf-8"))
        except ValueError:
            continue
        if count_words(document)[0]:
            found[path.name] = document
    return found


def count_words(document: Any) -> tuple[int, bool]:
    """How many words are read, and whether something is said about the file."""
    reader = formats()["recogniser"].read
    assert reader is not None
    source = Source("talk.json", io.BytesIO(json.dumps(document).encode()))
    try:
        count = sum(len(part.words) for part in reader(source))
    except LegiblyError:
        return 0, True
    return count, bool(source.repairs)


def places(value: Any) -> Iterator[tuple[dict[str, Any], str]]:
    """Fields beside the text of a word, none of which holds others."""
    if isinstance(value, dict):
        texts = [key for key in TEXTS if isinstance(value.get(key), str)]
        if texts and not any(isinstance(inner, (dict, list)) for inner in value.values()):
            yield from ((value, key) for key in value if key not in texts)
    if isinstance(value, (dict, list)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from places(inner)


def check_siblings(count: int, seed: int) -> tuple[int, list[str]]:
    """How many wrong values were tried, and which lost a word without a sound."""
    random = Random(seed)
    known = documents()
    whole = {name: count_words(document)[0] for name, document in known.items()}
    tried, failures = 0, []
    for _ in range(count):
        name = random.choice(list(known))
        changed = copy.deepcopy(known[name])
        found = list(places(changed))
        if not found:
            continue
        holder, key = random.choice(found)
        holder[key] = random.choice(VALUES)
        tried += 1
        words, said = count_words(changed)
        if words < whole[name] and not said:
            failures.append(f"{name}: {key} = {holder[key]!r:.40}: {words} of {whole[name]} words")
    return tried, failures
