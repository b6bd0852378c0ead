"""Counting and building, opening and decoding with n-gram models; and building beside KenLM's
lmplz.

    python -m benchmarks.bench_ngram [--words 1000000] [TEXT]
    python -m benchmarks.bench_ngram --lmplz PATH [--words 10000000] [--corpus FILE ...] [TEXT]

Without a text, words are drawn at random, which is harder than real text: hardly an n-gram comes
twice. With `--lmplz` the same tokens, a text a line of one file, become a 5-gram model twice.
Either time is that of a process from its start to its end: it reads that file and writes a model,
ours one mapped file, lmplz an ARPA file. Making the text is in neither. Memory is the most that was
resident: of lmplz, and of ours at most in all its processes together.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from benchmarks.bench_growth import repeated
from benchmarks.measuring import per_second, seconds
from legibly.formatting.options import Options
from legibly.model_folders.loading import load_folder
from legibly.ngram import binary
from legibly.ngram.counting import CountSlice, all_counts, count_slice, words_of_slices
from legibly.ngram.estimate import estimate
from legibly.ngram.exchange import estimated_here
from legibly.ngram.sharded import write_joined
from legibly.ngram.shards import Estimation, limits_for
from legibly.ngram.vocabulary import Vocabulary
from legibly.training.ngram import NgramSettings, save_model, texts_of, word_counts
from legibly.transcript import Transcript, Word

ORDER = 5
WORKERS = 2
SHARDS = 4
MEMORY = "2G"  # for lmplz; ours takes no such option


def made_up(words: int) -> list[list[str]]:
    chance = random.Random(1)
    names = [f"w{i}" for i in range(30_000)]
    weights = [1 / (i + 1) for i in range(len(names))]
    flat = chance.choices(names, weights, k=words)
    marks = chance.choices(["", ",", "."], [88, 6, 6], k=words)
    texts: list[list[str]] = [[]]
    for word, mark in zip(flat, marks, strict=True):
        texts[-1] += [word, mark] if mark else [word]
        if mark == "." and len(texts[-1]) > 60:
            texts.append([])
    return [text for text in texts if text]


def corpus_texts(files: Sequence[str], words: int) -> Iterator[list[str]]:
    """So many tokens (words in their case, numbers as spoken, commas, full stops), evenly from
    files of text.
    """
    for file in files:
        yield from texts_of(NgramSettings((file,), symbols="two", max_tokens=words // len(files)))


def lines(path: Path, share: int = 0, shares: int = 1) -> Iterator[list[str]]:
    with path.open(encoding="utf-8") as source:
        for number, line in enumerate(source):
            if number % shares == share:
                yield line.split()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("text", nargs="?", type=Path, help="tokens, a sequence a line")
    parser.add_argument("--words", type=int, help="of made-up text or of a corpus")
    parser.add_argument("--corpus", nargs="+", help="files of written text")
    parser.add_argument(
        "--repeated",
        type=int,
        metavar="TOKENS",
        help="so many of the corpus, repeated with other words here and there",
    )
    parser.add_argument("--lmplz", help="KenLM's program")
    parser.add_argument(
        "--build", nargs=2, type=Path, metavar=("TEXT", "FOLDER"), help=argparse.SUPPRESS
    )
    arguments = parser.parse_args()
    if arguments.build:
        print(json.dumps(build(*arguments.build)))
        return

    texts: Iterable[list[str]]
    if arguments.text:
        texts = lines(arguments.text)
    elif arguments.corpus and arguments.repeated:
        real = list(corpus_texts(arguments.corpus, arguments.repeated))
        texts = repeated(real, arguments.words or 10_000_000, 0, 1)
    elif arguments.corpus:
        texts = corpus_texts(arguments.corpus, arguments.words or 10_000_000)
    else:
        texts = made_up(arguments.words or 1_000_000)

    with tempfile.TemporaryDirectory() as folder:
        if arguments.lmplz:
            beside_lmplz(texts, arguments.lmplz, Path(folder))
        else:
            build_and_decode(list(texts), Path(folder))


def build_and_decode(texts: Sequence[list[str]], folder: Path) -> None:
    tokens = sum(map(len, texts))
    begin = time.perf_counter()
    share = count_slice(texts, ORDER, folder / "counts")
    words = words_of_slices([share], 1)
    run = all_counts([share], ORDER, words)
    counted = time.perf_counter() - begin
    model = estimate(run, ORDER, Vocabulary.of(words), "kneser-ney")
    built = time.perf_counter() - begin
    print(
        f"{ORDER}-gram of {tokens:,} tokens, one core: counted in {counted:.1f} s, built in "
        f"{built:.1f} s"
    )
    if "," not in model.vocabulary or "." not in model.vocabulary:
        return

    save_model(model, folder / "model", "model", "en", [",", "."])
    path = folder / "model" / "ngram.lm"
    opening = seconds(lambda: binary.load(path))
    print(f"opening {path.stat().st_size / 1e6:.0f} MB: {1000 * opening:.2f} ms")
    heard = [word.lower() for text in texts[:200] for word in text if word not in (",", ".")][:8000]
    formatter = load_folder(folder / "model", Options(beam=6.0, numbers=False))
    for state in ("cold", "warm"):
        text = Transcript([Word(word) for word in heard])
        speed = per_second(len(heard), partial(formatter, text))
        print(f"decoding, two symbols, beam 6, one core, {state}: {speed:,.0f} words/s")


def count_lines(path: Path, number: int, folder: Path) -> tuple[CountSlice, int]:
    """The counts of a worker, and the most memory it took, in bytes."""
    share = count_slice(lines(path, number, WORKERS), ORDER, folder / str(number))
    return share, peak()


def build(path: Path, folder: Path) -> dict[str, float]:
    """From a file of tokens to a file with a model, and what that took."""
    begin = time.perf_counter()
    with ProcessPoolExecutor(WORKERS) as pool:
        jobs = [pool.submit(count_lines, path, number, folder) for number in range(WORKERS)]
        shares, memory = zip(*(job.result() for job in jobs), strict=True)

    counting = peak() + sum(memory)
    times = [begin, time.perf_counter()]
    words = words_of_slices(shares, 1)
    counts = word_counts(shares)
    limits = limits_for([counts[word] for word in words], SHARDS)
    of = Estimation(ORDER, len(words), "kneser-ney", (), limits)
    with estimated_here(of, shares, words, folder, WORKERS) as found:
        times.append(time.perf_counter())
        write_joined(found, words, folder / "model.lm", folder)
    times.append(time.perf_counter())
    # The last by one process, the others by two.
    stages = ("counting", "estimating", "saving")
    taken = dict(zip(stages, (after - before for before, after in pairwise(times)), strict=True))
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    return {**taken, "memory": max(peak() + WORKERS * children, counting)}


def peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


class Taken(NamedTuple):
    seconds: float
    memory: int  # the most that one process took, in bytes
    out: str


def run_timed(command: Sequence[str | Path], source: Path) -> Taken:
    with source.open("rb") as text, tempfile.TemporaryFile("w+") as out:
        begin = time.perf_counter()
        child = subprocess.Popen(command, stdin=text, stdout=out, stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(child.pid, 0)
        taken = time.perf_counter() - begin
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            sys.exit(f"{command[0]}: ended with {child.returncode}")
        out.seek(0)
        return Taken(taken, used.ru_maxrss * 1024, out.read())


def beside_lmplz(texts: Iterable[list[str]], program: str, folder: Path) -> None:
    path, tokens = folder / "text", 0
    with path.open("w", encoding="utf-8") as out:
        for text in texts:
            tokens += len(text)
            out.write(" ".join(text) + "\n")

    arpa, own = folder / "model.arpa", folder / "own"
    theirs = run_timed(
        # Of text that is repeated it could not tell discounts; it falls back on fixed ones then.
        [
            program,
            *f"-o {ORDER} -S {MEMORY} --discount_fallback".split(),
            "-T",
            folder,
            "--arpa",
            arpa,
        ],
        path,
    )
    ours = run_timed([sys.executable, "-m", "benchmarks.bench_ngram", "--build", path, own], path)
    facts = json.loads(ours.out)
    print(
        f"{ORDER}-gram of {tokens:,} tokens, modified Kneser-Ney, a file of text to a file with "
        "the model, two cores"
    )
    size = arpa.stat().st_size / 1e6
    print(
        f"lmplz -S {MEMORY}: {theirs.seconds:.1f} s, {theirs.memory / 1e9:.2f} GB; ARPA of "
        f"{size:,.0f} MB"
    )
    size = (own / "model.lm").stat().st_size / 1e6
    stages = ", ".join(
        f"{stage} {facts[stage]:.1f}" for stage in ("counting", "estimating", "saving")
    )
    print(f"ours: {ours.seconds:.1f} s ({stages}), {facts['memory'] / 1e9:.2f} GB; {size:,.0f} MB")
    print(f"ours takes {ours.seconds / theirs.seconds:.2f} times as long")


if __name__ == "__main__":
    main()
