"""What of a transcript a format can carry."""

from __future__ import annotations

from enum import Enum


class Carries(Enum):
    """What of a transcript survives being written in a format."""

    MARKS = "marks"
    WORD_TIMES = "times of words"
    CUE_TIMES = "times of cues"
    CONFIDENCE = "confidences"
    SPEAKERS = "speakers"
    LABELS = "labels"
    ALTERNATIVES = "alternatives"
    HEARD = "words as heard under written ones"


EVERYTHING = frozenset(Carries) - {Carries.CUE_TIMES}
