"""Pages: a template beside the recipe, filled with what was measured."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from recipes.place import Place

# `?name: a sentence`, or `?not name: a sentence`: written only if what it says was measured.
_READING = re.compile(r"\?(not )?(\w+): (.*)")
# `@Table 5 | reproduced | why`: a line of the index of papers, not of the page.
_OUTCOME = re.compile(r"@([^|]+) \| ([^|]+) \| (.+)")
OUTCOMES = ("reproduced", "differs", "not possible")
FACTS = "outcomes"  # the folder of what the index takes from pages


class Outcome(NamedTuple):
    """What became of a table or a figure of a paper."""

    table: str
    outcome: str
    why: str


def save_page(place: Place, template: Path, name: str, **fields: object) -> None:
    """`template` is Markdown with `{field}` where a table or a figure goes, and sentences that are
    written only if a field is true.
    """
    lines = [line.format(**fields) for line in true_lines(template.read_text("utf-8"), fields)]
    kept = "\n".join(line for line in lines if not line.startswith("@"))
    text = f"{kept.rstrip()}\n\nMade from commit `{place.commit}`.\n"
    place.docs.mkdir(parents=True, exist_ok=True)
    (place.docs / name).write_text(text, "utf-8")
    _save_facts(place, name, lines)
    print(text)
    print(f"-> {place.docs / name}", file=sys.stderr)


def _save_facts(place: Place, name: str, lines: Iterable[str]) -> None:
    folder = place.docs / FACTS
    folder.mkdir(exist_ok=True)
    outcomes = [outcome._asdict() for outcome in outcomes_in(lines)]
    facts = {"commit": place.commit, "outcomes": outcomes}
    text = json.dumps(facts, ensure_ascii=False, indent=1)
    (folder / name).with_suffix(".json").write_text(f"{text}\n", "utf-8")


def outcomes_in(lines: Iterable[str]) -> Iterator[Outcome]:
    for line in lines:
        if line.startswith("@"):
            found = _OUTCOME.fullmatch(line)
            if found is None or found[2] not in OUTCOMES:
                expected = f"@table | {' or '.join(OUTCOMES)} | why"
                raise ValueError(f"{line!r}; expected {expected}")
            yield Outcome(*found.groups())


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
