"""`legibly combine`"""

from __future__ import annotations

import math
from pathlib import Path

import click

from legibly.errors import UsageError


@click.command("combine")
@click.argument("models", nargs=-1, required=True, metavar="MODEL[=WEIGHT]...")
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="Model folder to write."
)
@click.option("--name", help="Name of the new model (default: that of the folder).")
def command(models: tuple[str, ...], output: Path, name: str | None) -> int:
    """Put the scorers of several models into one, each with a weight.

    All of them score the same lattice, so that the text is what they like best together. `legibly
    tune` then finds the weights on a text of your own.

    \b
    Example:
      legibly combine en models/calls=0.3 -o models/both
      legibly tune models/both dev/ -o models/tuned
    """
    from legibly.model_folders.combining import combine_folders
    from legibly.model_folders.finding import find_model

    if len(models) < 2:
        raise UsageError("name at least two models to combine")

    combine_folders(
        [(find_model(model), weight) for model, weight in map(_weighted, models)],
        output,
        name or output.name,
    )
    return 0


def _weighted(text: str) -> tuple[str, float]:
    model, sign, weight = text.rpartition("=")
    if not sign or Path(text).is_dir():
        return text, 1.0
    try:
        number = float(weight)
    except ValueError:
        number = math.nan

    if not model or not math.isfinite(number) or number < 0:
        raise UsageError(
            f"{text!r}: weight {weight!r} is not a number from 0 on; expected MODEL=0.3"
        )

    return model, number
