"""`legibly models`"""

from __future__ import annotations

import json

import click

from legibly.errors import LegiblyError


@click.group("models", invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="For machines.")
@click.pass_context
def command(context: click.Context, as_json: bool) -> int | None:
    """List the models that are installed, shipped ones and your own.

    Your own lie in $LEGIBLY_MODELS (default: ~/.local/share/legibly/models), a folder each.

    \b
    Examples:
      legibly models
      legibly models --json
      legibly models verify
    """
    return _list(as_json) if context.invoked_subcommand is None else None


@command.command("verify")
@click.argument("names", nargs=-1, metavar="[NAME|FOLDER]...")
def verify_command(names: tuple[str, ...]) -> int:
    """Check every file of models against the checksums of their manifests (default: all that are
    installed). What a model opens is checked whenever it is opened.

    \b
    Examples:
      legibly models verify
      legibly models verify models/mine
    """
    from legibly.model_folders.finding import find_model, model_folders
    from legibly.model_folders.loading import verify_folder

    failed = 0
    for name in names or model_folders():
        try:
            count = verify_folder(find_model(name))
            click.echo(f"{name}: {count} files, all as the manifest says")
        except LegiblyError as error:
            click.echo(f"legibly: {error}", err=True)
            failed = error.exit_code
    return failed


def _list(as_json: bool) -> int:
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
