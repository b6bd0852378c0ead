"""Speed and start of the shipped English network on one core, beside peers of random weights in the
same run.

    python -m benchmarks.bench_neural [--words 4000]

BERT-base (110 M weights, as NeMo and recasepunc use) and XLM-R-large (560 M, as punctuators and
deepmultilingualpunctuation use) time the same with random weights as with real ones; their
vocabulary is left small, since looking a piece up costs the same in any. They need torch.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import warnings
from functools import partial
from pathlib import Path

import numpy as np
import onnxruntime

import legibly
from benchmarks.measuring import per_second, seconds, spoken, spoken_words
from legibly.formatting.formatter import Formatter, WeightedScorer
from legibly.languages import language
from legibly.model_folders.finding import find_model
from legibly.scorers.neural import Network, NeuralScorer
from legibly.scorers.word_pieces import WordPieces


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

    pieces = WordPieces.load(find_model("en") / "tokenizer.json")
    row = [piece for word in words[:176] for piece in pieces(word)][:254]
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        path = Path(folder) / "bert.onnx"
        export_float(Tagger(Shape(1000, width, layers, heads, 4 * width, 512)), path)
        network = one_core(path)
        batch = {"pieces": np.array([[pieces.begin, *row, pieces.end]], dtype=np.int64) % 1000}
        network.run(None, batch)
        # Of 176 words in a window, 112 are wanted, as with ours.
        return per_second(112, lambda: network.run(None, batch), 5)


def _all(formatter: Formatter, lines: list[legibly.Transcript]) -> None:
    for _ in formatter.each(lines):
        pass


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--words", type=int, default=4000)
    count = parser.parse_args().words
    words = [word.text for word in spoken_words(count)]
    command = [sys.executable, "-m", "legibly", "format", "-"]
    start = seconds(
        lambda: subprocess.run(command, input=b"so it is", check=True, capture_output=True)
    )
    print(f"cold start to the first sentence: {start:.2f} s")
    network = Network(find_model("en") / "network.onnx")
    pieces = WordPieces.load(find_model("en") / "tokenizer.json")
    alone = Formatter([WeightedScorer(NeuralScorer(network, pieces))], language("en"))
    text = spoken(count)
    lines = [spoken(8)] * 200
    ours = per_second(count, lambda: alone(text))
    for name, formatter in (("one core", alone), ("all cores", legibly.load("en"))):
        speed = per_second(count, partial(formatter, text))
        short = per_second(len(lines), partial(_all, formatter, lines))
        print(f"legibly, {name}: long text {speed:,.0f} words/s, lines of 8 words {short:,.0f}/s")
    for name, shape in (("BERT-base", (768, 12, 12)), ("XLM-R-large", (1024, 24, 16))):
        theirs = peer_words_per_second(words, *shape)
        if theirs is None:
            print(f"{name}: left out, needs torch")
        else:
            print(
                f"{name}, float, same windows, one core: {theirs:,.0f} words/s (ratio "
                f"{ours / theirs:.1f})"
            )

    print(f"network on disk: {(find_model('en') / 'network.onnx').stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
