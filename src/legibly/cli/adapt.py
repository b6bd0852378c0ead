"""`legibly adapt`"""

from __future__ import annotations

from pathlib import Path

import click

from legibly.errors import UsageError


@click.command("adapt")
@click.argument("model", metavar="MODEL")
@click.argument("corpora", nargs=-1, required=True, metavar="CORPUS...")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="Model folder to write.")
@click.option("--passes", type=click.IntRange(1, 100), default=8, show_default=True, help="Over the corpora.")
@click.option("--rate", type=float, default=0.1, show_default=True, help="Learning rate.")
@click.option("--prior", type=float, default=1e-5, show_default=True, help="How strongly the old weights are kept.")
@click.option("--name", help="Name of the new model (default: that of the folder).")
def command(
    model: str, corpora: tuple[str, ...], output: Path, passes: int, rate: float, prior: float, name: str | None
) -> int:
    """Adapt a maxent, crf or fcrf model with a little text of the kind it will see (Chelba & Acero 2004).

    The trained weights are the prior: what the new text does not speak of stays as it was.

    \b
    Example:
      legibly adapt models/news calls/ -o models/calls
    """
    try:
        import torch  # noqa: F401
    except ImportError as error:
        raise UsageError(f"this trainer needs: pip install 'legibly[train]' ({error})") from None
    from legibly.cli.progress import waiting
    from legibly.folder import find_model
    from legibly.training.corpus import corpus_files
    from legibly.training.feature_models import adapt_model

    files = corpus_files(corpora)
    with waiting("adapting"):
        words = adapt_model(
            *(find_model(model), files, output, name or output.name),
            passes=passes,
            prior=prior,
            rate=rate,
            report=lambda done, total, loss: None,
        )
    click.echo(f"{output}: adapted with {words:,} words", err=True)
    return 0
