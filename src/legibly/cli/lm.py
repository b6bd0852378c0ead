"""`legibly lm`: what can be done with language models besides formatting."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from legibly.cli.lm_shares import count_share_command, merge_command
from legibly.errors import DataError, UsageError
from legibly.languages import DEFAULT_LANGUAGE

if TYPE_CHECKING:
    from legibly.ngram.model import Ngram
    from legibly.training.ngram import NgramSettings


class _Loaded(NamedTuple):
    name: str
    model: Ngram
    reading: NgramSettings  # how text is read for it


@click.group("lm")
def command() -> None:
    """N-gram language models: perplexity, ARPA files in and out, mixing, counts, shares of counts.

    \b
    Example:
      legibly lm mix models/news models/talks --dev dev.txt -o models/both
      legibly lm perplexity models/both test.txt
    """


def _settings(folder: Path) -> dict[str, Any]:
    from legibly.model_folders.manifest import read_manifest

    ngrams = [settings for settings in read_manifest(folder).scorers if settings["kind"] == "ngram"]
    if not ngrams:
        raise UsageError(f"{folder}: has no n-gram model; make one with `legibly train ngram`")

    # Numbers by class come second.
    words = [settings for settings in ngrams if "classes" not in settings] or ngrams
    if len(words) > 1:
        raise UsageError(
            f"{folder}: has {len(words)} n-gram models; name the model that one of them comes from"
        )

    return words[0]


def _file(folder: Path) -> Path:
    settings = _settings(folder)
    return folder / str(settings.get("folder", "")) / str(settings["file"])


def _model(name: str) -> Ngram:
    return _loaded(name).model


def _loaded(name: str) -> _Loaded:
    """A model folder, or an ARPA file."""
    from legibly.files.source import open_source
    from legibly.model_folders.finding import find_model
    from legibly.ngram import binary
    from legibly.ngram.arpa import read_arpa
    from legibly.training.ngram import reading_of

    if Path(name).is_file():
        with open_source(name) as source:
            model = read_arpa(source)
        return _Loaded(name, model, reading_of(model, {}))

    folder = find_model(name)
    model = binary.load(_file(folder))
    return _Loaded(name, model, reading_of(model, _settings(folder)))


def _texts(
    loaded: _Loaded, files: Sequence[str], language: str, *, tokens: bool
) -> Iterator[list[str]]:
    """Text with the marks, the case and the classes that a model knows."""
    from legibly.training.corpus import corpus_files
    from legibly.training.ngram import texts_of

    paths = tuple(corpus_files(files))
    if tokens:
        return (
            line.split()
            for path in paths
            for line in Path(path).read_text("utf-8").splitlines()
            if line.strip()
        )
    return texts_of(replace(loaded.reading, files=paths, language=language))


@command.command("perplexity")
@click.argument("model")
@click.argument("texts", nargs=-1, required=True, metavar="TEXT...")
@click.option("--tokens", is_flag=True, help="The text is tokens already, a sequence a line.")
@click.option(
    "--language",
    default=DEFAULT_LANGUAGE,
    show_default=True,
    metavar="CODE",
    help="Language of the text.",
)
def perplexity_command(model: str, texts: tuple[str, ...], tokens: bool, language: str) -> int:
    """How little a text surprises a model, a model folder or an ARPA file. The text keeps the marks
    and the case that the model knows.

    \b
    Example:
      legibly lm perplexity models/talks dev.txt
      legibly lm perplexity srilm.arpa dev.tok --tokens
    """
    from legibly.training.ngram import perplexity

    loaded = _loaded(model)
    read = _texts(loaded, texts, language, tokens=tokens)
    found, count, unknown = perplexity(loaded.model, read)
    click.echo(f"perplexity {found:.4f} over {count:,} tokens with the ends, {unknown:,} unknown")
    return 0


@command.command("counts")
@click.argument("corpora", nargs=-1, required=True, metavar="CORPUS...")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path),
    help="File to write; .gz and .xz too.",
)
@click.option(
    "--least",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="N-grams that occur so often.",
)
@click.option(
    "--language",
    default=DEFAULT_LANGUAGE,
    show_default=True,
    metavar="CODE",
    help="Language of the text.",
)
@click.option(
    "--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes to count with."
)
def counts_command(
    corpora: tuple[str, ...], output: Path, least: int, language: str, jobs: int
) -> int:
    """Count the trigrams of text, words in their case and without marks, to learn capitals from.

    \b
    Example:
      legibly lm counts news/ -o news.tsv.xz --least 5 --jobs 2
      legibly train maxent --counts news.tsv.xz talks/ -o models/talks
    """
    import tempfile

    from legibly.files.writing import atomic_text
    from legibly.languages import language as find_language
    from legibly.ngram.count_files import write_counts
    from legibly.ngram.counting import all_counts, words_of_slices
    from legibly.training.corpus import learnable_files
    from legibly.training.ngram import NgramSettings, count

    order = 3  # the word, the one before and the one after: what the features of capitals see
    if not output.parent.is_dir():
        raise UsageError(f"{output}: no such folder to write to")

    code = find_language(language).code
    files = tuple(learnable_files(corpora, code))
    settings = NgramSettings(files, code, order=order, symbols="none")
    with tempfile.TemporaryDirectory(prefix="legibly-counts-") as work:
        shares = count(settings, Path(work), jobs)
        words = words_of_slices(shares, 1)
        with atomic_text(output) as out:
            found = write_counts(all_counts(shares, order, words), order, words, out, least)
            if not found:
                raise DataError(
                    f"{' '.join(corpora)}: no three words occur {least} times; expected text in "
                    "its case"
                )

    click.echo(f"{output}: {found:,} n-grams of {order} words", err=True)
    return 0


@command.command("check")
@click.argument("model")
def check_command(model: str) -> int:
    """Read all of a model's file and compare its checksums; opening one looks only at the head of
    large files.

    \b
    Example:
      legibly lm check models/talks
    """
    from legibly.model_folders.finding import find_model
    from legibly.model_folders.manifest import read_manifest
    from legibly.ngram import binary

    folder = find_model(model)
    files = [name for name in read_manifest(folder).files if name.endswith(".lm")]
    if not files:
        raise UsageError(f"{folder}: has no n-gram model; make one with `legibly train ngram`")
    for name in files:
        binary.check(folder / name)
    click.echo(f"{folder}: whole")
    return 0


@command.command("export")
@click.argument("model")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path),
    help="ARPA file to write; .gz too.",
)
def export_command(model: str, output: Path) -> int:
    """Write a model as an ARPA file, for KenLM, SRILM or OpenGrm.

    \b
    Example:
      legibly lm export models/talks -o talks.arpa.gz
    """
    from legibly.files.writing import atomic_text
    from legibly.ngram.arpa import write_arpa

    with atomic_text(output) as out:
        write_arpa(_model(model), out)
    return 0


@command.command("import")
@click.argument("arpa", type=click.Path(exists=True, dir_okay=False))
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), help="Model folder to write."
)
@click.option(
    "--language",
    default=DEFAULT_LANGUAGE,
    show_default=True,
    metavar="CODE",
    help="Language of the model.",
)
@click.option("--quantise", is_flag=True, help="Scores in eight bits.")
def import_command(arpa: str, output: Path, language: str, quantise: bool) -> int:
    """Make a model folder of an ARPA file whose words are in their case, with marks as words.

    \b
    Example:
      legibly lm import srilm.arpa.gz -o models/srilm
      legibly format call.ctm --model models/srilm --beam 6
    """
    _save(_loaded(arpa), output, language, quantised=quantise)
    return 0


@command.command("mix")
@click.argument("models", nargs=-1, required=True, metavar="MODEL...")
@click.option(
    "--dev", required=True, multiple=True, metavar="TEXT", help="Text to choose the weights on."
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="Model folder to write (default: only weights).",
)
@click.option("--tokens", is_flag=True, help="The text is tokens already, a sequence a line.")
@click.option(
    "--language",
    default=DEFAULT_LANGUAGE,
    show_default=True,
    metavar="CODE",
    help="Language of the text.",
)
def mix_command(
    models: tuple[str, ...], dev: tuple[str, ...], output: Path | None, tokens: bool, language: str
) -> int:
    """Weights by EM with which several models expect a text best, and one model made of them.

    \b
    Example:
      legibly lm mix models/news models/talks --dev dev.txt -o models/both
    """
    from legibly.ngram.mixing import best_mix, mixed

    if len(models) < 2:
        raise UsageError("name at least two models to mix")

    loaded = [_loaded(name) for name in models]
    _check_alike(loaded)
    parts = [each.model for each in loaded]
    found = best_mix(parts, _texts(loaded[0], dev, language, tokens=tokens))
    for name, weight, alone in zip(models, found.weights, found.alone, strict=True):
        click.echo(f"{name}: weight {weight:.4f}, perplexity alone {alone:.2f}")
    click.echo(f"together: perplexity {found.perplexity:.2f}")
    if output is not None:
        _save(loaded[0]._replace(model=mixed(parts, found.weights)), output, language)
    return 0


def _check_alike(loaded: Sequence[_Loaded]) -> None:
    first = loaded[0]
    for other in loaded[1:]:
        if other.reading != first.reading:
            raise UsageError(
                f"{other.name}: sees text otherwise ({_described(other.reading)}) than "
                f"{first.name} ({_described(first.reading)}); mix models that were trained alike"
            )


def _described(reading: NgramSettings) -> str:
    facts = [f"--symbols {reading.symbols}", "--case" if reading.cased else "--no-case"]
    facts += [f"--classes {reading.classes}"] if reading.classes else []
    facts += ["--spaces"] if reading.spaces else []
    return " ".join(facts)


def _save(loaded: _Loaded, output: Path, language: str, *, quantised: bool = False) -> None:
    from legibly.languages import language as find_language
    from legibly.training.ngram import save_model
    from legibly.training.symbols import SYMBOLS

    reading = loaded.reading
    marks = [mark for mark in SYMBOLS["full"] if mark in loaded.model.vocabulary]
    if not marks and not reading.cased and not reading.classes:
        raise UsageError(
            f"{loaded.name}: neither marks nor capitals among its words; expected , and . as "
            "words, or words in their case"
        )

    classes = {"classes": reading.classes, "spaces": reading.spaces} if reading.classes else {}
    save_model(
        loaded.model,
        output,
        output.name,
        find_language(language).code,
        marks,
        cased=reading.cased,
        quantised=quantised,
        scorer_settings=classes,
    )


command.add_command(count_share_command)
command.add_command(merge_command)
