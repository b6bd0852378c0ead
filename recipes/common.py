"""What recipes share: where the corpora lie, and tables in Markdown."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
DATA = Path(os.environ.get("LEGIBLY_DATA", ROOT.parent / "shared" / "data"))


def need(*folders: str) -> None:
    """End quietly where the corpora are not there: they are not part of the project."""
    missing = [folder for folder in folders if not (DATA / folder).is_dir()]
    if missing:
        print(f"left out: needs {', '.join(missing)} under {DATA} (set LEGIBLY_DATA)", file=sys.stderr)
        sys.exit(0)


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)


def percent(rate: float | None, digits: int = 1) -> str:
    return "-" if rate is None else f"{100 * rate:.{digits}f}"


def save_page(name: str, text: str) -> None:
    path = ROOT / "docs" / name
    path.write_text(text.rstrip() + "\n", "utf-8")
    print(text)
    print(f"-> docs/{name}", file=sys.stderr)
