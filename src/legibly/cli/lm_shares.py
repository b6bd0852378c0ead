"""`legibly lm count-share` and `merge`: counting by a batch queue"""

from __future__ import annotations

from pathlib import Path

import click

from legibly.errors import UsageError
from legibly.languages import DEFAULT_LANGUAGE


@click.command("count-share")
@click.argument("corpora", nargs=-1, required=True, metavar="CORPUS...")
@click.option("--share", required=True, metavar="I/K", help="Which of how many: 3/40.")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path),
    help="Folder of all the shares' counts.",
)
@click.option(
    "--order", type=click.IntRange(2, 6), default=5, show_default=True, help="Words of an n-gram."
)
@click.option(
    "--symbols",
    type=click.Choice(["none", "two", "three", "four", "full"]),
    default="four",
    show_default=True,
    help="Marks, as in `train ngram`.",
)
@click.option("--classes", type=click.Choice(["A", "B"]), help="As in `train ngram`.")
@click.option("--spaces", is_flag=True, help="As in `train ngram`.")
@click.option("--case/--no-case", default=True, help="Learn capitals too.")
@click.option("--full-words", is_flag=True, help="As in `train ngram`.")
@click.option(
    "--language",
    default=DEFAULT_LANGUAGE,
    show_default=True,
    metavar="CODE",
    help="Language of the text.",
)
def count_share_command(
    corpora: tuple[str, ...],
    share: str,
    output: Path,
    order: int,
    symbols: str,
    classes: str | None,
    spaces: bool,
    case: bool,
    full_words: bool,
    language: str,
) -> int:
    """Count one share of a text, as one job of many; `legibly lm merge` makes the model.

    All jobs are given the same files and another share each. One that is begun again goes on: a
    share that is counted is taken as it is.

    \b
    Example:
      legibly lm count-share web/ --share 3/40 -o counts/
      qsub -t 1-40 count.sh    # whose job says --share $SGE_TASK_ID/40
      legibly lm merge counts/ -o models/web --shards 64
    """
    from legibly.cli.progress import NowAndThen
    from legibly.languages import language as find_language
    from legibly.training.corpus import corpus_files
    from legibly.training.count_shares import count_share, parse_share
    from legibly.training.ngram import NgramSettings

    number, shares = parse_share(share)
    if spaces and classes is None:
        raise UsageError("--spaces needs --classes")
    settings = NgramSettings(
        tuple(corpus_files(corpora)),
        find_language(language).code,
        order,
        symbols=symbols,
        cased=case,
        classes=classes,
        spaces=spaces,
        full_words=full_words,
    )
    now_and_then, done = NowAndThen(), 0

    def report(words: int) -> None:
        nonlocal done
        done += words
        now_and_then.say(f"share {share}: {done:,} tokens counted")

    counted = count_share(settings, number, shares, output, report)
    click.echo(f"{output}: share {share}, {sum(counted.counts):,} tokens", err=True)
    return 0


@click.command("merge")
@click.argument(
    "folders",
    nargs=-1,
    required=True,
    metavar="COUNTS...",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
)
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="Model folder to write."
)
@click.option(
    "--smoothing",
    type=click.Choice(["stupid", "none", "katz", "kneser-ney"]),
    default="stupid",
    show_default=True,
    help="As in `train ngram`.",
)
@click.option(
    "--min-count", type=int, default=2, show_default=True, help="Rarer words count as unknown."
)
@click.option(
    "--cutoff",
    multiple=True,
    type=int,
    help="Least count of bigrams, trigrams ...; may be repeated.",
)
@click.option(
    "--words", type=click.Path(path_type=Path), help="A closed vocabulary, one word a line."
)
@click.option(
    "--shards",
    type=click.IntRange(1, 4096),
    help="Write the model in so many files (default: one file).",
)
@click.option(
    "--parts",
    type=click.IntRange(1, 4096),
    help="Into how many parts the work is cut, of which each job holds one (default: the shards).",
)
@click.option("--jobs", type=click.IntRange(1, 64), help="Processes (default: one a core).")
@click.option("--name", help="Name of the model (default: that of the folder).")
def merge_command(
    folders: tuple[Path, ...],
    output: Path,
    smoothing: str,
    min_count: int,
    cutoff: tuple[int, ...],
    words: Path | None,
    shards: int | None,
    parts: int | None,
    jobs: int | None,
    name: str | None,
) -> int:
    """A model of counts that `legibly lm count-share` made: the same as `train ngram` would.

    \b
    Example:
      legibly lm merge counts/ -o models/web
      legibly lm merge night1/ night2/ -o models/web --smoothing kneser-ney --shards 64
    """
    import os
    from dataclasses import replace

    from legibly.cli.progress import waiting
    from legibly.model_folders.saving import check_output
    from legibly.training.count_shares import read_shares
    from legibly.training.ngram import build_shards

    check_output(output)
    settings, slices = read_shares(folders)
    settings = replace(
        settings,
        method=smoothing,
        min_count=min_count,
        cutoffs=cutoff,
        closed=tuple(words.read_text("utf-8").split()) if words is not None else None,
    )
    if shards is not None and parts is not None:
        raise UsageError("--parts: the shards are the parts; leave it out")
    workers = jobs or os.cpu_count() or 1
    with waiting("merging and estimating"):
        build_shards(
            settings,
            slices,
            output,
            name or output.name,
            shards=shards or parts or workers,
            workers=workers,
            joined=shards is None,
        )
    click.echo(f"{output}: made of {len(slices):,} shares", err=True)
    return 0
