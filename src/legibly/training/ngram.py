"""Trains an n-gram model on written text: words in their case with the marks as
words between them.
"""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from legibly.casing import Case, case_of, write_case
from legibly.languages import DEFAULT_LANGUAGE
from legibly.marks import core_mark
from legibly.model_folders.saving import save_folder
from legibly.ngram import binary
from legibly.ngram.classes import SPACE, class_tokens
from legibly.ngram.counting import CountSlice, all_counts, count_slice, words_of_slices
from legibly.ngram.estimate import estimate
from legibly.ngram.exchange import ShardedCounts, estimated_here
from legibly.ngram.model import Ngram
from legibly.ngram.sharded import write_joined, write_sharded
from legibly.ngram.shards import Estimation, limits_for
from legibly.ngram.vocabulary import SIGNS, Vocabulary
from legibly.scorers.ngram import FORMS, NGRAM_FILE
from legibly.sound_tags import is_tag
from legibly.training.corpus import read_corpus
from legibly.training.full_words import with_full_words
from legibly.training.spoken_form import condition
from legibly.training.symbols import SYMBOLS, in_symbols
from legibly.transcript import Transcript
from legibly.workers import end_with_parent

SHARD_TOKENS = 5_000_000  # tokens of a shard, where nobody says how many there are
BLOCK_PARAGRAPHS = 50  # paragraphs that go to the same slice


@dataclass(frozen=True)
class NgramSettings:
    """What a model is trained on, and how."""

    files: tuple[str, ...]
    language: str = DEFAULT_LANGUAGE
    order: int = 5
    method: str = "stupid"
    symbols: str = "four"
    cased: bool = True
    min_count: int = 2  # of words; rarer ones are the unknown word
    cutoffs: tuple[int, ...] = ()
    closed: tuple[str, ...] | None = None
    max_tokens: int | None = None
    # "A" or "B": digits as written, by class (Shugrina 2010); None: numbers as spoken.
    classes: str | None = None
    spaces: bool = False  # spaces are tokens too, with classes only
    full_words: bool = False  # abbreviations as they are said: Doctor, Drive

    @property
    def fingerprint(self) -> str:
        files = [f"{Path(file).name} {Path(file).stat().st_size}" for file in self.files]
        facts = [
            *files,
            self.language,
            str(self.order),
            self.symbols,
            str(self.cased),
            str(self.max_tokens),
        ]
        facts += [str(self.classes), str(self.spaces), str(self.full_words)]
        return sha256("\n".join(facts).encode()).hexdigest()[:12]


def written_words(
    transcript: Transcript, symbols: str, *, cased: bool = True, full_words: bool = False
) -> list[str]:
    """A text as the model sees it: numbers as spoken, words in their case, marks between them."""
    if full_words:
        transcript = with_full_words(transcript)
    marks = SYMBOLS[symbols]
    out: list[str] = []
    for word in condition(in_symbols(transcript, symbols)):
        out.append((word.form or write_case(word.text, word.case)) if cased else word.text)
        if word.mark and (mark := marks.get(word.mark)):
            out.append(mark)
    return out


def class_words(
    transcript: Transcript,
    classes: str,
    symbols: str,
    *,
    cased: bool = True,
    spaces: bool = False,
) -> list[str]:
    """A text as a class model sees it: as it is written, digits by class."""
    marks = SYMBOLS[symbols]
    out: list[str] = []
    for token in in_symbols(transcript, symbols).tokens:
        if is_tag(token.text):
            continue
        tokens = class_tokens(token.text, classes, cased=cased)
        if spaces and out and tokens:
            out.append(SPACE)
        out += tokens
        if mark := marks.get(core_mark(token.after)):
            out.append(mark)

    return out


def words_of_text(text: Transcript, settings: NgramSettings) -> list[str]:
    if settings.classes is None:
        return written_words(
            text, settings.symbols, cased=settings.cased, full_words=settings.full_words
        )
    return class_words(
        text, settings.classes, settings.symbols, cased=settings.cased, spaces=settings.spaces
    )


