"""`legibly adapt`"""

from __future__ import annotations

from pathlib import Path

import click

from legibly.cli.switches import Finite, need_torch


@click.command("adapt")
@click.argument("model", metavar="MODEL")
@click.argument("corpora", nargs=-1, required=True, metavar="CORPUS...")
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="Model folder to write."
)
@click.option(
    "--passes",
    type=Finite(0, 1000, min_open=True),
    help="Over the text, at most (default: 100; a network: 4).",
)
@click.option(
    "--prior", type=Finite(0), help="How much the weights of other scorers are held (default: 1)."
)
@click.option("--rate", type=Finite(0, 0.1), help="Learning rate of a network (default: 2e-3).")
@click.option(
    "--held", type=Finite(0, 1), help="How much a network's old answers count (default: 0.2)."
)
@click.option("--name", help="Name of the new model (default: that of the folder).")
def command(
    model: str,
    corpora: tuple[str, ...],
    output: Path,
    passes: float | None,
    prior: float | None,
    rate: float | None,
    held: float | None,
    name: str | None,
) -> int:
    """Adapt a model with a little text of the kind it will see.

    The trained weights of a maxent, crf or fcrf model are the prior (Chelba & Acero 2004): what the
    new text does not speak of stays as it was. A network goes on learning, held to what it said
    before. Other scorers stay as they are. It needs: pip install 'legibly[train]'

    \b
    Example:
      legibly adapt en calls/ -o models/calls
      legibly format call.ctm --model models/calls
    """
    need_torch()
    from legibly.cli.progress import steps
    from legibly.model_folders.finding import find_model
    from legibly.model_folders.manifest import read_manifest
    from legibly.training.adaptation import Adaptation, adapt_model
    from legibly.training.corpus import learnable_files

    folder = find_model(model)
    files = learnable_files(corpora, read_manifest(folder).language)
    adaptation = Adaptation(passes, prior, rate, held)
    with steps("adapting") as report:
        words = adapt_model(folder, files, output, name or output.name, adaptation, report)

    click.echo(f"{output}: adapted with {words:,} words", err=True)
    return 0
