"""TOML with errors that say where."""

from __future__ import annotations

import tomllib
from typing import Any

from legibly.errors import DataError


def load_toml(text: str, where: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{where}: not valid TOML: {error}") from None
