"""The models of a server, and formatters with the options of requests."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from legibly.errors import UsageError, unknown
from legibly.formatting.formatter import Formatter
from legibly.formatting.option_table import FORMATTING_OPTIONS
from legibly.formatting.options import Options, make_options
from legibly.languages import language as find_language
from legibly.model_folders.finding import find_model
from legibly.model_folders.loading import load_folder
from legibly.model_folders.manifest import read_manifest
from legibly.server.request_options import MASK_WORDS, RequestOptions

MAX_FORMATTERS = 32  # with options of requests, that are kept


class ServedModels:
    """Loaded once, before there are workers. The first one answers where none is named."""

    def __init__(self, formatters: Mapping[str, Formatter], facts: Mapping[str, Any]) -> None:
        self._formatters, self._facts = dict(formatters), dict(facts)
        self._made: OrderedDict[tuple[str, Options], Formatter] = OrderedDict()
        self._lock = threading.Lock()

    @classmethod
    def load(cls, names: list[str], options: Options) -> ServedModels:
        """Installed models, or folders, which answer by their manifest's name."""
        formatters, facts = {}, {}
        for name in names:
            folder = find_model(name)
            manifest = read_manifest(folder)
            known = (
                name if Path(name).name == name else str(manifest.facts.get("name", folder.name))
            )
            formatters[known] = load_folder(folder, options)
            facts[known] = {
                "name": known,
                "language": manifest.language,
                "description": manifest.description,
                "bytes": manifest.size,
            }
        return cls(formatters, facts)

    @property
    def names(self) -> list[str]:
        return list(self._formatters)

    @property
    def facts(self) -> list[dict[str, Any]]:
        """What `/v1/models` tells; nothing of where they lie."""
        return [
            {**self._facts[name], "marks": list(formatter.marks)}
            for name, formatter in self._formatters.items()
        ]

    def warm_up(self) -> None:
        """What is made with the first text is made before there are workers, who share it."""
        for formatter in self._formatters.values():
            formatter("one two three").text  # noqa: B018

    def formatter(self, asked: RequestOptions) -> Formatter:
        """With the server's own options, and over them those of a request."""
        name = self._name_of(asked)
        formatter = self._formatters[name]
        given = asked.some(FORMATTING_OPTIONS)
        words = asked.get(MASK_WORDS.name)
        if not given and not words:
            return formatter
        options = _with(formatter.options, given, words)
        with self._lock:
            key = (name, options)
            made = self._made.pop(key, None) or formatter.with_options(options)
            self._made[key] = made
            if len(self._made) > MAX_FORMATTERS:
                self._made.popitem(last=False)
            return made

    def _name_of(self, asked: RequestOptions) -> str:
        model, language = asked.get("model"), asked.get("language")
        if model is not None:
            if model not in self._formatters:
                raise unknown("model", model, self._formatters)
            spoken = self._formatters[model].language.code
            if language is not None and find_language(language).code != spoken:
                raise UsageError(f"model {model!r} is for {spoken!r}, not for {language!r}")
            return str(model)
        if language is None:
            return self.names[0]
        code = find_language(language).code
        for name, formatter in self._formatters.items():
            if formatter.language.code == code:
                return name
        served = {formatter.language.code for formatter in self._formatters.values()}
        raise UsageError(f"no model for {code!r} is served, only for {', '.join(sorted(served))}")


def _with(base: Options, given: Mapping[str, Any], mask_words: tuple[str, ...] | None) -> Options:
    """What the server masks stays masked."""
    known = {item.name: getattr(base, item.name) for item in fields(base)}
    asked = dict(given)
    if isinstance(asked.get("grammars"), tuple):
        asked["grammars"] = tuple(asked["grammars"])
    asked["mask"] = (*base.mask, *asked.get("mask", ()), *([mask_words] if mask_words else ()))
    return make_options(**(known | asked))
