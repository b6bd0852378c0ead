"""Runs another program's inverse normaliser over lines: peers.py nemo|wetext
LANGUAGE < spoken > written.

It needs an environment of its own with nemo_text_processing 1.2.0 and wetext 0.1.8, and nothing
else of this project; seconds for loading and for the lines are the last line on stderr.
"""

from __future__ import annotations

import contextlib
import io
import sys
import time
from collections.abc import Callable
from pathlib import Path

Write = Callable[[str], str]


def nemo(language: str) -> Write:
    from nemo_text_processing.inverse_text_normalization.inverse_normalize import (  # type: ignore[import-not-found]
        InverseNormalizer,
    )

    kept = str(Path(sys.prefix) / "nemo_grammars")  # they take up to half an hour to compile
    normalizer = InverseNormalizer(lang=language, input_case="lower_cased", cache_dir=kept)

    def write(line: str) -> str:
        return str(normalizer.inverse_normalize(line, verbose=False))

    return write


def wetext(language: str) -> Write:
    from wetext import Normalizer  # type: ignore[import-not-found]

    normalizer = Normalizer(lang=language, operator="itn")

    def write(line: str) -> str:
        return str(normalizer.normalize(line))

    return write


def written(write: Write, line: str) -> str:
    try:
        return write(line) if line.strip() else ""
    except Exception:  # a sentence that a peer cannot read stays as it was heard
        return line


def main() -> None:
    lines = [line.rstrip("\n") for line in sys.stdin]
    began = time.perf_counter()
    with contextlib.redirect_stdout(io.StringIO()):
        name, language = sys.argv[1:]
        write = nemo(language) if name == "nemo" else wetext(language)
        write("one two three")

    loaded = time.perf_counter()
    texts = [written(write, line) for line in lines]
    done = time.perf_counter()
    sys.stdout.write("\n".join(texts) + "\n")
    print(f"{loaded - began:.3f} {done - loaded:.3f}", file=sys.stderr)


if __name__ == "__main__":
    main()