def texts_of(settings: NgramSettings, part: int = 0, slices: int = 1) -> Iterator[list[str]]:
    left = settings.max_tokens // slices if settings.max_tokens is not None else None
    for text in read_corpus(
        settings.files, settings.language, keep=lambda at: at // BLOCK_PARAGRAPHS % slices == part
    ):
        words = words_of_text(text, settings)
        if left is not None:
            left -= len(words)
            if left < 0:
                return
        if words:
            yield words


def known_symbols(vocabulary: Vocabulary) -> str:
    """The most marks that a model knows as words; `none`: a capitaliser."""
    found, most = "none", 0
    for name, folds in SYMBOLS.items():
        marks = set(folds.values())
        if len(marks) > most and all(mark in vocabulary for mark in marks):
            found, most = name, len(marks)
    return found


def reading_of(model: Ngram, facts: Mapping[str, Any]) -> NgramSettings:
    """How text is read for a model: with the marks, the case and the classes that it knows. `facts`
    are those of its folder, where it has one.
    """
    vocabulary = model.vocabulary
    cased = any(word != word.lower() for word in vocabulary.words()[len(SIGNS) :])
    return NgramSettings(
        (),
        symbols=known_symbols(vocabulary),
        cased=bool(facts.get("cased", cased)),
        classes=facts.get("classes"),
        spaces=bool(facts.get("spaces", False)),
    )


def _count(settings: NgramSettings, part: int, slices: int, folder: Path) -> CountSlice:
    return count_slice(texts_of(settings, part, slices), settings.order, folder)


def count(
    settings: NgramSettings,
    work: Path,
    workers: int,
    report: Callable[[int, int], None] = lambda done, all: None,
) -> list[CountSlice]:
    """Shares of the text, each by a process of its own; those that lie in `work` are done."""
    folders = [work / f"{settings.fingerprint}-{part}-of-{workers}" for part in range(workers)]
    if workers == 1:
        return [_count(settings, 0, 1, folders[0])]
    with ProcessPoolExecutor(workers, initializer=end_with_parent) as pool:
        jobs = [
            pool.submit(_count, settings, part, workers, folder)
            for part, folder in enumerate(folders)
        ]
        found = []
        for i, job in enumerate(jobs):
            found.append(job.result())
            report(i + 1, workers)
        return found


def with_marks(words: list[str], settings: NgramSettings) -> list[str]:
    """A model knows all the marks it may write, seen or not."""
    known = set(words)
    marks = dict.fromkeys(SYMBOLS[settings.symbols].values())
    return words + [mark for mark in marks if mark not in known]


def vocabulary_of(settings: NgramSettings, slices: Sequence[CountSlice]) -> list[str]:
    return with_marks(words_of_slices(slices, settings.min_count, settings.closed), settings)


def build(settings: NgramSettings, slices: Sequence[CountSlice]) -> Ngram:
    words = vocabulary_of(settings, slices)
    vocabulary = Vocabulary.of(words)
    return estimate(
        all_counts(slices, settings.order, words),
        settings.order,
        vocabulary,
        settings.method,
        settings.cutoffs,
    )


