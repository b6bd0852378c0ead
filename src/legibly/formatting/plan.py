"""What a formatter decides once for all its sessions: words, marks, forms, proposers, scorers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from legibly.formatting.disfluencies import Disfluencies, KnowsRestarts
from legibly.formatting.held_back import HeldBack, HoldsBack
from legibly.formatting.masking import Masks
from legibly.formatting.options import Options
from legibly.formatting.spoken_marks import Command, SpokenMarks, read_context
from legibly.languages import Language
from legibly.lattice.forms import Forms, Proposer
from legibly.lattice.scoring import Context, Skippable
from legibly.lattice.search import Weighted

SENSITIVITY_NATS = 4.0  # at either end of the option's range


@dataclass(frozen=True)
class Plan:
    """What sessions of one formatter share."""

    language: Language
    options: Options
    marks: tuple[str, ...]  # that may be written, without "none"
    forms: Forms
    proposers: Sequence[Proposer]
    dropped: frozenset[str]  # words that are heard but not written
    sequence_scorers: Sequence[Weighted]
    context: Context
    # The mark at the end of a sentence -> the one at its beginning, of those that may be written.
    openings: Mapping[str, str]
    commands: Sequence[Command] = ()  # marks that are said
    masks: Masks | None = None  # what nobody is to read
    judge: KnowsRestarts | None = None  # of what is begun anew and left out
    kept: frozenset[str] = frozenset()  # words that are never left out

    @property
    def none_score(self) -> float:
        """What a user's wish for few marks, or many, adds to the log-score of no mark."""
        return SENSITIVITY_NATS * (0.5 - self.options.sensitivity) * 2

    @property
    def choice_reach(self) -> int | None:
        """For how many words after a choice the sequence scorers are needed; None: always."""
        reaches = [
            scorer.reach if isinstance(scorer, Skippable) else None
            for scorer, _ in self.sequence_scorers
        ]
        return (
            None
            if None in reaches
            else max((reach for reach in reaches if reach is not None), default=None)
        )

    @property
    def lookahead(self) -> int:
        longest = max((proposer.max_words for proposer in self.proposers), default=1)
        return max(self.context.right, longest)

    def hold_back(self, lookahead: int | None = None) -> HeldBack:
        """For the words of a recording: what tells marks that are said, and what is left out."""
        steps: list[HoldsBack] = []
        if self.commands:
            context = read_context(self.language.code)
            steps.append(SpokenMarks(self.commands, context, lookahead))
        if self.judge is not None:
            held = sum(step.lookahead for step in steps)
            # Of the words that a live stream may wait for, the search needs some.
            left = None if lookahead is None else (lookahead - held) // 2
            steps.append(Disfluencies(self.judge, self.language, self.kept, left))
        return HeldBack(steps)
