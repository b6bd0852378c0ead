"""Good files with a little wrong in them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import strategies as st

ODD = (
    *(b"null", b"[]", b"{}", b"-1", b'"x"', b"1e999", b"NaN", b"\xff", b"<", b"&x;", b"\n\n"),
    *(b"-->", b"true", b"\0", b"99999999999999999999", b"\t", b'"', b"\xed\xa0\x80", b"../"),
)
VALUES: tuple[Any, ...] = (
    *(None, True, 5, -1.5, "x", "", [], {}, [[]], [None], [{}], {"a": 1}, "1e5", 1e308, 10**30),
    *("\ud800", "a\nb", "a\0b", -(10**30)),
)


@st.composite
def mutated(draw: st.DrawFn, seeds: tuple[bytes, ...]) -> bytes:
    """A seed with bytes cut, put in, doubled or swapped; or, where it is JSON, with another
    value in one place.
    """
    content = draw(st.sampled_from(seeds))
    if content[:1] in b"{[" and draw(st.booleans()):
        changed = _with_another_value(draw, content)
        if changed is not None:
            return changed
    for _ in range(draw(st.integers(0, 4))):
        at = draw(st.integers(0, len(content)))
        cut = draw(st.sampled_from((0, 0, 1, 4, 40, 400)))
        put = draw(
            st.sampled_from(ODD)
            | st.binary(max_size=4)
            | st.just(content[at : at + cut] * 2)
            | st.just(content[: min(cut, 40)])
        )
        content = content[:at] + put + content[at + cut :]
    return content[: draw(st.sampled_from((len(content), len(content), len(content) // 2)))]


def damaged(random: Random, seeds: tuple[bytes, ...]) -> bytes:
    """The same without Hypothesis, for long runs: nothing is made small again."""
    content = random.choice(seeds)
    for _ in range(random.choice((0, 1, 1, 2, 3))):
        at = random.randrange(len(content) + 1)
        cut = random.choice((0, 0, 1, 4, 40))
        put = random.choice((*ODD, bytes(random.randrange(256) for _ in range(3)), b""))
        content = content[:at] + put + content[at + cut :]
    return content


def _with_another_value(draw: st.DrawFn, content: bytes) -> bytes | None:
    try:
        text = content.decode()
        documents = [json.loads(text)] if text[1:2].isspace() else _values(text)
    except (ValueError, RecursionError):
        return None
    holders = [item for document in documents for item in _holders(document)]
    if not holders:
        return None
    holder = draw(st.sampled_from(holders))
    keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
    holder[draw(st.sampled_from(keys))] = draw(st.sampled_from(VALUES))
    return "\n".join(json.dumps(document) for document in documents).encode()


def _values(text: str) -> list[Any]:
    decoder, found = json.JSONDecoder(), []
    text = text.strip()
    while text:
        value, end = decoder.raw_decode(text)
        found.append(value)
        text = text[end:].lstrip()
    return found


def _holders(value: Any) -> Iterator[Any]:
    if isinstance(value, (dict, list)) and value:
        yield value
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _holders(inner)
