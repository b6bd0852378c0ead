"""`legibly train ngram` and `numbers`"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from legibly.cli.ngram_engines import (
    check_switches,
    save_arpa,
    say_perplexity,
    say_sizes,
    say_written,
    train_on_spark,
    train_shards,
)
from legibly.errors import UsageError
from legibly.languages import DEFAULT_LANGUAGE

if TYPE_CHECKING:
    from legibly.training.hidden_events import EventSettings
    from legibly.training.ngram import NgramSettings


@click.command("ngram")
@click.argument("corpora", nargs=-1, required=True, metavar="CORPUS...")
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="Model folder to write."
)
@click.option(
    "--order", type=click.IntRange(1, 6), default=5, show_default=True, help="Words of an n-gram."
)
@click.option(
    "--smoothing",
    type=click.Choice(["stupid", "none", "katz", "kneser-ney"]),
    help="Stupid backoff, backoff without discounts, Katz, or modified Kneser-Ney  [default: "
    "stupid; kneser-ney with --events].",
)
@click.option(
    "--symbols",
    type=click.Choice(["none", "two", "three", "four", "full"]),
    default="four",
    show_default=True,
    help="Marks: , .  or  , . ?  or  , . ? —  or all; none: a capitaliser (Batista et al. 2008).",
)
@click.option(
    "--events",
    type=click.Choice(["single", "cascaded"]),
    help="A hidden-event model of marks (Lu & Ng 2010): all at once, or sentences first, then "
    "their marks.",
)
@click.option(
    "--classes",
    type=click.Choice(["A", "B"]),
    help="Digits as written, by class (Shugrina 2010, Table 1).",
)
@click.option("--spaces", is_flag=True, help="Spaces are tokens too, with --classes.")
@click.option(
    "--copied",
    type=click.Choice(["tied", "start", "none"]),
    default="tied",
    show_default=True,
    help="Hidden events: an end mark also opens its sentence, which ends alike, or ends anyhow and "
    "is what its start says; or not.",
)
@click.option(
    "--viterbi",
    is_flag=True,
    help="Hidden events: the best sequence rather than the best at each word.",
)
@click.option("--case/--no-case", default=True, help="Learn capitals too.")
@click.option(
    "--min-count",
    type=int,
    help="Rarer words count as unknown  [default: 2; 1 with --events].",
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
    "--full-words",
    is_flag=True,
    help="Abbreviations as they are said: Doctor Roberts, Pivet Drive.",
)
@click.option("--quantise", is_flag=True, help="Scores in eight bits.")
@click.option(
    "--arpa", type=click.Path(path_type=Path), help="Also write the model as an ARPA file."
)
@click.option("--dev", type=click.Path(), help="Text to report the perplexity on.")
@click.option(
    "--language",
    default=DEFAULT_LANGUAGE,
    show_default=True,
    metavar="CODE",
    help="Language of the text.",
)
@click.option(
    "--jobs", type=click.IntRange(1, 64), help="Processes that count (default: one a core)."
)
@click.option(
    "--engine",
    type=click.Choice(["local", "spark"]),
    default="local",
    show_default=True,
    help="Count here, or on a Spark cluster.",
)
@click.option(
    "--master",
    metavar="URL",
    help="Of Spark: local[*], spark://..., yarn (default: that of spark-submit, or local[*]).",
)
@click.option(
    "--shards",
    type=click.IntRange(1, 4096),
    help="Write the model in so many files, opened when they are asked for (default: one file).",
)
@click.option("--name", help="Name of the model (default: that of the folder).")
def train_ngram(
    corpora: tuple[str, ...],
    output: Path,
    order: int,
    smoothing: str | None,
    symbols: str,
    events: str | None,
    classes: str | None,
    spaces: bool,
    copied: str,
    viterbi: bool,
    case: bool,
    min_count: int | None,
    cutoff: tuple[int, ...],
    words: Path | None,
    full_words: bool,
    quantise: bool,
    arpa: Path | None,
    dev: str | None,
    language: str,
    jobs: int | None,
    engine: str,
    master: str | None,
    shards: int | None,
    name: str | None,
) -> int:
    """An n-gram language model of words, case and marks (Gravano et al. 2009).

    An interrupted run goes on where it was: what is counted lies in OUTPUT.work until the model is
    whole.

    \b
    Example:
      legibly train ngram talks/*.txt.xz -o models/talks --order 5
      legibly train ngram news.txt -o models/news --symbols two --arpa news.arpa
      legibly train ngram dialogues.txt -o models/events --events cascaded --order 3
      legibly train ngram web/ -o models/web --cutoff 1 --cutoff 2 --shards 64
      legibly train ngram hdfs:///web -o models/web --engine spark --shards 200
      legibly format call.ctm --model models/talks
    """
    import os

    from legibly.languages import language as find_language
    from legibly.training.corpus import learnable_files

    code = find_language(language).code
    if master is not None and engine == "local":
        raise UsageError("--master: says nothing without --engine spark; leave it out")
    if quantise and (shards is not None or engine == "spark"):
        raise UsageError("--quantise: not yet with --shards or --engine spark; leave it out")
    files = tuple(learnable_files(corpora, code)) if engine == "local" else ()
    if events is not None:
        sharded = ("engine", "master", "shards")
        check_switches(
            ("symbols", "classes", "spaces", "case", "words", "full_words", "jobs", *sharded),
            "with --events",
        )
        if smoothing == "stupid":
            raise UsageError("--smoothing stupid: its scores are no chances, which --events needs")
        if arpa is not None and events == "cascaded":
            raise UsageError("--arpa: a cascade is two models; write one with --events single")

        from legibly.training.hidden_events import EventSettings

        event_settings = EventSettings(
            files,
            code,
            order,
            smoothing or "kneser-ney",
            copied != "none",
            copied != "start",
            events == "cascaded",
            viterbi,
            1 if min_count is None else min_count,
            cutoff,
        )
        _train_events(event_settings, output, name or output.name, quantise, arpa, dev)
        return 0

    check_switches(("copied", "viterbi"), "without --events")
    if spaces and classes is None:
        raise UsageError("--spaces needs --classes")

    from legibly.training.ngram import NgramSettings

    closed = tuple(words.read_text("utf-8").split()) if words is not None else None
    settings = NgramSettings(
        files,
        code,
        order,
        smoothing or "stupid",
        symbols,
        case,
        2 if min_count is None else min_count,
        cutoff,
        closed,
        classes=classes,
        spaces=spaces,
        full_words=full_words,
    )
    workers = jobs or os.cpu_count() or 1
    if engine == "spark":
        train_on_spark(settings, corpora, output, name or output.name, master, shards)
        say_written(settings, output, arpa, dev)
    elif shards is not None:
        train_shards(settings, output, name or output.name, shards, workers)
        say_written(settings, output, arpa, dev)
    else:
        _train_words(settings, output, name or output.name, quantise, arpa, dev, workers)
    return 0


def _train_words(
    settings: NgramSettings,
    output: Path,
    name: str,
    quantised: bool,
    arpa: Path | None,
    dev: str | None,
    jobs: int,
) -> None:
    from legibly.cli.progress import waiting
    from legibly.training.corpus import corpus_files
    from legibly.training.ngram import texts_of, train

    with waiting("counting and estimating"):
        model = train(settings, output, name, workers=jobs, quantised=quantised)

    say_sizes(model, output)
    save_arpa(model, arpa)
    if dev is not None:
        read = replace(settings, files=tuple(corpus_files([dev])))
        say_perplexity(model, texts_of(read), dev)


def _train_events(
    settings: EventSettings,
    output: Path,
    name: str,
    quantised: bool,
    arpa: Path | None,
    dev: str | None,
) -> None:
    from legibly.cli.progress import waiting
    from legibly.training.corpus import corpus_files
    from legibly.training.hidden_events import event_texts, train

    with waiting("counting and estimating"):
        model = train(settings, output, name, quantised=quantised)

    click.echo(f"{output}: {len(model.levels[-1].keys):,} {model.order}-grams", err=True)
    save_arpa(model, arpa)
    if dev is not None:
        read = replace(settings, files=tuple(corpus_files([dev])))
        say_perplexity(model, event_texts(read), dev)


@click.command("numbers")
@click.argument("corpora", nargs=-1, required=True, metavar="CORPUS...")
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="Model folder to write."
)
@click.option(
    "--beside", metavar="NAME|FOLDER", help="A model whose scorers go into the folder too."
)
@click.option(
    "--weight", type=float, default=0.6, show_default=True, help="Its weight among the scorers."
)
@click.option(
    "--classes",
    type=click.Choice(["A", "B"]),
    default="A",
    show_default=True,
    help="Shugrina's Table 1.",
)
@click.option(
    "--order", type=click.IntRange(2, 6), default=4, show_default=True, help="Words of an n-gram."
)
@click.option(
    "--smoothing",
    type=click.Choice(["stupid", "katz"]),
    default="stupid",
    show_default=True,
    help="Stupid backoff, or Katz.",
)
@click.option(
    "--min-count", type=int, default=12, show_default=True, help="Rarer words count as unknown."
)
@click.option(
    "--cutoff",
    multiple=True,
    type=int,
    default=(3, 4, 5),
    help="Least count of bigrams, trigrams ...",
)
@click.option(
    "--language",
    default=DEFAULT_LANGUAGE,
    show_default=True,
    metavar="CODE",
    help="Language of the text.",
)
@click.option(
    "--jobs", type=click.IntRange(1, 64), help="Processes that count (default: one a core)."
)
@click.option("--name", help="Name of the model (default: that of the folder).")
def train_numbers(
    corpora: tuple[str, ...],
    output: Path,
    beside: str | None,
    weight: float,
    classes: str,
    order: int,
    smoothing: str,
    min_count: int,
    cutoff: tuple[int, ...],
    language: str,
    jobs: int | None,
    name: str | None,
) -> int:
    """The class model that decides how numbers are written, from the words around them (Shugrina
    2010).

    \b
    Example:
      legibly train numbers news/*.txt.xz -o models/mine --beside en
      legibly format call.ctm --model models/mine
    """
    import os

    from legibly.cli.progress import waiting
    from legibly.grammars.stack import has_grammars, languages_with_grammars
    from legibly.languages import language as find_language
    from legibly.model_folders.finding import find_model
    from legibly.training.corpus import learnable_files
    from legibly.training.number_lm import number_settings, train

    code = find_language(language).code
    if not has_grammars(code):
        known = ", ".join(languages_with_grammars())
        raise UsageError(f"language {code!r} has no grammars; expected one that has ({known})")

    settings = number_settings(
        learnable_files(corpora, code), code, order, smoothing, classes, min_count, cutoff
    )
    folder = find_model(beside) if beside is not None else None
    with waiting("counting and estimating"):
        model = train(
            settings,
            output,
            name or output.name,
            beside=folder,
            weight=weight,
            workers=jobs or os.cpu_count() or 1,
        )

    sizes = ", ".join(f"{len(level.keys):,} {k}-grams" for k, level in enumerate(model.levels, 1))
    click.echo(f"{output}: {sizes}", err=True)
    return 0
