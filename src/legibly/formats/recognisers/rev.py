"""Rev's transcripts: JSON of monologues, which vosk-transcriber also writes, with elements or, from
its editor, with spans of text; and `.nlp`, fields between bars.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from legibly.errors import DataError
from legibly.files.source import Source
from legibly.formats.recognisers.collector import Piece, WordCollector
from legibly.formats.recognisers.documents import Documents, objects
from legibly.formats.recognisers.json_format import json_format
from legibly.formats.registry import Format
from legibly.transcript import Transcript


def _fits(document: Any) -> bool:
    return isinstance(document["monologues"], list)


def _walk(documents: Documents, collector: WordCollector) -> Iterator[object]:
    for document in documents:
        names = {
            speaker.get("id"): speaker.get("name") for speaker in objects(document.get("speakers"))
        }
        for number, monologue in enumerate(objects(document["monologues"])):
            speaker = monologue.get("speaker")
            if isinstance(speaker, dict):
                speaker = speaker.get("name") or speaker.get("id")
            speaker = names.get(speaker) or monologue.get("speaker_name") or speaker
            collector.add_pieces(
                Piece(
                    str(span.get("value", "")), span.get("ts"), span.get("endTs"), speaker=speaker
                )
                for span in objects(monologue.get("spans"))
            )
            for element in objects(monologue.get("elements", monologue.get("terms"))):
                _add(element, speaker, number, collector)
            yield None


def _add(element: dict[str, Any], speaker: object, number: int, collector: WordCollector) -> None:
    value = element.get("value", element.get("text"))
    if element.get("type") == "punct":
        collector.add_mark(value)
        return

    if (
        element.get("type") in ("unknown", "tag")
        and isinstance(value, str)
        and not value.startswith(("<", "["))
    ):
        value = f"<{value}>"

    start = _first(element, "ts", "start", "timestamp")
    end = _first(element, "end_ts", "end", "end_timestamp")
    collector.add(value, start, end, element.get("confidence"), speaker, {"segment": number})


def _first(element: dict[str, Any], *keys: str) -> object:
    return next((element[key] for key in keys if element.get(key) is not None), None)


def read_nlp(source: Source) -> Iterator[Transcript]:
    """`token|speaker|ts|endTs|punctuation|case|tags...`, one word a line; the first line names the
    fields.
    """
    yield from (collector := WordCollector(source)).parts(_nlp_lines(source, collector))


def _nlp_lines(source: Source, collector: WordCollector) -> Iterator[object]:
    lines = source.lines()
    header = next(lines, (1, ""))[1].split("|")
    if "token" not in header:
        raise DataError(
            f"{source.name}:1: found {header[0][:40]!r}; expected a line like "
            "token|speaker|ts|endTs|..."
        )

    for number, line in lines:
        if not line.strip():
            continue
        fields = line.split("|")
        if len(fields) < len(header):
            source.bad(number, f"{len(fields)} fields; expected {len(header)}: {'|'.join(header)}")
            continue
        item = dict(zip(header, fields, strict=False))
        labels: dict[str, object] = (
            {"tags": item["tags"]} if item.get("tags", "[]") not in ("", "[]") else {}
        )
        before, token, after = (
            item.get("prepunctuation", ""),
            item["token"],
            item.get("punctuation", ""),
        )
        collector.add(
            f"{before}{token}{after}",
            item.get("ts"),
            item.get("endTs"),
            None,
            item.get("speaker"),
            labels,
        )
        yield None


FORMATS = (
    json_format("rev", "JSON of Rev, and of vosk-transcriber", ("monologues",), _fits, _walk),
    Format(
        "nlp",
        "Rev's .nlp: token|speaker|ts|endTs|punctuation|...",
        (".nlp",),
        read_nlp,
        sniff=lambda opening: opening.startswith("token|"),
    ),
)
