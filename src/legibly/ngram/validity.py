"""Whether the arrays of a model make sense together: places that exist, states that get shorter.

A checksum says that a file is as it was written, not that whoever wrote it meant well. All is
checked by whole arrays at once, in time that grows with the file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from legibly.ngram.vocabulary import SIGNS, Vocabulary

# What an array may be made of.
ARRAY_TYPES = frozenset({"|u1", "<u4", "<u8", "<i4", "<i8", "<f4"})

LEAST_MISSING = -1000.0  # log-score of what is missing in a context


def check_head(head: Any, size: int) -> None:
    """Raises ValueError where the head of a file makes no sense; `size` is that of its arrays."""
    if not isinstance(head, dict) or not isinstance(head.get("arrays"), dict):
        raise ValueError("no arrays in its head")
    if type(head.get("size")) is not int or head["size"] != size:
        raise ValueError(f"{size} bytes of arrays, expected {str(head.get('size'))[:20]}")
    missing = head.get("missing")
    if not isinstance(missing, int | float) or not LEAST_MISSING <= missing <= 0:
        raise ValueError("no score for what is missing")
    for name, place in head["arrays"].items():
        if not isinstance(place, dict) or place.get("type") not in ARRAY_TYPES:
            raise ValueError(f"{str(name)[:40]} is of no known type")
        numbers = [place.get(key) for key in ("at", "length", "crc")]
        if any(type(number) is not int or number < 0 for number in numbers):
            raise ValueError(f"{str(name)[:40]} lies nowhere")
        if place["at"] + place["length"] * np.dtype(place["type"]).itemsize > size:
            raise ValueError(f"{str(name)[:40]} reaches beyond the file")


def check_whole(values: NDArray[Any]) -> None:
    if values.dtype.kind not in "iu":
        raise ValueError(f"{values.dtype} where whole numbers belong")


def check_vocabulary(vocabulary: Vocabulary) -> None:
    starts, count = vocabulary.starts, len(vocabulary)
    for values in (starts, vocabulary.prints, vocabulary.numbers):
        check_whole(values)
    if vocabulary.text.dtype != np.uint8:
        raise ValueError("words that are no text")
    if count < len(SIGNS):
        raise ValueError("hardly a word in it")
    if int(starts[0]) != 0 or int(starts[-1]) != len(vocabulary.text):
        raise ValueError("words that begin or end elsewhere")
    if (starts[1:] < starts[:-1]).any():
        raise ValueError("words out of order")
    text = vocabulary.text
    text.tobytes().decode()  # a ValueError where it is no text
    inner = starts[1:-1][starts[1:-1] < len(text)].astype(np.int64)
    if (text[inner] & 0xC0 == 0x80).any():
        raise ValueError("words that begin inside a letter")
    if len(vocabulary.prints) != count or (vocabulary.prints[1:] < vocabulary.prints[:-1]).any():
        raise ValueError("fingerprints out of order")
    if len(vocabulary.numbers) != count or int(vocabulary.numbers.max()) >= count:
        raise ValueError("numbers of words that are not there")


def check_keys(k: int, keys: NDArray[np.uint64] | None, offsets: Sequence[int]) -> None:
    """The n-grams of one length; `offsets` are the numbers of all shorter ones."""
    if keys is None or not len(keys):
        return
    if keys.dtype != np.uint64 or (keys[1:] <= keys[:-1]).any():
        raise ValueError(f"{k + 1}-grams out of order")
    if int(keys[-1] >> np.uint64(32)) >= offsets[k] - offsets[k - 1]:
        raise ValueError(f"{k + 1}-grams below a context that is not there")
    if int((keys & np.uint64(0xFFFFFFFF)).max()) >= offsets[1]:
        raise ValueError(f"{k + 1}-grams of words that are not there")


def check_keys_of_shard(
    k: int, keys: NDArray[np.uint64], count: int, begin: int, end: int, words: int
) -> None:
    """The same of a shard, whose contexts are those from `begin` up to `end`."""
    if keys.dtype != np.uint64 or len(keys) != count or (keys[1:] <= keys[:-1]).any():
        raise ValueError(f"{k + 1}-grams out of order")
    if not count:
        return
    if int(keys[0] >> np.uint64(32)) < begin or int(keys[-1] >> np.uint64(32)) >= end:
        raise ValueError(f"{k + 1}-grams below a context of another shard")
    if int((keys & np.uint64(0xFFFFFFFF)).max()) >= words:
        raise ValueError(f"{k + 1}-grams of words that are not there")


def check_states(
    k: int,
    order: int,
    states: NDArray[Any],
    shorter: NDArray[Any] | None,
    offsets: Sequence[int],
    count: int | None = None,
) -> None:
    """Where n-grams lead: never to the longest ones, and backing off never to ones as long. There
    are `count` of them, unless all.
    """
    count = offsets[k + 1] - offsets[k] if count is None else count
    last = offsets[min(k + 1, order - 1)]
    for values, limit in ((states, last), (shorter, offsets[k])):
        if values is None:
            continue
        check_whole(values)
        lowest, highest = (int(values.min()), int(values.max())) if len(values) else (0, -1)
        if len(values) != count or lowest < -1 or highest >= limit:
            raise ValueError(f"{k + 1}-grams that lead nowhere")
