"""Pages: a template beside the recipe, filled with what was measured."""

from __future__ import annotations

import sys
from pathlib import Path

from recipes.place import Place


def save_page(place: Place, template: Path, name: str, **fields: object) -> None:
    """`template` is Markdown with `{field}` where a table or a figure goes."""
    text = template.read_text("utf-8").format(**fields).rstrip() + "\n"
    place.docs.mkdir(parents=True, exist_ok=True)
    (place.docs / name).write_text(text, "utf-8")
    print(text)
    print(f"-> {place.docs / name}", file=sys.stderr)
