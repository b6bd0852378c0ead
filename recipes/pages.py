"""Pages: a template beside the recipe, filled with what was measured."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from recipes.place import Place

# `?name: a sentence`, or `?not name: a sentence`: written only if what it says was measured.
_READING = re.compile(r"\?(not )?(\w+): (.*)")


def save_page(place: Place, template: Path, name: str, **fields: object) -> None:
    """`template` is Markdown with `{field}` where a table or a figure goes, and sentences that are
    written only if a field is true.
    """
    kept = "\n".join(true_lines(template.read_text("utf-8"), fields))
    text = kept.format(**fields).rstrip() + "\n"
    place.docs.mkdir(parents=True, exist_ok=True)
    (place.docs / name).write_text(text, "utf-8")
    print(text)
    print(f"-> {place.docs / name}", file=sys.stderr)


def true_lines(template: str, fields: Mapping[str, object]) -> Iterator[str]:
    """Without the sentences that do not hold. Everything that may hold has a sentence."""
    asked = set()
    for line in template.splitlines():
        reading = _READING.match(line)
        if reading is None:
            yield line
            continue
        negated, name, sentence = reading.groups()
        holds = fields[name]
        if not isinstance(holds, bool):
            raise ValueError(f"{name}: {holds!r}; expected whether it holds")
        asked.add(name)
        if holds != bool(negated):
            yield sentence

    unasked = {name for name, value in fields.items() if isinstance(value, bool)} - asked
    if unasked:
        raise ValueError(f"no sentence of the page asks for {', '.join(sorted(unasked))}")


def listed(names: Iterable[str]) -> str:
    """`a, b and c`, or `none`."""
    *head, last = list(names) or ["none"]
    return f"{', '.join(head)} and {last}" if head else last
