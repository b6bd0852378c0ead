"""Words without times take theirs from the words beside them."""

from __future__ import annotations

from collections.abc import Sequence

from legibly.errors import DataError
from legibly.transcript import Word

SLOWEST_SECONDS_A_CHARACTER = 1.0  # beyond that somebody paused before the next word
USUAL_SECONDS_A_CHARACTER = 0.1


def fill_times(words: Sequence[Word]) -> tuple[list[float], list[float]]:
    """Starts and ends; missing ones are spread between the known ones beside them, by length of the
    words.
    """
    known = [word.start for word in words if word.start is not None] + [
        w.end for w in words if w.end is not None
    ]
    if words and not known:
        raise DataError(
            "no word has a time, and subtitles need them; choose another format with --to"
        )

    starts = [word.start for word in words]
    ends = [word.end for word in words]
    at = 0
    while at < len(words):
        if starts[at] is not None and ends[at] is not None:
            at += 1
            continue
        first = at  # a run of words whose inner times are not all known
        while at + 1 < len(words) and ends[at] is None and starts[at + 1] is None:
            at += 1
        last = at + 1
        left = starts[first]
        if left is None:
            left = next(
                (e for e in (ends[i] for i in range(first - 1, -1, -1)) if e is not None), None
            )
        right = ends[last - 1]
        if right is None:
            right = next(
                (s for s in (starts[i] for i in range(last, len(words))) if s is not None), None
            )
            if left is not None and right is not None:
                right = _without_pause(left, right, _characters(words[first:last]))
        left, right = (right if left is None else left), (left if right is None else right)
        assert left is not None
        assert right is not None
        _spread(words, first, last, left, max(left, right), starts, ends)
        at = last

    return [s or 0.0 for s in starts], [
        max(e or 0.0, s or 0.0) for s, e in zip(starts, ends, strict=True)
    ]


def _characters(words: Sequence[Word]) -> int:
    return sum(len(word.text) + 1 for word in words)


def _without_pause(left: float, right: float, characters: int) -> float:
    """When words end of which only the next one's beginning is known."""
    slow = right - left > SLOWEST_SECONDS_A_CHARACTER * characters
    return left + USUAL_SECONDS_A_CHARACTER * characters if slow else right


def _spread(
    words: Sequence[Word],
    first: int,
    last: int,
    left: float,
    right: float,
    starts: list[float | None],
    ends: list[float | None],
) -> None:
    total = _characters(words[first:last])
    reached = 0
    for i in range(first, last):
        begin = left + (right - left) * reached / total
        reached += len(words[i].text) + 1
        finish = left + (right - left) * reached / total
        starts[i] = begin if starts[i] is None else starts[i]
        ends[i] = finish if ends[i] is None else ends[i]
