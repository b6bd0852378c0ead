"""Attacks every part of the program, reads shapes of real files, and writes
docs/research/hardening.md.

    python -m recipes.hardening [--share 0.2]
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from recipes.hardening.attacks import FULL, QUICK, SEED, areas
from recipes.hardening.shapes import rows
from recipes.pages import save_page
from recipes.place import options, parsed
from recipes.tables import markdown


def main(arguments: Sequence[str] | None = None) -> None:
    parser = options(__doc__)
    parser.add_argument("--share", type=float, default=1.0, help="of the full size (default: 1)")
    place, chosen = parsed(parser, arguments)
    sizes = place.sized(FULL.scaled(chosen.share), QUICK)
    found = []
    for area in areas(sizes):
        found.append(area.row())
        print(area, flush=True)
    save_page(
        place,
        Path(__file__).with_name("page.md"),
        "hardening.md",
        areas=markdown(("what is tried", "cases", "answered", "refused", "failures"), found),
        shapes=markdown(("shape", "taken for", "words", "as expected"), rows()),
        minutes=f"{sizes.seconds / 60:.3g}",
        share=chosen.share,
        seed=SEED,
    )


if __name__ == "__main__":
    main()
