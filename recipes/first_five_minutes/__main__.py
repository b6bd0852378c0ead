"""What new users try first: what was written before, and what is now; writes
docs/research/first-five-minutes.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from recipes.first_five_minutes.lines import Line, read_lines, written
from recipes.pages import listed, save_page
from recipes.place import options, parsed
from recipes.tables import markdown

TABLES = ("meaning", "agree", "consistent", "partly")
HEAD = ("heard", "before", "now", "as wanted")
QUICK_LINES = 12  # of each table


def cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", "<br>").replace("<unk>", "`<unk>`")


def row(line: Line, now: str) -> list[str]:
    heard = f"{line.heard} (`{line.options}`)" if line.options else line.heard
    verdict = "yes" if now == line.wanted else f"no: {line.wanted}"
    return [cell(text) for text in (heard, line.before, now, verdict)]


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

    missed = [f'"{line.heard}"' for line in shown if line not in right]
    save_page(
        place,
        Path(__file__).with_name("page.md"),
        "first-five-minutes.md",
        **tables,
        lines=len(shown),
        right=len(right),
        all_right=not missed,
        missed=cell(listed(missed)),
    )


if __name__ == "__main__":
    main()
