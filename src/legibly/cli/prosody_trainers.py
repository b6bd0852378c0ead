"""`legibly train cart` and `train prosody`"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from legibly.cli.switches import Finite
from legibly.errors import UsageError
from legibly.languages import DEFAULT_LANGUAGE

if TYPE_CHECKING:
    from legibly.formatting.formatter import Formatter
    from legibly.training.prosody_data import ProsodyData

FEATURE_GROUPS = ("ten", "times", "sound", "all")


def chosen_features(names: str) -> tuple[str, ...]:
    """Names, or groups of them: the ten of the paper, those of times, of sound, all."""
    from legibly.errors import unknown
    from legibly.prosody.features import NAMES, OF_SOUND, PAPER_NAMES, TIME_NAMES

    groups = dict(
        zip(
            FEATURE_GROUPS,
            (tuple(PAPER_NAMES), TIME_NAMES, tuple(one.name for one in OF_SOUND), NAMES),
            strict=True,
        )
    )
    wanted: dict[str, None] = {}
    for name in filter(None, (part.strip() for part in names.split(","))):
        if name not in groups and name not in NAMES:
            raise unknown("feature", name, (*FEATURE_GROUPS, *NAMES))
        wanted.update(dict.fromkeys(groups.get(name, (name,))))
    if not wanted:
        raise UsageError(f"no features; expected names or groups: {', '.join(FEATURE_GROUPS)}")
    return tuple(wanted)


@click.command("cart")
@click.argument("corpora", nargs=-1, required=True, metavar="CORPUS...")
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="Model folder to write."
)
@click.option(
    "--features",
    default="ten",
    show_default=True,
    help="Names or groups: ten (the paper's), times, sound, all; legibly prosody lists them.",
)
@click.option(
    "--criterion",
    type=click.Choice(["gini", "entropy"]),
    default="entropy",
    show_default=True,
    help="What a question must lessen.",
)
@click.option(
    "--folds",
    type=click.IntRange(2, 50),
    default=10,
    show_default=True,
    help="Of the cross-validation that says how far the tree is pruned.",
)
@click.option(
    "--least-leaf", type=click.IntRange(1), default=20, show_default=True, help="Words in a leaf."
)
@click.option(
    "--priors",
    type=click.Choice(["natural", "equal"]),
    default="natural",
    show_default=True,
    help="Marks count as often as they occur, or all alike.",
)
@click.option(
    "--smoothing",
    type=Finite(0, 1000),
    default=1.0,
    show_default=True,
    help="Words of the whole that are added to each leaf.",
)
@click.option(
    "--picture", type=click.Path(path_type=Path), help="Draw the tree into an SVG (or .txt) file."
)
@click.option(
    "--language",
    default=DEFAULT_LANGUAGE,
    show_default=True,
    metavar="CODE",
    help="Language of the words.",
)
@click.option("--name", help="Name of the model (default: that of the folder).")
def train_cart(
    corpora: tuple[str, ...],
    output: Path,
    features: str,
    criterion: str,
    folds: int,
    least_leaf: int,
    priors: str,
    smoothing: float,
    picture: Path | None,
    language: str,
    name: str | None,
) -> int:
    """A decision tree of marks over what the voice says (Kim & Woodland 2003).

    Corpora are transcripts with times, better with the labels that `legibly prosody` gives. The
    tree says `log p(y|r) - log p(y)`; beside a language model its weight is the paper's scale
    factor. It needs: pip install 'legibly[train]'

    \b
    Example:
      legibly prosody talk.wav talk.ctm -o labelled/talk.jsonl
      legibly train cart labelled/ -o models/tree --picture tree.svg
      legibly combine models/lm models/tree=2.0 -o models/both
      legibly format call.ctm --audio call.wav --model models/both
    """
    from legibly.files.writing import atomic_text
    from legibly.languages import language as find_language
    from legibly.model_folders.saving import check_output
    from legibly.prosody.drawing import TreeDrawing
    from legibly.scorers.prosody import PROSODY_MARKS
    from legibly.training.decision_tree import TreeSettings, train_tree
    from legibly.training.prosody import save_model

    names, code = chosen_features(features), find_language(language).code
    check_output(output)
    data = _gathered(corpora, code, names)
    settings = TreeSettings(
        criterion, folds, least_leaf=least_leaf, priors=priors, smoothing=smoothing
    )
    tree, cost = train_tree(data, settings)
    save_model(output, name or output.name, code, tree, names, "decision tree of prosody")
    click.echo(
        f"{output}: {tree.leaves} leaves over {len(data.marks):,} word ends (pruned at {cost:.3g})",
        err=True,
    )
    asked, seen = tree.queries(data.rows, len(names)), tree.appearances(len(names))
    _say_usage(asked.tolist(), seen.tolist(), names)
    if picture is not None:
        drawing = TreeDrawing(tree, names, PROSODY_MARKS)
        with atomic_text(str(picture)) as out:
            out.write(drawing.text() if picture.suffix == ".txt" else drawing.svg())
    return 0


def _say_usage(asked: Sequence[int], seen: Sequence[int], names: tuple[str, ...]) -> None:
    """Usage and appearance of features, as in the paper's Table 2."""
    for i in sorted(range(len(names)), key=lambda i: -asked[i]):
        if asked[i]:
            share = asked[i] / sum(asked)
            click.echo(f"  {names[i]}: {share:.1%} of the questions, {seen[i]} nodes", err=True)


