"""What a batch has done, for machines (JSON), for people (a page), and a table of what could not be
done.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from itertools import islice
from typing import Any, TextIO

from legibly.batch.items import OWN_FOLDER
from legibly.batch.journal import WAITING, Journal, Totals
from legibly.batch.run import Tally
from legibly.batch.work import DONE, QUARANTINED
from legibly.files.places import joined, whole_text

SHOWN_FILES = 1000  # of the quarantine, on the page and in JSON; the table has all
_HEAD = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>legibly batch</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em }
table { border-collapse: collapse; margin: 1em 0 } th { text-align: left; font-weight: 600 }
td, th { padding: .3em 1em .3em 0; border-top: 1px solid #e3e5e8; vertical-align: top }
td.n { text-align: right; font-variant-numeric: tabular-nums } td.path { word-break: break-all }
.bad { color: #a02020 }
</style>
"""


def summary(journal: Journal, tally: Tally, ending: str, settings: str) -> dict[str, Any]:
    totals = journal.totals()
    done = totals.get(DONE, Totals())
    return {
        "legibly_batch": 1,
        "ending": ending,
        "settings": settings,
        "files": {
            state: totals.get(state, Totals()).files for state in (DONE, QUARANTINED, WAITING)
        },
        "bytes": done.size,
        "words": done.words,
        "speech_hours": round(done.speech / 3600, 3),
        "work_seconds": round(done.seconds, 3),
        "run": {
            "number": journal.run,
            "files": tally.files,
            "words": tally.words,
            "seconds": round(tally.seconds, 3),
            "words_per_second": round(tally.words / tally.seconds, 1) if tally.seconds else 0.0,
        },
        "quarantined": [
            {"file": source, "tries": tries, "reason": reason}
            for source, tries, reason in islice(journal.quarantined(), SHOWN_FILES)
        ],
        "notes": [
            {"file": source, "note": note} for source, note in islice(journal.noted(), SHOWN_FILES)
        ],
    }


def write_summaries(journal: Journal, found: dict[str, Any], output: str) -> None:
    """Three files in a folder of the output's."""
    folder = joined(output, OWN_FOLDER)
    with whole_text(joined(folder, "summary.json")) as out:
        json.dump(found, out, indent=1, ensure_ascii=False)
        out.write("\n")
    with whole_text(joined(folder, "summary.html")) as out:
        out.writelines(_page(found))
    with whole_text(joined(folder, "quarantine.tsv")) as out:
        write_quarantine(journal, out)


def write_quarantine(journal: Journal, out: TextIO) -> None:
    """A line a file that could not be done: its name, how often it was tried, why not."""
    out.write("# file\ttries\treason\n")
    for source, tries, reason in journal.quarantined():
        out.write("\t".join((_cell(source), str(tries), _cell(reason))) + "\n")


def _cell(text: str) -> str:
    return " ".join(text.split("\t")).replace("\n", " ")


def _page(found: dict[str, Any]) -> Iterator[str]:
    files, run = found["files"], found["run"]
    yield _HEAD
    yield f"<h1>legibly batch: {escape(found['ending'])}</h1>\n<p>{escape(found['settings'])}</p>\n"
    rows = [
        ("files done", f"{files[DONE]:,}"),
        ("files that could not be done", f"{files[QUARANTINED]:,}"),
        ("files that wait", f"{files[WAITING]:,}"),
        ("words", f"{found['words']:,}"),
        ("hours of speech, where words have times", f"{found['speech_hours']:,.1f}"),
        ("hours of work of all processes", f"{found['work_seconds'] / 3600:,.3f}"),
        ("in the last run: files", f"{run['files']:,}"),
        ("in the last run: words a second", f"{run['words_per_second']:,.0f}"),
        ("in the last run: seconds", f"{run['seconds']:,.1f}"),
    ]
    yield "<table>\n"
    yield from (f"<tr><th>{name}</th><td class=n>{value}</td></tr>\n" for name, value in rows)
    yield "</table>\n"
    if found["quarantined"]:
        yield f"<h2 class=bad>Could not be done ({files[QUARANTINED]:,})</h2>\n"
        yield from _table(
            ("file", "tries", "reason"),
            [(row["file"], str(row["tries"]), row["reason"]) for row in found["quarantined"]],
        )
    if found["notes"]:
        yield "<h2>Left out or repaired</h2>\n"
        yield from _table(("file", "what"), [(row["file"], row["note"]) for row in found["notes"]])
    yield "</html>\n"


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> Iterator[str]:
    yield "<table>\n<tr>" + "".join(f"<th>{name}</th>" for name in head) + "</tr>\n"
    for row in rows:
        yield "<tr>" + "".join(f"<td class=path>{escape(cell)}</td>" for cell in row) + "</tr>\n"
    yield "</table>\n"
    if len(rows) == SHOWN_FILES:
        yield f"<p>The first {SHOWN_FILES:,}; quarantine.tsv has all that could not be done.</p>\n"
