"""`legibly train`: a trainer a command, all of the same shape."""

from __future__ import annotations

from pathlib import Path

import click

from legibly.errors import UsageError


@click.group("train")
def command() -> None:
    """Learn a model from your own text.

    Corpora are text files, one paragraph or turn a line, or any readable transcript; .gz and .xz too, and folders.

    \b
    Example:
      legibly train lexicon news/*.txt.xz -o models/news
    """


@command.command("lexicon")
@click.argument("corpora", nargs=-1, required=True, metavar="CORPUS...")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="Model folder to write.")
@click.option("--language", default="en", show_default=True, metavar="CODE", help="Language of the text.")
@click.option("--dev", type=click.Path(), help="Text to report the accuracy on.")
@click.option("--min-count", type=int, default=3, show_default=True, help="Leave out words seen less often.")
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
    from legibly.folder import save_folder
    from legibly.languages import language as find_language
    from legibly.scorers.lexicon import LexiconScorer
    from legibly.training.corpus import corpus_files, read_corpus
    from legibly.training.lexicon import count_forms, lexicon_accuracy, make_entries

    code = find_language(language).code
    files = corpus_files(corpora)
    with watch_bytes(files, "counting") as wrap:
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
        click.echo(f"{dev}: {right / max(1, words):.2%} of {words} words inside sentences in the right case", err=True)
    return 0


