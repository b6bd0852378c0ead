"""The words of one recording as the reader of a recogniser's JSON finds them,
checked one by one.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from legibly.files.source import Source
from legibly.formats.clock import clock
from legibly.formats.parts import PartBuilder
from legibly.formats.text import written_words
from legibly.formats.word_checks import check_times, end_after_start, parse_confidence
from legibly.formats.word_lines import is_text
from legibly.languages import language_code
from legibly.marks import is_only_marks
from legibly.scripts import has_han
from legibly.transcript import Transcript, Word

_DURATION = re.compile(
    r"(?:PT)?(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{0,15}\.?\d{1,15})\s*S?)?", re.I
)


class Piece(NamedTuple):
    """A stretch of text with its times: a word, a part of one, several, or what is between them."""

    text: str
    start: object = None
    end: object = None
    confidence: object = None
    speaker: object = None


class WordCollector:
    """The words of one recording as a reader finds them."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.builder = PartBuilder(source.recording, source.language)
        self._abbreviations = source.abbreviations

    def add(
        self,
        text: object,
        start: object = None,
        end: object = None,
        confidence: object = None,
        speaker: object = None,
        labels: dict[str, object] | None = None,
    ) -> None:
        """One word as written, with the marks on it."""
        word = self.word(text, start, end, confidence, speaker, labels)
        if word is None:
            return
        if len(word.text.split()) > 1 or has_han(word.text):
            self._add_several(word)
        else:
            self.builder.add_written(word, self._abbreviations)

    def word(
        self,
        text: object,
        start: object = None,
        end: object = None,
        confidence: object = None,
        speaker: object = None,
        labels: dict[str, object] | None = None,
    ) -> Word | None:
        """A word with what is known of it, checked; None for what is no word."""
        if not isinstance(text, str) or not is_text(text):
            self.source.bad(None, f"a word is {text!r}; expected a string")
            return None

        text = text.strip()
        if not text:
            return None

        begin = self.seconds(start)
        finish = end_after_start(begin, self.seconds(end), self.source)
        if wrong := check_times(begin, finish):
            self.source.bad(None, f"word {text!r}: {wrong}")
            return None

        if speaker is not None:
            speaker = str(speaker) if is_text(str(speaker)) else None
        return Word(text, begin, finish, self.confidence(confidence), speaker, labels or {})

    def words(self, text: object) -> tuple[Word, ...]:
        """The words of a text without times: another hypothesis."""
        return tuple(Word(piece) for piece in str(text).split() if is_text(piece))

    def add_alternative(
        self, first: int, words: Iterable[Word | None], score: object = None
    ) -> None:
        """Instead of the words from `first` on."""
        found = tuple(word for word in words if word is not None)
        number = None if score is None else parse_confidence(score, self.source)
        self.builder.add_alternative(first, len(self.builder), found, number)

    def _add_several(self, word: Word) -> None:
        """A recogniser's "word" of several, or of Chinese characters: the first has the start, the
        last the end.
        """
        found = list(written_words(word.text))
        spoken = [i for i, piece in enumerate(found) if not is_only_marks(piece)] or [0]
        for i, piece in enumerate(found):
            start, end = (
                word.start if i == spoken[0] else None,
                word.end if i == spoken[-1] else None,
            )
            self.builder.add_written(
                word._replace(text=piece, start=start, end=end), self._abbreviations
            )

    def add_pieces(self, pieces: Iterable[Piece], labels: dict[str, object] | None = None) -> None:
        """Pieces that together are a running text, blanks included. A word has the start of the
        piece that it begins and the end of the one that it ends.
        """
        known = [piece for piece in pieces if is_text(piece.text)]
        text = "".join(piece.text for piece in known)
        owner = [number for number, piece in enumerate(known) for _ in piece.text]
        first_of: dict[int, int] = {}  # where the first and last word of each piece begin and end
        last_of: dict[int, int] = {}
        for place, number in enumerate(owner):
            if text[place].isalnum():
                first_of.setdefault(number, place)
                last_of[number] = place

        reached = 0
        for written in written_words(text):
            begin = text.index(written, reached)
            reached = begin + len(written)
            spoken = [i for i in range(begin, reached) if text[i].isalnum()] or [begin, reached - 1]
            head, tail = owner[spoken[0]], owner[spoken[-1]]
            inside = [
                self.confidence(known[number].confidence)
                for number in sorted(set(owner[begin:reached]))
            ]
            sure = [value for value in inside if value is not None]
            self.add(
                written,
                known[head].start if first_of.get(head, begin) == spoken[0] else None,
                known[tail].end if last_of.get(tail, spoken[-1]) == spoken[-1] else None,
                min(sure) if sure else None,
                known[head].speaker,
                labels,
            )

    def confidence(self, value: object) -> float | None:
        return None if value is None else parse_confidence(value, self.source)

    def add_text(
        self, text: object, start: object = None, end: object = None, speaker: object = None
    ) -> None:
        """A stretch of text that has times only as a whole, if there is any."""
        if text is not None:
            self.add(text, start, end, None, speaker)

    def add_mark(self, mark: object) -> None:
        if isinstance(mark, str) and mark.strip() and is_text(mark):
            self.builder.add_mark(mark.strip())

    def seconds(self, value: object, unit: float = 1.0) -> float | None:
        """Numbers, numbers as strings, `1.3s`, `PT1M3.5S`, `00:00:01,300`,
        `{"seconds": "1", "nanos": 3}`.
        """
        if value is None or value == "":
            return None
        if type(value) is float or (type(value) is int and abs(value) < 1e18):
            return value * unit if unit != 1.0 else float(value)
        if (
            isinstance(value, str)
            and (match := _DURATION.fullmatch(value.strip()))
            and any(match.groups())
        ):
            hours, minutes, rest = match.groups()
            return (int(hours or 0) * 3600 + int(minutes or 0) * 60 + float(rest or 0)) * unit

        if isinstance(value, str) and (found := clock(value)) is not None:
            return found * unit

        if isinstance(value, dict):
            whole, nanos = value.get("seconds", 0), value.get("nanos", 0)
            try:
                return float(whole) + float(nanos) / 1e9
            except (TypeError, ValueError, OverflowError):
                pass

        self.source.repaired("a time that is not one, left out")
        return None

    def parts(self, items: Iterable[object]) -> Iterator[Transcript]:
        return self.builder.parts(items)

    def set_language(self, name: object) -> None:
        """What the file says of its language; who reads it may have settled for one."""
        code = language_code(name) if isinstance(name, str) and name else None
        if self.source.language is None:
            self.builder.language = code or self.builder.language
        elif code is not None and code != self.source.language:
            self.source.repaired(
                f"its language is {code!r} by what it says, but it is read as "
                f"{self.source.language!r}; choose another with --language or --model"
            )


def merge_runs(channels: Iterable[list[Word]], pause: float = 0.5) -> list[Word]:
    """Channels as one: each is cut at its pauses, and the stretches follow each other by their
    starts.
    """
    runs: list[tuple[float, list[Word]]] = []
    for words in channels:
        run: list[Word] = []
        reached = -math.inf
        for word in words:
            if not run or (word.start is not None and word.start - reached >= pause):
                run = []
                runs.append((reached if word.start is None else word.start, run))
            run.append(word)
            reached = word.end if word.end is not None else reached

    return [word for _, run in sorted(runs, key=lambda item: item[0]) for word in run]
