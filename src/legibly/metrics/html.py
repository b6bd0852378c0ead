"""The aligned texts side by side on one page that needs nothing but itself: errors in colour,
filters by kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TextIO

from legibly.metrics.conventions import convention as find_convention
from legibly.metrics.pairs import AlignedPair
from legibly.metrics.report import table
from legibly.metrics.score import Score, Settings
from legibly.metrics.side_by_side import KINDS, Piece, side_by_side

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
        for row in side_by_side(pair, find_convention(settings.convention)):
            out.write(
                f"<div class=row><div>{_side(row.ref)}</div><div>{_side(row.hyp)}</div></div>\n"
            )

    out.write(_SCRIPT)


def _side(pieces: Sequence[Piece]) -> str:
    return " ".join(_span(piece) for piece in pieces)


def _span(piece: Piece) -> str:
    text = escape(piece.text)
    return f'<b class="{" ".join(piece.errors)}">{text}</b>' if piece.errors else text
