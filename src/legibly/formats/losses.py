"""What transcripts have that a format may not be able to hold; said once instead of lost in
silence.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from legibly.formats.carries import Carries
from legibly.formats.registry import Format
from legibly.subtitles.rules import CueRules
from legibly.transcript import Transcript

_OWN_LABELS = frozenset({"segment", "channel"})  # of a format, not of the speech


class LossWatch:
    """Notes what goes by, but for what everybody expects to lose."""

    def __init__(self, expected: Collection[Carries] = ()) -> None:
        self._expected = frozenset(expected)
        self.found: set[Carries] = set()

    def watch(self, parts: Iterable[Transcript]) -> Iterator[Transcript]:
        for part in parts:
            if part.alternatives:
                self.found.add(Carries.ALTERNATIVES)
            for word in part.words:
                if word.start is not None or word.end is not None:
                    self.found.add(Carries.WORD_TIMES)
                if word.confidence is not None:
                    self.found.add(Carries.CONFIDENCE)
                if word.speaker is not None:
                    self.found.add(Carries.SPEAKERS)
                if word.labels and not word.labels.keys() <= _OWN_LABELS:
                    self.found.add(Carries.LABELS)
            if any(
                token.last - token.first > 1 or token.text != part.words[token.first].text
                for token in part.tokens
            ):
                self.found.add(Carries.HEARD)
            if any(token.written for token in part.tokens if token.after or token.before):
                self.found.add(Carries.MARKS)
            yield part

    def lost_in(self, target: Format, rules: CueRules | None = None) -> list[str]:
        """What went by and cannot be carried, in words; `rules` are those of its subtitles."""
        carried = set(target.carries)
        if rules is not None and target.write_cues is not None:
            if rules.speakers == "names":
                carried.add(Carries.SPEAKERS)
            if rules.word_times:
                carried |= target.carries_by_rules
        lost = sorted(item.value for item in self.found - carried - self._expected)
        if Carries.CUE_TIMES not in target.carries:
            return lost
        words = Carries.WORD_TIMES.value
        return [
            f"{what} (only those of cues or segments)" if what == words else what for what in lost
        ]
