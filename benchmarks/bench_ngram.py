"""Counting and building, opening and decoding with n-gram models; beside KenLM's lmplz where it is installed.

    python benchmarks/bench_ngram.py [--words 1000000] [TEXT]

Without a text, words are drawn at random, which is harder than real text: hardly an n-gram comes twice.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from legibly.folder import load_folder
from legibly.model import Transcript, Word
from legibly.ngram import binary
from legibly.ngram.counting import all_counts, count_share, shared_words
from legibly.ngram.estimate import estimate
from legibly.ngram.vocabulary import Vocabulary
from legibly.options import Options
from legibly.training.ngram import save_model


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


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("text", nargs="?", help="tokens, a sequence a line")
    parser.add_argument("--words", type=int, default=1_000_000)
    arguments = parser.parse_args()
    if arguments.text:
        texts = [line.split() for line in Path(arguments.text).read_text("utf-8").splitlines()]
    else:
        texts = made_up(arguments.words)
    tokens = sum(map(len, texts))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        begin = time.perf_counter()
        share = count_share(texts, 5, folder / "counts")
        words = shared_words([share], 1)
        run = all_counts([share], 5, words)
        counted = time.perf_counter() - begin
        model = estimate(run, 5, Vocabulary.of(words), "kneser-ney")
        built = time.perf_counter() - begin
        print(f"5-gram of {tokens:,} tokens, one core: counted in {counted:.1f} s, built in {built:.1f} s")
        _lmplz(texts, folder, built)
        if "," in model.vocabulary and "." in model.vocabulary:
            save_model(model, folder / "model", "model", "en", [",", "."])
            begin = time.perf_counter()
            binary.load(folder / "model" / "ngram.lm")
            size = (folder / "model" / "ngram.lm").stat().st_size / 1e6
            print(f"opening {size:.0f} MB: {1000 * (time.perf_counter() - begin):.2f} ms")
            heard = [word.lower() for text in texts[:200] for word in text if word not in (",", ".")][:8000]
            formatter = load_folder(folder / "model", Options(beam=6.0, numbers=False))
            for state in ("cold", "warm"):
                begin = time.perf_counter()
                formatter(Transcript([Word(word) for word in heard]))
                speed = len(heard) / (time.perf_counter() - begin)
                print(f"decoding, two symbols, beam 6, one core, {state}: {speed:,.0f} words/s")


def _lmplz(texts: list[list[str]], folder: Path, ours: float) -> None:
    program = shutil.which("lmplz")
    if program is None:
        print("lmplz: left out, not installed")
        return
    (folder / "text").write_text("\n".join(" ".join(text) for text in texts) + "\n", "utf-8")
    begin = time.perf_counter()
    with (folder / "text").open() as source, (folder / "arpa").open("w") as out:
        command = [program, "-o", "5", "-S", "2G", "-T", str(folder)]
        subprocess.run(command, stdin=source, stdout=out, stderr=subprocess.DEVNULL, check=True)
    theirs = time.perf_counter() - begin
    print(f"lmplz: {theirs:.1f} s (ours {ours / theirs:.1f} times that)")


if __name__ == "__main__":
    main()
