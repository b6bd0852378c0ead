"""Who speaks, shown in subtitles: a dash or a name where the speaker changes; two short turns may
share a cue, a line each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from legibly.subtitles.cues import Cue, width
from legibly.subtitles.rules import CueRules

DASH = "- "
SHORT_TURN_SECONDS, SHARED_GAP_SECONDS = 1.5, 1.0


def speaker_label(speaker: str, style: str, *, first: bool) -> str:
    """What stands before the first word of a turn; the first speaker of all needs no dash."""
    if style == "names":
        return f"{' '.join(speaker.split())}: "
    return DASH if style == "dashes" and not first else ""


def share_cues(drafts: Iterable[Cue], rules: CueRules) -> Iterator[Cue]:
    """Question and answer in one cue, where they are short."""
    held: Cue | None = None
    for cue in drafts:
        if held is not None and _may_share(held, cue, rules):
            yield _shared(held, cue)
            held = None
            continue
        if held is not None:
            yield held
        held = cue
    if held is not None:
        yield held


def _may_share(before: Cue, after: Cue, rules: CueRules) -> bool:
    shorter = min(before.end - before.start, after.end - after.start)
    return (
        None not in (before.speaker, after.speaker)
        and before.speaker != after.speaker
        and len(before.lines) == len(after.lines) == 1
        and width(_dashed(before.lines[0])) <= rules.line_width
        and shorter < SHORT_TURN_SECONDS
        and 0 <= after.start - before.end < SHARED_GAP_SECONDS
        and after.end - before.start <= rules.max_seconds
        and before.last == after.first
    )


def _shared(before: Cue, after: Cue) -> Cue:
    lines = (_dashed(before.lines[0]), after.lines[0])
    timed = before.timed + after.timed
    if timed and lines[0] != before.lines[0]:
        (start, text), *rest = timed[0]
        timed = (((start, DASH + text), *rest), *timed[1:])
    return Cue(before.start, after.end, lines, None, before.first, after.last, timed)


def _dashed(line: str) -> str:
    return line if line.startswith(DASH) else DASH + line
