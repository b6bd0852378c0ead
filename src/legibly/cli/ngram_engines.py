"""Engines of `legibly train ngram`, and what is said of a model that was made."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from legibly.errors import UsageError

if TYPE_CHECKING:
    from legibly.ngram.model import Ngram
    from legibly.training.ngram import NgramSettings


def train_shards(
    settings: NgramSettings, output: Path, name: str, shards: int, workers: int
) -> None:
    import shutil

    from legibly.cli.progress import waiting
    from legibly.training.ngram import build_shards, count

    work = output.with_name(f"{output.name}.work")
    with waiting("counting and estimating"):
        slices = count(settings, work, workers)
        build_shards(settings, slices, output, name, shards=shards, workers=workers)
    shutil.rmtree(work, ignore_errors=True)


def train_on_spark(
    settings: NgramSettings,
    corpora: Sequence[str],
    output: Path,
    name: str,
    master: str | None,
    shards: int | None,
) -> None:
    from legibly.cli.progress import waiting
    from legibly.spark.counting import train
    from legibly.spark.sessions import spark_session

    check_switches(("jobs",), "with --engine spark")
    session = spark_session(master, "legibly train ngram")
    used = shards or max(2, session.sparkContext.defaultParallelism)
    with waiting("counting and estimating"):
        train(session, settings, corpora, output, name, shards=used, joined=shards is None)


def say_written(settings: NgramSettings, output: Path, arpa: Path | None, dev: str | None) -> None:
    """Of a model that was written without being held."""
    from legibly.ngram import binary
    from legibly.scorers.ngram import NGRAM_FILE
    from legibly.training.corpus import corpus_files
    from legibly.training.ngram import texts_of

    model = binary.load(output / NGRAM_FILE)
    say_sizes(model, output)
    save_arpa(model, arpa)
    if dev is not None:
        read = replace(settings, files=tuple(corpus_files([dev])))
        say_perplexity(model, texts_of(read), dev)


def say_sizes(model: Ngram, output: Path) -> None:
    sizes = ", ".join(f"{len(level.keys):,} {k}-grams" for k, level in enumerate(model.levels, 1))
    click.echo(f"{output}: {sizes}", err=True)


def save_arpa(model: Ngram, arpa: Path | None) -> None:
    from legibly.files.writing import atomic_text
    from legibly.ngram.arpa import write_arpa

    if arpa is not None:
        with atomic_text(arpa) as out:
            write_arpa(model, out)


def say_perplexity(model: Ngram, texts: Iterator[list[str]], dev: str) -> None:
    from legibly.training.ngram import perplexity

    found, tokens, unknown = perplexity(model, texts)
    click.echo(
        f"{dev}: perplexity {found:.2f} over {tokens:,} tokens, {unknown:,} unknown", err=True
    )


def check_switches(names: Sequence[str], where: str) -> None:
    """None of these was typed."""
    source = click.get_current_context().get_parameter_source
    given = [name for name in names if source(name) is click.core.ParameterSource.COMMANDLINE]
    typed = [f"--{name.replace('_', '-')}" for name in given]
    if typed:
        raise UsageError(f"{', '.join(typed)}: says nothing {where}; leave it out")
