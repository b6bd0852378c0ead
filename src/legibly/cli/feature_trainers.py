"""`legibly train maxent`, `crf`, `fcrf` and `pos`"""

from __future__ import annotations

from pathlib import Path

import click

from legibly.cli.switches import TRAIN_EXTRA, Finite, need_torch
from legibly.errors import UsageError
from legibly.languages import DEFAULT_LANGUAGE

OPTIMISERS = ("lbfgs", "adagrad")
PASSES = {"lbfgs": 100, "adagrad": 3}


def feature_trainer(kind: str, about: str) -> click.Command:
    """`maxent`, `crf` and `fcrf` are one trainer with other factors."""

    @click.command(kind, help=f"{about} It needs: {TRAIN_EXTRA}")
    @click.argument("corpora", nargs=-1, metavar="CORPUS...")
    @click.option(
        "-o",
        "--output",
        required=True,
        type=click.Path(path_type=Path),
        help="Model folder to write.",
    )
    @click.option(
        "--features",
        help="Names or groups: word, pos, speaker, gender, segment, gap, pause, lex, w0, 2w-1 ...",
    )
    @click.option(
        "--cutoff",
        type=click.IntRange(1),
        default=2,
        show_default=True,
        help="Rarer features are left out.",
    )
    @click.option(
        "--prior",
        type=Finite(0),
        default=1.0,
        show_default=True,
        help="Of the weights: one over the variance.",
    )
    @click.option(
        "--optimiser",
        type=click.Choice(OPTIMISERS),
        default="lbfgs",
        show_default=True,
        help="lbfgs finds the best weights; adagrad needs less memory and few passes.",
    )
    @click.option(
        "--passes",
        type=click.IntRange(1, 1000),
        help="Over the corpora, at most (default: 100; adagrad: 3).",
    )
    @click.option("--rate", type=Finite(0, 10), help="Learning rate of adagrad (default: 0.1).")
    @click.option(
        "--counts",
        multiple=True,
        type=click.Path(path_type=Path, exists=True),
        help="Counts of n-grams to learn capitals from (legibly lm counts), with the corpora or "
        "alone.",
    )
    @click.option(
        "--least",
        type=click.IntRange(1),
        help="N-grams of the counts that occur so often (default: 1).",
    )
    @click.option(
        "--confidence",
        is_flag=True,
        help="The recogniser's confidence as the value of word features.",
    )
    @click.option("--case/--no-case", default=True, help="Learn capitals too.")
    @click.option(
        "--lex",
        type=click.Path(path_type=Path, exists=True),
        help="A lexicon of forms, one a line.",
    )
    @click.option(
        "--publex", type=click.Path(path_type=Path, exists=True), help="Another, learnt from text."
    )
    @click.option(
        "--pos", type=click.Path(path_type=Path, exists=True), help="A tagger (legibly train pos)."
    )
    @click.option(
        "--language",
        default=DEFAULT_LANGUAGE,
        show_default=True,
        metavar="CODE",
        help="Language of the text.",
    )
    @click.option("--name", help="Name of the model (default: that of the folder).")
    def train_features(
        corpora: tuple[str, ...],
        output: Path,
        features: str | None,
        cutoff: int,
        prior: float,
        optimiser: str,
        passes: int | None,
        rate: float | None,
        counts: tuple[Path, ...],
        least: int | None,
        confidence: bool,
        case: bool,
        lex: Path | None,
        publex: Path | None,
        pos: Path | None,
        language: str,
        name: str | None,
    ) -> int:
        need_torch()
        from legibly.cli.progress import steps
        from legibly.features.pos import load_tagger
        from legibly.languages import language as find_language
        from legibly.training.corpus import learnable_files
        from legibly.training.feature_data import FeatureSettings
        from legibly.training.feature_training import Counts, templates_of, train_model

        if counts and not case:
            raise UsageError("--counts teach capitals; leave out --no-case")
        if not corpora and not counts:
            raise UsageError("nothing to learn from; name corpora, or counts of n-grams (--counts)")
        if rate is not None and optimiser != "adagrad":
            raise UsageError(
                "--rate is the learning rate of adagrad; pass --optimiser adagrad with it"
            )
        if not corpora and (features or confidence or pos):
            raise UsageError(
                "--features, --confidence and --pos are for corpora; counts of n-grams have words "
                "alone"
            )
        if least is not None and not counts:
            raise UsageError("--least is for counts of n-grams (--counts)")

        code = find_language(language).code
        files = learnable_files(corpora, code) if corpora else []
        lexica = {key: path for key, path in (("lex", lex), ("publex", publex)) if path is not None}
        templates = templates_of(kind, features.split(",") if features else [])
        tagger = load_tagger(pos) if pos is not None else None
        settings = FeatureSettings(
            *(kind, "marks", templates),
            cutoff=cutoff,
            optimiser=optimiser,
            passes=passes or PASSES[optimiser],
            rate=0.1 if rate is None else rate,
            prior=prior,
            confident=confidence,
            tagger=tagger,
        )
        with steps("training") as report:
            outcome = train_model(
                *(kind, files, output, name or output.name),
                *(code, settings),
                case=case,
                lexica=lexica,
                counts=Counts(counts, least or 1) if counts else None,
                report=report,
            )

        kept = f"{outcome.features:,} of {outcome.occurring:,} features kept (cut-off {cutoff})"
        what = "words" if corpora else "n-grams"
        click.echo(f"{output}: {outcome.words:,} {what}, {kept}", err=True)
        if outcome.absent:
            click.echo(
                f"absent from the corpora, and so not learnt: {', '.join(outcome.absent)}", err=True
            )

        return 0

    return train_features


@click.command("pos")
@click.argument("treebanks", nargs=-1, required=True, metavar="TREEBANK...")
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="Folder to write."
)
@click.option("--dev", help="Treebank to report the accuracy on.")
@click.option(
    "--passes",
    type=click.IntRange(1, 100),
    default=8,
    show_default=True,
    help="Over the treebanks.",
)
def train_pos(treebanks: tuple[str, ...], output: Path, dev: str | None, passes: int) -> int:
    """A tagger of parts of speech from treebanks in CoNLL-U, for the features of maxent, crf and
    fcrf. It needs: pip install 'legibly[train]'

    \b
    Example:
      legibly train pos ewt-train.conllu.xz -o models/pos-en --dev ewt-dev.conllu.xz
      legibly train maxent calls/ -o models/calls --features word,pos,gap --pos models/pos-en
    """
    need_torch()
    from legibly.cli.progress import steps
    from legibly.features.pos import accuracy
    from legibly.training.pos import read_treebank, train_tagger

    sentences = [sentence for path in treebanks for sentence in read_treebank(path)]
    with steps("training") as report:
        tagger = train_tagger(sentences, passes, report)
    output.mkdir(parents=True, exist_ok=True)
    tagger.save(output)
    click.echo(f"{output}: {len(tagger.tags)} tags, {len(tagger.table.keys):,} features", err=True)
    if dev is not None:
        click.echo(
            f"{dev}: {accuracy(tagger, list(read_treebank(dev))):.2%} of the words", err=True
        )

    return 0
