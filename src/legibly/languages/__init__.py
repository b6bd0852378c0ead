"""Facts of languages, as data: nothing about any language stands in code."""

from legibly.languages.language import (
    DEFAULT_LANGUAGE,
    Language,
    available_languages,
    known_language,
    language,
    language_code,
)

__all__ = [
    "DEFAULT_LANGUAGE",
    "Language",
    "available_languages",
    "known_language",
    "language",
    "language_code",
]
