"""`legibly check`"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import click

from legibly.cli import switches
from legibly.cli.running import report
from legibly.errors import UsageError


@click.command("check")
@click.argument("path", metavar="FILE")
@switches.subtitle_options
@click.option("--language", metavar="CODE", help="Chinese (zh) has rules of its own.")
@click.option(
    "--encoding", metavar="NAME", help="Encoding of the file (default: UTF-8; UTF-16 by its mark)."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object for machines.")
def command(
    path: str, language: str | None, encoding: str | None, as_json: bool, **settings: Any
) -> int:
    """Report where subtitles break the rules of a preset; exit code 1 if they do.

    \b
    Examples:
      legibly check talk.vtt
      legibly check talk.srt --preset netflix
      legibly check talk.ttml --line-width 37 --json
    """
    from legibly.files.source import open_source
    from legibly.formats.registry import formats, guess_format
    from legibly.subtitles.checking import check
    from legibly.subtitles.rules import CueRules, chosen_cue_rules

    rules = (chosen_cue_rules(settings) or CueRules()).for_language(language)
    with open_source(path, language=language, encoding=encoding) as source:
        kind = guess_format(source.name, source.opening)
        if kind.cues is None:
            known = ", ".join(item.name for item in formats().values() if item.cues)
            raise UsageError(f"{path}: is {kind.name}; expected subtitles ({known})")
        cues = list(kind.cues(source))
        found = list(check(cues, rules))
        report(source)

    counts = Counter(item.rule for item in found)
    if as_json:
        answer = {
            "cues": len(cues),
            "violations": [item._asdict() for item in found],
            "counts": dict(counts),
        }
        click.echo(json.dumps(answer, ensure_ascii=False))
        return 1 if found else 0

    for item in found:
        cue = cues[item.cue - 1]
        text = " / ".join(cue.lines)[:60]
        click.echo(
            f"{path}: cue {item.cue} at {cue.start:.3f} s: {item.rule} {item.found:g}, allowed "
            f"{item.allowed:g}: {text}"
        )

    summary = (
        ", ".join(f"{count} {rule}" for rule, count in counts.most_common())
        or "all within the rules"
    )
    click.echo(f"{len(cues)} cues: {summary}")
    return 1 if found else 0
