"""Words a second of every reader and writer, on one core.

    python -m benchmarks.bench_formats [--words 100000]

The same made-up transcript is written by every writer and read back; recognisers' JSON is made by
repeating the examples.
"""

from __future__ import annotations

import argparse
import io
import json
import random
from functools import partial
from pathlib import Path

from benchmarks.measuring import per_second, seconds
from legibly.files.source import Source
from legibly.formats import formats
from legibly.formats.recognisers.json_format import JsonFormat
from legibly.transcript import Token, Transcript, Word

EXAMPLES = Path(__file__).parents[1] / "examples" / "recognisers"
WORDS = "the of and to we were results quarter revenue growth company expected".split()


def talk(count: int) -> Transcript:
    chance = random.Random(1)
    now = 0.0
    words, tokens = [], []
    for i in range(count):
        text, end = chance.choice(WORDS), now + chance.uniform(0.1, 0.5)
        words.append(Word(text, round(now, 3), round(end, 3), 0.9, "AB"[i // 300 % 2]))
        tokens.append(
            Token(text, i, i + 1, after=chance.choices(["", ",", ".", "?"], [85, 7, 7, 1])[0])
        )
        now = end + (chance.uniform(0.3, 2) if chance.random() < 0.05 else 0)
    return Transcript(words, tokens, "en", "talk")


def repeated(value: object, times: int) -> object:
    """A document whose innermost lists of words are that much longer."""
    if isinstance(value, dict):
        return {key: repeated(inner, times) for key, inner in value.items()}
    if isinstance(value, list) and value and isinstance(value[0], dict):
        deeper = [repeated(item, times) for item in value]
        return deeper if deeper != value and "alternatives" not in value[-1] else value * times
    return value


def read_speed(name: str, content: bytes) -> str:
    reader = formats()[name].read
    assert reader is not None
    counts: list[int] = []
    taken = seconds(
        lambda: counts.extend(
            len(part.words) for part in reader(Source("talk", io.BytesIO(content)))
        )
    )
    return f"{sum(counts) / taken:>10,.0f} read ({sum(counts):,} words)"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--words", type=int, default=100_000)
    transcript = talk(parser.parse_args().words)
    print("words a second")
    for name, item in sorted(formats().items()):
        if item.write is None:
            continue
        out = io.StringIO()
        speed = per_second(len(transcript.words), partial(item.write, iter([transcript]), out))
        back = read_speed(name, out.getvalue().encode()) if item.read else ""
        print(f"{name:14}{speed:>10,.0f} written {back}")

    for path in sorted(EXAMPLES.glob("*.json*")):
        lines = path.read_text("utf-8").splitlines() if path.suffix == ".jsonl" else None
        if lines is not None:
            content = "\n".join(lines * 10_000)
        else:
            first = json.JSONDecoder().raw_decode(path.read_text("utf-8"))[0]
            kinds = [
                item
                for item in formats().values()
                if isinstance(item, JsonFormat) and item.fits(first)
            ]
            if not kinds or kinds[0].name == "vosk":
                content = path.read_text("utf-8") * 10_000
            else:
                content = json.dumps(repeated(first, 20_000))
        print(f"{path.name:38}{read_speed('recogniser', content.encode())}")


if __name__ == "__main__":
    main()
