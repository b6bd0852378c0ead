"""`legibly train ngram` and `numbers`"""

from __future__ import annotations

from pathlib import Path

import click

from legibly.errors import UsageError
from legibly.languages import DEFAULT_LANGUAGE


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
    default="stupid",
    show_default=True,
    help="Stupid backoff, backoff without discounts, Katz, or modified Kneser-Ney.",
)
@click.option(
    "--symbols",
    type=click.Choice(["none", "two", "four", "full"]),
    default="four",
    show_default=True,
    help="Marks: , .  or  , . ? —  or all; none: a capitaliser (Batista et al. 2008).",
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
    "--copy-ends/--no-copy-ends",
    default=True,
    help="Hidden events: an end mark also opens its sentence.",
)
@click.option(
    "--viterbi",
    is_flag=True,
    help="Hidden events: the best sequence rather than the best at each word.",
)
@click.option("--case/--no-case", default=True, help="Learn capitals too.")
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
@click.option("--name", help="Name of the model (default: that of the folder).")
def train_ngram(
    corpora: tuple[str, ...],
    output: Path,
    order: int,
    smoothing: str,
    symbols: str,
    events: str | None,
    classes: str | None,
    spaces: bool,
    copy_ends: bool,
    viterbi: bool,
    case: bool,
    min_count: int,
    cutoff: tuple[int, ...],
    words: Path | None,
    quantise: bool,
    arpa: Path | None,
    dev: str | None,
    language: str,
    jobs: int | None,
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
      legibly format call.ctm --model models/talks
    """
    import os

    from legibly.cli.progress import waiting
    from legibly.files.writing import atomic_text
    from legibly.languages import language as find_language
    from legibly.ngram.arpa import write_arpa
    from legibly.training.corpus import corpus_files
    from legibly.training.ngram import NgramSettings, perplexity, texts_of, train

    if events is not None:
        from legibly.training.hidden_events import EventSettings
        from legibly.training.hidden_events import train as train_events

        files, code = tuple(corpus_files(corpora)), find_language(language).code
        event_settings = EventSettings(
            files, code, order, smoothing, copy_ends, events == "cascaded", viterbi, cutoffs=cutoff
        )
        with waiting("counting and estimating"):
            model = train_events(event_settings, output, name or output.name)
        click.echo(f"{output}: {len(model.levels[-1].keys):,} {order}-grams", err=True)
        return 0

    if spaces and classes is None:
        raise UsageError("--spaces needs --classes")

    closed = tuple(words.read_text("utf-8").split()) if words is not None else None
    settings = NgramSettings(
        tuple(corpus_files(corpora)),
        find_language(language).code,
        order,
        smoothing,
        symbols,
        case,
        min_count,
        cutoff,
        closed,
        classes=classes,
        spaces=spaces,
    )
    with waiting("counting and estimating"):
        model = train(
            settings,
            output,
            name or output.name,
            workers=jobs or os.cpu_count() or 1,
            quantised=quantise,
        )

    sizes = ", ".join(f"{len(level.keys):,} {k}-grams" for k, level in enumerate(model.levels, 1))
    click.echo(f"{output}: {sizes}", err=True)
    if arpa is not None:
        with atomic_text(arpa) as out:
            write_arpa(model, out)

    if dev is not None:
        other = NgramSettings(
            tuple(corpus_files([dev])), settings.language, order, smoothing, symbols, case
        )
        found, tokens, unknown = perplexity(model, texts_of(other))
        click.echo(
            f"{dev}: perplexity {found:.2f} over {tokens:,} tokens, {unknown:,} unknown", err=True
        )

    return 0


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
    from legibly.grammars.stack import has_grammars
    from legibly.languages import language as find_language
    from legibly.model_folders.finding import find_model
    from legibly.training.corpus import corpus_files
    from legibly.training.number_lm import number_settings, train

    code = find_language(language).code
    if not has_grammars(code):
        raise UsageError(f"language {code!r} has no grammars yet; expected one that has (en)")

    settings = number_settings(
        corpus_files(corpora), code, order, smoothing, classes, min_count, cutoff
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
