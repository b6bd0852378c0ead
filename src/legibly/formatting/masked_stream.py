"""A stream in which some words are masked: what may turn out to be one waits for its end, beyond
the promised delay.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from legibly.drawing import running_text
from legibly.formatting.masking import MaskedParts, Masks
from legibly.formatting.resuming import ResumePoint
from legibly.formatting.stream import Stream, Update, joined
from legibly.languages import Language
from legibly.transcript import Transcript


class MaskedStream(Stream):
    """Around another stream."""

    def __init__(
        self,
        inner: Stream,
        masks: Masks,
        language: Language,
        resumed: ResumePoint | None = None,
    ) -> None:
        super().__init__(language.abbreviations, resumed)
        self._inner, self._masks, self._parts = inner, masks, MaskedParts(masks)
        if resumed is not None:
            self._parts.resume(resumed.tokens)

    def resume_point(self) -> ResumePoint:
        """Of what was given out here; nobody is to read the words inside."""
        inner = self._inner.resume_point()
        return replace(super().resume_point(), shouted=inner.shouted)

    def mark(self, mark: str) -> Update:
        return self._after(self._inner.mark(mark))

    def tick(self) -> Update:
        return self._after(self._inner.tick())

    def flush(self) -> Update:
        return joined([self._after(self._inner.flush()), self._update(self._parts.flush())])

    def _push(self, parts: Sequence[Transcript]) -> Update:
        return self._after(self._inner.push_tokens(*parts))

    def _preview(self, parts: Sequence[Transcript]) -> str:
        waiting = running_text(self._parts.waiting)
        return self._masks.text(f"{waiting} {self._inner.preview_tokens(*parts)}".strip())

    def _close(self) -> Update:
        return joined([self._after(self._inner.close()), self._update(self._parts.flush())])

    def _after(self, update: Update) -> Update:
        ready: Transcript | None = None
        if update.words:
            first = update.committed[0].first
            tokens = [token.shifted(-first) for token in update.committed]
            ready = self._parts.add(Transcript(update.words, tokens, continued=True))
        waiting = running_text(self._parts.waiting)
        provisional = f"{waiting} {update.provisional}".strip()
        return self._update(ready, self._masks.text(provisional))
