"""A written text laid over the words that it was written from: which token
stands for which words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from legibly.alignment import align
from legibly.formats.text import written_words
from legibly.marks import Abbreviations, is_only_marks, split_marks
from legibly.transcript import Token


def _plain(text: str) -> str:
    return "".join(char for char in text.lower() if char.isalnum())


def overlay(words: Sequence[str], text: str, abbreviations: Abbreviations) -> list[Token] | None:
    """Tokens of `text` that cover all words once; None where the two have nothing to do with each
    other.

    What differs between two agreeing places (`25` for `twenty five`) becomes tokens over the words
    there; what is written for no word at all hangs on the token before.
    """
    written: list[tuple[str, str, str]] = []
    for piece in written_words(text):
        if is_only_marks(piece) and written:
            before, bare, after = written[-1]
            written[-1] = before, bare, f"{after} {piece}" if after else piece
        else:
            written.append(split_marks(piece, abbreviations))

    heard, said = [_plain(word) for word in words], [_plain(bare) for _, bare, _ in written]
    if heard == said and words:
        return [
            Token(text, i, i + 1, before, after) for i, (before, text, after) in enumerate(written)
        ]
    if not words:
        return None

    tokens: list[Token] = []
    agreed = 0
    reached = (0, 0)
    for first, begin in _agreeing(heard, said):
        tokens += _gap(written[reached[1] : begin], reached[0], first, words)
        tokens += _gap(written[begin : begin + 1], first, first + 1, words)
        reached = (first + 1, begin + 1)
        agreed += 1

    tokens += _gap(written[reached[1] :], reached[0], len(words), words)
    if agreed == 0 and len(words) > 3:
        return [_number(written, len(words))] if _is_number(written) else None

    return _without_gaps(tokens, words)


def _is_number(written: Sequence[tuple[str, str, str]]) -> bool:
    """Nothing but digits and what is written between them: a phone number, a card's."""
    return bool(written) and all(
        any(char.isdigit() for char in text) and not any(char.isalpha() for char in text)
        for _, text, _ in written
    )


def _number(written: Sequence[tuple[str, str, str]], count: int) -> Token:
    """All of it over all words: which digits were said with which cannot be told."""
    text = " ".join(f"{before}{text}{after}" for before, text, after in written)
    before, after = written[0][0], written[-1][2]
    return Token(text[len(before) : len(text) - len(after)], 0, count, before, after)


def _agreeing(heard: Sequence[str], said: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Places of the words that both sides have."""
    for pair in align(heard, said):
        if pair.ref is not None and pair.hyp is not None and heard[pair.ref] == said[pair.hyp]:
            yield pair.ref, pair.hyp


def _gap(
    written: Sequence[tuple[str, str, str]], first: int, last: int, words: Sequence[str]
) -> Iterator[Token]:
    """As many tokens as there are words for; the last takes what is left on either side."""
    if first == last:  # nothing was said for it
        if written:
            yield Token(" ".join(f"{b}{t}{a}" for b, t, a in written), first, first)
        return

    if not written:
        yield from (Token("", at, at + 1) for at in range(first, last))
        return

    count = min(len(written), last - first)
    for i, (before, text, after) in enumerate(written[: count - 1]):
        yield Token(text, first + i, first + i + 1, before, after)
    rest = written[count - 1 :]
    head, tail = rest[0], rest[-1]
    inner = " ".join(
        [head[1] + head[2], *(f"{b}{t}{a}" for b, t, a in rest[1:-1]), tail[0] + tail[1]]
    )
    text = inner if len(rest) > 1 else head[1]
    yield Token(text, first + count - 1, last, head[0], tail[2])


def _without_gaps(tokens: Sequence[Token], words: Sequence[str]) -> list[Token]:
    """Tokens over no word join the one before, or the one after where there is none."""
    out: list[Token] = []
    waiting = ""
    for token in tokens:
        if token.first < token.last:
            out.append(token._replace(before=f"{waiting}{token.before}"))
            waiting = ""
        elif out:
            before = out[-1]
            out[-1] = before._replace(text=f"{before.text}{before.after} {token.text}", after="")
        else:
            waiting = f"{token.text} "

    assert sum(token.last - token.first for token in out) == len(words)
    return out
