"""sherpa-onnx: pieces of words with the time at which each begins, one object a segment."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from legibly.formats.recognisers.collector import Piece, WordCollector
from legibly.formats.recognisers.documents import Documents
from legibly.formats.recognisers.json_format import json_format


def _fits(document: Any) -> bool:
    return (
        isinstance(document["tokens"], list)
        and isinstance(document["timestamps"], list)
        and isinstance(document["text"], str)
    )


def _walk(documents: Documents, collector: WordCollector) -> Iterator[object]:
    for document in documents:
        if document.get("is_final") is False:
            collector.source.repaired("partial results left out, the final ones count")
            continue
        collector.set_language(str(document.get("lang") or "").strip("<|>") or None)
        pieces = _pieces(document, collector)
        if pieces is None:
            collector.source.repaired("pieces that do not make up the text, their times left out")
            collector.add_text(document["text"])
        else:
            collector.add_pieces([*pieces, Piece(" ")])
        yield None


def _pieces(document: dict[str, Any], collector: WordCollector) -> list[Piece] | None:
    """The text cut at its tokens, each with its time; None where they are not its own."""
    text = document["text"]
    tokens = [str(token).replace("▁", " ").strip() for token in document["tokens"]]
    starts: Sequence[object] = document["timestamps"]
    if len(starts) != len(tokens):
        return None

    begin = collector.seconds(document.get("start_time")) or 0.0
    lengths, sure = document.get("durations") or [], document.get("ys_probs") or []
    pieces: list[Piece] = []
    at = 0
    for i, token in enumerate(tokens):
        while token and text[at : at + 1].isspace():
            pieces.append(Piece(text[at]))
            at += 1
        if not text.startswith(token, at):
            return None
        start = collector.seconds(starts[i])
        length = collector.seconds(lengths[i]) if len(lengths) == len(tokens) else None
        pieces.append(
            Piece(
                token,
                None if start is None else round(begin + start, 6),
                None if start is None or length is None else round(begin + start + length, 6),
                _probability(sure[i]) if len(sure) == len(tokens) else None,
            )
        )
        at += len(token)

    return None if text[at:].strip() else pieces


def _probability(logarithm: object) -> float | None:
    if isinstance(logarithm, (int, float)) and logarithm <= 0:
        return round(math.exp(logarithm), 6)
    return None


FORMATS = (
    json_format(
        "sherpa",
        "JSON of sherpa-onnx",
        ("text", "tokens", "timestamps"),
        _fits,
        _walk,
    ),
)
