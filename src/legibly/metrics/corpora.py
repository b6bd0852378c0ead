"""Pairs of references and hypotheses from files and folders."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from legibly.errors import DataError, UsageError
from legibly.formats.registry import formats, suffix_of
from legibly.model import Transcript, join_parts


def paired_files(*sides: str, allow_missing: bool = False) -> Iterator[tuple[str, list[str]]]:
    """A name and a file of each side: single files as they are, files of folders by their names without endings."""
    folders = [Path(side).is_dir() for side in sides]
    for side in sides:
        if side != "-" and not Path(side).exists():
            raise UsageError(f"{side}: no such file or folder")
    if not any(folders):
        yield Path(sides[0]).name.split(".")[0], list(sides)
        return
    if not all(folders):
        odd = sides[folders.index(False)]
        raise UsageError(f"{odd}: is a file, but {sides[folders.index(True)]} is a folder; expected two of a kind")
    listings = [_listing(Path(side)) for side in sides]
    for name, path in listings[0].items():
        partners = [listing.get(name) for listing in listings[1:]]
        if None not in partners:
            yield name, [path, *[partner for partner in partners if partner is not None]]
        elif not allow_missing:
            side = sides[1 + partners.index(None)]
            raise DataError(f"{path}: no partner in {side}; add it, or pass --allow-missing to score what is there")
    if not set.intersection(*(set(listing) for listing in listings)):
        raise DataError(f"{sides[0]}: no file has a partner in {' '.join(sides[1:])}")


def _listing(folder: Path) -> dict[str, str]:
    known = {ending for entry in formats().values() if entry.read for ending in entry.suffixes}
    found: dict[str, str] = {}
    for file in sorted(folder.rglob("*")):
        if not file.is_file() or suffix_of(file.name) not in known or ".norm." in file.name:
            continue
        name = str(file.relative_to(folder).with_name(file.name.split(".")[0]))
        if name in found:
            raise UsageError(f"{file} and {found[name]} have the same name; which of them is meant?")
        found[name] = str(file)
    return found


def paired_recordings(
    ref: list[Transcript], hyp: list[Transcript], name: str
) -> list[tuple[str, Transcript, Transcript]]:
    """By their names where both sides have the same, else all of a file as one."""
    names, others = [r.name for r in ref], [h.name for h in hyp]
    if len(ref) > 1 and len(set(names)) == len(ref) and set(names) == set(others) and len(hyp) == len(ref):
        by_name = {item.name: item for item in hyp}
        return [(f"{name}/{item.name}", item, by_name[item.name]) for item in ref]
    return [(name, as_one(ref), as_one(hyp))]


def as_one(recordings: list[Transcript]) -> Transcript:
    return join_parts([replace(item, continued=False) for item in recordings]) if recordings else Transcript(())
