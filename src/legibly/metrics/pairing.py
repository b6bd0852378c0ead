"""Pairs of references and hypotheses from files and folders."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from legibly.errors import DataError, UsageError
from legibly.formats.registry import COMPRESSED, readable_files
from legibly.transcript import Transcript, join_parts


def paired_files(
    *sides: str, allow_missing: bool = False, notice: Callable[[str], object] = lambda text: None
) -> Iterator[tuple[str, list[str]]]:
    """A name and a file of each side: single files as they are, files of folders by their names
    without endings.
    """
    folders = [Path(side).is_dir() for side in sides]
    for side in sides:
        if side != "-" and not Path(side).exists():
            raise UsageError(f"{side}: no such file or folder")

    if not any(folders):
        yield Path(sides[0]).name.split(".")[0], list(sides)
        return

    if not all(folders):
        odd = sides[folders.index(False)]
        raise UsageError(
            f"{odd}: is a file, but {sides[folders.index(True)]} is a folder; expected two of a "
            "kind"
        )

    listings = [_listing(Path(side)) for side in sides]
    missing = 0
    for name, path in listings[0].items():
        partners = [listing.get(name) for listing in listings[1:]]
        if None not in partners:
            yield name, [path, *[partner for partner in partners if partner is not None]]
        elif not allow_missing:
            side = sides[1 + partners.index(None)]
            raise DataError(
                f"{path}: no partner in {side}; add it, or pass --allow-missing to score what is "
                "there"
            )
        else:
            missing += 1

    alone = set().union(*listings[1:]) - set(listings[0])
    if alone:
        notice(
            f"{len(alone)} files of {' '.join(sides[1:])} have no partner in {sides[0]} and were "
            "left out"
        )

    if missing:
        notice(f"{missing} files of {sides[0]} have no partner and were left out")
    if not set.intersection(*(set(listing) for listing in listings)):
        raise DataError(f"{sides[0]}: no file has a partner in {' '.join(sides[1:])}")


def _listing(folder: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    for file in readable_files(folder):
        if ".norm." in file.name:
            continue
        name = str(file.relative_to(folder).with_name(_without_endings(file.name)))
        if name in found:
            raise UsageError(
                f"{file} and {found[name]} have the same name; which of them is meant?"
            )
        found[name] = str(file)

    return found


def _without_endings(name: str) -> str:
    """`talk.1` of `talk.1.txt.gz`: what a format or a compression adds is left out."""
    path = Path(name)
    return Path(path.stem).stem if path.suffix.lower() in COMPRESSED else path.stem


def paired_recordings(
    ref: list[Transcript], hyp: list[Transcript], name: str
) -> list[tuple[str, Transcript, Transcript]]:
    """By their names and channels where both sides have some in common, else all of
    a file as one.
    """
    keys, others = [_key(r) for r in ref], [_key(h) for h in hyp]
    if max(len(ref), len(hyp)) < 2 or None in keys or None in others or len(set(keys)) < len(keys):
        return [(name, as_one(ref), as_one(hyp))]
    if not set(keys) & set(others):
        return [(name, as_one(ref), as_one(hyp))]

    by_key: dict[object, list[Transcript]] = {}
    for key, item in zip(others, hyp, strict=True):
        by_key.setdefault(key, []).append(item)
    paired = [
        (f"{name}/{key}", item, as_one(by_key.pop(key, [])))
        for key, item in zip(keys, ref, strict=True)
    ]
    extra = [(f"{name}/{key}", Transcript(()), as_one(items)) for key, items in by_key.items()]
    return paired + extra


def _key(recording: Transcript) -> str | None:
    """Name and channel."""
    channel = recording.words[0].labels.get("channel") if recording.words else None
    return (
        recording.name
        if channel is None or recording.name is None
        else f"{recording.name} {channel}"
    )


def as_one(recordings: list[Transcript]) -> Transcript:
    return (
        join_parts([replace(item, continued=False) for item in recordings])
        if recordings
        else Transcript(())
    )
