"""The facts of a language: what stands in `language.toml` and in the tables beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any

from legibly.errors import DataError, unknown
from legibly.languages.finding import find_language, language_folders, packaged_languages
from legibly.languages.tables import first_column, read_table
from legibly.marks import NO_ABBREVIATIONS, Abbreviations
from legibly.small_files import small_text
from legibly.toml import MAX_CHARACTERS, is_finite, load_toml

# For words of which nobody says what language they are.
DEFAULT_LANGUAGE = "en"


@dataclass(frozen=True)
class NumberFacts:
    """What the search for numbers must know of a language beside its grammars."""

    articles: tuple[str, ...] = ()  # open numbers and letters, and all else
    address_signs: tuple[str, ...] = ()  # stand after the first word of an e-mail or web address
    address_point: str = ""  # the one that every web address has
    one: str = ""  # after it, units are in the singular
    range: str = ""  # between the ends of one: ten to twenty
    inside: tuple[str, ...] = ()  # words between those of a number
    characters: str = "together"  # or "apart": grammars hear each character of a word
    joiner: str = ""  # between a whole and its parts, after which there may be one of them


@dataclass(frozen=True)
class NoiseFacts:
    """What is heard where nothing was said, for noise in training."""

    fillers: tuple[str, ...] = ()
    insertions: tuple[str, ...] = ()
    hyphens: str = "apart"  # how words with a hyphen are heard, mostly; or "together"


@dataclass(frozen=True)
class SpeechFacts:
    """What is needed to find words in sound."""

    voice: str = ""  # of espeak-ng, whose sounds `ipa_phones.tsv` gives the phones of


@dataclass(frozen=True)
class Language:
    code: str
    name: str
    names: tuple[str, ...] = ()  # other names and codes that recognisers have for it
    letter_words: tuple[str, ...] = ()  # letters that are words, and no initials
    glyphs: Mapping[str, str] = field(default_factory=dict)  # canonical mark -> how it is drawn
    own_marks: tuple[str, ...] = ()  # that other languages do not have
    # The mark at the end of a sentence -> the one at its beginning.
    openings: Mapping[str, str] = field(default_factory=dict)
    subtitles: Mapping[str, float] = field(default_factory=dict)  # rules that differ
    style: Mapping[str, str] = field(default_factory=dict)  # of numbers, as it is customary
    numbers: NumberFacts = NumberFacts()
    noise: NoiseFacts = NoiseFacts()
    speech: SpeechFacts = SpeechFacts()
    abbreviations: Abbreviations = NO_ABBREVIATIONS
    fillers: frozenset[str] = frozenset()  # um, uh
    doubled: frozenset[str] = frozenset()  # words that are said twice on purpose: very very
    pronouns: frozenset[str] = frozenset()  # capital words that say nothing about a text's case
    number_words: frozenset[str] = frozenset()  # that numbers are spoken with
    digit_words: frozenset[str] = frozenset()  # that telephone numbers are read out with
    profanity: frozenset[str] = frozenset()  # every form of its own
    contractions: tuple[str, ...] = ()  # rows of what is heard without an apostrophe, and written
    verbs_of_saying: frozenset[str] = frozenset()  # behind which people are quoted
    quotation_marks: tuple[str, ...] = ('"', '"')
    openers: frozenset[str] = frozenset()  # words whose capital says that a sentence begins

    def glyph(self, mark: str) -> str:
        return self.glyphs.get(mark, mark)


def available_languages() -> list[str]:
    return sorted(language_folders())


def language(code: str) -> Language:
    """The facts of a BCP-47 code; `pt-BR` falls back to `pt`."""
    return read_language(*find_language(code))


def known_language(code: str | None) -> Language | None:
    """The facts of a language where they are known."""
    if code is None or not {code, code.split("-")[0]} & language_folders().keys():
        return None
    return language(code)


def language_code(name: str) -> str | None:
    """The code for what a recogniser calls a language: `english`, `en-US`, `cmn`."""
    short = name.lower().replace("_", "-")
    for code, packaged in packaged_languages().items():
        if short in packaged.names:
            return code
    for code in available_languages():
        if short in (code, *language(code).names) or short.split("-")[0] == code:
            return code
    short = short.split("-")[0]
    return short if 2 <= len(short) <= 3 and short.isascii() and short.isalpha() else None


SECTIONS = {"numbers": NumberFacts, "noise": NoiseFacts, "speech": SpeechFacts}
SETTINGS = (
    *(
        "name",
        "names",
        "letter_words",
        "quotation_marks",
        "glyphs",
        "own_marks",
        "openings",
    ),
    "subtitles",
    "style",
    *SECTIONS,
)


@cache
def read_language(code: str, folder: Path) -> Language:
    """The facts in a folder."""
    path = folder / "language.toml"
    try:
        facts = load_toml(small_text(path, most=MAX_CHARACTERS), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: cannot be read ({error}); expected TOML") from None
    _refuse_unknown(path, facts, SETTINGS)
    _check_types(path, facts)
    letter_words = tuple(facts.get("letter_words", ()))
    packaged = packaged_languages().get(code)
    return Language(
        code=code,
        name=str(facts.get("name", packaged.name if packaged else code)),
        names=tuple(facts.get("names", packaged.names if packaged else ())),
        letter_words=letter_words,
        glyphs=facts.get("glyphs", {}),
        own_marks=tuple(facts.get("own_marks", ())),
        openings=facts.get("openings", {}),
        subtitles=facts.get("subtitles", {}),
        style=facts.get("style", {}),
        abbreviations=Abbreviations(
            first_column(folder, "abbreviations"),
            frozenset(letter_words),
            first_column(folder, "stops"),
        ),
        fillers=first_column(folder, "fillers"),
        doubled=first_column(folder, "doubled"),
        pronouns=first_column(folder, "pronouns"),
        number_words=first_column(folder, "number_words"),
        digit_words=first_column(folder, "digit_words"),
        profanity=first_column(folder, "profanity"),
        openers=first_column(folder, "openers"),
        contractions=tuple(
            "\t".join(row) for row in read_table(folder / "contractions.tsv", optional=True)
        ),
        verbs_of_saying=first_column(folder, "saying"),
        quotation_marks=tuple(facts.get("quotation_marks", ('"', '"'))),
        **{name: _section(path, kind, facts.get(name, {})) for name, kind in SECTIONS.items()},
    )


def _check_types(path: Path, facts: Mapping[str, Any]) -> None:
    """Strings, lists of strings, and tables of strings or numbers."""
    _expect(path, "name", facts.get("name", ""), isinstance(facts.get("name", ""), str), "a string")
    for name in ("names", "letter_words", "quotation_marks", "own_marks"):
        _expect(path, name, facts.get(name, []), _are_strings(facts.get(name, [])), "strings")
    for name in ("glyphs", "openings", "subtitles", "style", *SECTIONS):
        table = facts.get(name, {})
        _expect(path, name, table, isinstance(table, dict), f"a table [{name}]")
        for key, value in table.items():
            right = is_finite(value) if name == "subtitles" else _are_strings(value)
            right = right or (name != "subtitles" and isinstance(value, str))
            _expect(path, f"{name}.{key}", value, right, "text, or a number of [subtitles]")


def _are_strings(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _expect(path: Path, name: str, value: object, right: bool, wanted: str) -> None:
    if not right:
        raise DataError(f"{path}: {name} is {str(value)[:40]!r}; expected {wanted}")


def _section(path: Path, kind: type[Any], facts: Mapping[str, Any]) -> Any:
    _refuse_unknown(path, facts, [item.name for item in fields(kind)])
    return kind(**{name: tuple(v) if isinstance(v, list) else v for name, v in facts.items()})


def _refuse_unknown(path: Path, facts: Mapping[str, object], known: Sequence[str]) -> None:
    for key in facts:
        if key not in known:
            raise DataError(f"{path}: {unknown('setting', key, known)}")
