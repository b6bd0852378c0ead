"""A vocabulary of word pieces made from a language's text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from legibly.files.writing import atomic_path
from legibly.scorers.word_pieces import BEGIN_SIGN, END_SIGN, UNKNOWN_SIGN
from legibly.scripts import is_han

FIRST_PIECES = ("[PAD]", UNKNOWN_SIGN, BEGIN_SIGN, END_SIGN, "[MASK]")
MIN_HAN = 3  # times that a character occurs


def learn_pieces(counts: Mapping[str, int], size: int) -> list[str]:
    """Pieces of lower-case words, the signs first; every character that is not rare, and Chinese
    ones alone.
    """
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    han = sorted(word for word, count in counts.items() if is_han(word) and count >= MIN_HAN)
    others = {word: count for word, count in counts.items() if not is_han(word[:1])}
    tokenizer = Tokenizer(models.WordPiece(unk_token=UNKNOWN_SIGN))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Punctuation()]
    )
    trainer = trainers.WordPieceTrainer(
        vocab_size=size - len(han),
        special_tokens=list(FIRST_PIECES),
        limit_alphabet=200,
        show_progress=False,
    )
    # The trainer counts for itself: a common word is shown several times.
    rarest = max(1, min(others.values(), default=1))
    shown = (word for word, count in others.items() for _ in range(max(1, count // rarest)))
    tokenizer.train_from_iterator(shown, trainer)
    learnt = sorted(tokenizer.get_vocab().items(), key=lambda item: item[1])
    return [*(piece for piece, _ in learnt), *han]


def save_pieces(pieces: list[str], path: Path) -> None:
    """As a `tokenizer.json` that `WordPieces` reads; accents tell words apart."""
    document = {
        "normalizer": {"type": "BertNormalizer", "lowercase": True, "strip_accents": False},
        "model": {
            "type": "WordPiece",
            "unk_token": UNKNOWN_SIGN,
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
            "vocab": {piece: number for number, piece in enumerate(pieces)},
        },
    }
    with atomic_path(path) as temporary:
        temporary.write_text(json.dumps(document, ensure_ascii=False), "utf-8")
