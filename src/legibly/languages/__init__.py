"""Facts of a language, from `languages/<code>/`: nothing about any language stands in code."""

from legibly.languages.language import Language, available_languages, language

__all__ = ["Language", "available_languages", "language"]
