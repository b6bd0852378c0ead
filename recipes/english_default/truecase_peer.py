"""The package truecase as a formatter: case only, the marks as they are given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from legibly.transcript import Token, Transcript

NAME = "truecase 0.0.14"


class Truecase:
    """Sentence by sentence, as its makers advise."""

    def __init__(self) -> None:
        from truecase.TrueCaser import TrueCaser

        self._caser = TrueCaser()

    def __call__(self, text: Transcript) -> Transcript:
        return replace(text, tokens=tuple(self._cased(text)))

    def _cased(self, text: Transcript) -> Iterator[Token]:
        for sentence in text.sentences:
            tokens = [
                token for token in text.tokens if sentence.first <= token.first < sentence.last
            ]
            written = self._caser.get_true_case_from_tokens(
                [token.text for token in tokens], "title"
            )
            for token, cased in zip(tokens, written, strict=True):
                yield token._replace(text=cased)
