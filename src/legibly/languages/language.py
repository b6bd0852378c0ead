"""Reads `language.toml` and the tables beside it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from legibly.errors import DataError, unknown
from legibly.toml import load_toml

# For words of which nobody says what language they are.
DEFAULT_LANGUAGE = "en"
SETTINGS = ("name", "glyphs")  # of language.toml


@dataclass(frozen=True)
class Language:
    code: str
    name: str
    glyphs: dict[str, str] = field(default_factory=dict)  # canonical mark -> how it is drawn
    abbreviations: frozenset[str] = frozenset()  # written with a full stop, lower-case, without it
    fillers: frozenset[str] = frozenset()  # um, uh
    # Capital words that say nothing about a text's case (I, I'm).
    pronouns: frozenset[str] = frozenset()
    number_words: frozenset[str] = frozenset()  # that numbers are spoken with

    def glyph(self, mark: str) -> str:
        return self.glyphs.get(mark, mark)


def available_languages() -> list[str]:
    return sorted(entry.name for entry in _folders())


@cache
def language(code: str) -> Language:
    """The facts of a BCP-47 code; `pt-BR` falls back to `pt`."""
    folders = {entry.name: entry for entry in _folders()}
    folder = folders.get(code) or folders.get(code.split("-")[0])
    if folder is None:
        raise unknown("language", code, folders)
    return read_language(folder)


def read_language(folder: Path) -> Language:
    """The facts in a folder."""
    path = folder / "language.toml"
    facts = load_toml(path.read_text("utf-8"), str(path))
    for key in facts:
        if key not in SETTINGS:
            raise DataError(f"{path}: {unknown('setting', key, SETTINGS)}")

    return Language(
        code=folder.name,
        name=facts["name"],
        glyphs=facts.get("glyphs", {}),
        abbreviations=_table(folder, "abbreviations.tsv"),
        fillers=_table(folder, "fillers.tsv"),
        pronouns=_table(folder, "pronouns.tsv"),
        number_words=_table(folder, "number_words.tsv"),
    )


def _folders() -> list[Path]:
    return [
        entry for entry in Path(__file__).parent.iterdir() if (entry / "language.toml").is_file()
    ]


def _table(folder: Path, name: str) -> frozenset[str]:
    """First column of a table; `#` begins a comment; a language without the table has nothing to
    say.
    """
    path = folder / name
    if not path.is_file():
        return frozenset()
    lines = (line.split("#")[0].strip() for line in path.read_text("utf-8").splitlines())
    return frozenset(line.split("\t")[0] for line in lines if line)
