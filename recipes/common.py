"""What recipes share: where the corpora lie, and tables in Markdown."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from legibly.metrics.bootstrap import Comparison, Interval95
from legibly.metrics.counts import OVERALL, Counts, Slots
from legibly.metrics.score import Score, Settings, Unit

ROOT = Path(__file__).parents[1]
DATA = Path(os.environ.get("LEGIBLY_DATA", ROOT.parent / "shared" / "data"))


def need(*folders: str) -> None:
    """End quietly where the corpora are not there: they are not part of the project."""
    missing = [folder for folder in folders if not (DATA / folder).is_dir()]
    if missing:
        print(
            f"left out: needs {', '.join(missing)} under {DATA} (set LEGIBLY_DATA)", file=sys.stderr
        )
        sys.exit(0)


def markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)


def percent(rate: float | None, digits: int = 1) -> str:
    return "-" if rate is None else f"{100 * rate:.{digits}f}"


def with_interval(rate: float | None, interval: Interval95 | None) -> str:
    """A figure with its 95 % interval: **69.8** (68.1-71.4)."""
    return f"**{percent(rate)}**" + (
        f" ({percent(interval.low)}-{percent(interval.high)})" if interval else ""
    )


def difference(found: Comparison | None) -> str:
    """Of two figures, with its 95 % interval: +1.2 (-0.3 to +2.8)."""
    if found is None:
        return "-"
    low, high = found.interval
    return f"{100 * found.difference:+.1f} ({100 * low:+.1f} to {100 * high:+.1f})"


def pair_slots(pairs: Sequence[tuple[object, object]]) -> Slots:
    """Of what is wanted and what was found, place by place; what is empty or None is no slot."""
    return Slots(
        correct=sum(bool(wanted) and wanted == found for wanted, found in pairs),
        substituted=sum(
            bool(wanted) and bool(found) and wanted != found for wanted, found in pairs
        ),
        deleted=sum(bool(wanted) and not found for wanted, found in pairs),
        inserted=sum(bool(found) and not wanted for wanted, found in pairs),
    )


def slot_score(units: Sequence[Slots]) -> Score:
    """Slots of units that were counted by hand, as a score, so that intervals and comparisons can be had (`marks/overall`)."""
    return Score(
        Settings(),
        tuple(Unit("", Counts(marks={OVERALL: own}), at) for at, own in enumerate(units)),
    )


def save_page(name: str, text: str) -> None:
    path = ROOT / "docs" / name
    path.write_text(text.rstrip() + "\n", "utf-8")
    print(text)
    print(f"-> docs/{name}", file=sys.stderr)
