"""Counting in shares, for people with a batch queue: each share by whoever, merged by another.

A share is a function of the texts and its number. A folder of counts has one for each, with how its
text was read, so that only such as belong together are merged.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

from legibly.errors import DataError, UsageError
from legibly.files.writing import atomic_text
from legibly.ngram.counting import CountSlice, count_slice
from legibly.training.ngram import NgramSettings, texts_of

READING = ("language", "order", "symbols", "cased", "classes", "spaces", "full_words")
_FOLDER = re.compile(r"share-([0-9]{1,5})-of-([0-9]{1,5})")
_NAMED = re.compile(r"([0-9]{1,5})/([0-9]{1,5})")


def parse_share(text: str) -> tuple[int, int]:
    """`3/40` is the third of forty."""
    found = _NAMED.fullmatch(text)
    if found is None or not 1 <= int(found[1]) <= int(found[2]):
        raise UsageError(f"--share {text}: expected the number of a share of how many, like 3/40")
    return int(found[1]), int(found[2])


def count_share(
    settings: NgramSettings,
    number: int,
    shares: int,
    folder: Path,
    report: Callable[[int], None] = lambda words: None,
) -> CountSlice:
    """One that is there already is taken, one that was cut off is counted anew."""
    own = folder / f"share-{number}-of-{shares}"
    own.mkdir(parents=True, exist_ok=True)
    with atomic_text(own / "reading.json") as out:
        json.dump(_reading(settings), out, indent=1)
    return count_slice(texts_of(settings, number - 1, shares), settings.order, own, report)


def _reading(settings: NgramSettings) -> dict[str, Any]:
    facts = asdict(settings)
    return {name: facts[name] for name in READING}


def read_shares(folders: Sequence[Path]) -> tuple[NgramSettings, list[CountSlice]]:
    """The shares of all folders, each once, none missing, all read alike."""
    found: dict[int, Path] = {}
    total = 0
    for folder in folders:
        for path in sorted(folder.glob("share-*")):
            named = _FOLDER.fullmatch(path.name)
            if named is None:
                continue
            number, of = int(named[1]), int(named[2])
            if total not in (0, of):
                raise UsageError(f"{path}: one of {of} shares, among those of {total}")
            if number in found:
                raise UsageError(f"{path}: share {number} is there twice, in {found[number]} too")
            total, found[number] = of, path
    if not found:
        names = ", ".join(map(str, folders))
        raise UsageError(f"{names}: no counts; make them with `legibly lm count-share`")
    done = {number for number, path in found.items() if (path / "share.json").is_file()}
    if missing := sorted(set(range(1, total + 1)) - done):
        shown = ", ".join(map(str, missing[:10])) + (" ..." if len(missing) > 10 else "")
        raise DataError(f"{folders[0]}: shares {shown} of {total} are missing; count them first")

    settings = _settings(found[1])
    for path in found.values():
        if _settings(path) != settings:
            raise UsageError(f"{path}: counted with other options than {found[1]}; count it anew")
    slices = [count_slice([], settings.order, found[number]) for number in range(1, total + 1)]
    return settings, slices


def _settings(folder: Path) -> NgramSettings:
    path = folder / "reading.json"
    try:
        facts = json.loads(path.read_text("utf-8"))
        known = {field.name: field for field in fields(NgramSettings)}
        settings = replace(NgramSettings(()), **{name: facts[name] for name in READING})
        if any(not isinstance(facts[name], type(known[name].default)) for name in ("order",)):
            raise ValueError("an order that is no number")
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise DataError(f"{path}: damaged ({error}); count the share anew") from None
    return settings
