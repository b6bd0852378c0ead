"""Settings from `legibly.toml`: a table a command, and what stands above the tables holds for all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from legibly.errors import DataError, UsageError, unknown
from legibly.toml import load_toml

DEFAULT = "legibly.toml"


def settings_for(command: click.Command, name: str, path: Path | None) -> dict[str, Any]:
    settings = read_config(path)
    names = {parameter.name for parameter in command.params if isinstance(parameter, click.Option)}
    common = {_name(key): value for key, value in settings.items() if not isinstance(value, dict)}
    own = {_name(key): value for key, value in settings.get(name, {}).items()}
    for key in own:
        if key not in names:
            raise DataError(f"{path or DEFAULT}: [{name}] {unknown('setting', key, [n for n in names if n])}")
    return {key: value for key, value in {**common, **own}.items() if key in names}


def read_config(path: Path | None) -> dict[str, Any]:
    if path is None:
        if not Path(DEFAULT).is_file():
            return {}
        path = Path(DEFAULT)
    try:
        return load_toml(path.read_text("utf-8"), str(path))
    except UnicodeDecodeError:
        raise DataError(f"{path}: not UTF-8") from None
    except OSError as error:
        raise UsageError(f"{path}: cannot be opened ({error.strerror})") from None


def _name(key: str) -> str:
    return {"from": "from_format", "to": "to_format"}.get(key, key.replace("-", "_"))
