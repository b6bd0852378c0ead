"""Mixed forms that can be guessed where no lexicon knows the word: McCarran, O'Brien, Zeta-Jones, DSOs, iPod-like."""

from __future__ import annotations

from collections.abc import Callable

from legibly.casing import capitalise

_CLITICS = ("'s", "’s", "'", "’")
_VOWELS = frozenset("aeiouy")


def guess_mixed(word: str, known: Callable[[str], str | None]) -> str | None:
    """A form for a word in lower case, or None; `known` are the mixed forms of other words."""
    for clitic in _CLITICS:
        bare = word.removesuffix(clitic)
        if bare != word:
            form = known(bare) or guess_mixed(bare, known)
            return form + clitic if form else None
    if "-" in word.strip("-"):
        parts = word.split("-")
        forms = [known(part) for part in parts]
        if any(forms):
            return "-".join(form or part for form, part in zip(forms, parts, strict=True))
        return "-".join(capitalise(part) for part in parts)
    if not word.replace("'", "").replace("’", "").isalpha():
        return None
    if word.startswith("mc") and len(word) > 4:
        return f"Mc{capitalise(word[2:])}"
    if word[1:2] in ("'", "’") and word[0] in "od" and len(word) > 4:
        return word[0].upper() + word[1] + capitalise(word[2:])
    if word.endswith("s") and 2 <= len(word) - 1 <= 4 and not _VOWELS & set(word[:-1]):
        return f"{word[:-1].upper()}s"
    return None
