"""Facts of a language, from `languages/<code>/`: nothing about any language stands in code."""

from legibly.languages.language import DEFAULT_LANGUAGE, Language, available_languages, language

__all__ = ["DEFAULT_LANGUAGE", "Language", "available_languages", "language"]
