"""Makes the reference pages from what they describe: commands from click, the API from docstrings.

python -m tools.reference
"""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

import click

import legibly
from legibly.cli.main import cli

DOCS = Path(__file__).parents[1] / "docs"
COMMANDS, API = DOCS / "reference" / "commands.md", DOCS / "python" / "api.md"
MADE = "<!-- Made by `python -m tools.reference`; change the code, not this page. -->"


def commands_page() -> str:
    """Every command with every option."""
    lines = [
        "# Commands",
        MADE,
        "What stands before the command holds for all of them. "
        "Exit codes: 0 done, 1 wrong data, 2 wrong usage.",
        *_command("legibly", cli),
    ]
    for path, command in walk(cli, ("legibly",)):
        lines += [f"## {' '.join(path)}", *_command(" ".join(path), command)]
    return "\n\n".join(lines) + "\n"


def walk(
    group: click.Group, path: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """All commands below a group, by their names."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield (*path, name), command
        if isinstance(command, click.Group):
            yield from walk(command, (*path, name))


def options_of(command: click.Command) -> list[click.Option]:
    return [item for item in command.params if isinstance(item, click.Option) and not item.hidden]


def _command(name: str, command: click.Command) -> Iterator[str]:
    arguments = " ".join(
        item.make_metavar(click.Context(command))
        for item in command.params
        if isinstance(item, click.Argument)
    )
    yield f"```\n{name} [OPTIONS] {arguments}".rstrip() + "\n```"
    yield from _help(inspect.cleandoc(command.help or ""))
    if options := options_of(command):
        rows = (f"| {_switches(item)} | {_meaning(item)} |" for item in options)
        yield "\n".join(["| option | |", "|---|---|", *rows])


def _help(text: str) -> Iterator[str]:
    """Paragraphs; click's `\\b` marks those that keep their lines."""
    for paragraph in re.split(r"\n\s*\n", text):
        if not paragraph.startswith("\b"):
            yield " ".join(paragraph.split())
            continue
        title, _, body = paragraph.removeprefix("\b").strip("\n").partition("\n")
        yield title
        yield f"```\n{textwrap.dedent(body)}\n```"


def _switches(option: click.Option) -> str:
    names = ", ".join(f"`{name}`" for name in (*option.opts, *option.secondary_opts))
    if option.is_flag or option.count:
        return names
    metavar = option.make_metavar(click.Context(click.Command("")))
    return f"{names} `{metavar}`".replace("|", "\\|")


def _meaning(option: click.Option) -> str:
    text = option.help or ""
    if option.show_default and option.default is not None and not option.is_flag:
        text = f"{text} Default: `{option.default}`."
    if option.required:
        text = f"{text} Required."
    return text.replace("|", "\\|").replace("<", "&lt;").strip()


ROWS = (
    "`Rows` is the path of a table, a list of its rows (strings, or tuples of fields), or a dict "
    "of spoken and written forms."
)


def api_page() -> str:
    """Everything that is public, from its docstring."""
    lines = [
        "# API",
        MADE,
        "All of it is in `legibly`.",
        "What is neither here nor in [Extending](extending.md) is private.",
    ]
    lines += ["`Heard` is a transcript, text, or words: `Word`s or strings.", ROWS]
    functions = [name for name in legibly.__all__ if inspect.isfunction(getattr(legibly, name))]
    classes = [name for name in legibly.__all__ if inspect.isclass(getattr(legibly, name))]
    lines.append("## Functions")
    for name in functions:
        lines += _callable(name, getattr(legibly, name), "###")
    lines.append("## Classes")
    for name in classes:
        lines += _class(name, getattr(legibly, name))
    return "\n\n".join(lines) + "\n"


def _callable(name: str, function: object, level: str) -> Iterator[str]:
    yield f"{level} {name}"
    yield f"```py\n{name.rpartition('.')[2]}{_signature(function)}\n```"
    yield from _docstring(inspect.getdoc(function) or "")


def _signature(function: object) -> str:
    """One parameter a line where it would be long."""
    signature = inspect.signature(function)  # type: ignore[arg-type]
    parts: list[str] = []
    for parameter in signature.parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in parts:
            parts.append("*")
        if parameter.name not in ("self", "cls"):
            parts.append(_parameter(parameter))
    returns = f" -> {_type(signature.return_annotation)}"
    if len(", ".join(parts)) + len(returns) <= 80:
        return f"({', '.join(parts)}){returns}"
    lines = "".join(f"    {part},\n" for part in parts)
    return f"(\n{lines}){returns}"


def _parameter(parameter: inspect.Parameter) -> str:
    star = "*" if parameter.kind is parameter.VAR_POSITIONAL else ""
    default = "" if parameter.default is parameter.empty else f" = {_default(parameter.default)}"
    return f"{star}{parameter.name}: {_type(parameter.annotation)}{default}"


def _default(value: object) -> str:
    return getattr(value, "__qualname__", None) or repr(value)


def _type(annotation: object) -> str:
    """As it stands in the code."""
    return annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "None")


def _docstring(text: str) -> Iterator[str]:
    """Google's sections become lists."""
    for paragraph in re.split(r"\n\s*\n", text):
        head, _, body = paragraph.partition("\n")
        if head in ("Args:", "Returns:"):
            yield f"**{'Parameters' if head == 'Args:' else 'Returns'}**"
            entries = re.split(r"\n(?=    \S)", f"\n{body}".replace("\n        ", " "))[1:]
            if head == "Returns:":
                yield " ".join(body.split())
            else:
                named = (entry.strip().partition(":") for entry in entries)
                yield "\n".join(f"- `{name}`: {' '.join(what.split())}" for name, _, what in named)
        elif paragraph.strip().startswith(">>>"):
            yield f"```python\n{textwrap.dedent(paragraph)}\n```"
        else:
            yield " ".join(paragraph.split())


def _class(name: str, kind: type) -> Iterator[str]:
    yield f"### {name}"
    yield from _docstring(inspect.getdoc(kind) or "")
    if fields := getattr(kind, "_fields", None) or getattr(kind, "__dataclass_fields__", None):
        yield "Fields: " + ", ".join(f"`{field}`" for field in fields)
    for attribute, value in vars(kind).items():
        if attribute.startswith("_") and attribute != "__call__":
            continue
        if isinstance(value, property | cached_property):
            read = value.fget if isinstance(value, property) else value.func
            yield f"**`{attribute}`**: {' '.join((inspect.getdoc(read) or '').split())}"
        elif inspect.isfunction(getattr(kind, attribute, None)) or isinstance(value, classmethod):
            shown = name.lower() if attribute == "__call__" else f"{name}.{attribute}"
            yield from _callable(shown, getattr(kind, attribute), "####")


def main() -> None:
    for path, page in ((COMMANDS, commands_page()), (API, api_page())):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page, "utf-8")


if __name__ == "__main__":
    main()
