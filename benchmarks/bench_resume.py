"""How often a stream that was broken off and gone on with elsewhere writes other tokens than one
that was not.

    python -m benchmarks.bench_resume [--model en] [--max-delay 4] [FILE]

The stream is broken off once, behind each word of a recording in turn.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import legibly
from legibly.formatting.formatter import Formatter
from legibly.formatting.stream import Stream
from legibly.transcript import Token, Word

OPTIONS: dict[str, dict[str, Any]] = {
    "as it is": {},
    "fillers dropped": {"fillers": "drop"},
    "quotation marks": {"quotes": True},
    "begun anew dropped": {"disfluencies": "drop"},
    "spoken marks": {"spoken_marks": True},
    "masks": {"mask": ["profanity", "cards", "phones"]},
}


def differing(formatter: Formatter, words: Sequence[Word], delay: int) -> tuple[int, int]:
    """Breaks behind which some token differs, and such tokens in all."""
    stream = formatter.stream(max_delay=delay, partials=False)
    points, whole = [], []
    for word in words:
        whole += stream.push(word).committed
        points.append(stream.resume_point())
    whole += stream.close().committed

    breaks, tokens = 0, 0
    for i, point in enumerate(points):
        resumed = formatter.stream(max_delay=delay, partials=False, resume=point)
        # Behind so many words nothing that was said before the break counts any more.
        until = min(len(words), i + 40)
        found = _tokens(resumed, words[point.position : until], closing=until == len(words))
        wanted = {token.span: token for token in whole}
        other = sum(wanted.get(token.span) != token for token in found)
        breaks, tokens = breaks + (other > 0), tokens + other
    return breaks, tokens


def _tokens(stream: Stream, words: Sequence[Word], *, closing: bool) -> list[Token]:
    found = [token for word in words for token in stream.push(word).committed]
    return found + (stream.close().committed if closing else [])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("file", nargs="?", default="examples/earnings-call.ctm")
    parser.add_argument("--model", default="en")
    parser.add_argument("--max-delay", type=int, default=4)
    parser.add_argument("--words", type=int, default=400)
    arguments = parser.parse_args()
    words = legibly.read(arguments.file).words[: arguments.words]
    print(f"{arguments.file}, {len(words)} words, a break behind each")
    for name, options in OPTIONS.items():
        formatter = legibly.load(arguments.model, **options)
        breaks, tokens = differing(formatter, words, arguments.max_delay)
        print(f"{name}: {breaks} breaks with another token behind them, {tokens} tokens in all")


if __name__ == "__main__":
    main()
