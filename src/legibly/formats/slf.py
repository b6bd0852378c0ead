"""HTK lattices (SLF), as pocketsphinx, HTK and Kaldi's tools write them: the best path, or the
whole for rescoring.

Arcs are scored as the header says: acoustic plus `lmscale` times language model score plus
`wdpenalty`; without a language model score, by posterior times length, the time that is expected to
be right. A word stands on an arc, or on a node: there it ends at the node's time, but in lattices
of pocketsphinx it begins then.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import NamedTuple

from legibly.errors import DataError
from legibly.files.source import Source
from legibly.formats.recognisers.collector import WordCollector
from legibly.formats.registry import Format
from legibly.lattice.word_lattice import Link, WordLattice
from legibly.transcript import Transcript, Word

_FIELD = re.compile(r'(?<![A-Za-z])([A-Za-z]{1,20})=("(?:[^"\\]|\\.)*"|\S+)')
_SILENT = frozenset(
    {
        "!NULL",
        "!SENT_START",
        "!SENT_END",
        "<s>",
        "</s>",
        "<sil>",
        "SIL",
        "!EXIT",
        "!ENTER",
        "#0",
        "SILENCE",
    }
)
MAX_NODES = 5_000_000


class _Parsed(NamedTuple):
    header: dict[str, str]
    times: dict[int, float | None]
    words: dict[int, str]
    arcs: list[_Arc]

    def word(self, arc: _Arc) -> str | None:
        """Of an arc, or of the node that it belongs to; None for silence."""
        at_start = "words begin at nodes" in self.header
        word = (
            arc.word
            if arc.word is not None
            else self.words.get(arc.first if at_start else arc.last)
        )
        if word is None or word in _SILENT or word.startswith(("++", "<sil", "[NOISE")):
            return None
        return re.sub(r"\(\d+\)$", "", word)


class _Arc(NamedTuple):
    first: int
    last: int
    word: str | None
    score: float
    posterior: float | None


def read_slf(source: Source) -> Iterator[Transcript]:
    """The best path."""
    collector = WordCollector(source)
    parsed = _parse(source)
    if "UTTERANCE" in parsed.header:
        collector.builder.name = parsed.header["UTTERANCE"]
    for word, start, end, posterior in _best_path(parsed, source):
        collector.add(word, start, end, posterior)
    yield from collector.parts([])


def read_lattice(source: Source) -> WordLattice:
    """All of it, for a model that chooses the words too."""
    parsed = _parse(source)
    order = {node: i for i, node in enumerate(_in_order(parsed, source))}
    starts = {arc.last for arc in parsed.arcs}
    begin, end = _named(parsed, "start"), _named(parsed, "end")
    begins = [begin] if begin is not None else [node for node in order if node not in starts]
    leaving = {arc.first for arc in parsed.arcs}
    ends = [end] if end is not None else [node for node in order if node not in leaving]
    links = [Link(0, order[node] + 1, None) for node in begins]
    links += [Link(order[node] + 1, len(order) + 1, None) for node in ends]
    for arc in parsed.arcs:
        word = parsed.word(arc)
        start, stop = parsed.times[arc.first], parsed.times[arc.last]
        stop = None if start is not None and stop is not None and stop < start else stop
        heard = Word(word, start, stop, arc.posterior) if word is not None else None
        links.append(Link(order[arc.first] + 1, order[arc.last] + 1, heard, arc.score))

    return WordLattice(links, len(order) + 2, parsed.header.get("UTTERANCE", ""))


def _named(parsed: _Parsed, which: str) -> int | None:
    """The node that the header calls start or end."""
    text = parsed.header.get(which, "")
    return int(text) if text.isdecimal() and int(text) in parsed.times else None


def _parse(source: Source) -> _Parsed:
    header: dict[str, str] = {}
    times: dict[int, float | None] = {}
    words: dict[int, str] = {}
    arcs: list[_Arc] = []
    for number, line in source.lines():
        if not line.strip() or line.startswith("#"):
            if "pocketsphinx" in line.lower():
                header["words begin at nodes"] = "yes"
            continue
        fields = {
            key: re.sub(r"\\(.)", r"\1", value.strip('"')) for key, value in _FIELD.findall(line)
        }
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
            source.bad(
                number,
                f"found {line.strip()[:60]!r} ({error}); expected I= t= W= or J= S= E= with "
                "numbers",
            )
        if len(times) > MAX_NODES or len(arcs) > MAX_NODES:
            raise DataError(f"{source.name}: more than {MAX_NODES} nodes or arcs")

    if not times:
        raise DataError(
            f"{source.name}: no nodes; expected an HTK lattice with lines like I=0 t=0.00"
        )

    for arc in arcs:
        if arc.first not in times or arc.last not in times:
            raise DataError(
                f"{source.name}: an arc from node {arc.first} to {arc.last}, which is not there"
            )

    return _Parsed(header, times, words, arcs)


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


def _in_order(parsed: _Parsed, source: Source) -> list[int]:
    """The nodes, each after those that lead to it."""
    outgoing: dict[int, list[int]] = {}
    incoming: dict[int, int] = dict.fromkeys(parsed.times, 0)
    for arc in parsed.arcs:
        outgoing.setdefault(arc.first, []).append(arc.last)
        incoming[arc.last] += 1

    ready = [node for node, count in incoming.items() if count == 0]
    order: list[int] = []
    while ready:
        node = ready.pop()
        order.append(node)
        for last in outgoing.get(node, ()):
            incoming[last] -= 1
            if incoming[last] == 0:
                ready.append(last)

    if len(order) < len(parsed.times):
        raise DataError(
            f"{source.name}: the lattice goes in a circle; expected arcs that lead forward"
        )

    return order


def _best_path(
    parsed: _Parsed, source: Source
) -> list[tuple[str, float | None, float | None, float | None]]:
    order = _in_order(parsed, source)
    outgoing: dict[int, list[_Arc]] = {}
    for arc in parsed.arcs:
        outgoing.setdefault(arc.first, []).append(arc)
    led_to = {arc.last for arc in parsed.arcs}
    begin = _named(parsed, "start")
    starts = [begin] if begin is not None else [node for node in order if node not in led_to]
    best: dict[int, tuple[float, _Arc | None]] = dict.fromkeys(starts, (0.0, None))
    for node in order:
        for arc in outgoing.get(node, ()) if node in best else ():
            score = best[node][0] + arc.score
            if arc.last not in best or score > best[arc.last][0]:
                best[arc.last] = score, arc

    finals = [node for node in best if not outgoing.get(node)]
    at = _named(parsed, "end")
    if at is None or at not in best:
        at = max(finals, key=lambda node: best[node][0], default=None)
    path: list[_Arc] = []
    while at is not None and (step := best[at][1]) is not None:
        path.append(step)
        at = step.first

    found = []
    for arc in reversed(path):
        if (word := parsed.word(arc)) is not None:
            start, end = parsed.times[arc.first], parsed.times[arc.last]
            end = None if start is not None and end is not None and end < start else end
            found.append((word, start, end, arc.posterior))

    return found


FORMATS = (
    Format(
        "slf",
        "HTK lattices, the best path",
        (".slf", ".lat"),
        read_slf,
        sniff=lambda opening: (
            bool(re.search(r"^(?:VERSION=|N=\d+\s+L=\d+)", opening, re.M)) and "=" in opening
        ),
    ),
)
