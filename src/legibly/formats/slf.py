"""HTK lattices (SLF), as pocketsphinx, HTK and Kaldi's tools write them: read as the best path through them.

Arcs are scored as the header says: acoustic plus `lmscale` times language model score plus `wdpenalty`; without a
language model score, by posterior times length, the time that is expected to be right. A word stands on an arc, or on
a node: there it ends at the node's time, but in lattices of pocketsphinx it begins then.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import NamedTuple

from legibly.errors import DataError
from legibly.formats.recogniser import Hearing
from legibly.formats.registry import Format
from legibly.formats.source import Source
from legibly.model import Transcript

_FIELD = re.compile(r'(?<![A-Za-z])([A-Za-z]{1,20})=("(?:[^"\\]|\\.)*"|\S+)')
_SILENT = frozenset(
    {"!NULL", "!SENT_START", "!SENT_END", "<s>", "</s>", "<sil>", "SIL", "!EXIT", "!ENTER", "#0", "SILENCE"}
)
MAX_NODES = 5_000_000


class _Arc(NamedTuple):
    first: int
    last: int
    word: str | None
    score: float
    posterior: float | None


def read_slf(source: Source) -> Iterator[Transcript]:
    hearing = Hearing(source)
    header: dict[str, str] = {}
    times: dict[int, float | None] = {}
    words: dict[int, str] = {}
    arcs: list[_Arc] = []
    for number, line in source.lines():
        if not line.strip() or line.startswith("#"):
            if "pocketsphinx" in line.lower():
                header["words begin at nodes"] = "yes"
            continue
        fields = {key: re.sub(r"\\(.)", r"\1", value.strip('"')) for key, value in _FIELD.findall(line)}
        try:
            if "I" in fields:
                node = int(fields["I"])
                times[node] = float(fields["t"]) if "t" in fields else None
                if "W" in fields:
                    words[node] = fields["W"]
            elif "J" in fields:
                arcs.append(_arc(fields, header, times))
            else:
                header.update(fields)
        except (KeyError, ValueError) as error:
            source.bad(number, f"found {line.strip()[:60]!r} ({error}); expected I= t= W= or J= S= E= with numbers")
        if len(times) > MAX_NODES or len(arcs) > MAX_NODES:
            raise DataError(f"{source.name}: more than {MAX_NODES} nodes or arcs")
    if "UTTERANCE" in header:
        hearing.builder.name = header["UTTERANCE"]
    if not times:
        raise DataError(f"{source.name}: no nodes; expected an HTK lattice with lines like I=0 t=0.00")
    for word, start, end, posterior in _best_path(times, words, arcs, header, source):
        hearing.add(re.sub(r"\(\d+\)$", "", word), start, end, posterior)
    yield from hearing.parts([])


def _arc(fields: dict[str, str], header: dict[str, str], times: dict[int, float | None]) -> _Arc:
    base = float(header.get("base", math.e))
    unit = math.log(base) if base > 0 and base != 1 else 1.0
    acoustic, language = float(fields.get("a", 0)), float(fields.get("l", 0))
    scale, penalty = float(header.get("lmscale", 1)), float(header.get("wdpenalty", 0))
    posterior = float(fields["p"]) if "p" in fields else None
    score = (float(header.get("acscale", 1)) * acoustic + scale * language + penalty) * unit
    if posterior is not None and "l" not in fields:
        begin, end = times.get(int(fields["S"])), times.get(int(fields["E"]))
        score = posterior * (1.0 if begin is None or end is None else end - begin)
    return _Arc(int(fields["S"]), int(fields["E"]), fields.get("W"), score, posterior)


def _best_path(
    times: dict[int, float | None], words: dict[int, str], arcs: list[_Arc], header: dict[str, str], source: Source
) -> list[tuple[str, float | None, float | None, float | None]]:
    outgoing: dict[int, list[_Arc]] = {}
    incoming: dict[int, int] = dict.fromkeys(times, 0)
    for arc in arcs:
        if arc.first not in times or arc.last not in times:
            raise DataError(f"{source.name}: an arc from node {arc.first} to {arc.last}, which is not there")
        outgoing.setdefault(arc.first, []).append(arc)
        incoming[arc.last] += 1
    named = header.get("start", "")
    begin = int(named) if named.isdecimal() and int(named) in times else None
    starts = [begin] if begin is not None else [node for node, count in incoming.items() if count == 0]
    best: dict[int, tuple[float, _Arc | None]] = dict.fromkeys(starts, (0.0, None))
    ready = [node for node, count in incoming.items() if count == 0]
    done = 0
    while ready:
        node = ready.pop()
        done += 1
        for arc in outgoing.get(node, ()):
            if node in best:
                score = best[node][0] + arc.score
                if arc.last not in best or score > best[arc.last][0]:
                    best[arc.last] = score, arc
            incoming[arc.last] -= 1
            if incoming[arc.last] == 0:
                ready.append(arc.last)
    if done < len(times):
        raise DataError(f"{source.name}: the lattice goes in a circle; expected arcs that lead forward")
    finals = [node for node in best if not outgoing.get(node)]
    named = header.get("end", "")
    at = (
        int(named)
        if named.isdecimal() and int(named) in best
        else max(finals, key=lambda node: best[node][0], default=None)
    )
    path: list[_Arc] = []
    while at is not None and (step := best[at][1]) is not None:
        path.append(step)
        at = step.first
    found = []
    at_start = "words begin at nodes" in header
    for arc in reversed(path):
        word = arc.word if arc.word is not None else words.get(arc.first if at_start else arc.last)
        if word is None or word in _SILENT or word.startswith(("++", "<sil", "[NOISE")):
            continue
        start, end = times[arc.first], times[arc.last]
        found.append(
            (word, start, None if start is not None and end is not None and end < start else end, arc.posterior)
        )
    return found


FORMATS = (
    Format(
        "slf",
        "HTK lattices, the best path",
        (".slf", ".lat"),
        read_slf,
        sniff=lambda opening: bool(re.search(r"^(?:VERSION=|N=\d+\s+L=\d+)", opening, re.M)) and "=" in opening,
    ),
)
