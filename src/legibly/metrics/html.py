"""The aligned texts side by side on one page that needs nothing but itself: errors in colour,
filters by kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TextIO

from legibly.alignment import Pair
from legibly.drawing import draw
from legibly.marks import ends_sentence
from legibly.metrics.conventions import Convention
from legibly.metrics.conventions import convention as find_convention
from legibly.metrics.pairs import AlignedPair, normal
from legibly.metrics.report import table
from legibly.metrics.score import Score, Settings
from legibly.metrics.slots import View

KINDS = {
    "sub": "word substituted",
    "del": "word deleted",
    "ins": "word inserted",
    "msub": "mark substituted",
    "mdel": "mark deleted",
    "mins": "mark inserted",
    "case": "case",
}
MAX_ROW_WORDS = 60  # words; longer sentences are cut

_HEAD = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>legibly score</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 1.5em auto; max-width: 90em; padding: 0 1em; color: #222 }
pre { background: #f6f7f9; padding: 1em; overflow: auto } h2 { margin-top: 2em; font-size: 1.1em }
.row { display: grid; grid-template-columns: 1fr 1fr; gap: 1.5em; border-top: 1px solid #e3e5e8; padding: .35em 0 }
b { font-weight: inherit; border-radius: 3px; padding: 0 .15em }
.sub { background: #ffe2c2 } .del { background: #ffd0d0 } .ins { background: #cfe3ff }
.msub, .mdel, .mins { outline: 1.5px solid #b03060 }
.mins { outline-color: #3060b0 } .msub { outline-color: #c07000 }
.case { text-decoration: underline wavy #7a3db8 }
label { margin-right: 1em; white-space: nowrap } #filters { position: sticky; top: 0; background: #fff; padding: .6em
0 } .hidden { display: none }
</style>
"""

_SCRIPT = """<script>
const boxes = [...document.querySelectorAll('#filters input')];
function show() {
  const wanted = boxes.filter(b => b.checked).map(b => '.' + b.value).join(',');
  const any = boxes.some(b => b.checked);
  for (const row of document.querySelectorAll('.row'))
    row.classList.toggle('hidden', any && !row.querySelector(wanted));
}
boxes.forEach(b => b.addEventListener('change', show));
</script></html>
"""


@dataclass
class _Row:
    ref: list[str] = field(default_factory=list)
    hyp: list[str] = field(default_factory=list)


def write_html(pairs: Sequence[AlignedPair], settings: Settings, score: Score, out: TextIO) -> None:
    out.write(_HEAD)
    out.write(
        f"<pre>{escape(chr(10).join(table(score)))}</pre>\n<div id=filters>show only rows with: "
    )
    out.write(
        "".join(
            f"<label><input type=checkbox value={kind}> {name}</label>"
            for kind, name in KINDS.items()
        )
    )
    out.write(
        "</div>\n<div class=row><strong>reference</strong><strong>hypothesis</strong></div>\n"
    )
    for pair in pairs:
        out.write(f"<h2>{escape(pair.name)}</h2>\n")
        for row in _rows(pair, find_convention(settings.convention)):
            out.write(
                f"<div class=row><div>{' '.join(row.ref)}</div><div>{' '.join(row.hyp)}</div></div>\n"
            )

    out.write(_SCRIPT)


def _rows(pair: AlignedPair, convention: Convention) -> Iterator[_Row]:
    """A row for each sentence of the reference."""
    ref, hyp = View.of(pair.ref, convention), View.of(pair.hyp, convention)
    row = _Row()
    for place in pair.pairs:
        left, right = _classes(pair, ref, hyp, place)
        if place.ref is not None:
            row.ref.append(_span(draw(pair.ref.tokens[place.ref]), left))
        if place.hyp is not None:
            row.hyp.append(_span(draw(pair.hyp.tokens[place.hyp]), right))
        ended = place.ref is not None and ends_sentence(pair.ref.tokens[place.ref].after)
        if ended or max(len(row.ref), len(row.hyp)) >= MAX_ROW_WORDS:
            yield row
            row = _Row()

    if row.ref or row.hyp:
        yield row


def _classes(pair: AlignedPair, ref: View, hyp: View, place: Pair) -> tuple[list[str], list[str]]:
    """The error classes of both sides of a place."""
    i, j = place
    if i is None or j is None:
        if i is not None:
            return ["del", *(["mdel"] if ref.marks[i] else [])], []
        assert j is not None
        return [], ["ins", *(["mins"] if hyp.marks[j] else [])]

    left, right = pair.ref.tokens[i].text, pair.hyp.tokens[j].text
    found = []
    if normal(left) != normal(right):
        found.append("sub")
    elif left != right and ref.forms[i] is not hyp.forms[j]:
        found.append("case")

    wanted, has = ref.marks[i], hyp.marks[j]
    if wanted != has:
        found.append("msub" if wanted and has else "mdel" if wanted else "mins")
    return found, found


def _span(text: str, classes: list[str]) -> str:
    return f'<b class="{" ".join(classes)}">{escape(text)}</b>' if classes else escape(text)
