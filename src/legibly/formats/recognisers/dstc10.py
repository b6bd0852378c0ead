"""The spoken dialogues of DSTC10: turns with the text that was heard and an N-best list.

A dialogue is a list of turns, or an object with `turns`, one a line; a hypothesis is an object with
`hyp` and `score`, or a pair. Each dialogue is a recording of its own.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from legibly.formats.parts import NEXT
from legibly.formats.recognisers.collector import WordCollector
from legibly.formats.recognisers.documents import Documents, objects
from legibly.formats.recognisers.json_format import json_format


def _fits(document: Any) -> bool:
    turns = [turn for dialogue in _dialogues(document) for turn in _turns(dialogue)]
    return bool(turns) and all("text" in turn and "nbest" in turn for turn in turns)


def _dialogues(document: Any) -> list[Any]:
    return [document] if isinstance(document, dict) else document


def _turns(dialogue: Any) -> list[dict[str, Any]]:
    return objects(dialogue["turns"] if isinstance(dialogue, dict) else dialogue)


def _walk(documents: Documents, collector: WordCollector) -> Iterator[object]:
    name, number = collector.builder.name, 0
    for document in documents:
        for dialogue in _dialogues(document):
            given = dialogue.get("dialogue", number) if isinstance(dialogue, dict) else number
            collector.builder.name = f"{name}-{given}" if name else str(given)
            for turn in _turns(dialogue):
                _add(turn, collector)
                yield None
            number += 1
            yield NEXT


def _add(turn: dict[str, Any], collector: WordCollector) -> None:
    first = len(collector.builder)
    collector.add_text(turn["text"], speaker=turn.get("speaker", turn.get("spk")))
    for hypothesis in turn["nbest"]:
        if isinstance(hypothesis, dict):
            text, score = hypothesis.get("hyp", ""), hypothesis.get("score")
        else:
            text, score = hypothesis
        words = collector.words(text)
        log = _log(score, collector)
        collector.builder.add_alternative(first, len(collector.builder), words, log)


def _log(score: object, collector: WordCollector) -> float | None:
    if isinstance(score, int | float) and math.isfinite(score):
        return float(score)
    if score is not None:
        collector.source.repaired("a score that is no number, left out")
    return None


FORMATS = (
    json_format(
        "dstc10",
        "JSON dialogues of DSTC10 with N-best lists",
        ("turns", "text", "nbest"),
        _fits,
        _walk,
    ),
)
