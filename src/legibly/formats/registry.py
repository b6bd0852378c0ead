"""What a format is, and how the right one is found.

A module of this package, or of `recognisers` in it, that has `FORMATS` is one (or several); there
is no list to keep.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, TextIO

from legibly.errors import DataError, UsageError, unknown
from legibly.files.source import Source
from legibly.formats.carries import Carries
from legibly.transcript import Transcript

if TYPE_CHECKING:
    from legibly.subtitles.cues import Cue
    from legibly.subtitles.rules import CueRules

Reader = Callable[[Source], Iterator[Transcript]]
Writer = Callable[[Iterator[Transcript], TextIO], None]
Sniffer = Callable[[str], bool]
CueWriter = Callable[[Iterator[Transcript], TextIO, "CueRules"], None]
CueReader = Callable[[Source], Iterator["Cue"]]


@dataclass(frozen=True)
class Format:
    """`sniff` says whether the first few thousand characters of a file look like this format.

    `read` yields recordings in order, long ones in parts (see `Transcript.continued`); `write`
    takes the same. Both should stream where the format allows it.
    """

    name: str
    description: str
    suffixes: tuple[str, ...] = ()
    read: Reader | None = None
    write: Writer | None = None
    sniff: Sniffer | None = None
    write_cues: CueWriter | None = None  # subtitles by the rules that the user chose
    cues: CueReader | None = None  # subtitles as they stand in the file
    carries: frozenset[Carries] = frozenset()  # what survives being written
    carries_by_rules: frozenset[Carries] = frozenset()  # what else, where the user's rules ask


COMPRESSED = (".gz", ".xz")
# An object or a list, perhaps after the log of a program that printed it; not `[music] hello` or
# `{laughs} hello`.
_JSON = re.compile(
    r"(?:(?:LOG|WARNING|VLOG\[\d+\]) \(.*\n|\s)*(?:\{(?!\w[\w -]*\})|\[\s*(?:[\[{\"\]]|$))"
)
_TURNS = re.compile(r"(?:;;.*\n)*SPEAKER \S+ \d+ +[\d.]+ +[\d.]+ <NA>")


@lru_cache(maxsize=1)
def formats() -> dict[str, Format]:
    """By name, in the order of their modules' names."""
    package = importlib.import_module("legibly.formats")
    names = [module.name for module in pkgutil.walk_packages(package.__path__, "legibly.formats.")]
    names.sort(key=lambda name: name.rpartition(".")[2])
    return {
        item.name: item
        for name in names
        for item in getattr(importlib.import_module(name), "FORMATS", ())
    }


def find_format(name: str) -> Format:
    if not isinstance(name, str):
        raise UsageError(f"format is {name!r}; expected its name, like 'srt'")
    if name not in formats():
        raise unknown("format", name, formats())
    return formats()[name]


def suffix_of(path: str) -> str:
    """The ending that counts: `.ctm` for `talk.ctm.gz`."""
    name = PurePath(path)
    return (PurePath(name.stem) if name.suffix.lower() in COMPRESSED else name).suffix.lower()


def ending_of(to_format: str | None) -> str:
    """The ending of files in a format; None: text."""
    chosen = find_format(to_format or "text")
    return chosen.suffixes[0] if chosen.suffixes else ".txt"


def with_ending(path: PurePath, ending: str) -> PurePath:
    """`talk.txt` for `talk.ctm.gz`."""
    bare = path.with_suffix("") if path.suffix.lower() in COMPRESSED else path
    return bare.with_suffix(ending)


def readable_endings() -> set[str]:
    return {ending for item in formats().values() if item.read for ending in item.suffixes}


def readable_files(folder: Path) -> list[Path]:
    """All files below a folder whose endings belong to formats that can be read, by name."""
    known = readable_endings()
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return [path for path in files if suffix_of(path.name) in known]


def guess_format(path: str, opening: str) -> Format:
    """The format of a file from its opening, where a format recognises it, then from its ending,
    else text.

    Content goes first among formats that share an ending (`.json`), the ending among those that do
    not.
    """
    readable = [item for item in formats().values() if item.read]
    by_suffix = [item for item in readable if suffix_of(path) in item.suffixes]
    by_content = [item for item in readable if item.sniff and item.sniff(opening)]
    if _TURNS.match(opening) or suffix_of(path) == ".rttm":
        raise DataError(
            f"{path}: the turns of a diarisation (RTTM), which hold no words; expected a "
            "transcript; pass this file beside it, with --speakers"
        )
    if _JSON.match(opening) and suffix_of(path) in ("", ".json", ".jsonl", ".txt", ".log"):
        return by_content[0] if by_content else formats()["recogniser"]
    for item in by_suffix:
        if item in by_content or len(by_suffix) == 1:
            return item

    if by_content:
        return by_content[0]

    return by_suffix[0] if by_suffix else formats()["text"]


def writable_format(path: str) -> Format:
    """The format that a file's ending asks for."""
    suffix = suffix_of(path)
    for item in formats().values():
        if item.write and suffix in item.suffixes:
            return item

    endings = sorted(
        {ending for item in formats().values() if item.write for ending in item.suffixes}
    )
    raise UsageError(
        f"{path}: cannot tell a format from the ending {suffix!r}; pass --to, or use one of "
        f"{' '.join(endings)}"
    )
