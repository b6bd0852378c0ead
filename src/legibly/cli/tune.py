"""`legibly tune`"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from legibly.errors import UsageError

if TYPE_CHECKING:
    from legibly.training.tuning import Trial


@click.command("tune")
@click.argument("model")
@click.argument("dev", nargs=-1, required=True, metavar="DEV...")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="Write the model with the new weights here.",
)
@click.option(
    "--by",
    type=click.Choice(["f1", "ser"]),
    default="f1",
    show_default=True,
    help="What is to get better.",
)
@click.option("--case", is_flag=True, help="Look at capitals rather than marks.")
@click.option(
    "--biases/--no-biases", default=False, help="Also a bias for each mark, of a neural model."
)
@click.option(
    "--words",
    type=int,
    default=20_000,
    show_default=True,
    help="Words of the development text to use.",
)
@click.option(
    "--least", type=float, default=0.1, show_default=True, help="Points that a change must bring."
)
@click.option("--beam", type=float, help="Beam of the search, for n-gram models (default: exact).")
@click.option(
    "--plot",
    type=click.Path(path_type=Path),
    help="Draw what was tried (SVG or PNG; needs matplotlib).",
)
def command(
    model: str,
    dev: tuple[str, ...],
    output: Path | None,
    by: str,
    case: bool,
    biases: bool,
    words: int,
    least: float,
    beam: float | None,
    plot: Path | None,
) -> int:
    """Choose the weights of a model's scorers on a development text.

    The text is any transcript or text with marks and capitals; it is stripped of them and restored.

    \b
    Examples:
      legibly tune models/mine dev.txt -o models/tuned
      legibly tune models/mine dev/ --by ser --plot sweep.svg
      legibly tune en talks.txt --biases --words 50000
    """
    from legibly.formatting.options import Options
    from legibly.model_folders.finding import find_model
    from legibly.model_folders.loading import load_folder
    from legibly.model_folders.manifest import read_manifest
    from legibly.training.corpus import corpus_files, read_corpus
    from legibly.training.tuning import restored, tune, words_of

    folder = find_model(model)
    formatter = load_folder(folder, Options(beam=beam, numbers=False))
    texts = words_of(read_corpus(corpus_files(dev), formatter.language.code), words)
    if not any(token.after for text in texts for token in text.tokens):
        raise UsageError(f"{' '.join(dev)}: no marks in it; expected text as it should be written")

    marks = ("", *formatter.marks) if biases else ()
    biased = next((i for i, item in enumerate(formatter.scorers) if item.scorer.marks), None)
    if biases and (biased is None or read_manifest(folder).scorers[biased]["kind"] != "neural"):
        raise UsageError(f"{folder}: --biases need a network as the first scorer that knows marks")

    def show(trial: Trial) -> None:
        click.echo(f"{trial.what} {trial.value:g}: {abs(trial.score):.2f}", err=True)

    found = tune(formatter, restored(texts, by, case), biases=marks, least=least, report=show)
    names = [item.scorer.__class__.__name__ for item in formatter.scorers]
    click.echo(f"{by} {abs(found.before):.2f} -> {abs(found.after):.2f}")
    for name, weight in zip(names, found.weights, strict=True):
        click.echo(f"{name}: weight {weight:g}")
    for mark, bias in found.biases.items():
        click.echo(f"bias of {mark or 'no mark'}: {bias:g}")
    if plot is not None:
        _draw(found.trials, plot, by)
    if output is not None:
        _save(folder, output, found.weights, found.biases, biased)
    return 0


def _draw(trials: list[Any], path: Path, by: str) -> None:
    try:
        import matplotlib
    except ImportError:
        raise UsageError("--plot needs: pip install 'legibly[plots]'") from None

    matplotlib.use("agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4))
    for what in dict.fromkeys(trial.what for trial in trials if trial.what != "as it is"):
        points = sorted((trial.value, abs(trial.score)) for trial in trials if trial.what == what)
        axes.plot(
            [value for value, _ in points], [score for _, score in points], marker="o", label=what
        )

    axes.axhline(abs(trials[0].score), color="grey", linewidth=0.8, label="as it is")
    axes.set_xlabel("value")
    axes.set_ylabel(f"{by}, %")
    axes.legend()
    figure.tight_layout()
    figure.savefig(path)


def _save(
    folder: Path, output: Path, weights: list[float], biases: dict[str, float], biased: int | None
) -> None:
    """The same files with other numbers in the manifest."""
    from legibly.model_folders.manifest import read_manifest
    from legibly.model_folders.saving import copy_files, save_folder
    from legibly.scorers.neural import NETWORK_MARKS

    manifest = read_manifest(folder)
    scorers = [
        {**settings, "weight": weight}
        for settings, weight in zip(manifest.scorers, weights, strict=True)
    ]
    if biased is not None and any(biases.values()):
        settings = scorers[biased]
        before = settings.get("bias", [0.0] * len(NETWORK_MARKS))
        settings["bias"] = [
            b + biases.get(mark, 0.0) for b, mark in zip(before, NETWORK_MARKS, strict=True)
        ]

    def first(target: Path) -> dict[str, Any]:
        copy_files(manifest, target)
        return scorers[0]

    save_folder(
        output,
        name=output.name,
        language=manifest.language,
        description=manifest.description,
        scorers=[first, *scorers[1:]],
        facts=manifest.facts,
    )
