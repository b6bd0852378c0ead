"""What the page asks beside formatting: other formats, subtitles with the rules they break, other
readings of a word, two versions side by side.
"""

from __future__ import annotations

import io
from typing import Any

from legibly.errors import UsageError
from legibly.formats.registry import find_format, formats
from legibly.formats.transcripts import parts_of, write_to
from legibly.formatting.formatter import Formatter
from legibly.formatting.option_table import SUBTITLE_OPTIONS
from legibly.formatting.readings import MAX_READINGS
from legibly.metrics.bootstrap import intervals
from legibly.metrics.conventions import convention as find_convention
from legibly.metrics.report import as_json
from legibly.metrics.score import score_aligned
from legibly.metrics.side_by_side import Piece, side_by_side
from legibly.server.answers import (
    Answer,
    Counted,
    aligned_sides,
    media_type,
    notes_of,
    score_settings,
    source_of,
    timely,
    with_speakers,
)
from legibly.server.bodies import Upload
from legibly.server.limits import Limits
from legibly.server.request_options import RequestOptions
from legibly.server.work import Deadline
from legibly.subtitles.checking import check
from legibly.subtitles.cutting import cut_cues
from legibly.subtitles.rules import CueRules, chosen_cue_rules
from legibly.transcript import Transcript, join_recordings

MAX_READING_WORDS = 400  # around those that are to be read


def converted(
    upload: Upload,
    form: str | None,
    language: str | None,
    asked: RequestOptions,
    limits: Limits,
    deadline: Deadline,
) -> Answer:
    """The same words and marks in another format, as `legibly convert` writes them."""
    deadline.check()
    source = source_of(upload, language, asked)
    target = find_format(asked.get("to_format", "text"))
    counted = Counted(limits.words, deadline)
    parts = with_speakers(parts_of(source, asked.get("from_format", form)), asked)
    out = io.StringIO()
    write_to(timely(counted.watch(parts), deadline), out, target, _rules(asked))
    return Answer(out.getvalue(), media_type(target), counted.words, notes_of(source))


def subtitled(
    upload: Upload,
    form: str | None,
    language: str | None,
    asked: RequestOptions,
    limits: Limits,
    deadline: Deadline,
) -> dict[str, Any]:
    """Subtitles as they would be written, each with the rules that it breaks."""
    transcript = _one_recording(upload, form, language, asked, limits.words, deadline)
    rules = (_rules(asked) or CueRules()).for_language(transcript.language)
    cues = list(cut_cues(transcript, rules))
    broken: dict[int, list[dict[str, Any]]] = {}
    for cue, rule, found, allowed in check(cues, rules):
        fact = {"rule": rule, "found": found, "allowed": allowed}
        broken.setdefault(cue - 1, []).append(fact)
    return {
        "cues": [
            {
                "start": cue.start,
                "end": cue.end,
                "lines": list(cue.lines),
                "first": cue.first,
                "last": cue.last,
                "broken": broken.get(i, []),
            }
            for i, cue in enumerate(cues)
        ]
    }


def read_otherwise(
    upload: Upload,
    form: str | None,
    formatter: Formatter,
    asked: RequestOptions,
    deadline: Deadline,
) -> dict[str, Any]:
    """The ways in which the model would write some words, the best first."""
    language = formatter.language.code
    transcript = _one_recording(upload, form, language, asked, MAX_READING_WORDS, deadline)
    first, last = asked.get("first"), asked.get("last")
    if first is None or last is None:
        raise UsageError("first and last are not given; expected the words that are to be read")
    found = formatter.word_readings(transcript, first, last, asked.get("count", MAX_READINGS))
    return {
        "readings": [
            {"tokens": [token._asdict() for token in tokens], "share": share}
            for tokens, share in found
        ]
    }


def compared(
    reference: Upload,
    hypothesis: Upload,
    asked: RequestOptions,
    limits: Limits,
    deadline: Deadline,
) -> dict[str, Any]:
    """The score, and both texts in rows with their errors."""
    settings = score_settings(asked)
    pair = aligned_sides(reference, hypothesis, asked, limits, deadline)
    score = score_aligned(pair, settings)
    samples = intervals(score, asked.get("bootstrap", 1000))
    return {
        "score": as_json(score, samples),
        "rows": [
            {"reference": _pieces(row.ref), "hypothesis": _pieces(row.hyp)}
            for row in side_by_side(pair, find_convention(settings.convention))
        ],
    }


def format_facts() -> list[dict[str, Any]]:
    return [
        {
            "name": form.name,
            "description": form.description,
            "suffixes": list(form.suffixes),
            "reads": form.read is not None,
            "writes": form.write is not None,
        }
        for form in formats().values()
    ]


def _pieces(pieces: list[Piece]) -> list[dict[str, Any]]:
    return [{"text": piece.text, "errors": list(piece.errors)} for piece in pieces]


def _rules(asked: RequestOptions) -> CueRules | None:
    return chosen_cue_rules({fact.name: asked.get(fact.name) for fact in SUBTITLE_OPTIONS})


def _one_recording(
    upload: Upload,
    form: str | None,
    language: str | None,
    asked: RequestOptions,
    most_words: int,
    deadline: Deadline,
) -> Transcript:
    deadline.check()
    source = source_of(upload, language, asked)
    counted = Counted(most_words, deadline)
    parts = counted.watch(parts_of(source, asked.get("from_format", form)))
    recordings = list(join_recordings(parts))
    if len(recordings) > 1:
        raise UsageError(f"{len(recordings)} recordings; expected one at a time")
    return recordings[0] if recordings else Transcript(())
