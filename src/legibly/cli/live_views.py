"""What people and programs see of a live stream: JSON lines, captions, a view in the terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rich.console import Console

    from legibly.formatting.stream import Update
    from legibly.subtitles.cues import Cue
    from legibly.subtitles.rules import CueRules


class View(Protocol):
    def show(self, update: Update, *, tick: bool = False) -> None:
        """`tick`: no line of the input asked for it."""

    def tick(self) -> None:
        """Nothing came for a while."""

    def close(self) -> None:
        """Nothing more comes."""


class JsonView:
    """One object an update."""

    def show(self, update: Update, *, tick: bool = False) -> None:
        from legibly.formats.legibly_json import token_object

        first = update.committed[0].first if update.committed else 0
        tokens = [
            token_object(token, update.words[token.first - first : token.last - first])
            for token in update.committed
        ]
        answer: dict[str, object] = {"committed": tokens, "provisional": update.provisional}
        if tick:
            answer["tick"] = True
        sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
        sys.stdout.flush()

    def tick(self) -> None:
        pass

    def close(self) -> None:
        pass


class CaptionView:
    """WebVTT cues, each as soon as it is whole."""

    def __init__(self, rules: CueRules | None, language: str) -> None:
        from legibly.subtitles.rolling import RollingCaptions
        from legibly.subtitles.rules import CueRules

        rules = rules or CueRules()
        self._captions = RollingCaptions(rules.for_language(language), language)
        sys.stdout.write("WEBVTT\n")

    def show(self, update: Update, *, tick: bool = False) -> None:
        self._write(self._captions.add(update.committed, update.words))

    def tick(self) -> None:
        self._write(self._captions.tick())

    def close(self) -> None:
        self._write(self._captions.close())

    def _write(self, cues: Iterable[Cue]) -> None:
        from legibly.formats.vtt import cue_block

        for cue in cues:
            sys.stdout.write(cue_block(cue))
        sys.stdout.flush()


class TerminalView:
    """Firm text as it is, the rest dim; a paragraph a speaker. What is longer than the window shows
    its end.
    """

    def __init__(self, console: Console | None = None) -> None:
        from rich.console import Console
        from rich.live import Live

        self._console = console or Console()
        self._text = ""
        self._speaker: str | None = None
        self._live = Live("", console=self._console, refresh_per_second=12)
        self._live.start()

    def show(self, update: Update, *, tick: bool = False) -> None:
        from rich.text import Text

        from legibly.drawing import BREAKS, draw

        first = update.committed[0].first if update.committed else 0
        for token in update.committed:
            self._turn_to(update.words[token.first - first].speaker)
            if token.kind in BREAKS and self._text:
                self._text = self._text.rstrip("\n") + BREAKS[token.kind]
            if drawn := draw(token):
                self._text += self._space(drawn) + drawn

        shown = max(200, self._console.width * max(3, self._console.height - 3))
        self._text = self._text[-shown:]
        text = Text(self._text)
        text.append(self._space(update.provisional) + update.provisional, style="dim italic")
        self._live.update(text)

    def _space(self, text: str) -> str:
        from legibly.drawing import needs_space

        begins = not self._text or self._text.endswith("\n")
        return " " if text and not begins and needs_space(self._text, text) else ""

    def _turn_to(self, speaker: str | None) -> None:
        """What the last speaker said is done with, and stays above."""
        if speaker is None or speaker == self._speaker:
            return
        from rich.text import Text

        if self._text:
            self._live.console.print(Text(self._text))
        self._speaker, self._text = speaker, f"{speaker}:"

    def tick(self) -> None:
        pass

    def close(self) -> None:
        from rich.text import Text

        self._live.update(Text(self._text))
        self._live.stop()
        if not self._console.is_terminal:  # where rich draws once, without an end of line
            self._console.line()


def view_named(name: str, rules: CueRules | None, language: str) -> View:
    """`vtt`, `terminal` or `json`."""
    if name == "vtt":
        return CaptionView(rules, language)
    return TerminalView() if name == "terminal" else JsonView()
