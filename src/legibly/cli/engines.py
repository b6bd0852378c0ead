"""`legibly engines`"""

from __future__ import annotations

import json

import click


@click.command("engines")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def command(as_json: bool) -> int:
    """List the recognisers that `legibly transcribe` can use: what is there, what each needs.

    \b
    Examples:
      legibly engines
      legibly engines --json
    """
    from legibly.recognition.engines import ENGINES, missing_libraries
    from legibly.speech.audio import SPEECH_EXTRA

    if as_json:
        listed = [
            {
                "name": facts.name,
                "installed": facts.installed,
                "install": facts.install,
                "needs_model": facts.needs_model,
                "model": facts.model,
                "languages": facts.languages,
            }
            for facts in ENGINES
        ]
        click.echo(json.dumps({"missing": missing_libraries(), "engines": listed}, indent=2))
        return 0
    for facts in ENGINES:
        state = "installed" if facts.installed else f"not installed: {facts.install}"
        click.echo(f"{facts.name:<14}{state}")
        click.echo(f"{'':<14}{facts.about}")
        need = "--engine-model FOLDER" if facts.needs_model else "nothing; or --engine-model FOLDER"
        click.echo(f"{'':<14}needs {need}: {facts.model}")
    if missing := missing_libraries():
        click.echo(f"all of them need {', '.join(missing)}: {SPEECH_EXTRA}")
    return 0
