"""Records a live stream as a moving picture, docs/guide/live.svg: what is firm, and dim the rest.

python -m tools.live_picture
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from legibly.api import load
from legibly.drawing import draw
from legibly.formats.transcripts import read
from legibly.formatting.stream import Stream, Update
from legibly.transcript import Word

ROOT = Path(__file__).parents[1]
EXAMPLE, PICTURE = ROOT / "examples" / "live.jsonl", ROOT / "docs" / "guide" / "live.svg"
COLUMNS = 62
LINE_PIXELS, COLUMN_PIXELS, MARGIN_PIXELS = 24, 9.05, 18
LAST_FRAME_SECONDS = 3.0
FIRM, NOT_FIRM = 'fill="#e6e8eb"', 'fill="#8a919e" font-style="italic"'
Piece = tuple[str, bool]  # a word, and whether it is firm


class Frame(NamedTuple):
    seconds: float  # at which it is shown
    lines: list[list[Piece]]


class Screen:
    """What a reader sees: a paragraph a speaker."""

    def __init__(self) -> None:
        self._turns: list[list[Piece]] = []
        self._speaker: str | None = None

    def show(self, update: Update) -> list[list[Piece]]:
        first = update.committed[0].first if update.committed else 0
        for token in update.committed:
            speaker = update.words[token.first - first].speaker
            if speaker != self._speaker:
                self._turns.append([(f"{speaker}:", True)])
                self._speaker = speaker
            self._turns[-1] += [(piece, True) for piece in draw(token).split()]
        waiting = [(piece, False) for piece in update.provisional.split()]
        turns = [*self._turns[:-1], [*(self._turns or [[]])[-1], *waiting]]
        return [line for turn in turns for line in wrapped(turn)]


def wrapped(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    line: list[Piece] = []
    for piece in pieces:
        if line and len(" ".join(text for text, _ in [*line, piece])) > COLUMNS:
            yield line
            line = []
        line.append(piece)
    if line:
        yield line


def frames(words: Sequence[Word], stream: Stream) -> list[Frame]:
    screen = Screen()
    found = [Frame(word.end or 0.0, screen.show(stream.push(word))) for word in words]
    return [*found, Frame(found[-1].seconds + 0.5, screen.show(stream.close()))]


def picture(found: Sequence[Frame]) -> str:
    """The last frame is what shows where nothing moves."""
    height = (max(len(frame.lines) for frame in found) + 1) * LINE_PIXELS + 2 * MARGIN_PIXELS
    width = COLUMNS * COLUMN_PIXELS + 2 * MARGIN_PIXELS
    total = found[-1].seconds + LAST_FRAME_SECONDS
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" '
        'font-family="ui-monospace, Menlo, Consolas, monospace" font-size="15">',
        '<rect width="100%" height="100%" rx="8" fill="#1d2129"/>',
        f'<text x="{MARGIN_PIXELS}" y="{MARGIN_PIXELS + 8}" fill="#7fb3a8">'
        "$ legibly stream --replay examples/live.jsonl --to terminal --hold-numbers</text>",
    ]
    ends = [*(frame.seconds for frame in found[1:]), total]
    for frame, end in zip(found, ends, strict=True):
        is_last = frame is found[-1]
        times = f"0;{frame.seconds / total:.4f};{1 if is_last else end / total:.4f}"
        values = "hidden;visible;" + ("visible" if is_last else "hidden")
        drawn.append(f'<g visibility="{"visible" if is_last else "hidden"}">')
        drawn.append(
            f'<animate attributeName="visibility" calcMode="discrete" dur="{total:.2f}s" '
            f'repeatCount="indefinite" keyTimes="{times}" values="{values}"/>'
        )
        drawn += [_drawn_line(i, line) for i, line in enumerate(frame.lines)]
        drawn.append("</g>")
    return "\n".join([*drawn, "</svg>"]) + "\n"


def _drawn_line(number: int, line: Sequence[Piece]) -> str:
    spans = []
    for firm, pieces in groupby(line, key=lambda piece: piece[1]):
        text = escape(" ".join(text for text, _ in pieces))
        spans.append(f"<tspan {FIRM if firm else NOT_FIRM}>{text} </tspan>")
    y = MARGIN_PIXELS + 8 + (number + 1) * LINE_PIXELS
    return f'<text x="{MARGIN_PIXELS}" y="{y}" xml:space="preserve">{"".join(spans)}</text>'


def main() -> None:
    stream = load("en").stream(hold_numbers=True)
    PICTURE.write_text(picture(frames(read(EXAMPLE).words, stream)), "utf-8")
    print(f"-> {PICTURE}")


if __name__ == "__main__":
    main()
