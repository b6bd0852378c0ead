"""`legibly verbalize`"""

from __future__ import annotations

from random import Random

import click

from legibly.languages import DEFAULT_LANGUAGE


@click.command("verbalize")
@click.argument("inputs", nargs=-1, metavar="[FILE|-]...")
@click.option(
    "--language",
    default=DEFAULT_LANGUAGE,
    show_default=True,
    metavar="CODE",
    help="Language of the text.",
)
@click.option(
    "--seed",
    type=int,
    help="Say numbers in any of the ways that there are, decided by this number.",
)
def command(inputs: tuple[str, ...], language: str, seed: int | None) -> int:
    """Turn written numbers, dates, times and money into spoken words, line by line; all else stays
    as it is.

    \b
    Examples:
      echo 'Meet me at 3:30 PM, bring $12.50' | legibly verbalize -
      legibly verbalize minutes.txt > spoken.txt
    """
    from legibly.errors import UsageError
    from legibly.files.source import open_source
    from legibly.grammars.stack import has_grammars, languages_with_grammars
    from legibly.grammars.verbalizer import verbalize
    from legibly.languages import language as find_language

    code = find_language(language).code
    if not has_grammars(code):
        known = ", ".join(languages_with_grammars())
        raise UsageError(f"language {code!r} has no grammars; expected one that has ({known})")

    random = Random(seed) if seed is not None else None
    for name in inputs or ("-",):
        with open_source(name) as source:
            for _, line in source.lines():
                click.echo(verbalize(line, code, random))

    return 0
