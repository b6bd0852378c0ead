"""Trains the class model of the shipped English model.

It decides how numbers are written, from the words around them.

    python -m recipes.english_default.numbers OUTPUT
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from legibly.cli.main import run
from recipes.place import ROOT, options, parsed

CORPORA = ("en/*.txt.xz", "timed/earnings2[12]/train/*[0-9].jsonl.xz")
SHIPPED = ROOT / "src/legibly/english/models/en"


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code of `legibly train`."""
    parser = options(__doc__)
    parser.add_argument("output", metavar="OUTPUT", help="model folder to write")
    place, chosen = parsed(parser, arguments)
    place.need("en", "timed/earnings21", "timed/earnings22")
    corpora = map(str, place.files(*CORPORA))
    outcome = ("-o", chosen.output, "--beside", str(SHIPPED), "--name", "en")
    return run(["train", "numbers", *corpora, *outcome])


if __name__ == "__main__":
    sys.exit(main())
