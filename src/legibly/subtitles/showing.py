"""When each subtitle is shown: times that never overlap or run back."""

from __future__ import annotations

from collections.abc import Sequence

from legibly.subtitles.cues import Cue, width
from legibly.subtitles.rules import CueRules


def with_times(drafts: Sequence[Cue], rules: CueRules) -> list[Cue]:
    """Times that never overlap or run back: a cue waits for the one before it, and stays while
    there is room.
    """
    drafts = _share_overlaps(drafts, rules)
    out: list[Cue] = []
    for i, cue in enumerate(drafts):
        start = max(cue.start, out[-1].end + rules.gap if out else 0.0)
        following = (
            drafts[i + 1].start - rules.gap
            if i + 1 < len(drafts)
            else cue.end + rules.min_seconds + 1
        )
        wanted = max(rules.min_seconds, sum(width(line) for line in cue.lines) / rules.speed)
        end = max(cue.end, min(start + wanted, following))
        if end > following and following - start >= min(rules.min_seconds, 0.5):
            end = following  # overlapping words: the next cue may begin in time
        end = min(end, start + rules.max_seconds)
        start, end = round(start, 3), round(end, 3)
        out.append(cue._replace(start=start, end=end if end > start else round(start + 0.001, 3)))

    return out


def _share_overlaps(drafts: Sequence[Cue], rules: CueRules) -> list[Cue]:
    """Cues that begin at almost the same time, of speakers who talk at once, share it by their
    length.
    """
    out: list[Cue] = []
    at = 0
    while at < len(drafts):
        last = at + 1
        near, reached = drafts[at].start + rules.min_seconds / 2, drafts[at].end
        while last < len(drafts) and drafts[last].start < min(near, reached):
            reached = min(reached, drafts[last].end)
            last += 1
        group = drafts[at:last]
        if len(group) > 1:
            begin, end = group[0].start, max(cue.end for cue in group)
            sizes = [sum(width(line) for line in cue.lines) + 1 for cue in group]
            shown = 0
            for cue, size in zip(group, sizes, strict=True):
                start = begin + (end - begin) * shown / sum(sizes)
                shown += size
                finish = begin + (end - begin) * shown / sum(sizes)
                out.append(cue._replace(start=max(start, cue.start), end=max(finish, cue.start)))
        else:
            out += group
        at = last

    return out
