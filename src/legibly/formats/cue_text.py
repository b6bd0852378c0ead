"""What SRT, WebVTT and TTML share: clock times, cues as words, and cues from transcripts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from legibly.errors import DataError
from legibly.files.source import Source
from legibly.formats.clock import clock
from legibly.formats.parts import PartBuilder
from legibly.formats.text import written_words
from legibly.marks import is_only_marks
from legibly.subtitles.cues import Cue
from legibly.subtitles.cutting import cut_cues
from legibly.subtitles.rules import CueRules
from legibly.transcript import Transcript, Word, join_recordings

CueReader = Callable[[Source], Iterator[Cue]]


def cue_times(
    line: str, number: int, source: Source, *, thousandths: bool = False
) -> tuple[float, float] | None:
    """The times of `begin --> end [settings]`; a line that has none is reported."""
    begin, _, rest = line.partition("-->")
    start = clock(begin, thousandths=thousandths)
    end = clock(rest.split()[0], thousandths=thousandths) if rest.split() else None
    if start is None or end is None:
        source.bad(
            number,
            f"found {line.strip()[:60]!r}; expected times like 00:00:01,000 --> 00:00:02,500",
        )
        return None

    if end < start:
        source.repaired("cues that end before they begin, now as long as nothing")
        end = start

    return start, end


Times = tuple[float, float]


def without_rolling(
    cues: Iterable[tuple[Times, Sequence[str]]], plain: Callable[[str], str], source: Source
) -> Iterator[tuple[Times, list[str]]]:
    """Captions that roll up show each line again above the next one; here it counts once. `plain`
    is a line as it is seen.
    """
    shown = ""  # the last line, and until when
    until = -1.0
    for times, whole in cues:
        lines = [line for line in whole if line.strip()]
        seen = [" ".join(plain(line).split()) for line in lines]
        flash = times[1] - times[0] <= 0.05
        if lines and seen[0] == shown and times[0] - until < 0.05 and (len(lines) > 1 or flash):
            source.repaired("lines of captions that roll up counted once")
            lines = lines[1:]
        shown, until = seen[-1] if seen else shown, times[1]
        if lines:
            yield times, lines


class CueWords:
    """Cues become words: the first has the cue's start, the last its end, and times inside it where
    it has some.
    """

    def __init__(self, source: Source, name: str | None = None) -> None:
        self.source = source
        self.builder = PartBuilder(name or source.recording, source.language)
        self._number = 0

    def add(
        self,
        stretches: Iterable[tuple[float | None, str]],
        start: float,
        end: float,
        speaker: str | None,
    ) -> None:
        """Stretches of text, each with the time at which it begins where that is known."""
        joined: list[tuple[float | None, str]] = []
        for begin, text in stretches:  # a tag inside a word does not tear it apart
            torn = joined and joined[-1][1][-1:].strip() and text[:1].strip()
            if joined and (begin is None or torn):
                joined[-1] = joined[-1][0], joined[-1][1] + text
            else:
                joined.append((begin, text))

        found: list[tuple[float | None, str]] = []
        for begin, text in joined:
            for i, piece in enumerate(written_words(text)):
                found.append((begin if i == 0 else None, piece))

        spoken = [i for i, (_, piece) in enumerate(found) if not is_only_marks(piece)]
        labels = {"segment": self._number}
        self._number += 1
        for i, (begin, piece) in enumerate(found):
            first, last = bool(spoken) and i == spoken[0], bool(spoken) and i == spoken[-1]
            here = start if first else begin
            finish = end if last else found[i + 1][0] if i + 1 < len(found) else None
            word = Word(
                piece,
                here,
                None if here is not None and finish is not None and finish < here else finish,
            )
            self.builder.add_written(
                word._replace(speaker=speaker, labels=labels), self.source.abbreviations
            )


def one_recording(parts: Iterator[Transcript], format_name: str, rules: CueRules) -> Iterator[Cue]:
    """The cues of the only recording."""
    recordings = join_recordings(parts)
    first = next(recordings, None)
    if first is None:
        return
    if next(recordings, None) is not None:
        raise DataError(
            f"{format_name} holds one recording, here are several; convert them one by one"
        )

    try:
        yield from cut_cues(first, rules)
    except DataError as error:
        raise DataError(f"{first.name or 'recording'}: {error}") from None