@command.command("neural")
@click.argument("corpora", nargs=-1, metavar="[CORPUS...]")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="Model folder to write.")
@click.option("--start", required=True, type=click.Path(path_type=Path), help="Folder of a BERT: weights, tokenizer.")
@click.option("--recipe", type=click.Path(path_type=Path), help="TOML of corpora, weights, noise and stages.")
@click.option(
    "--data", type=click.Path(path_type=Path), default=Path(), help="Folder that the recipe's corpora lie in."
)
@click.option("--language", default="en", show_default=True, metavar="CODE", help="Language of the text.")
@click.option("--dev", type=click.Path(), help="Text to report F1 of marks on.")
@click.option("--passes", type=float, default=6.0, show_default=True, help="Passes over the corpora.")
@click.option("--rate", type=float, default=3e-4, show_default=True, help="Learning rate at its height.")
@click.option("--batch", type=int, default=256, show_default=True, help="Windows a step.")
@click.option("--window", type=int, default=254, show_default=True, help="Word pieces a window.")
@click.option("--device", default="cpu", show_default=True, help="cpu or cuda.")
@click.option(
    "--min-count", type=int, default=3, show_default=True, help="Lexicon of mixed forms: rarer words are out."
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

    An interrupted run goes on where it was: what is done lies in OUTPUT.work until the model is whole.

    \b
    Example:
      legibly train neural talks/*.txt.xz -o models/mine --start minilm/
      legibly train neural --recipe recipe.toml --data corpora/ -o models/en --start minilm/ --device cuda
    """
    try:
        import torch  # noqa: F401

        from legibly.training.neural.build import build_model
        from legibly.training.neural.recipe import Recipe, read_recipe
    except ImportError as error:
        raise UsageError(f"the neural trainer needs: pip install 'legibly[train]' ({error})") from None
    from legibly.languages import language as find_language
    from legibly.training.corpus import corpus_files

    if bool(corpora) == (recipe is not None):
        raise UsageError("name either corpora or a --recipe")
    if recipe is not None:
        plan = read_recipe(recipe)
    else:
        files = [str(Path(file).resolve()) for file in corpus_files(corpora)]
        plan = Recipe(
            language=find_language(language).code,
            corpora={"text": files},
            dev=[str(Path(dev).resolve())] if dev else [],
            student={"passes": passes, "rate": rate, "batch": batch, "window": window},
        )
    build_model(plan, data, start, output, device, name or output.name, min_count)
    click.echo(f"{output}: written", err=True)
    return 0


@command.command("ngram")
@click.argument("corpora", nargs=-1, required=True, metavar="CORPUS...")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="Model folder to write.")
@click.option("--order", type=click.IntRange(1, 6), default=5, show_default=True, help="Words of an n-gram.")
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
    help="A hidden-event model of marks (Lu & Ng 2010): all at once, or sentences first, then their marks.",
)
@click.option("--classes", type=click.Choice(["A", "B"]), help="Digits as written, by class (Shugrina 2010, Table 1).")
@click.option("--spaces", is_flag=True, help="Spaces are tokens too, with --classes.")
@click.option("--copy-ends/--no-copy-ends", default=True, help="Hidden events: an end mark also opens its sentence.")
@click.option("--viterbi", is_flag=True, help="Hidden events: the best sequence rather than the best at each word.")
@click.option("--case/--no-case", default=True, help="Learn capitals too.")
@click.option("--min-count", type=int, default=2, show_default=True, help="Rarer words count as unknown.")
@click.option("--cutoff", multiple=True, type=int, help="Least count of bigrams, trigrams ...; may be repeated.")
@click.option("--words", type=click.Path(path_type=Path), help="A closed vocabulary, one word a line.")
@click.option("--quantise", is_flag=True, help="Scores in eight bits.")
@click.option("--arpa", type=click.Path(path_type=Path), help="Also write the model as an ARPA file.")
@click.option("--dev", type=click.Path(), help="Text to report the perplexity on.")
@click.option("--language", default="en", show_default=True, metavar="CODE", help="Language of the text.")
@click.option("--jobs", type=click.IntRange(1, 64), help="Processes that count (default: one a core).")
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

    An interrupted run goes on where it was: what is counted lies in OUTPUT.work until the model is whole.

    \b
    Example:
      legibly train ngram talks/*.txt.xz -o models/talks --order 5
      legibly train ngram news.txt -o models/news --smoothing kneser-ney --symbols two --arpa news.arpa
      legibly train ngram dialogues.txt -o models/events --events cascaded --order 3 --smoothing kneser-ney
      legibly format call.ctm --model models/talks
    """
    import os

    from legibly.cli.progress import waiting
    from legibly.formats.files import atomic_text
    from legibly.languages import language as find_language
    from legibly.ngram.arpa import write_arpa
    from legibly.training.corpus import corpus_files
    from legibly.training.ngram import Plan, perplexity, texts_of, train

    if events is not None:
        from legibly.training.hidden_events import EventPlan
        from legibly.training.hidden_events import train as train_events

        files, code = tuple(corpus_files(corpora)), find_language(language).code
        event_plan = EventPlan(files, code, order, smoothing, copy_ends, events == "cascaded", viterbi, cutoffs=cutoff)
        with waiting("counting and estimating"):
            model = train_events(event_plan, output, name or output.name)
        click.echo(f"{output}: {len(model.levels[-1].keys):,} {order}-grams", err=True)
        return 0
    if spaces and classes is None:
        raise UsageError("--spaces needs --classes")
    closed = tuple(words.read_text("utf-8").split()) if words is not None else None
    plan = Plan(
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
        model = train(plan, output, name or output.name, workers=jobs or os.cpu_count() or 1, quantised=quantise)
    sizes = ", ".join(f"{len(level.keys):,} {k}-grams" for k, level in enumerate(model.levels, 1))
    click.echo(f"{output}: {sizes}", err=True)
    if arpa is not None:
        with atomic_text(arpa) as out:
            write_arpa(model, out)
    if dev is not None:
        other = Plan(tuple(corpus_files([dev])), plan.language, order, smoothing, symbols, case)
        found, tokens, unknown = perplexity(model, texts_of(other))
        click.echo(f"{dev}: perplexity {found:.2f} over {tokens:,} tokens, {unknown:,} unknown", err=True)
    return 0


@command.command("numbers")
@click.argument("corpora", nargs=-1, required=True, metavar="CORPUS...")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="Model folder to write.")
@click.option("--beside", metavar="NAME|FOLDER", help="A model whose scorers go into the folder too.")
@click.option("--weight", type=float, default=0.6, show_default=True, help="Its weight among the scorers.")
@click.option("--classes", type=click.Choice(["A", "B"]), default="A", show_default=True, help="Shugrina's Table 1.")
@click.option("--order", type=click.IntRange(2, 6), default=4, show_default=True, help="Words of an n-gram.")
@click.option("--smoothing", type=click.Choice(["stupid", "katz"]), default="stupid", show_default=True)
@click.option("--min-count", type=int, default=12, show_default=True, help="Rarer words count as unknown.")
@click.option("--cutoff", multiple=True, type=int, default=(3, 4, 5), help="Least count of bigrams, trigrams ...")
@click.option("--language", default="en", show_default=True, metavar="CODE", help="Language of the text.")
@click.option("--jobs", type=click.IntRange(1, 64), help="Processes that count (default: one a core).")
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
    """The class model that decides how numbers are written, from the words around them (Shugrina 2010).

    \b
    Example:
      legibly train numbers news/*.txt.xz -o models/mine --beside en
      legibly format call.ctm --model models/mine
    """
    import os

    from legibly.cli.progress import waiting
    from legibly.folder import find_model
    from legibly.grammars.stack import has_grammars
    from legibly.languages import language as find_language
    from legibly.training.corpus import corpus_files
    from legibly.training.number_lm import number_plan, train

    code = find_language(language).code
    if not has_grammars(code):
        raise UsageError(f"language {code!r} has no grammars yet; expected one that has (en)")
    plan = number_plan(corpus_files(corpora), code, order, smoothing, classes, min_count, cutoff)
    folder = find_model(beside) if beside is not None else None
    with waiting("counting and estimating"):
        model = train(
            plan, output, name or output.name, beside=folder, weight=weight, workers=jobs or os.cpu_count() or 1
        )
    sizes = ", ".join(f"{len(level.keys):,} {k}-grams" for k, level in enumerate(model.levels, 1))
    click.echo(f"{output}: {sizes}", err=True)
    return 0


def _feature_trainer(kind: str, about: str) -> None:
    """`maxent`, `crf` and `fcrf` are one trainer with other factors."""

    @command.command(kind, help=about)
    @click.argument("corpora", nargs=-1, required=True, metavar="CORPUS...")
    @click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="Model folder to write.")
    @click.option(
        "--features", help="Names or groups: word, pos, speaker, gender, segment, gap, pause, lex, w0, 2w-1 ..."
    )
    @click.option("--cutoff", type=click.IntRange(1), default=2, show_default=True, help="Rarer features are left out.")
    @click.option("--passes", type=click.IntRange(1, 100), default=3, show_default=True, help="Over the corpora.")
    @click.option("--rate", type=float, default=0.1, show_default=True, help="Learning rate.")
    @click.option(
        "--prior", type=float, default=3e-5, show_default=True, help="Strength of the Gaussian prior, a word."
    )
    @click.option("--confidence", is_flag=True, help="The recogniser's confidence as the value of word features.")
    @click.option("--case/--no-case", default=True, help="Learn capitals too.")
    @click.option("--lex", type=click.Path(path_type=Path, exists=True), help="A lexicon of forms, one a line.")
    @click.option("--publex", type=click.Path(path_type=Path, exists=True), help="Another, learnt from text.")
    @click.option("--pos", type=click.Path(path_type=Path, exists=True), help="A tagger (legibly train pos).")
    @click.option("--language", default="en", show_default=True, metavar="CODE", help="Language of the text.")
    @click.option("--name", help="Name of the model (default: that of the folder).")
    def train_features(
        corpora: tuple[str, ...],
        output: Path,
        features: str | None,
        cutoff: int,
        passes: int,
        rate: float,
        prior: float,
        confidence: bool,
        case: bool,
        lex: Path | None,
        publex: Path | None,
        pos: Path | None,
        language: str,
        name: str | None,
    ) -> int:
        try:
            import torch  # noqa: F401
        except ImportError as error:
            raise UsageError(f"this trainer needs: pip install 'legibly[train]' ({error})") from None
        from legibly.cli.progress import waiting
        from legibly.features.pos import load_tagger
        from legibly.languages import language as find_language
        from legibly.training.corpus import corpus_files
        from legibly.training.feature_models import templates_of, train_model
        from legibly.training.features import FeaturePlan

        lexica = {key: path for key, path in (("lex", lex), ("publex", publex)) if path is not None}
        templates = templates_of(kind, features.split(",") if features else [])
        tagger = load_tagger(pos) if pos is not None else None
        plan = FeaturePlan(
            *(kind, "marks", templates),
            cutoff=cutoff,
            passes=passes,
            rate=rate,
            prior=prior,
            confident=confidence,
            tagger=tagger,
        )
        with waiting("training"):
            outcome = train_model(
                *(kind, corpus_files(corpora), output, name or output.name, find_language(language).code, plan),
                case=case,
                lexica=lexica,
            )
        kept = f"{outcome.features:,} of {outcome.seen:,} features kept (cut-off {cutoff})"
        click.echo(f"{output}: {outcome.words:,} words, {kept}", err=True)
        if outcome.absent:
            click.echo(f"absent from the corpora, and so not learnt: {', '.join(outcome.absent)}", err=True)
        return 0


_feature_trainer("maxent", "Maximum entropy for marks and case (Batista et al. 2008).")
_feature_trainer("crf", "A linear-chain conditional random field for marks (Lu & Ng 2010), maximum entropy for case.")
_feature_trainer("fcrf", "A factorial CRF for marks and sentence types (Lu & Ng 2010), maximum entropy for case.")


@command.command("pos")
@click.argument("treebanks", nargs=-1, required=True, metavar="TREEBANK...")
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="Folder to write.")
@click.option("--dev", help="Treebank to report the accuracy on.")
@click.option("--passes", type=click.IntRange(1, 100), default=8, show_default=True, help="Over the treebanks.")
def train_pos(treebanks: tuple[str, ...], output: Path, dev: str | None, passes: int) -> int:
    """A tagger of parts of speech from treebanks in CoNLL-U, for the features of maxent, crf and fcrf.

    \b
    Example:
      legibly train pos ewt-train.conllu.xz -o models/pos-en --dev ewt-dev.conllu.xz
      legibly train maxent calls/ -o models/calls --features word,pos,gap --pos models/pos-en
    """
    try:
        import torch  # noqa: F401
    except ImportError as error:
        raise UsageError(f"this trainer needs: pip install 'legibly[train]' ({error})") from None
    from legibly.cli.progress import waiting
    from legibly.features.pos import accuracy
    from legibly.training.pos import read_treebank, train_tagger

    sentences = [sentence for path in treebanks for sentence in read_treebank(path)]
    with waiting("training"):
        tagger = train_tagger(sentences, passes)
    output.mkdir(parents=True, exist_ok=True)
    tagger.save(output)
    click.echo(f"{output}: {len(tagger.tags)} tags, {len(tagger.table.keys):,} features", err=True)
    if dev is not None:
        click.echo(f"{dev}: {accuracy(tagger, list(read_treebank(dev))):.2%} of the words", err=True)
    return 0
