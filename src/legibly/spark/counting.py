"""N-grams on Spark: the texts are counted where they lie, the shards of the model ask each other
through Spark's shuffle, and only what is finished comes to the driver, shard by shard.

The functions are those of `legibly.ngram`, and so is the model, byte for byte. What is lost with an
executor is made again from what it was made of.
"""

from __future__ import annotations

import io
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from operator import add
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from legibly.errors import DataError
from legibly.files.places import is_url
from legibly.files.source import Source
from legibly.formats.registry import guess_format, suffix_of
from legibly.formats.text import read_line
from legibly.formats.transcripts import parts_of
from legibly.ngram.counting import CHUNK_TOKENS, count_chunk
from legibly.ngram.exchange import lengths_of
from legibly.ngram.shards import (
    Arrays,
    Estimation,
    Plan,
    Stepped,
    dealt,
    forward,
    gather,
    model_arrays,
)
from legibly.ngram.vocabulary import MAX_VOCABULARY, SIGNS, UNKNOWN
from legibly.training.corpus import corpus_files
from legibly.training.ngram import (
    NgramSettings,
    estimation,
    save_shards,
    with_marks,
    words_of_text,
)
from legibly.transcript import Transcript

if TYPE_CHECKING:
    from pyspark import RDD
    from pyspark.sql import SparkSession

TEXT_ENDINGS = ("", ".txt")
Message = tuple[int, tuple[int, dict[str, NDArray[Any]]]]  # to a shard; from one, or its own: -1


def train(
    session: SparkSession,
    settings: NgramSettings,
    corpora: Sequence[str],
    output: Path,
    name: str,
    *,
    shards: int,
    joined: bool,
) -> None:
    """A model folder on the driver's disk. `corpora` are any paths that Spark reads: text,
    compressed or not, parquet with a column `text`, and here and there every transcript that
    legibly reads.
    """
    from pyspark import StorageLevel

    texts = texts_on(session, settings, corpora).persist(StorageLevel.DISK_ONLY)
    try:
        words, counts = vocabulary_on(texts, settings)
        of = estimation(settings, words, counts, shards)
        found = SparkShards(of, texts, words)
        save_shards(found, words, settings, output, name, joined=joined)
    finally:
        texts.unpersist()


def texts_on(session: SparkSession, settings: NgramSettings, corpora: Sequence[str]) -> RDD:
    """The texts as the model sees them, wherever they lie."""
    context = session.sparkContext
    found = []
    for path in _paths(corpora):
        if suffix_of(path) == ".parquet":
            lines = session.read.parquet(path).select("text").rdd.map(_only_field)
            found.append(lines.mapPartitions(_LineTexts(settings)))
        elif suffix_of(path) in TEXT_ENDINGS and not path.endswith(".xz"):
            cores = context.defaultParallelism
            found.append(context.textFile(path, cores).mapPartitions(_LineTexts(settings)))
        else:
            found.append(context.binaryFiles(path).mapPartitions(_FileTexts(settings)))
    return context.union(found)


def _paths(corpora: Sequence[str]) -> Iterator[str]:
    """Files that lie here one by one; all else is left to Spark."""
    for corpus in corpora:
        if is_url(corpus) or not os.path.exists(corpus):
            yield corpus
        elif corpus.endswith(".parquet"):
            yield os.path.abspath(corpus)
        else:
            yield from (f"file://{os.path.abspath(file)}" for file in corpus_files([corpus]))


def _only_field(row: Any) -> str:
    return row[0] or ""


class _LineTexts:
    """Paragraphs, one a line."""

    def __init__(self, settings: NgramSettings) -> None:
        self._settings = settings

    def __call__(self, lines: Iterable[str]) -> Iterator[list[str]]:
        source = Source("<text>", io.BytesIO(), language=self._settings.language)
        for line in lines:
            if not line or line.isspace():
                continue
            if words := words_of_text(read_line(line, source), self._settings):
                yield words


class _FileTexts:
    """Whole files, of any format that can be read."""

    def __init__(self, settings: NgramSettings) -> None:
        self._settings = settings

    def __call__(self, files: Iterable[tuple[str, bytes]]) -> Iterator[list[str]]:
        for name, data in files:
            source = Source(name, io.BytesIO(data), language=self._settings.language)
            for text in self._texts(source):
                if words := words_of_text(text, self._settings):
                    yield words

    def _texts(self, source: Source) -> Iterator[Transcript]:
        if guess_format(source.name, source.opening).name != "text":
            yield from parts_of(source)
            return
        for _, line in source.lines():
            if line and not line.isspace():
                yield read_line(line, source)


def vocabulary_on(texts: RDD, settings: NgramSettings) -> tuple[list[str], dict[str, int]]:
    """The words of the model by number, and their counts; rare ones never leave the executors."""
    counts = texts.mapPartitions(_counted_words).reduceByKey(add)
    least = 1 if settings.closed is not None else settings.min_count
    kept = {
        word: count for word, count in counts.filter(_AtLeast(least)).collect() if word not in SIGNS
    }
    if not kept:
        raise DataError("no words in the corpora; expected text to learn from")
    if settings.closed is not None:
        words = [*dict.fromkeys(word for word in settings.closed if word not in SIGNS)]
    else:
        words = sorted(kept, key=lambda word: (-kept[word], word))
    return with_marks([*SIGNS, *words[: MAX_VOCABULARY - len(SIGNS)]], settings), kept


