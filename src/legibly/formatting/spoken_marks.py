"""Marks that are said: "comma", "full stop", "new paragraph" become what they name where they are
commands, and stay words where they are words ("the period after the war").

A command is heard and not written; its mark goes to the word before or behind it. Whether it is one
is told by the words on both sides (`recipes/spoken_marks`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import NamedTuple

from legibly.drawing import BREAKS, LINE_BREAK, PARAGRAPH_BREAK
from legibly.errors import DataError, UsageError
from legibly.languages import Language
from legibly.languages.tables import rows
from legibly.marks import core_mark, stronger_mark
from legibly.sound_tags import is_tag
from legibly.transcript import Token, Transcript, Word, speaker_changes

SPOKEN_MARK = "mark"  # the kind of a token that is heard, and written as a mark on its neighbour
TAKEN_OUT = {SPOKEN_MARK, *BREAKS}
JOIN = "join"  # a hyphen: no mark, but written between two words
COMMANDS_TABLE = "spoken_marks"
CONTEXT_TABLE = "spoken_marks_context.tsv"
CONTEXT_KINDS = ("end", "inner")  # the columns of the context, two each
# Nothing there; a word that is not in the table; a mark; a quotation mark, a bracket or a break.
OUTSIDE, OTHER, MARK, BORDER = "<outside>", "<other>", "<mark>", "<border>"
BESIDE_MARK = -4.0  # log-odds; nobody says two commas, but many a quotation mark behind one
NEIGHBOUR_SIGNS = {
    **dict.fromkeys((OTHER, OUTSIDE, BORDER), (0.0,) * 2 * len(CONTEXT_KINDS)),
    MARK: (BESIDE_MARK,) * 2 * len(CONTEXT_KINDS),
}
COMMAND_COSTS = (0.0, -1.5, -2.5)  # log-odds from which a word is a command; the last is used
COMMAND_COST = COMMAND_COSTS[-1]


class Command(NamedTuple):
    """What is said, and what that writes: a mark on the word before or behind, or a break."""

    spoken: tuple[str, ...]
    before: str = ""  # of the word behind
    after: str = ""  # of the word before
    token_kind: str = SPOKEN_MARK
    kind: str | None = None  # of context; None: always a command

    @property
    def sign(self) -> str:
        """What it is to its neighbours."""
        return MARK if core_mark(self.after) else BORDER


@dataclass(frozen=True)
class Context:
    """By word, the log-odds of a mark against a noun: before an end, behind it, before another
    mark, behind it.
    """

    rows: Mapping[str, tuple[float, ...]]

    def odds(self, kind: str, before: str, after: str) -> float:
        column = 2 * CONTEXT_KINDS.index(kind)
        return self._row(before)[column] + self._row(after)[column + 1]

    def _row(self, word: str) -> tuple[float, ...]:
        return self.rows.get(word) or self.rows[OTHER]


def read_context(language: str) -> Context:
    found: dict[str, tuple[float, ...]] = {}
    for row in rows(language, CONTEXT_TABLE.removesuffix(".tsv"), optional=True):
        try:
            found[row[0]] = tuple(map(float, row[1:]))
        except ValueError:
            found[row[0]] = ()
        if len(found[row[0]]) != 2 * len(CONTEXT_KINDS):
            raise DataError(
                f"{CONTEXT_TABLE} of {language!r}: {' '.join(row)[:60]!r}; expected a word and "
                f"{2 * len(CONTEXT_KINDS)} numbers, between tabs"
            )
    return Context(NEIGHBOUR_SIGNS | found)


def read_commands(language: Language) -> list[Command]:
    """The language's own."""
    table = rows(language.code, COMMANDS_TABLE, optional=True)
    if not table:
        raise UsageError(
            f"no spoken marks are known in {language.name}; add rules like comma<TAB>^,"
        )
    return [_command(language.code, row) for row in table if row[1] != JOIN]


def joining_rules(language: Language) -> tuple[str, ...]:
    """Rows of a table of rules, for what is said and written between two words."""
    table = rows(language.code, COMMANDS_TABLE, optional=True)
    return tuple(f"{row[0]}\t^{row[2]}^" for row in table if row[1:2] == (JOIN,) and row[2:])


def _command(language: str, row: Sequence[str]) -> Command:
    spoken = tuple(row[0].split())
    match row[1:]:
        case ("line",):
            return Command(spoken, token_kind=LINE_BREAK, kind="end")
        case ("paragraph",):
            return Command(spoken, token_kind=PARAGRAPH_BREAK, kind="end")
        case ("end" | "inner" as kind, mark):
            return Command(spoken, after=mark, kind=kind)
        case ("opening", mark):
            return Command(spoken, before=mark, kind="inner")
    raise DataError(
        f"{COMMANDS_TABLE}.tsv of {language!r}: found {' '.join(row)[:60]!r}; expected what "
        "is said and line or paragraph, or end, inner or opening and the mark"
    )


