"""What transcripts have that a format may not be able to hold; said once instead of lost in silence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from legibly.formats.registry import Format
from legibly.transcript import Transcript

MARKS = "marks"
WORD_TIMES, CUE_TIMES = "times of words", "times of cues"
CONFIDENCE, SPEAKERS, LABELS, ALTERNATIVES = "confidences", "speakers", "labels", "alternatives"
HEARD = "words as heard under written ones"
EVERYTHING = frozenset({MARKS, WORD_TIMES, CONFIDENCE, SPEAKERS, LABELS, ALTERNATIVES, HEARD})

_OWN_LABELS = frozenset({"segment", "channel"})  # of a format, not of the speech


class Seen:
    """Notes what goes by."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    def watch(self, parts: Iterable[Transcript]) -> Iterator[Transcript]:
        for part in parts:
            if part.alternatives:
                self.found.add(ALTERNATIVES)
            for word in part.words:
                if word.start is not None or word.end is not None:
                    self.found.add(WORD_TIMES)
                if word.confidence is not None:
                    self.found.add(CONFIDENCE)
                if word.speaker is not None:
                    self.found.add(SPEAKERS)
                if word.labels and not word.labels.keys() <= _OWN_LABELS:
                    self.found.add(LABELS)
            if any(token.last - token.first > 1 or token.text != part.words[token.first].text for token in part.tokens):
                self.found.add(HEARD)
            if any(token.written for token in part.tokens if token.after or token.before):
                self.found.add(MARKS)
            yield part

    def not_held_by(self, target: Format) -> list[str]:
        lost = sorted(self.found - target.holds)
        if CUE_TIMES in target.holds:
            return [f"{what} (only those of cues or segments)" if what == WORD_TIMES else what for what in lost]
        return lost
