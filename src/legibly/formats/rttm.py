"""RTTM, the turns of a diarisation: who spoke when. It holds no words, so it is no transcript
format.
"""

from __future__ import annotations

from legibly.errors import DataError
from legibly.files.source import Source
from legibly.formats.word_checks import check_times
from legibly.speakers import Turn


def read_rttm(source: Source) -> dict[str, list[Turn]]:
    """Turns by recording, in order: `SPEAKER file channel start duration <NA> <NA>
    name <NA> <NA>`.
    """
    found: dict[str, list[Turn]] = {}
    for number, line in source.lines():
        fields = line.split()
        if not fields or fields[0] != "SPEAKER":
            if fields and not fields[0].startswith(";;") and not fields[0].isupper():
                source.bad(
                    number,
                    f"found {fields[0][:40]!r}; expected SPEAKER file channel start duration ...",
                )
            continue
        try:
            start, length = float(fields[3]), float(fields[4])
            turn = Turn(start, start + length, fields[7])
        except (IndexError, ValueError):
            source.bad(number, "expected SPEAKER file channel start duration <NA> <NA> name")
            continue
        if wrong := check_times(turn.start, turn.end):
            source.bad(number, wrong)
            continue
        found.setdefault(fields[1], []).append(turn)

    if not found:
        raise DataError(f"{source.name}: no SPEAKER lines; expected RTTM")

    return {name: sorted(turns) for name, turns in found.items()}