def train(
    settings: NgramSettings,
    output: Path,
    name: str,
    *,
    workers: int = 1,
    quantised: bool = False,
    report: Callable[[int, int], None] = lambda done, all: None,
) -> Ngram:
    """A model folder; what was counted lies beside it until it is whole, so that an interrupted run
    goes on.
    """
    work = output.with_name(f"{output.name}.work")
    slices = count(settings, work, workers, report)
    if workers > 1 and not quantised and _can_shard(settings):
        tokens = sum(sum(counted.counts) for counted in slices)
        shards = max(workers, tokens // SHARD_TOKENS)
        build_shards(settings, slices, output, name, shards=shards, workers=workers, joined=True)
        model = binary.load(output / NGRAM_FILE)
    else:
        model = build(settings, slices)
        save_trained(model, settings, output, name, quantised=quantised)
    shutil.rmtree(work, ignore_errors=True)
    return model


def _can_shard(settings: NgramSettings) -> bool:
    return settings.order > 1 and list(settings.cutoffs) == sorted(settings.cutoffs)


def save_trained(
    model: Ngram, settings: NgramSettings, output: Path, name: str, *, quantised: bool = False
) -> None:
    save_model(
        model,
        output,
        name,
        settings.language,
        list(dict.fromkeys(SYMBOLS[settings.symbols].values())),
        cased=settings.cased,
        quantised=quantised,
        scorer_settings=_class_facts(settings),
    )


def _class_facts(settings: NgramSettings) -> dict[str, Any]:
    if settings.classes is None:
        return {}
    return {"classes": settings.classes, "spaces": settings.spaces}


def save_shards(
    counts: ShardedCounts,
    words: Sequence[str],
    settings: NgramSettings,
    output: Path,
    name: str,
    *,
    joined: bool = False,
) -> None:
    """A model folder of shards: a file each, or all joined in one."""

    def save(folder: Path) -> None:
        if joined:
            with tempfile.TemporaryDirectory(dir=folder.parent) as work:
                write_joined(counts, words, folder / NGRAM_FILE, Path(work))
        else:
            write_sharded(counts, words, folder / NGRAM_FILE)

    marks = list(dict.fromkeys(SYMBOLS[settings.symbols].values()))
    facts = {"cased": settings.cased, **_class_facts(settings)}
    _save_files(save, settings.order, words, output, name, settings.language, marks, facts)


def build_shards(
    settings: NgramSettings,
    slices: Sequence[CountSlice],
    output: Path,
    name: str,
    *,
    shards: int,
    workers: int,
    joined: bool = False,
) -> None:
    """The same model as `build`, whatever the number of shards, in memory that shards bound."""
    words = vocabulary_of(settings, slices)
    of = estimation(settings, words, word_counts(slices), shards)
    work = output.with_name(f"{output.name}.work")
    with estimated_here(of, slices, words, work, workers) as counts:
        save_shards(counts, words, settings, output, name, joined=joined)


def word_counts(slices: Sequence[CountSlice]) -> Counter[str]:
    total: Counter[str] = Counter()
    for counted in slices:
        for word, count in zip(counted.words, counted.counts, strict=True):
            total[word] += count
    return total


def estimation(
    settings: NgramSettings, words: Sequence[str], counts: Mapping[str, int], shards: int
) -> Estimation:
    """`counts` are those of at least all `words`."""
    by_number = [counts.get(word, 0) for word in words]
    limits = limits_for(by_number, shards)
    return Estimation(settings.order, len(words), settings.method, settings.cutoffs, limits)


def save_model(
    model: Ngram,
    output: Path,
    name: str,
    language: str,
    marks: Sequence[str],
    *,
    cased: bool = True,
    quantised: bool = False,
    scorer_settings: Mapping[str, Any] | None = None,
) -> None:
    _save_files(
        lambda folder: binary.save(model, folder / NGRAM_FILE, quantised=quantised),
        model.order,
        model.vocabulary.words(),
        output,
        name,
        language,
        marks,
        {"cased": cased, **(scorer_settings or {})},
    )


def _save_files(
    write: Callable[[Path], None],
    order: int,
    words: Sequence[str],
    output: Path,
    name: str,
    language: str,
    marks: Sequence[str],
    facts: Mapping[str, Any],
) -> None:
    cased = bool(facts["cased"])

    def save(folder: Path) -> dict[str, Any]:
        write(folder)
        forms = [word for word in words if case_of(word) is Case.MIXED] if cased else []
        (folder / FORMS).write_text("\n".join(forms) + "\n", "utf-8")
        return {"kind": "ngram", "file": NGRAM_FILE, "marks": list(marks), **facts}

    description = f"{order}-gram model of words{', case' if cased else ''} and marks"
    save_folder(output, name=name, language=language, description=description, scorers=[save])


def perplexity(model: Ngram, texts: Iterator[list[str]]) -> tuple[float, int, int]:
    """Of texts, by token with the ends; how many tokens, and how many of them are unknown."""
    import math

    total = tokens = unknown = 0.0
    for text in texts:
        numbers = model.vocabulary.encode(text)
        scores = model.text_score(numbers)
        total += sum(scores)
        tokens += len(scores)
        unknown += sum(number == 1 for number in numbers)
    return math.exp(-total / max(1.0, tokens)), int(tokens), int(unknown)
