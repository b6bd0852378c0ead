"""How words are pronounced: by the dictionary of an acoustic model, else by the program espeak-ng.

A word that is not in the dictionary is also looked for without its stops and in the parts between
its hyphens.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from legibly.errors import DataError
from legibly.languages import known_language
from legibly.languages.tables import rows

Phones = str  # with blanks between: "HH AH L OW"

ESPEAK_PROGRAM = "espeak-ng"
INSTALL_ESPEAK = "apt install espeak-ng"
MAX_SPELT_CHARACTERS = 60  # of a word that espeak-ng is asked for
MAX_PHONES = 100  # of a word
AT_ONCE_WORDS = 2_000  # that espeak-ng is asked for in one go
ESPEAK_SECONDS = 120  # after which it is given up
MAX_DICTIONARY_BYTES = 256 << 20

_VARIANT = re.compile(r"\(\d+\)$")
_STRESS = re.compile(r"[ˈˌ͡‿ ]|\([a-z-]+\)")  # and ties, and where espeak-ng changes its language
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "`": "'"})


def read_dictionary(path: Path) -> dict[str, tuple[Phones, ...]]:
    """Words and their pronunciations, one a line, as in the CMU dictionary: `word(2)` is another
    one of `word`.
    """
    if path.stat().st_size > MAX_DICTIONARY_BYTES:
        raise DataError(
            f"{path}: more than {MAX_DICTIONARY_BYTES >> 20} MiB; expected a dictionary"
        )
    found: dict[str, tuple[Phones, ...]] = {}
    try:
        with path.open(encoding="utf-8") as lines:
            for line in lines:
                word, *phones = line.split() or [""]
                if phones and not word.startswith((";;", "##")):
                    word = _VARIANT.sub("", word.lower())
                    found[word] = (*found.get(word, ()), " ".join(phones[:MAX_PHONES]))
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: cannot be read ({error}); expected a dictionary") from None
    if not found:
        raise DataError(f"{path}: no words in it; expected lines of a word and its phones")
    return found


class Pronunciations:
    """Of the words of a text, all at once; `unknown` are those that nobody knows to pronounce."""

    def __init__(
        self, words: Iterable[str], dictionary: Mapping[str, tuple[Phones, ...]], language: str
    ) -> None:
        self._dictionary = dictionary
        distinct = list(dict.fromkeys(words))
        self._parts = {word: self._parts_of(word) for word in distinct}
        missing = dict.fromkeys(
            part
            for parts in self._parts.values()
            for part in parts
            if part.lower() not in dictionary
        )
        self._spelt = espeak_phones(list(missing), language) if missing else {}
        self.unknown = [word for word in distinct if self._is_word(word) and not self.of(word)]

    def of(self, word: str) -> tuple[tuple[Phones, ...], ...]:
        """For each part of a word that is said on its own, the ways to say it; empty where a part
        has none.
        """
        ways = tuple(map(self._ways, self._parts[word]))
        return ways if all(ways) else ()

    def _ways(self, part: str) -> tuple[Phones, ...]:
        if ways := self._dictionary.get(part.lower()):
            return ways
        return (self._spelt[part],) if part in self._spelt else ()

    def _is_word(self, word: str) -> bool:
        return any(map(str.isalnum, word))

    def _parts_of(self, word: str) -> tuple[str, ...]:
        """The word itself where it is known, by its look with and without marks; else its parts."""
        text = unicodedata.normalize("NFC", word).translate(_APOSTROPHES)
        for known in (text, text.strip("\"'()[]{}<>,;:!?…“”«»—–-"), _core(text)):
            for form in (known, known.rstrip("."), known.replace(".", "")):
                if form.lower() in self._dictionary:
                    return (form,)
        return tuple(part for part in re.split(r"[^\w']+|_", _core(text)) if _core(part))


def _core(text: str) -> str:
    """From its first letter or digit to the last."""
    inside = [at for at, sign in enumerate(text) if sign.isalnum()]
    return text[inside[0] : inside[-1] + 1] if inside else ""


def espeak_is_there() -> bool:
    return shutil.which(ESPEAK_PROGRAM) is not None


def espeak_phones(words: Sequence[str], language: str) -> dict[str, Phones]:
    """What espeak-ng says of words, in the phones of the language's table; those that it cannot
    say are left out.
    """
    facts = known_language(language)
    program = shutil.which(ESPEAK_PROGRAM)
    if facts is None or not facts.speech.voice or program is None:
        return {}
    table = {row[0]: row[1] for row in rows(facts.code, "ipa_phones", 2)}
    fit = [word for word in words if len(word) <= MAX_SPELT_CHARACTERS and _is_latin(word)]
    found: dict[str, Phones] = {}
    for first in range(0, len(fit), AT_ONCE_WORDS):
        some = fit[first : first + AT_ONCE_WORDS]
        for word, ipa in zip(some, _ipa_of(some, program, facts.speech.voice), strict=True):
            if phones := phones_of(ipa, table):
                found[word] = phones
    return found


def _is_latin(word: str) -> bool:
    """Of other scripts espeak-ng says the name ("Chinese letter")."""
    return all(
        unicodedata.name(sign, "").startswith("LATIN") for sign in word if sign.isalpha()
    ) and any(map(str.isalnum, word))


def _ipa_of(words: Sequence[str], program: str, voice: str) -> list[str]:
    """A line an answer; where there are more lines than words, word by word, so that none gets the
    sounds of another.
    """
    command = [program, "-q", "--ipa", "-v", voice]
    try:
        done = subprocess.run(
            command,
            input="".join(f"{word}\n" for word in words),
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=ESPEAK_SECONDS,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return [""] * len(words)
    lines = done.stdout.splitlines()
    if len(lines) == len(words):
        return lines
    if len(words) == 1:
        return [" ".join(lines)]
    half = len(words) // 2
    return [*_ipa_of(words[:half], program, voice), *_ipa_of(words[half:], program, voice)]


def phones_of(ipa: str, table: Mapping[str, Phones]) -> Phones:
    """The longest rows of the table that a word's sounds are made of; empty where a sound is in
    none of them.
    """
    text = _STRESS.sub("", unicodedata.normalize("NFC", ipa.strip()))
    longest = max(map(len, table))
    phones: list[str] = []
    at = 0
    while at < len(text):
        for size in range(longest, 0, -1):
            if phone := table.get(text[at : at + size]):
                phones += phone.split()
                at += size
                break
        else:
            return ""
    return " ".join(phones) if len(phones) <= MAX_PHONES else ""
