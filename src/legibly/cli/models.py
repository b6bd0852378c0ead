"""`legibly models`"""

from __future__ import annotations

import json

import click

from legibly.errors import LegiblyError


@click.command("models")
@click.option("--json", "as_json", is_flag=True, help="For machines.")
def command(as_json: bool) -> int:
    """List the models that are installed, shipped ones and your own.

    Your own lie in $LEGIBLY_MODELS (default: ~/.local/share/legibly/models), a folder each.

    \b
    Examples:
      legibly models
      legibly models --json
    """
    from legibly.model_folders.finding import model_folders
    from legibly.model_folders.manifest import read_manifest

    failed = 0
    found = []
    for name, folder in model_folders().items():
        try:
            manifest = read_manifest(folder)
        except LegiblyError as error:
            click.echo(f"legibly: {error}", err=True)
            failed = error.exit_code
            continue
        found.append(
            {
                **manifest.facts,
                "name": name,
                "language": manifest.language,
                "scorers": [scorer.get("kind") for scorer in manifest.scorers],
                "bytes": manifest.size,
                "description": manifest.description,
                "folder": str(folder),
            }
        )

    if as_json:
        click.echo(json.dumps(found, ensure_ascii=False, indent=2, default=str))
        return failed

    for item in found:
        size = f"{item['bytes'] / 1e6:.1f} MB"
        click.echo(
            f"{item['name']}  ({item['language']}, {size}, {' + '.join(item['scorers'])})  "
            f"{item['description']}"
        )

    return failed
