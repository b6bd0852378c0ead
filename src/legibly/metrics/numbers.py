"""Numeric entities, each right or wrong as a whole: NEER of Shugrina (2010), section 4.1.

An entity of the reference is what its labels say (`ent`, `kind`), else a run of words with digits
or of number words. What the hypothesis has in its place lies between the counterparts of the words
around it. Capitals and marks do not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from legibly.errors import DataError
from legibly.languages import Language
from legibly.languages.tables import rows
from legibly.marks import core_mark
from legibly.metrics.counts import OVERALL, Entities
from legibly.metrics.pairs import AlignedPair, Side, normal
from legibly.transcript import Token

_DIGIT = re.compile(r"\d")


@dataclass(frozen=True)
class Entity:
    first: int  # token positions of the reference
    last: int
    kind: str
    accepted: tuple[str, ...]  # the way it is written, and variants that the reference lists


def find_entities(
    side: Side, language: Language, *, accept_spoken: bool = False
) -> Iterator[Entity]:
    """Runs of tokens under one label, or without a label but numeric, of which at least one is
    numeric.
    """
    numeric = [
        bool(_DIGIT.search(t.text))
        or all(part in language.number_words for part in normal(t.text).split("-"))
        for t in side.tokens
    ]
    labels = [side.transcript.words[token.first].labels.get("ent") for token in side.tokens]
    keys = [
        label or (True if is_numeric else None)
        for label, is_numeric in zip(labels, numeric, strict=True)
    ]
    for at in range(1, len(keys)):  # "$20 billion" is one, even where only "$20" is labelled
        if (
            keys[at] is True
            and labels[at - 1]
            and numeric[at - 1]
            and not core_mark(side.tokens[at - 1].after)
        ):
            keys[at] = keys[at - 1]

    first = 0
    while first < len(keys):
        last = first + 1
        while (
            last < len(keys)
            and keys[last] == keys[first]
            and not core_mark(side.tokens[last - 1].after)
        ):
            last += 1
        if keys[first] is not None and any(numeric[first:last]):
            yield _entity(side, first, last, language, accept_spoken)
        first = last


def _entity(side: Side, first: int, last: int, language: Language, accept_spoken: bool) -> Entity:
    tokens = side.tokens[first:last]
    labels = side.transcript.words[tokens[0].first].labels
    written = plain(tokens)
    variants = labels.get("variants")
    accepted = [written, *(variants if isinstance(variants, list) else [])]
    if accept_spoken and isinstance(labels.get("said"), str):
        accepted.append(str(labels["said"]))
    label = labels.get("ent")
    kind = str(label).split(":", 1)[-1].lower() if label else _kind(tokens, written, language)
    return Entity(first, last, kind, tuple(normal(str(text)) for text in accepted))


def _kind(tokens: Sequence[Token], written: str, language: Language) -> str:
    if tokens[0].kind not in ("word", "rule"):
        return tokens[0].kind
    shapes = _shapes(language.code)
    return next((kind for kind, shape in shapes if shape.search(written)), "spelt")


@cache
def _shapes(language: str) -> list[tuple[str, re.Pattern[str]]]:
    """What written numbers look like, the first that fits counts."""
    table = rows(language, "number_shapes", 2, optional=True) or (("cardinal", r"\d"),)
    try:
        return [(kind, re.compile(shape)) for kind, shape, *_ in table]
    except re.error as error:
        what = f"{str(error.pattern)[:60]!r} is no pattern ({error})"
        raise DataError(f"number_shapes.tsv of {language!r}: {what}") from None


def plain(tokens: Sequence[Token]) -> str:
    """Without capitals and without marks between words, as the paper scores it."""
    return " ".join(normal(token.text) for token in tokens)


def judge(entity: Entity, found: str) -> Entities:
    """One entity's counts, from what stands in its place."""
    if found in entity.accepted:
        return Entities(correct=1)
    if _unspaced(found) in {_unspaced(text) for text in entity.accepted}:
        return Entities(spaced=1)

    wanted, has = bool(_DIGIT.search(entity.accepted[0])), bool(_DIGIT.search(found))
    digits = int(
        wanted and has and _digits(found) not in {_digits(text) for text in entity.accepted}
    )
    if wanted and not has:
        return Entities(under=1, digits=digits)
    if has and not wanted:
        return Entities(over=1, digits=digits)

    return Entities(incorrect=1, digits=digits)


def _unspaced(text: str) -> str:
    return re.sub(r"\s+", "", text)


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text)


def count_numbers(
    pair: AlignedPair, language: Language, *, accept_spoken: bool = False
) -> Iterator[tuple[int, dict[str, Entities]]]:
    """For each entity its first token in the reference, and its counts by class."""
    before, after = _neighbours(pair)
    for entity in find_entities(pair.ref, language, accept_spoken=accept_spoken):
        first = before[entity.first]
        last = max(first, after[entity.last])
        counts = judge(entity, plain(pair.hyp.tokens[first:last]))
        yield entity.first, {OVERALL: counts, entity.kind: counts}


def _neighbours(pair: AlignedPair) -> tuple[list[int], list[int]]:
    """For each place in the reference: behind the counterpart of the nearest word before it, and
    that of the nearest word from it on.
    """
    count = len(pair.ref.tokens)
    counterpart = {i: j for i, j in pair.pairs if i is not None and j is not None}
    before, after = [0] * (count + 1), [len(pair.hyp.tokens)] * (count + 1)
    for i in range(count):
        before[i + 1] = counterpart[i] + 1 if i in counterpart else before[i]
    for i in range(count - 1, -1, -1):
        after[i] = counterpart.get(i, after[i + 1])
    return before, after
