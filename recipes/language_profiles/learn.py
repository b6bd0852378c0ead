"""Profiles of languages: how often each run of letters is there."""

from __future__ import annotations

import lzma
import math
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from legibly.languages.profiles import UNSEEN_COST, Profiles, runs

LISTED = 900  # runs of a language; signs of Chinese are many, and all are listed alike
STEP = 10  # costs are kept in tenths


def count_runs(lines: Iterable[str]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for line in lines:
        counts.update(runs(line))
    return counts


def learn(counts: Mapping[str, Counter[str]], names: Mapping[str, str]) -> Profiles:
    costs: dict[str, dict[str, float]] = {}
    for code, counted in counts.items():
        whole = counted.total()
        listed = sorted(counted.items(), key=lambda item: (-item[1], item[0]))[:LISTED]
        for run, count in listed:
            cost = min(UNSEEN_COST, round(-math.log(count / whole) * STEP) / STEP)
            costs.setdefault(run, {})[code] = cost
    return Profiles({code: names[code] for code in counts}, dict(sorted(costs.items())))


def save(learnt: Profiles, path: Path) -> None:
    rows = ["\t".join(["run", *(f"{code}={name}" for code, name in learnt.names.items())])]
    for run, costs in learnt.costs.items():
        columns = (f"{costs[code] * STEP:.0f}" if code in costs else "" for code in learnt.names)
        rows.append("\t".join([run, *columns]))
    path.write_bytes(lzma.compress(("\n".join(rows) + "\n").encode("utf-8"), preset=9))
