"""What in a transcript is speech: non-speech tags are passed through, unknown words stay as they
are.
"""

from __future__ import annotations

import re

# [laughter], <noise>, {breath}, ++COUGH++, %hesitation, notes of music, and STM's word for "do not
# score this".
_TAG = re.compile(
    r"^(?:\[[^\[\]]+\]|<[^<>]+>|\{[^{}]+\}|\+\+[^+]+\+\+|%[a-z_]+|[♩♪♫♬]+|IGNORE_TIME_SEGMENT_IN_SCORING)$",
    re.I,
)
_UNKNOWN_WORDS = frozenset({"<unk>", "[unk]", "<oov>"})


def is_tag(text: str) -> bool:
    """Written by a recogniser or a transcriber about the sound; never altered."""
    return text[:1] in "[<{+%♩♪♫♬Ii" and bool(_TAG.match(text))


def is_unknown_word(text: str) -> bool:
    """A tag that stands for a word which was spoken: it has a place in the sentence."""
    return text.lower() in _UNKNOWN_WORDS
