"""What a request is answered with: work on bytes and options, without sockets, in a thread."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from legibly.errors import DataError, UsageError
from legibly.files.source import Source
from legibly.formats.registry import Format, find_format
from legibly.formats.rttm import read_rttm
from legibly.formats.transcripts import parts_of, write_to
from legibly.formatting.formatter import Formatter
from legibly.formatting.option_table import SUBTITLE_OPTIONS
from legibly.languages import DEFAULT_LANGUAGE
from legibly.metrics.bootstrap import intervals
from legibly.metrics.conventions import convention as find_convention
from legibly.metrics.pairing import as_one
from legibly.metrics.pairs import AlignedPair, align_pair
from legibly.metrics.report import Report, Scored
from legibly.metrics.score import Settings, score_aligned
from legibly.server.bodies import Body, Upload
from legibly.server.limits import Limits
from legibly.server.problems import ProblemError
from legibly.server.request_options import RequestOptions
from legibly.server.work import Deadline
from legibly.speakers import assign_speakers, read_names, rename_speakers
from legibly.subtitles.rules import chosen_cue_rules
from legibly.transcript import Transcript, cut_parts, join_recordings

PORTION_WORDS = 512  # after so many words the deadline is looked at
CONTENT_FIELDS = {
    "text": "Running text, words between spaces.",
    "words": "Words: strings, or objects with text, start, end, confidence, speaker.",
    "content": "What stands in a file of any readable format: a string, or a recogniser's JSON.",
}
TEXT_TYPE = "text/plain; charset=utf-8"
MEDIA_TYPES = {
    "json": "application/json",
    "vtt": "text/vtt; charset=utf-8",
    "srt": "application/x-subrip; charset=utf-8",
    "ttml": "application/ttml+xml; charset=utf-8",
    "xml": "application/xml; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "csv-plain": "text/csv; charset=utf-8",
    "tsv": "text/tab-separated-values; charset=utf-8",
    "markdown": "text/markdown; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "words": "application/jsonl; charset=utf-8",
}


@dataclass(frozen=True)
class Answer:
    content: str
    media_type: str
    words: int
    notes: tuple[str, ...] = ()  # what the command line says on stderr


def media_type(form: Format) -> str:
    return MEDIA_TYPES.get(form.name, TEXT_TYPE)


def upload_of(body: Body, given: dict[str, Any]) -> tuple[Upload, str | None]:
    """The one thing in a request that is to be read, taken out of its fields, and the format that
    it surely has.
    """
    found = [name for name in CONTENT_FIELDS if given.get(name) is not None]
    count = len(found) + ("file" in body.files)
    if count != 1:
        expected = f"expected one of {', '.join(CONTENT_FIELDS)}, or a file"
        raise UsageError(f"<body>: {count or 'nothing'} to be read in it; {expected}")
    values = {name: given.pop(name, None) for name in CONTENT_FIELDS}
    if not found:
        return body.files["file"], None
    return _upload(found[0], values[found[0]], body)


def _upload(name: str, value: Any, body: Body) -> tuple[Upload, str | None]:
    if name == "text":
        return Upload(_encoded(_string("text", value))), "text"
    if name == "words":
        return Upload(_encoded(json.dumps({"legibly": 1, "words": _words(value)}))), "json"
    if isinstance(value, str):
        return Upload(_encoded(value)), None
    if body.typed and isinstance(value, dict | list):
        return Upload(json.dumps(value).encode()), None
    raise UsageError(f"content is {repr(value)[:60]}; expected a string, or JSON")


def _string(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise UsageError(f"{name} is {repr(value)[:60]}; expected a string")
    return value


def _words(value: Any) -> list[Any]:
    if not isinstance(value, list) or not all(isinstance(item, str | dict) for item in value):
        raise UsageError(f"words is {repr(value)[:60]}; expected a list of strings or objects")
    return [{"text": item} if isinstance(item, str) else item for item in value]


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def formatted(
    upload: Upload,
    form: str | None,
    formatter: Formatter,
    asked: RequestOptions,
    limits: Limits,
    deadline: Deadline,
) -> Answer:
    """`form` is the format that the upload surely has."""
    deadline.check()
    source = source_of(upload, formatter.language.code, asked)
    target = find_format(asked.get("to_format", "text"))
    rules = chosen_cue_rules({fact.name: asked.get(fact.name) for fact in SUBTITLE_OPTIONS})
    counted = Counted(limits.words, deadline)
    parts = with_speakers(parts_of(source, asked.get("from_format", form)), asked)
    out = io.StringIO()
    write_to(timely(formatter.parts(counted.watch(parts)), deadline), out, target, rules)
    return Answer(out.getvalue(), media_type(target), counted.words, notes_of(source))


def source_of(upload: Upload, language: str | None, asked: RequestOptions) -> Source:
    return Source(
        upload.name,
        io.BytesIO(upload.content),
        encoding=asked.get("encoding"),
        language=language,
        skip_bad_lines=asked.get("skip_bad_lines", False),
    )


class Counted:
    """Parts as they go by, in portions, as long as there is time and the words are not too many."""

    def __init__(self, most: int, deadline: Deadline) -> None:
        self._most, self._deadline = most, deadline
        self.words = 0

    def watch(self, parts: Iterable[Transcript]) -> Iterator[Transcript]:
        for part in parts:
            self.words += len(part.words)
            if self.words > self._most:
                raise ProblemError(413, f"more than {self._most} words; split it")
            for portion in cut_parts(part, PORTION_WORDS):
                self._deadline.check()
                yield portion


def timely(parts: Iterable[Transcript], deadline: Deadline) -> Iterator[Transcript]:
    for part in parts:
        deadline.check()
        yield part


def with_speakers(parts: Iterable[Transcript], asked: RequestOptions) -> Iterable[Transcript]:
    names = read_names(asked.get("names", ()))
    if (rows := asked.get("speakers")) is not None:
        turns = read_rttm(Source("speakers", io.BytesIO(_encoded("\n".join(rows)))))
        parts = assign_speakers(parts, turns)
    return rename_speakers(parts, names) if names else parts


def notes_of(source: Source) -> tuple[str, ...]:
    notes = [f"{source.skipped} bad lines skipped"] if source.skipped else []
    for what, count in source.repairs.items():
        notes.append(what + (f" ({count} times)" if count > 1 else ""))
    return tuple(notes)


def scored(
    reference: Upload,
    hypothesis: Upload,
    asked: RequestOptions,
    limits: Limits,
    deadline: Deadline,
) -> dict[str, Any]:
    """As `legibly score --json` prints it."""
    pair = aligned_sides(reference, hypothesis, asked, limits, deadline)
    score = score_aligned(pair, score_settings(asked))
    samples = intervals(score, asked.get("bootstrap", 1000))
    return Report([Scored("hypothesis", score, samples)], None).as_json()


def score_settings(asked: RequestOptions) -> Settings:
    convention = asked.get("convention", "iwslt")
    find_convention(convention)
    return Settings(
        convention,
        asked.get("by_time", False),
        asked.get("accept_spoken", False),
        asked.get("language", DEFAULT_LANGUAGE),
        None,
        asked.get("half_credit", False),
    )


def aligned_sides(
    reference: Upload,
    hypothesis: Upload,
    asked: RequestOptions,
    limits: Limits,
    deadline: Deadline,
) -> AlignedPair:
    settings = score_settings(asked)
    sides = [_recording(side, asked, limits, deadline) for side in (reference, hypothesis)]
    pair = align_pair("text", *sides, by_time=settings.by_time)
    deadline.check()
    return pair


def _recording(
    upload: Upload, asked: RequestOptions, limits: Limits, deadline: Deadline
) -> Transcript:
    source = source_of(upload, asked.get("language", DEFAULT_LANGUAGE), asked)
    counted = Counted(limits.score_words, deadline)
    parts = counted.watch(parts_of(source, asked.get("from_format")))
    found = as_one(list(join_recordings(parts)))
    if not found.words:
        raise DataError(f"{upload.name}: no words in it; expected a transcript")
    return found
