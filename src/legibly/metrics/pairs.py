"""A reference and a hypothesis of the same recording, aligned token by token."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from legibly.alignment import Pair, align, interpolate_times
from legibly.errors import DataError
from legibly.marks import core_mark
from legibly.sound_tags import is_tag, is_unknown_word
from legibly.transcript import Token, Transcript

FEW_MATCHES = 0.3  # of the places of an alignment: below this the texts are probably not the same

_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "`": "'"})


def one_apostrophe(text: str) -> str:
    return text.translate(_APOSTROPHES)


def normal(text: str) -> str:
    """What words are compared by: letters without their case, one kind of apostrophe, no full stops
    (U.S., Mr.).
    """
    plain = text.lower().translate(_APOSTROPHES)
    return (
        plain.replace(".", "") or plain
        if "." in plain and not any(c.isdigit() for c in plain)
        else plain
    )


@dataclass(frozen=True)
class Side:
    """The written tokens of a transcript that are words; tags and words not written
    are left out.
    """

    transcript: Transcript
    tokens: tuple[Token, ...]

    @classmethod
    def of(cls, transcript: Transcript) -> Side:
        """A mark on a tag, or on a word that is not written, counts after the word before it; a
        token with blanks in it is several words.
        """
        tokens: list[Token] = []
        for token in transcript.tokens:
            if not token.text or (is_tag(token.text) and not is_unknown_word(token.text)):
                if tokens and core_mark(token.after) and not core_mark(tokens[-1].after):
                    tokens[-1] = tokens[-1]._replace(after=tokens[-1].after + token.after)
            elif " " in token.text:
                pieces = token.text.split()
                tokens += [token._replace(text=piece, before="", after="") for piece in pieces]
                tokens[-len(pieces)] = tokens[-len(pieces)]._replace(before=token.before)
                tokens[-1] = tokens[-1]._replace(after=token.after)
            else:
                tokens.append(token)

        return cls(transcript, tuple(tokens))

    @property
    def words(self) -> list[str]:
        return [normal(token.text) for token in self.tokens]

    @property
    def has_marks(self) -> bool:
        return any(token.after and core_mark(token.after) for token in self.tokens)

    @property
    def has_capitals(self) -> bool:
        return any(
            not token.text.islower() and token.text != token.text.lower() for token in self.tokens
        )

    @property
    def next_before(self) -> list[str]:
        """For each token the marks that open before the next one."""
        return [*(token.before for token in self.tokens[1:]), ""][: len(self.tokens)]

    def times(self) -> tuple[list[float | None], list[float | None]]:
        spans = [self.transcript.times(token) for token in self.tokens]
        return [start for start, _ in spans], [end for _, end in spans]


@dataclass(frozen=True)
class AlignedPair:
    name: str
    ref: Side
    hyp: Side
    pairs: Sequence[Pair]

    @property
    def matches(self) -> int:
        ref, hyp = self.ref.words, self.hyp.words
        return sum(1 for i, j in self.pairs if i is not None and j is not None and ref[i] == hyp[j])

    @property
    def is_doubtful(self) -> bool:
        return bool(self.pairs) and self.matches < FEW_MATCHES * len(self.pairs)


def align_pair(
    name: str, ref: Transcript, hyp: Transcript, *, by_time: bool = False
) -> AlignedPair:
    left, right = Side.of(ref), Side.of(hyp)
    times = None
    if by_time and left.tokens and right.tokens:
        ref_times, hyp_times = interpolate_times(*left.times()), interpolate_times(*right.times())
        if ref_times is None or hyp_times is None:
            side = "reference" if ref_times is None else "hypothesis"
            raise DataError(
                f"{name}: the {side} has no times; align by words alone (leave out --by-time)"
            )
        times = (ref_times, hyp_times)
    return AlignedPair(name, left, right, align(left.words, right.words, times))
