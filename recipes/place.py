"""Where a recipe finds its corpora, keeps its work and writes its page."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).parents[1]
DATA_PAGE = "docs/research/data.md"
Size = TypeVar("Size")


@dataclass(frozen=True)
class Place:
    data: Path  # the corpora, laid out as their manifests say
    docs: Path
    work: Path  # models and counts that are kept between runs
    quick: bool = False  # a run on made-up data, to see whether everything works
    commit: str = "unknown"  # of the code that runs, for pages to name

    def files(self, *patterns: str) -> list[Path]:
        """The corpora that fit, pattern by pattern, each in the order of names."""
        return [path for pattern in patterns for path in sorted(self.data.glob(pattern))]

    def need(self, *folders: str) -> None:
        """End quietly where the corpora are not there: they are not part of the project."""
        missing = [folder for folder in folders if not (self.data / folder).exists()]
        if missing:
            where = f"{', '.join(missing)} under {self.data}"
            print(
                f"left out: needs {where} (pass --data, or set LEGIBLY_DATA); where the data come "
                f"from and how they lie: {DATA_PAGE}",
                file=sys.stderr,
            )
            sys.exit(0)

    def sized(self, full: Size, quick: Size) -> Size:
        """A size, and what stands in for it in a quick run."""
        return quick if self.quick else full


def options(description: str | None) -> argparse.ArgumentParser:
    """The options that all recipes have; a recipe adds its own."""
    parser = argparse.ArgumentParser(
        description=description,
        epilog=f"Where the data come from and how they lie: {DATA_PAGE}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    data = os.environ.get("LEGIBLY_DATA", ROOT.parent / "shared" / "data")
    parser.add_argument("--data", type=Path, default=data, help="folder of the corpora")
    docs = ROOT / "docs" / "research"
    parser.add_argument("--docs", type=Path, default=docs, help="where the page goes")
    parser.add_argument("--work", type=Path, help="folder for models and counts that are kept")
    parser.add_argument("--quick", action="store_true", help="small sizes, to see whether it runs")
    return parser


def parsed(
    parser: argparse.ArgumentParser, arguments: Sequence[str] | None
) -> tuple[Place, argparse.Namespace]:
    """The place, and the recipe's own options."""
    found = parser.parse_args(arguments)
    work = found.work or Path(os.environ.get("LEGIBLY_WORK") or tempfile.mkdtemp())
    work.mkdir(parents=True, exist_ok=True)
    return Place(Path(found.data), found.docs, work, found.quick, commit_of(ROOT)), found


def commit_of(folder: Path) -> str:
    """Of the code in a folder, and whether it was changed since."""
    head = _git(folder, "rev-parse", "--short=10", "HEAD")
    if not head:
        return "unknown"
    changed = _git(folder, "status", "--porcelain", "--", "src", "recipes")
    return f"{head}, with changes" if changed else head


def _git(folder: Path, *arguments: str) -> str:
    """What git says; nothing where there is none, or no history."""
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments], capture_output=True, text=True, check=False
        )
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
