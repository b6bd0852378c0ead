"""Scripts that are written without spaces: every sign is a word of its own."""

from __future__ import annotations

import re

# Kana, the ideographs of Chinese and Japanese, and the nought among them; for use in a class of a
# regular expression.
HAN = "\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_HAN = re.compile(f"[{HAN}]")


def is_han(char: str) -> bool:
    return _HAN.match(char) is not None


def has_han(text: str) -> bool:
    return not text.isascii() and _HAN.search(text) is not None
