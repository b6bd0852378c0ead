"""Files of other programs, read and made into subtitles: what is read, refused, repaired, and
whether the cues keep the rules.

    python -m benchmarks.check_files [FOLDER] [--each]

Without a folder the examples that ship with the project are taken; it is made for folders of real
files.
"""

from __future__ import annotations

import argparse
import io
import time
from collections import Counter
from pathlib import Path

import legibly
from legibly.errors import LegiblyError
from legibly.files.source import Source, open_source
from legibly.formats.registry import formats, guess_format
from legibly.formats.transcripts import parts_of, write_to
from legibly.subtitles.checking import check
from legibly.subtitles.rules import PRESETS
from legibly.transcript import Transcript, join_recordings

EXAMPLES = Path(__file__).parents[1] / "examples"


def read(path: Path) -> tuple[str, list[Transcript], dict[str, int]]:
    """The format's name, the recordings, and what was repaired."""
    with open_source(path) as source:
        name = guess_format(str(path), source.opening).name
        found = list(join_recordings(parts_of(source)))
        return name, found, dict(source.repairs)


def broken_rules(formatter: legibly.Formatter, recording: Transcript) -> Counter[str]:
    """Of the subtitles that become of a recording, by rule; empty where it has no times."""
    out = io.StringIO()
    try:
        write_to([formatter(recording)], out, formats()["srt"])
    except LegiblyError:
        return Counter({"without times": 1})
    with_cues = formats()["srt"].cues
    assert with_cues is not None
    cues = with_cues(Source("out.srt", io.BytesIO(out.getvalue().encode())))
    return Counter(problem.rule for problem in check(cues, PRESETS["default"]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=EXAMPLES)
    parser.add_argument("--each", action="store_true", help="a line for each file, too")
    arguments = parser.parse_args()
    formatter = legibly.load("en")
    rows: dict[str, Counter[str]] = {}
    rules: Counter[str] = Counter()
    for path in sorted(item for item in arguments.folder.rglob("*") if item.is_file()):
        begin = time.perf_counter()
        try:
            name, recordings, repairs = read(path)
        except LegiblyError as error:
            rows.setdefault("refused", Counter())["files"] += 1
            print(f"refused: {error}")
            continue
        words = [word for recording in recordings for word in recording.words]
        timed = sum(word.start is not None or word.end is not None for word in words)
        for recording in recordings:
            rules += broken_rules(formatter, recording)
        taken = time.perf_counter() - begin
        tally = rows.setdefault(name, Counter())
        tally += Counter(files=1, words=len(words), timed=timed, repaired=len(repairs) > 0)
        tally["seconds"] = max(tally["seconds"], round(taken))
        if arguments.each:
            print(f"{path.name}: {name}, {len(words)} words, {timed} with times, {repairs or ''}")

    columns = f"{'files':>6} {'words':>8} {'with times':>10} {'repaired':>8} {'longest':>8}"
    print(f"\n{'format':16} {columns}")
    for name, row in sorted(rows.items()):
        counts = f"{row['files']:6} {row['words']:8,} {row['timed']:10,} {row['repaired']:8}"
        print(f"{name:16} {counts} {row['seconds']:6} s")
    print("\nsubtitles made of them:", dict(rules) or "no rule broken")


if __name__ == "__main__":
    main()
