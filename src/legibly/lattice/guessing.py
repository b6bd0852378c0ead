"""Mixed forms that can be guessed where no lexicon knows the name: McCarran, O'Brien."""

from __future__ import annotations

from legibly.casing import capitalise

_CLITICS = ("'s", "’s")
_PREFIXES = ("mc", "o'", "o’")
_MIN_LETTERS = 3  # letters behind the prefix


def guess_mixed(word: str) -> str | None:
    """A form for a word in lower case, or None."""
    clitic = next((clitic for clitic in _CLITICS if word.endswith(clitic)), "")
    name = word.removesuffix(clitic)
    for prefix in _PREFIXES:
        rest = name.removeprefix(prefix)
        if rest != name and len(rest) >= _MIN_LETTERS and rest.isalpha():
            return capitalise(prefix) + capitalise(rest) + clitic
    return None
