"""Labels that features need and corpora do not give: segments, from silences and speakers, and the
gender of speakers, from the names of files.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from legibly.transcript import Transcript, Word, speaker_changes

SILENCE_SECONDS = 0.5  # a segment ends
_GENDER = re.compile(r"_([fm])_\d+_\d+\.")  # ATL_se0_ag1_f_01_1.rev.jsonl.xz
UNKNOWN_GENDER = "not told"


def with_labels(path: Path, text: Transcript) -> Transcript:
    return with_genders(path.name, with_segments(text))


def with_segments(text: Transcript) -> Transcript:
    """Numbered; the paper's come from a program that heard the sound."""
    number = 0
    words = []
    for at, word in enumerate(text.words):
        if at and ends_segment(text.words[at - 1], word):
            number += 1
        words.append(_labelled(word, {"segment": str(number)}))
    return replace(text, words=tuple(words))


def with_genders(name: str, text: Transcript) -> Transcript:
    """The name tells that of whoever is interviewed, which is whoever says most."""
    found = _GENDER.search(name)
    speakers = Counter(word.speaker for word in text.words if word.speaker is not None)
    if found is None or not speakers:
        return text
    interviewed = speakers.most_common(1)[0][0]
    words = (
        _labelled(word, {"gender": found[1] if word.speaker == interviewed else UNKNOWN_GENDER})
        for word in text.words
    )
    return replace(text, words=tuple(words))


def ends_segment(word: Word, following: Word) -> bool:
    if speaker_changes(word, following):
        return True
    if word.end is None or following.start is None:
        return False
    return following.start - word.end >= SILENCE_SECONDS


def _labelled(word: Word, labels: Mapping[str, str]) -> Word:
    return word._replace(labels={**word.labels, **labels})
