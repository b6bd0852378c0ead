"""Damaged files for as long as one likes, and a table of what came of them.

python -m tests.fuzz [--minutes 10] [--only vtt]
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from itertools import count

from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.fuzz.mutations import mutated
from tests.fuzz.targets import Target, outcome, targets

ROUND = 300  # cases of a target before the next one's turn
SLOW_SECONDS = 5.0


def cases(target: Target, number: int, tally: Counter[str], examples: int = ROUND) -> str | None:
    """One round; what was wrong in it."""

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
    )
    @seed(number)
    @given(content=mutated(target.seeds))
    def check(content: bytes) -> None:
        begin = time.perf_counter()
        tally[outcome(target, content)] += 1
        taken = time.perf_counter() - begin
        assert taken < SLOW_SECONDS, f"took {taken:.1f} s"

    try:
        check()
    except Exception:
        tally["failed"] += 1
        return traceback.format_exc(limit=-6)
    return None


def fuzz(
    chosen: Sequence[Target], seconds: float, number: int, examples: int = ROUND
) -> tuple[dict[str, Counter[str]], bool]:
    """What came of rounds of all targets in turn, for so long; whether something failed, which is
    said at once. The first round of each comes to its end.
    """
    tallies: dict[str, Counter[str]] = {target.name: Counter() for target in chosen}
    stop = time.monotonic() + seconds
    failed = False
    for round_number in count(number):
        for target in chosen:
            if round_number > number and time.monotonic() >= stop:
                return tallies, failed
            if wrong := cases(target, round_number, tallies[target.name], examples):
                failed = True
                print(f"--- {target.name}\n{wrong}", file=sys.stderr, flush=True)
    raise AssertionError("rounds without end")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--only", default="", help="targets with this in their names")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    arguments = parser.parse_args()
    chosen = [target for name, target in targets().items() if arguments.only in name]
    tallies, failed = fuzz(chosen, 60 * arguments.minutes, arguments.seed)
    print(f"seed {arguments.seed}")
    print(f"{'target':36} {'cases':>8} {'read':>8} {'refused':>8} {'failed':>7}")
    whole: Counter[str] = Counter()
    for name, tally in tallies.items():
        whole += tally
        _print_row(name, tally)
    _print_row("all", whole)
    return int(failed)


def _print_row(name: str, tally: Counter[str]) -> None:
    total = tally["read"] + tally["refused"]
    row = f"{total:8,} {tally['read']:8,} {tally['refused']:8,} {tally['failed']:7,}"
    print(f"{name:36} {row}")


if __name__ == "__main__":
    sys.exit(main())
