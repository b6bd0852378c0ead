"""`legibly train`: a trainer a command, all of the same shape."""

from __future__ import annotations

from pathlib import Path

import click

from legibly.cli.feature_trainers import feature_trainer, train_pos
from legibly.cli.ngram_trainers import train_ngram, train_numbers
from legibly.cli.prosody_trainers import train_cart, train_prosody
from legibly.cli.switches import Finite, need_torch
from legibly.errors import UsageError
from legibly.languages import DEFAULT_LANGUAGE


@click.group("train")
def command() -> None:
    """Learn a model from your own text.

    Corpora are text files, one paragraph or turn a line, or any readable transcript; .gz and .xz
    too, and folders.

    \b
    Example:
      legibly train lexicon news/*.txt.xz -o models/news
    """


@command.command("lexicon")
@click.argument("corpora", nargs=-1, required=True, metavar="CORPUS...")
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="Model folder to write."
)
@click.option(
    "--language",
    default=DEFAULT_LANGUAGE,
    show_default=True,
    metavar="CODE",
    help="Language of the text.",
)
@click.option("--dev", type=click.Path(), help="Text to report the accuracy on.")
@click.option(
    "--min-count", type=int, default=3, show_default=True, help="Leave out words seen less often."
)
@click.option(
    "--pause",
    type=click.FloatRange(min=0, min_open=True),
    default=0.5,
    show_default=True,
    help="Seconds of silence that end a sentence.",
)
@click.option("--name", help="Name of the model (default: that of the folder).")
@click.option("--description", help="What the model is, for `legibly models`.")
def train_lexicon(
    corpora: tuple[str, ...],
    output: Path,
    language: str,
    dev: str | None,
    min_count: int,
    pause: float,
    name: str | None,
    description: str | None,
) -> int:
    """The baseline: each word's most frequent case, full stops at pauses, speaker changes and ends.

    \b
    Example:
      legibly train lexicon news.txt.xz talks/ -o models/baseline --dev dev.txt
      legibly format call.ctm --model models/baseline
    """
    from legibly.cli.progress import watch_bytes
    from legibly.languages import language as find_language
    from legibly.model_folders.saving import save_folder
    from legibly.scorers.lexicon import LexiconScorer
    from legibly.training.corpus import corpus_files, learnable_files, read_corpus
    from legibly.training.lexicon import count_forms, lexicon_accuracy, make_entries

    code = find_language(language).code
    files = learnable_files(corpora, code)
    with watch_bytes(files, "counting", lines=True) as wrap:
        counts = count_forms(read_corpus(files, code, wrap))
    scorer = LexiconScorer(make_entries(counts, min_count))
    save_folder(
        output,
        name=name or output.name,
        language=code,
        description=description or "baseline: most frequent case, full stops at pauses",
        scorers=[scorer.save, {"kind": "pause", "seconds": pause}],
    )
    click.echo(f"{output}: {len(scorer.entries)} words that are not simply lower-case", err=True)
    if dev is not None:
        right, words = lexicon_accuracy(scorer, read_corpus(corpus_files([dev]), code))
        click.echo(
            f"{dev}: {right / max(1, words):.2%} of {words} words inside sentences in the right "
            "case",
            err=True,
        )

    return 0


@command.command("neural")
@click.argument("corpora", nargs=-1, metavar="[CORPUS...]")
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="Model folder to write."
)
@click.option(
    "--start",
    required=True,
    type=click.Path(path_type=Path),
    help="Folder of a BERT: weights, tokenizer.",
)
@click.option(
    "--recipe", type=click.Path(path_type=Path), help="TOML of corpora, weights, noise and stages."
)
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    default=Path(),
    help="Folder that the recipe's corpora lie in.",
)
@click.option(
    "--language",
    default=DEFAULT_LANGUAGE,
    show_default=True,
    metavar="CODE",
    help="Language of the text.",
)
@click.option("--dev", type=click.Path(), help="Text to report F1 of marks on.")
@click.option(
    "--passes",
    type=Finite(0, 1000, min_open=True),
    default=6.0,
    show_default=True,
    help="Passes over the corpora.",
)
@click.option(
    "--rate",
    type=Finite(0, 1),
    default=3e-4,
    show_default=True,
    help="Learning rate at its height.",
)
@click.option(
    "--batch", type=click.IntRange(1), default=256, show_default=True, help="Windows a step."
)
@click.option(
    "--window", type=click.IntRange(1), default=254, show_default=True, help="Word pieces a window."
)
@click.option("--device", default="cpu", show_default=True, help="cpu or cuda.")
@click.option(
    "--min-count",
    type=int,
    default=3,
    show_default=True,
    help="Lexicon of mixed forms: rarer words are out.",
)
@click.option("--name", help="Name of the model (default: that of the folder).")
def train_neural(
    corpora: tuple[str, ...],
    output: Path,
    start: Path,
    recipe: Path | None,
    data: Path,
    language: str,
    dev: str | None,
    passes: float,
    rate: float,
    batch: int,
    window: int,
    device: str,
    min_count: int,
    name: str | None,
) -> int:
    """A small neural tagger for marks and case, and a lexicon of mixed forms.

    An interrupted run goes on where it was: what is done lies in OUTPUT.work until the model is
    whole. It needs: pip install 'legibly[train]'

    \b
    Example:
      legibly train neural talks/*.txt.xz -o models/mine --start minilm/
      legibly train neural --recipe recipe.toml --data corpora/ -o models/en --device cuda
    """
    need_torch()
    from legibly.languages import language as find_language
    from legibly.training.corpus import learnable_files
    from legibly.training.neural.build import build_model
    from legibly.training.neural.recipe import Recipe, read_recipe
    from legibly.training.neural.stages import Stage
    from legibly.training.neural.trainer import Schedule

    if bool(corpora) == (recipe is not None):
        raise UsageError("name either corpora or a --recipe")
    if recipe is not None:
        source = click.get_current_context().get_parameter_source
        switches = ("language", "dev", "passes", "rate", "batch", "window")
        given = [
            f"--{name}"
            for name in switches
            if source(name) is click.core.ParameterSource.COMMANDLINE
        ]
        if given:
            raise UsageError(f"{', '.join(given)}: the recipe says that; change it there")
        steps = read_recipe(recipe)
    else:
        code = find_language(language).code
        files = [str(Path(file).resolve()) for file in learnable_files(corpora, code)]
        schedule = Schedule(passes=passes, rate=rate, batch=batch, window=window)
        steps = Recipe(
            language=code,
            corpora={"text": files},
            dev=[str(Path(dev).resolve())] if dev else [],
            stages=[Stage("tagger", schedule=schedule)],
        )

    build_model(steps, data, start, output, device, name or output.name, min_count)
    click.echo(f"{output}: written", err=True)
    return 0


for _trainer in (
    train_ngram,
    train_numbers,
    feature_trainer("maxent", "Maximum entropy for marks and case (Batista et al. 2008)."),
    feature_trainer(
        "crf",
        "A linear-chain conditional random field for marks (Lu & Ng 2010), maximum entropy for "
        "case.",
    ),
    feature_trainer(
        "fcrf",
        "A factorial CRF for marks and sentence types (Lu & Ng 2010), maximum entropy for case.",
    ),
    train_pos,
    train_cart,
    train_prosody,
):
    command.add_command(_trainer)