class SpokenMarks:
    """Takes commands out of what is heard. Words wait until enough of those behind them are known:
    `lookahead` at most.
    """

    def __init__(
        self, commands: Iterable[Command], context: Context, lookahead: int | None = None
    ) -> None:
        self._by_first: dict[str, list[Command]] = {}
        for command in sorted(commands, key=lambda one: -len(one.spoken)):
            self._by_first.setdefault(command.spoken[0], []).append(command)
        longest = max(
            (len(one.spoken) for some in self._by_first.values() for one in some), default=0
        )
        self._context = context
        self.lookahead = longest if lookahead is None else max(0, min(lookahead, longest))
        self._words: list[Word] = []  # that wait
        self._tokens: list[Token] = []
        self._before: Word | None = None  # the last that does not
        self._last_command: Command | None = None  # where it was the last thing
        self._begun = False  # whether there is a word that a mark can stand on
        self._closing = False  # whether no more words come

    @property
    def waiting(self) -> int:
        """Words that wait."""
        return len(self._words)

    def fork(self) -> SpokenMarks:
        """The same, to look ahead with."""
        other = copy(self)
        other._words, other._tokens = list(self._words), list(self._tokens)
        return other

    def add(self, part: Transcript) -> Transcript | None:
        """What is known now."""
        count = len(self._words)
        self._words += part.words
        self._tokens += [token.shifted(count) for token in part.tokens]
        return self._take(len(self._tokens) - self.lookahead)

    def flush(self, *, closing: bool = False) -> Transcript | None:
        self._closing = closing
        return self._take(len(self._tokens))

    def add_mark_to_last(self, mark: str) -> bool:
        if not self._tokens:
            return False
        last = self._tokens[-1]
        self._tokens[-1] = last._replace(after=stronger_mark(last.after, mark))
        return True

    def _take(self, count: int) -> Transcript | None:
        """The first tokens, and those that a command among them reaches to."""
        done: list[Token] = []
        at = 0
        while at < count:
            command = self._command_at(at)
            token = self._tokens[at]
            if command is None:
                done.append(token)
                at += 1
                self._last_command = None
                self._begun = self._begun or bool(token.text)
                continue
            length = len(command.spoken)
            done.append(
                token._replace(before=command.before, after=command.after, kind=command.token_kind)
            )
            done += [
                silent._replace(before="", after="", kind=SPOKEN_MARK)
                for silent in self._tokens[at + 1 : at + length]
            ]
            at += length
            self._last_command = command
        if not done:
            return None
        size = done[-1].last
        words = self._words[:size]
        self._before = words[-1]
        del self._words[:size]
        self._tokens = [token.shifted(-size) for token in self._tokens[at:]]
        return Transcript(tuple(words), tuple(done), continued=True)

    def _command_at(self, at: int) -> Command | None:
        command = self._said_at(at)
        return command if command is not None and self._is_meant(command, at) else None

    def _said_at(self, at: int) -> Command | None:
        """What may be a command, the longest."""
        some = self._by_first.get(self._tokens[at].text.lower(), ())
        return next((command for command in some if self._is_said(command, at)), None)

    def _is_said(self, command: Command, at: int) -> bool:
        tokens = self._tokens[at : at + len(command.spoken)]
        first, last = self._words[tokens[0].first], self._words[tokens[-1].first]
        return (
            tuple(token.text.lower() for token in tokens) == command.spoken
            and all(token.last - token.first == 1 for token in tokens)
            and not speaker_changes(first, last)
        )

    def _is_meant(self, command: Command, at: int) -> bool:
        # There is nothing that it could stand on.
        if command.after and not self._begun:
            return False
        if command.before and at + len(command.spoken) == len(self._tokens) and self._closing:
            return False
        if command.kind is None:
            return True
        before, after = self._neighbour(at - 1, at), self._neighbour(at + len(command.spoken), at)
        if command.sign is BORDER:  # stands beside marks, and may be the first
            before = BORDER if before in (OUTSIDE, MARK) else before
            after = BORDER if after == MARK else after
        return self._context.odds(command.kind, before, after) > COMMAND_COST

    def _neighbour(self, at: int, of: int) -> str:
        """The word of a place, where it belongs to the same speaker."""
        if at < of and self._last_command is not None:
            return self._last_command.sign
        if at >= len(self._tokens) or (at < 0 and self._before is None):
            return OUTSIDE
        word = self._words[self._tokens[at].first] if at >= 0 else self._before
        assert word is not None
        own = self._words[self._tokens[of].first]
        if is_tag(word.text) or speaker_changes(*((word, own) if at < of else (own, word))):
            return OUTSIDE
        if at > of and (beside := self._said_at(at)) is not None:
            return beside.sign
        return word.text.lower()
