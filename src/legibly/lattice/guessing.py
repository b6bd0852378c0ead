"""Mixed forms that can be guessed where no lexicon knows the name: McCarran, O'Brien."""

from __future__ import annotations

from legibly.casing import NAME_PREFIXES, capitalise, split_ending

MIN_LETTERS = 3  # behind the prefix


def guess_mixed(word: str) -> str | None:
    """A form for a word in lower case, or None."""
    name, ending = split_ending(word)
    for prefix in NAME_PREFIXES:
        rest = name.removeprefix(prefix)
        if rest != name and len(rest) >= MIN_LETTERS and rest.isalpha():
            return capitalise(prefix) + capitalise(rest) + ending
    return None
