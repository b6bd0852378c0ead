"""Templates of features, by the names that the papers give them, and their values for a run of
words.

`w0` is the word, `w1` the next one, `2w-1` the pair of words that begins one word before, `3w-2`
three of them; `p0`, `2p-1` the same for parts of speech. `speaker`, `gender` and `segment` say
whether that changes after the word, `gap` is the silence after it in seconds, `pause` the same in
steps, `lex` and `publex` what lexica know of the word. Every value of a feature has a fingerprint;
a model is a sorted table of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from legibly.errors import UsageError
from legibly.transcript import Word, speaker_changes

Fingerprints = NDArray[np.uint64]
Values = NDArray[np.float32]

_NGRAM = re.compile(r"(?P<length>[2-6])?(?P<stream>[wp])(?P<start>-?\d)")
SUFFIXES = ("suffix1", "suffix2", "suffix3", "suffix4", "prefix2")  # letters of the word
SIGNALS = ("speaker", "gender", "segment", "gap", "pause")
LEXICA = ("lex", "publex")
STEPS = (0.05, 0.1, 0.2, 0.3, 0.5, 0.8, 1.2, 2.0)  # seconds
LONGEST_GAP = 5.0
BIAS = "bias"
ABSENT = np.uint64(0)  # the fingerprint of a feature that is not there

# Batista et al. (2008): section 4.2.2 for case, 5.2 for marks; Lu & Ng (2010), section 4.
CASE_TEMPLATES = ("w0", "w1", "2w-1", "2w0", "3w-2", "3w-1", "3w0")
MARK_TEMPLATES = ("w0", "w1", "2w-2", "2w-1", "2w0", "2w1")
POS_TEMPLATES = ("p0", "p1", "2p-2", "2p-1", "2p0", "2p1")
WITHIN_FIVE = tuple(
    f"{length if length > 1 else ''}w{start}"
    for length in (1, 2, 3)
    for start in range(-5, 7 - length)
)
GROUPS: dict[str, tuple[str, ...]] = {
    "word": MARK_TEMPLATES,
    "pos": POS_TEMPLATES,
    "speaker": ("speaker",),
    "gender": ("gender",),
    "segment": ("segment",),
    "gap": ("gap",),
    "pause": ("pause",),
    "lex": ("lex",),
    "publex": ("publex",),
}


@dataclass(frozen=True)
class NgramTemplate:
    """`length` neighbours of a stream, from `start` on, seen from the word."""

    stream: str
    start: int
    length: int = 1


def parse_template(name: str) -> NgramTemplate | str:
    """Raises UsageError for a name that this version does not know."""
    if match := _NGRAM.fullmatch(name):
        return NgramTemplate(match["stream"], int(match["start"]), int(match["length"] or 1))
    if name in SIGNALS or name in LEXICA or name in SUFFIXES or name == BIAS:
        return name
    raise UsageError(
        f"unknown feature {name!r}; expected w0, 2w-1, p0 and the like, "
        f"{', '.join(SIGNALS + LEXICA)}"
    )


def left_reach(names: Sequence[str]) -> int:
    return max(
        (-t.start for t in map(parse_template, names) if isinstance(t, NgramTemplate)), default=0
    )


def right_reach(names: Sequence[str]) -> int:
    found = [
        t.start + t.length - 1 for t in map(parse_template, names) if isinstance(t, NgramTemplate)
    ]
    return max([*found, 1 if set(names) & set(SIGNALS) else 0], default=0)


@lru_cache(maxsize=200_000)
def fingerprint(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little") | 1


@dataclass(frozen=True)
class Lexica:
    """Words that lexica know, and how they write them."""

    tables: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def form(self, name: str, word: str) -> str | None:
        return self.tables.get(name, {}).get(word)


NO_LEXICA = Lexica()


class WordFeatures:
    """A run of words as features see it; before and behind it there is nothing, or the beginning
    and the end.
    """

    def __init__(
        self,
        words: Sequence[Word],
        *,
        begins: bool = True,
        ends: bool = True,
        pos: Sequence[str] | None = None,
        lexica: Lexica = NO_LEXICA,
        confident: bool = False,
    ) -> None:
        self._words, self._lexica = words, lexica
        self._texts = [word.text.lower() for word in words]
        self._pad = 7
        self._streams = {"w": self._stream(self._texts, begins, ends)}
        if pos is not None:
            self._streams["p"] = self._stream([f"p {tag}" for tag in pos], begins, ends)
        self._confidences = (
            np.array([1.0 if w.confidence is None else w.confidence for w in words], np.float32)
            if confident
            else None
        )

    def __len__(self) -> int:
        return len(self._words)

    def _stream(self, texts: Sequence[str], begins: bool, ends: bool) -> Fingerprints:
        before = [fingerprint("<s>") if begins else fingerprint("<unk>")] * self._pad
        behind = [fingerprint("</s>") if ends else fingerprint("<unk>")] * self._pad
        return np.array([*before, *map(fingerprint, texts), *behind], np.uint64)

    def fingerprints(self, name: str) -> Fingerprints:
        """The fingerprint of a feature at every word."""
        template = parse_template(name)
        fingerprint_of_name = np.uint64(fingerprint(f"template {name}"))
        if isinstance(template, NgramTemplate):
            if template.stream not in self._streams:
                return np.zeros(len(self), np.uint64)
            return self._ngrams(template, fingerprint_of_name)

        if name == BIAS:
            return np.full(len(self), fingerprint_of_name, np.uint64)
        if name in LEXICA:
            return self._known(name)
        if name in SUFFIXES:
            return self._letters(name)

        return self._signal(name, fingerprint_of_name)

    def _ngrams(self, template: NgramTemplate, seed: np.uint64) -> Fingerprints:
        stream, count = self._streams[template.stream], len(self)
        out = np.full(count, seed, np.uint64)
        for k in range(template.length):
            first = self._pad + template.start + k
            out = _mix(out, stream[first : first + count])
        return out | np.uint64(1)

    def _letters(self, name: str) -> Fingerprints:
        count = int(name[-1])
        ends = [
            text[-count:] if name.startswith("suffix") else text[:count] for text in self._texts
        ]
        return np.array([fingerprint(f"{name} {end}") for end in ends], np.uint64)

    def _known(self, name: str) -> Fingerprints:
        forms = [self._lexica.form(name, text) for text in self._texts]
        return np.array(
            [fingerprint(f"{name} {form}") if form is not None else 0 for form in forms], np.uint64
        )

    def _signal(self, name: str, print_of_change: np.uint64) -> Fingerprints:
        """Whether something changes between a word and the next one; behind the last word nothing
        is known.
        """
        out = np.zeros(len(self), np.uint64)
        for at, (word, following) in enumerate(zip(self._words, self._words[1:], strict=False)):
            if name == "speaker":
                there = speaker_changes(word, following)
            elif name in ("gender", "segment"):
                label, other = word.labels.get(name), following.labels.get(name)
                there = label is not None and other is not None and label != other
            else:
                there = word.end is not None and following.start is not None
            if there and name == "pause":
                assert word.end is not None
                assert following.start is not None
                step = int(np.searchsorted(STEPS, following.start - word.end))
                out[at] = fingerprint(f"pause {step}")
            elif there:
                out[at] = print_of_change

        return out

    def values(self, name: str) -> Values | None:
        """What a feature counts at every word; None: one."""
        if name == "gap":
            gaps = np.zeros(len(self), np.float32)
            for at, (word, following) in enumerate(zip(self._words, self._words[1:], strict=False)):
                if word.end is not None and following.start is not None:
                    gaps[at] = min(max(following.start - word.end, 0.0), LONGEST_GAP)
            return gaps
        if self._confidences is not None and isinstance(parse_template(name), NgramTemplate):
            return self._confidences
        return None


def _mix(one: Fingerprints, other: Fingerprints) -> Fingerprints:
    """Two fingerprints into one, so that order counts."""
    with np.errstate(over="ignore"):
        out = (one ^ (other * np.uint64(0x9E3779B97F4A7C15))) * np.uint64(0xBF58476D1CE4E5B9)
        return out ^ (out >> np.uint64(29))
