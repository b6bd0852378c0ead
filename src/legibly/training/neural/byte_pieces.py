"""The byte-level pieces of a causal language model, as its GGUF file lists them, and those of them
that some text needs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from legibly.errors import DataError
from legibly.scripts import is_han

PIECES, MERGES, PADDING = (
    f"tokenizer.ggml.{name}" for name in ("tokens", "merges", "padding_token_id")
)


def open_gguf(path: Path) -> Any:
    """Raises DataError for what is not a GGUF file."""
    try:
        from gguf import GGUFReader
    except ImportError:
        raise DataError("language models as teachers need: pip install 'legibly[train]'") from None
    try:
        return GGUFReader(path)
    except (OSError, ValueError) as error:
        raise DataError(f"{path}: not a language model in GGUF ({error})") from None


@dataclass
class BytePieces:
    """Words into numbers of pieces: those of the model, or, once they are `few`, their places among
    those that occur.
    """

    tokenizer: Any
    begin: int  # stands in front of every window, where attention can rest
    few: NDArray[np.int64] | None = None  # the model's numbers, in order
    _places: dict[int, int] = field(default_factory=dict)
    _known: dict[str, list[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, path: Path) -> BytePieces:
        from tokenizers import Regex, Tokenizer, models, pre_tokenizers

        fields = open_gguf(path).fields
        if not {PIECES, MERGES, PADDING} <= fields.keys():
            raise DataError(f"{path}: no byte-level pieces in it; expected a model like Qwen2.5")
        pieces = [bytes(fields[PIECES].parts[i]).decode() for i in fields[PIECES].data]
        merges = [bytes(fields[MERGES].parts[i]).decode() for i in fields[MERGES].data]
        pairs = [(left, right) for left, right in (merge.split(" ") for merge in merges)]
        model = models.BPE({piece: i for i, piece in enumerate(pieces)}, pairs)
        tokenizer = Tokenizer(model)
        tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
            [  # numbers digit by digit
                pre_tokenizers.Split(Regex(r"\p{N}"), "isolated"),
                pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
            ]
        )
        padding = fields[PADDING]
        return cls(tokenizer, int(padding.parts[padding.data[0]][0]))

    def __call__(self, word: str) -> list[int]:
        known = self._known.get(word)
        if known is None:
            known = self._cut(word)
            if self.few is not None:
                known = [self._places[piece] for piece in known]
            self._known[word] = known
        return known

    def _cut(self, word: str) -> list[int]:
        """A word has a space before it, a Chinese character has none."""
        spaced = word if is_han(word[:1]) else f" {word}"
        return list(self.tokenizer.encode(spaced, add_special_tokens=False).ids) or [self.begin]

    def fewer(self, words: Iterable[str]) -> BytePieces:
        """Numbers for the pieces of these words alone."""
        found = {self.begin}
        for word in words:
            found.update(self._cut(word))
        few = np.array(sorted(found))
        if len(few) > np.iinfo(np.uint16).max:
            raise DataError(f"{len(few)} kinds of pieces; expected fewer than 65,536")
        places = {int(piece): place for place, piece in enumerate(few)}
        return BytePieces(self.tokenizer, places[self.begin], few, places)
