"""TOML with errors that say where."""

from __future__ import annotations

import math
import re
import tomllib
from typing import Any

from legibly.errors import DataError

MAX_CHARACTERS = 1 << 20
MAX_KEY_PARTS = 100


def load_toml(text: str, where: str) -> dict[str, Any]:
    if len(text) > MAX_CHARACTERS:
        raise DataError(f"{where}: {len(text):,} characters; expected at most {MAX_CHARACTERS:,}")
    if _dotted(text):
        raise DataError(f"{where}: a key of more than {MAX_KEY_PARTS} parts")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{where}: not valid TOML: {error}") from None
    except (RecursionError, ValueError) as error:
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)[:100]
        raise DataError(f"{where}: not valid TOML: {reason}") from None


# A part of a key: bare, or in quotes. Nothing is read twice, so that a long one takes no longer.
_PART = r"""(?:[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')"""
_MANY_PARTS = re.compile(rf"""(?<![\w"'\\-])(?:{_PART}[ \t]*+\.[ \t]*+){{{MAX_KEY_PARTS}}}""")


def _dotted(text: str) -> bool:
    """A key of very many parts takes the reader of TOML for ever."""
    return _MANY_PARTS.search(text) is not None


def is_finite(value: object) -> bool:
    """A number that a float can hold."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return math.isfinite(float(value))
    except OverflowError:
        return False
