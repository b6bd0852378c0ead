#!/usr/bin/env python3
"""Runs another program's inverse normaliser over lines: peers.py nemo|wetext < spoken > written.

It needs an environment of its own with nemo_text_processing 1.2.0 and wetext 0.1.8; seconds for loading and for the
lines are the last line on stderr.
"""

from __future__ import annotations

import contextlib
import io
import sys
import time


def main() -> None:
    name = sys.argv[1]
    lines = [line.rstrip("\n") for line in sys.stdin]
    began = time.perf_counter()
    with contextlib.redirect_stdout(io.StringIO()):
        if name == "nemo":
            from nemo_text_processing.inverse_text_normalization.inverse_normalize import (
                InverseNormalizer,
            )

            normalizer = InverseNormalizer(lang="en", input_case="lower_cased")
            write = lambda line: normalizer.inverse_normalize(line, verbose=False)  # noqa: E731
        else:
            from wetext import Normalizer

            normalizer = Normalizer(lang="en", operator="itn")
            write = normalizer.normalize
        write("one two three")

    loaded = time.perf_counter()
    out = []
    for line in lines:
        try:
            out.append(write(line) if line.strip() else "")
        except Exception:  # a sentence that a peer cannot read stays as it was heard
            out.append(line)

    done = time.perf_counter()
    sys.stdout.write("\n".join(out) + "\n")
    print(f"{loaded - began:.3f} {done - loaded:.3f}", file=sys.stderr)


if __name__ == "__main__":
    main()
