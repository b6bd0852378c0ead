"""Says once on stderr that a text is plainly not in the language of the model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from legibly.languages import Language
    from legibly.transcript import Transcript

ENOUGH_CHARACTERS = 1200  # of a recording, to judge it by


class LanguageWatch:
    """Looks at the beginning of what is formatted, until it has said something."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._heard = ""
        self._judged = self._said = False

    def watch(self, parts: Iterable[Transcript]) -> Iterator[Transcript]:
        begins = True
        for part in parts:
            if begins:
                self.begin()
            name = part.name or "text"
            self.hear(name, " ".join(word.text for word in part.words[:ENOUGH_CHARACTERS]))
            begins = not part.continued
            if begins:
                self.end(name)
            yield part

    def watch_lines(self, lines: Iterable[str], name: str) -> Iterator[str]:
        for line in lines:
            self.hear(name, line)
            yield line
        self.end(name)

    def begin(self) -> None:
        self._heard, self._judged = "", self._said

    def hear(self, name: str, text: str) -> None:
        if not self._judged:
            self._heard += text[: ENOUGH_CHARACTERS - len(self._heard)] + " "
            if len(self._heard) >= ENOUGH_CHARACTERS:
                self.end(name)

    def end(self, name: str) -> None:
        """What was heard is all that there is, or enough."""
        if self._judged or not self._heard:
            return
        self._judged = True
        from legibly.languages.profiles import profiles

        known = profiles()
        other = known.plainly_other(self._heard, self._language.code)
        if other is not None:
            self._said = True
            click.echo(
                f"{name}: reads like {known.names[other]}, and the model is for "
                f"{self._language.name}; {_what_to_do(other)}",
                err=True,
            )


def _what_to_do(code: str) -> str:
    from legibly.languages import known_language
    from legibly.languages.finding import packaged_languages
    from legibly.model_folders.finding import model_folders

    facts, packaged = known_language(code), packaged_languages().get(code)
    if facts is not None and facts.code in model_folders():
        return f"pass --language {facts.code}"
    if facts is None and packaged is not None:
        return packaged.how_to_get
    return "`legibly models` lists what is installed"
