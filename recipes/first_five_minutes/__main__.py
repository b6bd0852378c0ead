"""What new users try first: what was written before, and what is now, line by line and command by
command; writes docs/research/first-five-minutes.md.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from pathlib import Path

from recipes.first_five_minutes.commands import (
    Command,
    fits,
    output,
    read_commands,
    write_talks,
)
from recipes.first_five_minutes.lines import Line, read_lines, written
from recipes.pages import listed, save_page
from recipes.place import options, parsed
from recipes.tables import markdown

TABLES = ("meaning", "agree", "consistent", "partly")
PARTS = ("dictation", "captions", "live", "languages", "research")
QUICK_COMMANDS = 1  # of each part
COMMAND_HEAD = ("command", "before", "now", "as wanted")
HEAD = ("heard", "before", "now", "as wanted")
QUICK_LINES = 12  # of each table


def cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", "<br>").replace("<unk>", "`<unk>`")


def row(line: Line, now: str) -> list[str]:
    heard = f"{line.heard} (`{line.options}`)" if line.options else line.heard
    verdict = "yes" if now == line.wanted else f"no: {line.wanted}"
    return [cell(text) for text in (heard, line.before, now, verdict)]


def command_row(command: Command, now: str) -> list[str]:
    verdict = "yes" if fits(now, command.wanted) else f"no: {command.wanted}"
    return [cell(f"`{command.command}`"), cell(command.before), block(now), cell(verdict)]


def block(text: str) -> str:
    """Output of several lines in a cell."""
    return cell("<br>".join(html.escape(line, quote=False) for line in text.splitlines()))


def main(arguments: Sequence[str] | None = None) -> None:
    place, _ = parsed(options(__doc__), arguments)
    lines = list(read_lines())
    tables: dict[str, object] = {}
    right: list[Line] = []
    shown: list[Line] = []
    for name in TABLES:
        chosen = [line for line in lines if line.table == name]
        chosen = chosen[: place.sized(len(chosen), QUICK_LINES)]
        now = [written(line, place.work) for line in chosen]
        tables[name] = markdown(HEAD, map(row, chosen, now))
        shown += chosen
        right += [line for line, text in zip(chosen, now, strict=True) if text == line.wanted]

    write_talks(place.work)
    done: list[bool] = []
    for part in PARTS:
        commands = [command for command in read_commands() if command.part == part]
        commands = commands[: place.sized(len(commands), QUICK_COMMANDS)]
        outputs = [output(command.command, place.work) for command in commands]
        tables[part] = markdown(COMMAND_HEAD, map(command_row, commands, outputs))
        pairs = zip(commands, outputs, strict=True)
        done += [fits(now, command.wanted) for command, now in pairs]

    missed = [f'"{line.heard}"' for line in shown if line not in right]
    save_page(
        place,
        Path(__file__).with_name("page.md"),
        "first-five-minutes.md",
        **tables,
        lines=len(shown),
        right=len(right),
        commands=len(done),
        done=sum(done),
        all_right=not missed,
        missed=cell(listed(missed)),
    )


if __name__ == "__main__":
    main()
