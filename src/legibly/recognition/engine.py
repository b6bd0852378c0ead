"""What a recogniser is to the rest: sound of a segment in, words out.

Times are seconds from the beginning of the segment. What a recogniser writes itself, marks and
capitals, stands in the tokens; what else it would have accepted in the alternatives.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from legibly.languages import DEFAULT_LANGUAGE
from legibly.speech.audio import Samples
from legibly.transcript import Transcript, Word


@dataclass(frozen=True)
class EngineSettings:
    """What a user may tell a recogniser."""

    model: Path | None = None  # a folder
    language: str = DEFAULT_LANGUAGE
    language_model: Path | None = None  # an ARPA file; marks in it are words said as silence
    alternatives: int = 1  # ways to read a segment, the best among them
    threads: int = 1


class Engine(Protocol):
    """Not shared by threads: one sound at a time."""

    @property
    def enough_seconds(self) -> float:
        """Of a segment: from here on the next short pause ends it."""

    @property
    def longest_seconds(self) -> float:
        """That it takes at once."""

    @property
    def coarse_times(self) -> bool:
        """Whether words are better found anew by an aligner."""

    def recognise(self, samples: Samples) -> Transcript:
        """Of 16,000 samples a second. Whatever it raises, the next segment is tried."""


@runtime_checkable
class HearsAlong(Protocol):
    """An engine that says what it has heard before a segment is over."""

    def begin(self) -> None: ...

    def hear(self, samples: Samples) -> Sequence[Word]:
        """More of the segment: its words so far, which may still be revised."""

    def end(self) -> Transcript: ...
