"""Alternatives as NIST's formats hold them: side by side over the same tokens,
never overlapping.
"""

from __future__ import annotations

from typing import NamedTuple

from legibly.transcript import Alternative, Transcript


class Branches(NamedTuple):
    """What may stand instead of the tokens `first` to `last` (exclusive)."""

    first: int
    last: int
    alternatives: list[Alternative]


def branches_by_start(transcript: Transcript) -> dict[int, Branches]:
    """By the token that they begin at (the number of tokens for the very end).

    Alternatives that begin or end inside a token, or overlap earlier ones, cannot be written side
    by side.
    """
    if not transcript.alternatives:
        return {}

    token_at = {token.first: i for i, token in enumerate(transcript.tokens)}
    token_at[len(transcript.words)] = len(transcript.tokens)
    found: dict[int, Branches] = {}
    reached = 0
    for item in sorted(transcript.alternatives, key=lambda a: (a.first, a.last)):
        first, last = token_at.get(item.first), token_at.get(item.last)
        if first is None or last is None:
            continue
        if first in found and found[first].last == last:
            found[first].alternatives.append(item)
        elif first >= reached and first not in found:
            found[first] = Branches(first, last, [item])
            reached = last

    return found
