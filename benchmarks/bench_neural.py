"""Speed and start of the shipped English network on one core, beside peers of random weights in the
same run.

    python benchmarks/bench_neural.py [--words 4000]

BERT-base (110 M weights, as NeMo and recasepunc use) and XLM-R-large (560 M, as punctuators and
deepmultilingualpunctuation use) time the same with random weights as with real ones; their
vocabulary is left small, since looking a piece up costs the same in any. They need torch.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np
import onnxruntime

import legibly
from legibly.formatting.formatter import Formatter, WeightedScorer
from legibly.languages import language
from legibly.model_folders.finding import SHIPPED
from legibly.scorers.neural import NeuralScorer, WordPieces

TEXT = (
    "so we met bill in london on monday and he said that nasa had called him is that true i "
    "asked well he said it is"
)


def one_core(path: Path) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 4
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def peer_words_per_second(words: list[str], width: int, layers: int, heads: int) -> float | None:
    try:
        import torch  # noqa: F401

        from legibly.training.neural.export import export_float
        from legibly.training.neural.network import Shape, Tagger
    except ImportError:
        return None

    pieces = WordPieces.load(SHIPPED / "en" / "tokenizer.json")
    row = [piece for word in words[:176] for piece in pieces(word)][:254]
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        path = Path(folder) / "bert.onnx"
        export_float(Tagger(Shape(1000, width, layers, heads, 4 * width, 512)), path)
        network = one_core(path)
        batch = {"pieces": np.array([[pieces.begin, *row, pieces.end]], dtype=np.int64) % 1000}
        network.run(None, batch)
        begin = time.perf_counter()
        for _ in range(5):
            network.run(None, batch)
        seconds = (time.perf_counter() - begin) / 5

    return 112 / seconds  # of 176 words in a window, 112 are wanted, as with ours


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--words", type=int, default=4000)
    count = parser.parse_args().words
    words = (TEXT.split() * (count // 20 + 1))[:count]
    begin = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "legibly", "format", "-"],
        input=TEXT.encode(),
        check=True,
        capture_output=True,
    )
    print(f"cold start to the first sentence: {time.perf_counter() - begin:.2f} s")
    network, pieces = (
        one_core(SHIPPED / "en" / "network.onnx"),
        WordPieces.load(SHIPPED / "en" / "tokenizer.json"),
    )
    formatter = Formatter([WeightedScorer(NeuralScorer(network, pieces))], language("en"))
    transcript = legibly.Transcript([legibly.Word(word) for word in words])
    begin = time.perf_counter()
    formatter(transcript)
    ours = count / (time.perf_counter() - begin)
    print(f"legibly, one core, long text: {ours:,.0f} words/s")
    lines = [
        legibly.Transcript([legibly.Word(word) for word in words[i : i + 8]])
        for i in range(0, 1600, 8)
    ]
    begin = time.perf_counter()
    list(formatter.each(lines))
    print(
        f"legibly, one core, lines of 8 words: {len(lines) / (time.perf_counter() - begin):,.0f} "
        "lines/s"
    )
    both = legibly.load("en")
    begin = time.perf_counter()
    both(transcript)
    print(f"legibly, all cores, long text: {count / (time.perf_counter() - begin):,.0f} words/s")
    begin = time.perf_counter()
    list(both.each(lines))
    print(
        f"legibly, all cores, lines of 8 words: {len(lines) / (time.perf_counter() - begin):,.0f} "
        "lines/s"
    )
    for name, shape in (("BERT-base", (768, 12, 12)), ("XLM-R-large", (1024, 24, 16))):
        theirs = peer_words_per_second(words, *shape)
        if theirs is None:
            print(f"{name}: left out, needs torch")
        else:
            print(
                f"{name}, float, same windows, one core: {theirs:,.0f} words/s (ratio "
                f"{ours / theirs:.1f})"
            )

    print(f"network on disk: {(SHIPPED / 'en' / 'network.onnx').stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