def _counted_words(texts: Iterable[list[str]]) -> Iterator[tuple[str, int]]:
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(text)
    return iter(counts.items())


class _AtLeast:
    def __init__(self, least: int) -> None:
        self._least = least

    def __call__(self, row: tuple[str, int]) -> bool:
        return row[1] >= self._least


class _Counting:
    """The n-grams of some texts, dealt to the shards that they belong to."""

    def __init__(self, of: Estimation, words: Any) -> None:
        self._of, self._words = of, words

    def __call__(self, texts: Iterable[list[str]]) -> Iterator[Message]:
        numbers = {word: i for i, word in enumerate(self._words.value)}
        rows: list[list[int]] = []
        held = 0
        for text in texts:
            rows.append([numbers.get(word, UNKNOWN) for word in text])
            held += len(text) + 1
            if held >= CHUNK_TOKENS:
                yield from self._dealt(rows)
                rows, held = [], 0
        if rows:
            yield from self._dealt(rows)

    def _dealt(self, rows: list[list[int]]) -> Iterator[Message]:
        run = forward(count_chunk(rows, self._of.order), self._of.order)
        for shard, arrays in dealt(run, self._of).items():
            yield shard, (-1, dict(arrays))


def _same(shard: int) -> int:
    """Shards are partitions: Spark knows by this function that they lie where they belong."""
    return shard


class _Recorded(dict[str, NDArray[Any]]):
    """A shard's arrays, and which of them are new."""

    def __init__(self) -> None:
        super().__init__()
        self.new: set[str] = set()

    def __setitem__(self, name: str, value: NDArray[Any]) -> None:
        super().__setitem__(name, value)
        self.new.add(name)


class _Gathering:
    def __init__(self, of: Estimation) -> None:
        self._of = of

    def __call__(self, shard: int, rows: Iterable[Message]) -> Iterator[tuple[int, Stepped]]:
        sent: list[Arrays] = [arrays for _, (_, arrays) in rows]
        done = gather(self._of, shard, sent)
        yield shard, Stepped(dict(done.shard), {}, dict(done.told))


class _Stepping:
    def __init__(self, of: Estimation, number: int, facts: Any) -> None:
        self._of, self._number, self._facts = of, number, facts

    def __call__(self, shard: int, rows: Iterable[Message]) -> Iterator[tuple[int, Stepped]]:
        arrays = _Recorded()
        sent: dict[int, Arrays] = {}
        for _, (sender, found) in rows:
            if sender < 0:
                arrays.update(found)
            else:
                sent[sender] = found
        step = list(Plan(self._of).steps())[self._number]
        done = step(shard, arrays, sent, self._facts.value)
        new = {name: arrays[name] for name in arrays.new if name in arrays}
        messages = {to: dict(found) for to, found in done.sent.items()}
        yield shard, Stepped(new, messages, dict(done.told))


def _own(row: tuple[int, Stepped]) -> Message:
    return row[0], (-1, dict(row[1].shard))


def _messages(row: tuple[int, Stepped]) -> Iterator[Message]:
    shard, done = row
    for to, arrays in done.sent.items():
        yield to, (shard, dict(arrays))


def _told(row: tuple[int, Stepped]) -> tuple[int, Arrays]:
    return row[0], row[1].told


class SparkShards:
    """The shards of a model, on the executors."""

    def __init__(self, of: Estimation, texts: RDD, words: Sequence[str]) -> None:
        self.of, self._plan = of, Plan(of)
        self._context = texts.context
        counting = _Counting(of, self._context.broadcast(list(words)))
        dealt_out = texts.mapPartitions(counting).partitionBy(of.shards, _same)
        gathered = self._kept(dealt_out.mapPartitionsWithIndex(_Gathering(of), True))
        self._hear(gathered)
        self._state = gathered.map(_own, True)
        messages = None
        for number, _ in enumerate(self._plan.steps()):
            rows = self._state if messages is None else self._state.union(messages)
            step = _Stepping(of, number, self._context.broadcast(dict(self._plan.facts)))
            done = self._kept(rows.mapPartitionsWithIndex(step, True))
            self._hear(done)
            self._state = self._state.union(done.map(_own, True))
            messages = done.flatMap(_messages).partitionBy(of.shards, _same)

    def _kept(self, rows: RDD) -> RDD:
        from pyspark import StorageLevel

        return rows.persist(StorageLevel.DISK_ONLY)

    def _hear(self, rows: RDD) -> None:
        """Only small facts come to the driver."""
        told = [facts for _, facts in sorted(rows.map(_told).collect(), key=lambda row: row[0])]
        if told and told[0]:
            self._plan.hear(told)

    def base_arrays(self) -> Arrays:
        return self._plan.base_arrays()

    def lengths(self) -> list[list[int]]:
        return lengths_of(self._plan)

    def shard_arrays(self, shard: int) -> Arrays:
        finish = _Finishing(self.of, self._context.broadcast(dict(self._plan.facts)))
        rows = self._state.mapPartitionsWithIndex(finish)
        (found,) = self._context.runJob(rows, list, [shard])
        arrays: Arrays = found
        return arrays


class _Finishing:
    def __init__(self, of: Estimation, facts: Any) -> None:
        self._of, self._facts = of, facts

    def __call__(self, shard: int, rows: Iterable[Message]) -> Iterator[dict[str, NDArray[Any]]]:
        arrays: dict[str, NDArray[Any]] = {}
        for _, (_, found) in rows:
            arrays.update(found)
        yield dict(model_arrays(self._of, shard, arrays, self._facts.value))
