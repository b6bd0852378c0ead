"""`legibly grammar`"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from legibly.cli import switches

if TYPE_CHECKING:
    from legibly.formatting.formatter import Formatter
    from legibly.transcript import Token


@click.group("grammar")
def command() -> None:
    """Try the grammars of numbers, dates, times and money.

    \b
    Example:
      legibly grammar try "meet me at three thirty"
    """


@command.command("try")
@click.argument("text")
@click.option(
    "-k",
    "count",
    type=click.IntRange(1, 100),
    default=5,
    show_default=True,
    help="Readings to show.",
)
@click.option(
    "--arcs", is_flag=True, help="Show what each grammar proposes, rather than whole readings."
)
@click.option("--json", "as_json", is_flag=True, help="For machines.")
@switches.format_options
def try_grammar(
    text: str,
    count: int,
    arcs: bool,
    as_json: bool,
    model: str | None,
    language: str | None,
    **settings: Any,
) -> int:
    """The best ways to write some words, what they cost beside the best, and the words that each
    token covers.

    \b
    Examples:
      legibly grammar try "meet me at three thirty"
      legibly grammar try "one oh five" --arcs
      legibly grammar try "twenty miles per hour" --units short
    """
    from legibly.api import load
    from legibly.languages import language as find_language

    if language is not None:
        find_language(language)
    formatter = load(switches.chosen_model(model, language), **settings)
    rows = _proposals(text, formatter) if arcs else _readings(text, formatter, count)
    for row in rows:
        if as_json:
            click.echo(json.dumps(row, ensure_ascii=False))
        else:
            covered = "  ".join(f"{token['text']} [{token['words']}]" for token in row["tokens"])
            click.echo(
                f"{row['cost']:8.2f}  {row['kind']:<12}  {covered}"
                if arcs
                else f"{row['cost']:8.2f}  {covered}"
            )

    return 0


def _readings(text: str, formatter: Formatter, count: int) -> list[dict[str, Any]]:
    from legibly.transcript import Transcript, Word, as_heard

    words = tuple(Word(word) for word in text.split())
    found = formatter.scored_readings(
        Transcript(words, tuple(as_heard(words)), formatter.language.code), count
    )
    best = found[0][0] if found else 0.0
    return [
        {
            "cost": round(best - score, 3),
            "text": written.text,
            "tokens": _covered(written.tokens, text.split()),
        }
        for score, written in found
    ]


def _proposals(text: str, formatter: Formatter) -> list[dict[str, Any]]:
    words = text.lower().split()
    rows = []
    for at in range(len(words)):
        for proposer in formatter.plan.proposers:
            following = words[at + 1] if at + 1 < len(words) else ""
            if proposer.begins(words[at], following):
                rows += [
                    {
                        "cost": round(-arc.score, 3),
                        "kind": arc.tokens[0].kind,
                        "tokens": _covered(arc.tokens, words[at:]),
                    }
                    for arc in proposer.propose(words[at:])
                ]

    return rows


def _covered(tokens: Iterable[Token], words: list[str]) -> list[dict[str, Any]]:
    return [
        {
            "text": token.before + token.text + token.after,
            "kind": token.kind,
            "words": " ".join(words[token.first : token.last]),
        }
        for token in tokens
    ]