def _gathered(
    corpora: tuple[str, ...], code: str, names: tuple[str, ...], beside: Formatter | None = None
) -> ProsodyData:
    import numpy as np

    from legibly.training.corpus import learnable_files, read_corpus
    from legibly.training.prosody import gather_beside
    from legibly.training.prosody_data import gather

    texts = read_corpus(learnable_files(corpora, code), code)
    data = gather_beside(texts, names, beside) if beside is not None else gather(texts, names)
    absent = [
        name for name, column in zip(names, data.rows.T, strict=True) if np.isnan(column).all()
    ]
    if absent:
        click.echo(
            f"absent from the corpora, and so not learnt: {', '.join(absent)} (legibly prosody "
            "adds them)",
            err=True,
        )
    return data


@click.command("prosody")
@click.argument("corpora", nargs=-1, required=True, metavar="CORPUS...")
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="Model folder to write."
)
@click.option(
    "--beside",
    metavar="NAME|FOLDER",
    help="A model of the text: the trees learn what it does not know, and its scorers go into the "
    "folder too.",
)
@click.option(
    "--weight", type=Finite(0, 100), default=1.0, show_default=True, help="Among the scorers."
)
@click.option(
    "--features",
    default="times",
    show_default=True,
    help="Names or groups: ten (the paper's), times, sound, all.",
)
@click.option(
    "--rounds", type=click.IntRange(1, 2000), default=80, show_default=True, help="Trees a mark."
)
@click.option(
    "--leaves", type=click.IntRange(2, 64), default=8, show_default=True, help="Of each tree."
)
@click.option(
    "--language",
    default=DEFAULT_LANGUAGE,
    show_default=True,
    metavar="CODE",
    help="Language of the words.",
)
@click.option("--name", help="Name of the model (default: that of the folder).")
def train_prosody(
    corpora: tuple[str, ...],
    output: Path,
    beside: str | None,
    weight: float,
    features: str,
    rounds: int,
    leaves: int,
    language: str,
    name: str | None,
) -> int:
    """Boosted trees of marks over what the voice says: better than one tree, and no picture.

    With --beside they start from what a model says of the words, so that pauses only count where
    the words leave a doubt. It needs: pip install 'legibly[train]'

    \b
    Example:
      legibly train prosody calls/ -o models/calls --beside en
      legibly format call.ctm --model models/calls
    """
    from legibly.api import load
    from legibly.cli.progress import steps
    from legibly.languages import language as find_language
    from legibly.model_folders.finding import find_model
    from legibly.model_folders.saving import check_output
    from legibly.training.boosting import BoostSettings, train_boosted
    from legibly.training.prosody import save_model

    names, code = chosen_features(features), find_language(language).code
    check_output(output)
    model = load(beside) if beside is not None else None
    data = _gathered(corpora, code, names, model)
    with steps("training") as report:
        trees = train_boosted(data, BoostSettings(rounds=rounds, leaves=leaves), report=report)
    save_model(
        *(output, name or output.name, code, trees, names, "boosted trees of prosody"),
        beside=find_model(beside) if beside is not None else None,
        weight=weight,
    )
    click.echo(f"{output}: {len(trees.roots)} trees over {len(data.marks):,} word ends", err=True)
    return 0
