"""Settings from `legibly.toml`: a table a command, and what stands above the
tables holds for all.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from legibly.errors import DataError, UsageError, unknown
from legibly.small_files import small_text
from legibly.toml import MAX_CHARACTERS, load_toml

DEFAULT = "legibly.toml"


def settings_for(
    ctx: click.Context, command: click.Command, name: str, path: Path | None
) -> dict[str, Any]:
    """Defaults for a command, or for every trainer of `train`."""
    settings, where = read_config(path), path or DEFAULT
    table = settings.get(name, {})
    if not isinstance(table, dict):
        raise DataError(f"{where}: {name!r} is {table!r}; expected a table [{name}]")

    _refuse_unknown(ctx, settings, where)
    common = {_name(key): value for key, value in settings.items() if not isinstance(value, dict)}
    table_settings = {_name(key): value for key, value in table.items()}
    commands = {name: command}
    if isinstance(command, click.Group):
        found = {sub: command.get_command(ctx, sub) for sub in command.list_commands(ctx)}
        commands = {sub: item for sub, item in found.items() if item is not None}

    options = {
        sub: {
            option.name: option
            for option in item.params
            if isinstance(option, click.Option) and option.name
        }
        for sub, item in commands.items()
    }
    for key in table_settings:
        if not any(key in names for names in options.values()):
            known = {option for names in options.values() for option in names}
            raise DataError(f"{where}: [{name}] {unknown('setting', key, known)}")

    chosen = {
        sub: {
            key: _checked(value, names[key], where)
            for key, value in {**common, **table_settings}.items()
            if key in names
        }
        for sub, names in options.items()
    }
    return chosen if isinstance(command, click.Group) else chosen[name]


def _refuse_unknown(ctx: click.Context, settings: dict[str, Any], where: object) -> None:
    """What no command knows is a mistake, wherever it stands."""
    main = ctx.find_root().command
    if not settings or not isinstance(main, click.Group):
        return
    root = ctx.find_root()
    names = main.list_commands(root)
    options: set[str] = set()
    for name in names:
        command = main.get_command(root, name)
        below = [command]
        if isinstance(command, click.Group):
            below += [command.get_command(root, sub) for sub in command.list_commands(root)]
        options |= {
            option.name
            for item in below
            if item is not None
            for option in item.params
            if isinstance(option, click.Option) and option.name
        }
    for key, value in settings.items():
        if isinstance(value, dict):
            if key not in names:
                raise DataError(f"{where}: {unknown('table', key, names)}")
        elif _name(key) not in options:
            raise DataError(f"{where}: {unknown('setting', key, options)}")


def _checked(value: Any, option: click.Option, where: object) -> Any:
    """Strings for options that take text, lists of them for those that may be repeated; the rest is
    click's.
    """
    if option.multiple:
        values = [value] if isinstance(value, str) else value
        if not isinstance(values, list) or not all(
            isinstance(item, str | int | float) for item in values
        ):
            raise DataError(f"{where}: {option.name} is {value!r}; expected a list")
        return values

    takes_text = isinstance(option.type, (click.types.StringParamType, click.Path, click.Choice))
    if takes_text and not isinstance(value, str):
        raise DataError(f"{where}: {option.name} is {value!r}; expected a string")
    if not isinstance(value, str | int | float | bool):
        raise DataError(f"{where}: {option.name} is {value!r}; expected a single value")
    if option.is_flag and not isinstance(value, bool):
        raise DataError(f"{where}: {option.name} is {value!r}; expected true or false")

    return value


def read_config(path: Path | None) -> dict[str, Any]:
    if path is None:
        if not Path(DEFAULT).is_file():
            return {}
        path = Path(DEFAULT)
    try:
        return load_toml(small_text(path, most=MAX_CHARACTERS), str(path))
    except UnicodeDecodeError:
        raise DataError(f"{path}: not UTF-8") from None
    except OSError as error:
        raise UsageError(f"{path}: cannot be opened ({error.strerror})") from None


def _name(key: str) -> str:
    return {"from": "from_format", "to": "to_format", "style": "styles"}.get(
        key, key.replace("-", "_")
    )
