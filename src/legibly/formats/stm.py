"""STM, NIST's segments: `recording channel speaker begin end [<labels>] words ...`.

`;;` begins a comment. `{ a / b / @ }` are alternatives, of which the first counts as heard; a word
in round brackets may be missing. Only segments have times: the first word takes the begin and the
last one the end. A segment that is only `IGNORE_TIME_SEGMENT_IN_SCORING` is kept as a tag.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TextIO

from legibly.drawing import draw, one_line
from legibly.errors import DataError
from legibly.files.source import Source
from legibly.formats.alternatives import Branches, branches_by_start
from legibly.formats.carries import Carries
from legibly.formats.ctm import no_comment, seconds
from legibly.formats.parts import PartBuilder
from legibly.formats.registry import Format
from legibly.formats.sniffing import first_lines, most_fit
from legibly.formats.text import written_words
from legibly.formats.word_checks import check_times
from legibly.marks import ends_sentence, is_only_marks
from legibly.transcript import Token, Transcript, Word, join_recordings, speaker_changes

_GENDERS = {"male": "male", "female": "female", "m": "male", "f": "female"}
_FOCUS = re.compile(r"^f(?:\d+|x)$", re.I)
_LINE = re.compile(r"^\S+\s+\S+\s+\S+\s+\d+(?:\.\d*)?\s+\d+(?:\.\d*)?(?:\s|$)")


def read_stm(source: Source) -> Iterator[Transcript]:
    recording: tuple[str, str] | None = None
    builder = PartBuilder(language=source.language)
    for number, line in source.lines():
        if not line.strip() or line.startswith(";;"):
            continue
        fields = line.split(None, 5)
        segment = _segment_times(number, fields, source)
        if segment is None:
            continue
        if (fields[0], fields[1]) != recording:
            if not builder.empty:
                yield builder.take(continued=False)
            recording = (fields[0], fields[1])
            builder = PartBuilder(fields[0], source.language)
        elif builder.full:
            yield builder.take(continued=True)
        labels, text = _labels_and_text(fields[5] if len(fields) > 5 else "")
        labels = {"channel": fields[1], "segment": number, **labels}
        _add_segment(builder, text, Word("", *segment, None, fields[2], labels), source)

    if not builder.empty:
        yield builder.take(continued=False)


def _segment_times(number: int, fields: list[str], source: Source) -> tuple[float, float] | None:
    if len(fields) < 5:
        source.bad(
            number,
            f"{len(fields)} fields; expected recording channel speaker begin end [<labels>] words",
        )
        return None

    try:
        begin, end = float(fields[3]), float(fields[4])
    except ValueError:
        source.bad(
            number, f"begin {fields[3]!r} or end {fields[4]!r} is not a number (fields 4 and 5)"
        )
        return None

    if wrong := check_times(begin, end):
        source.bad(number, wrong)
        return None

    return begin, end


def _labels_and_text(rest: str) -> tuple[dict[str, object], str]:
    """`<o,f0,male>` gives the label as it is, and the focus condition and gender where they are
    plain.
    """
    match = re.match(r"<([^<>\s]*,[^<>\s]*|o|m|f|male|female|f\d+)>(?:\s+|$)", rest, re.I)
    if not match:
        return {}, rest

    labels: dict[str, object] = {"stm": match[1]}
    for item in match[1].lower().split(","):
        if _FOCUS.match(item):
            labels["focus"] = item
        elif item in _GENDERS:
            labels["gender"] = _GENDERS[item]

    return labels, rest[match.end() :]


def _add_segment(builder: PartBuilder, text: str, like: Word, source: Source) -> None:
    """The words of a segment; `like` has its times, speaker and labels."""
    heard: list[str] = []
    branches: list[tuple[int, int, tuple[str, ...]]] = []
    for item in re.split(r"(\{[^{}]*\})", text):
        if item.startswith("{") and "/" in item:
            main, *others = [
                tuple(p for p in branch.split() if p != "@") for branch in item[1:-1].split("/")
            ]
            branches += [(len(heard), len(heard) + len(main), other) for other in others]
            heard += main
        else:
            heard += written_words(item)

    if not heard and not branches:
        return

    plain = like._replace(start=None, end=None)
    spoken = [i for i, piece in enumerate(heard) if not is_only_marks(piece)] or [0]
    positions = [len(builder)]
    for i, piece in enumerate(heard):
        start, end = like.start if i == spoken[0] else None, like.end if i == spoken[-1] else None
        builder.add_written(plain._replace(text=piece, start=start, end=end), source.abbreviations)
        positions.append(len(builder))

    for first, last, words in branches:
        builder.add_alternative(
            positions[first], positions[last], tuple(plain._replace(text=w) for w in words)
        )


def write_stm(parts: Iterator[Transcript], out: TextIO) -> None:
    for recording in join_recordings(parts):
        name = no_comment(re.sub(r"\s", "_", recording.name or "unknown"))
        branches = branches_by_start(recording)
        at = 0
        for segment in _segments(recording):
            out.write(
                _segment_line(name, recording, segment, list(_written(segment, at, branches)))
            )
            at += len(segment)


def _segments(recording: Transcript) -> Iterator[list[Token]]:
    """As the input had them; otherwise a segment a sentence."""
    segment: list[Token] = []
    for token in recording.tokens:
        word = recording.words[token.first]
        if segment:
            last = recording.words[segment[-1].last - 1]
            if "segment" in last.labels and "segment" in word.labels:
                ended = last.labels["segment"] != word.labels["segment"]
            else:
                ended = ends_sentence(segment[-1].after)
            if ended or speaker_changes(last, word):
                yield segment
                segment = []
        segment.append(token)

    if segment:
        yield segment


def _segment_line(
    name: str, recording: Transcript, segment: list[Token], written: list[str]
) -> str:
    first = recording.words[segment[0].first]
    whole = Token("", segment[0].first, segment[-1].last)
    start, end = recording.times(whole)
    if start is None or end is None:
        raise DataError(
            f"{name}: no times at word {whole.first}, and STM needs them; choose another format "
            "with --to"
        )

    label = re.sub(r"[\s<>]", "_", str(first.labels.get("stm") or ""))
    fields = [
        name,
        re.sub(r"\s", "_", str(first.labels.get("channel", ""))) or "1",
        re.sub(r"\s", "_", first.speaker or "unknown"),
        seconds(start),
        seconds(end),
        *([f"<{label}>"] if label else []),
        *written,
    ]
    return " ".join(fields) + "\n"


def _written(segment: list[Token], first: int, branches: dict[int, Branches]) -> Iterator[str]:
    """The words of a segment whose first token is `first`; alternatives that leave the segment are
    not written.
    """
    ending: Branches | None = None
    last = first + len(segment)
    for at in range(first, last + 1):
        if ending is not None and at >= ending.last:
            yield from _closing(ending)
            ending = None
        here = branches.get(at)
        if here is not None and here.last <= last and (at < last or here.first == here.last):
            yield "{"
            if here.first == here.last:
                yield "@"
                yield from _closing(here)
                branches.pop(at)  # a place between two segments belongs to the first
            else:
                ending = here
        if at < last and segment[at - first].written:
            # Braces are those of alternatives.
            yield draw(segment[at - first]).replace("{", "｛").replace("}", "｝")


def _closing(branches: Branches) -> Iterator[str]:
    for alternative in branches.alternatives:
        yield "/"
        yield one_line(" ".join(word.text for word in alternative.words)) or "@"
    yield "}"


def looks_like_stm(opening: str) -> bool:
    lines = first_lines(opening)
    fitting = [line for line in lines if _LINE.match(line)]
    # Running text may have numbers in the right places: some time has a decimal point, or there are
    # labels.
    return most_fit(fitting, lines) and any(
        "." in "".join(line.split()[3:5]) or "<" in line for line in fitting
    )


FORMATS = (
    Format(
        "stm",
        "NIST segments",
        (".stm",),
        read_stm,
        write_stm,
        looks_like_stm,
        carries=frozenset(
            {Carries.MARKS, Carries.CUE_TIMES, Carries.SPEAKERS, Carries.ALTERNATIVES}
        ),
    ),
)
