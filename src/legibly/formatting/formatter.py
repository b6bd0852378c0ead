"""The formatter: scorers with weights, and options. Expand, score, search, write."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from legibly.errors import UsageError
from legibly.formatting.batch_stream import CANNOT_RESUME, BatchStream
from legibly.formatting.choosing import Choosing, choose_path, choose_words
from legibly.formatting.deadlines import Deadlines
from legibly.formatting.disfluencies import KnowsRestarts
from legibly.formatting.live_stream import LiveStream
from legibly.formatting.masked_stream import MaskedStream
from legibly.formatting.masking import MaskedParts, Masks
from legibly.formatting.options import DEFAULT_MARKS, Options
from legibly.formatting.plan import Plan
from legibly.formatting.readings import MAX_READINGS, Reading, find_readings, shared
from legibly.formatting.resuming import ResumePoint
from legibly.formatting.session import Session
from legibly.formatting.spoken_marks import Command, joining_rules, read_commands
from legibly.formatting.stream import Stream
from legibly.formatting.tag_scorers import TagScorers
from legibly.grammars.rules import read_kept, read_rules
from legibly.grammars.stack import Stack, has_grammars, known_kinds, read_layers, slots_of
from legibly.languages import Language
from legibly.lattice.forms import Forms, Proposer
from legibly.lattice.scoring import Context, KnowsForms, SequenceScorer, TagScorer
from legibly.lattice.word_lattice import WordLattice, decode
from legibly.marks import NONE
from legibly.transcript import PART_WORDS, Heard, Span, Transcript, cut_parts, join_parts
from legibly.user_tables import read_lexicon, table_lines

BATCH_TRANSCRIPTS = 256  # short transcripts scored together
MAX_HELD_BACK_WORDS = 8  # in a stream that promises a time and no number of words


@dataclass(frozen=True)
class WeightedScorer:
    scorer: TagScorer | SequenceScorer | KnowsRestarts
    weight: float = 1.0


class Formatter:
    """Turns transcripts into readable ones. The same input gives the same text however it is
    portioned.
    """

    def __init__(
        self,
        scorers: Sequence[WeightedScorer],
        language: Language,
        options: Options | None = None,
        proposers: Sequence[Proposer] | None = None,
    ) -> None:
        """`proposers` stand in for the grammars of the language."""
        self.scorers = scorers
        self.language = language
        self.options = options or Options()
        tag_scorers = [(s.scorer, s.weight) for s in scorers if isinstance(s.scorer, TagScorer)]
        self._tag_scorers = TagScorers(tag_scorers)
        self._contexts = [scorer.context for scorer, _ in tag_scorers]
        self._proposers = proposers
        self.plan = self._make_plan()

    def __reduce__(self) -> tuple[type[Formatter], tuple[object, ...]]:
        """What a formatter is made of; its plan is made anew."""
        return Formatter, (self.scorers, self.language, self.options, self._proposers)

    def __deepcopy__(self, memo: object) -> Formatter:
        """Scorers never change, so that both may use the same."""
        return self.with_options(self.options)

    def with_options(self, options: Options) -> Formatter:
        """The same model with other switches."""
        return Formatter(self.scorers, self.language, options, self._proposers)

    @property
    def marks(self) -> tuple[str, ...]:
        """Those that this model may write: allowed by the options and told apart by some scorer."""
        return self.plan.marks

    def __call__(self, heard: Heard) -> Transcript:
        """Format a transcript, text, or a list of words."""
        transcript = Transcript.of(heard, language=self.language.code)
        return (
            join_parts(list(self.parts(cut_parts(transcript, PART_WORDS))))
            if transcript.words
            else transcript
        )

    def parts(self, parts: Iterable[Transcript]) -> Iterator[Transcript]:
        """Format recordings as they come, long ones in parts, in bounded memory."""
        return self._unmasked(parts) if self.plan.masks is None else self._masked(parts)

    def _masked(self, parts: Iterable[Transcript]) -> Iterator[Transcript]:
        assert self.plan.masks is not None
        masked = MaskedParts(self.plan.masks)
        for part in self._unmasked(parts):
            if (done := masked.add(part)) is not None:
                yield done
            if not part.continued:
                masked = MaskedParts(self.plan.masks)
        if (rest := masked.flush()) is not None:
            yield rest

    def _unmasked(self, parts: Iterable[Transcript]) -> Iterator[Transcript]:
        session: Session | None = None
        for part in parts:
            session = session or Session(self.plan)
            session.push(part)
            if not part.continued:
                session.close()
            self._tag_scorers.advance([session])
            if done := session.take():
                yield done
            if not part.continued:
                session = None

        if session is not None:
            session.close()
            self._tag_scorers.advance([session])
            if done := session.take():
                yield done

    def each(self, transcripts: Iterable[Heard]) -> Iterator[Transcript]:
        """Format many short transcripts, scored together; the n-th result answers the
        n-th input.
        """
        code = self.language.code
        iterator = (Transcript.of(heard, language=code) for heard in transcripts)
        while batch := list(islice(iterator, BATCH_TRANSCRIPTS)):
            sessions = []
            for transcript in batch:
                session = Session(self.plan)
                session.push(transcript)
                session.close()
                sessions.append(session)
            self._tag_scorers.advance(sessions)
            for transcript, session in zip(batch, sessions, strict=True):
                yield self._hidden(session.take() or transcript)

    def _hidden(self, written: Transcript) -> Transcript:
        """A whole transcript, or a reading of one, with its masks."""
        if self.plan.masks is None:
            return written
        masked = MaskedParts(self.plan.masks)
        return masked.add(replace(written, continued=False)) or written

    def stream(
        self,
        *,
        max_delay: int | None = 4,
        max_wait: float | None = None,
        partials: bool = True,
        hold_numbers: bool = False,
        resume: ResumePoint | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> Stream:
        """Words in as they are heard, tokens out: each at most `max_delay` words or `max_wait`
        seconds later.

        Without either limit it is as in batch. `partials` draws what is not firm yet, too.
        `hold_numbers` lets a number finish beyond `max_delay`. `resume` goes on where another
        stream was left, with the words from its position on.
        """
        stream = self._plain_stream(max_delay, max_wait, partials, hold_numbers, resume, clock)
        if self.plan.masks is None:
            return stream
        return MaskedStream(stream, self.plan.masks, self.language, resume)

    def _plain_stream(
        self,
        max_delay: int | None,
        max_wait: float | None,
        partials: bool,
        hold_numbers: bool,
        resume: ResumePoint | None,
        clock: Callable[[], float],
    ) -> Stream:
        if max_delay is None and max_wait is None:
            if resume is not None:
                raise UsageError(CANNOT_RESUME)
            return BatchStream(self.plan, self._tag_scorers, partials=partials)
        held_back = self.plan.hold_back(MAX_HELD_BACK_WORDS if max_delay is None else max_delay)
        if max_delay is not None:
            max_delay -= held_back.lookahead
        deadlines = Deadlines(max_delay, max_wait, clock)
        return LiveStream(
            self.plan,
            self._tag_scorers,
            deadlines,
            partials=partials,
            held_back=held_back,
            hold_numbers=hold_numbers,
            resumed=resume,
        )

    def rescore(
        self,
        heard: WordLattice | Transcript,
        *,
        weight: float = 1.0,
        penalty: float = 0.0,
        ways: int = 100,
    ) -> Transcript:
        """The best words of a recogniser's lattice, or of a transcript with alternatives, with case
        and marks. `weight` is that of the recogniser's scores, `penalty` what each word costs.

        An n-gram model alone goes through the whole lattice; with other scorers, and with numbers,
        the best `ways` to read are formatted, each on its own.
        """
        choosing = Choosing(weight, penalty, ways)
        if self.walks_lattices:
            lattice = (
                heard if isinstance(heard, WordLattice) else WordLattice.of_alternatives(heard)
            )
            return self._hidden(self._decoded(lattice, choosing))
        if not self.plan.sequence_scorers and not self._tag_scorers:
            raise UsageError("this model has no scorers, so that it cannot choose words")
        if not isinstance(heard, WordLattice):
            return self(choose_words(heard, self._judged, choosing))
        walked = self._decoded(heard, choosing).words if self.plan.sequence_scorers else ()
        return self(choose_path(heard, self._judged, choosing, self.language.code, walked))

    @property
    def walks_lattices(self) -> bool:
        """Whether n-gram models say everything there is to say of words, case and marks."""
        plan = self.plan
        others = self._tag_scorers or plan.proposers or plan.dropped or plan.commands
        return bool(plan.sequence_scorers) and not others

    def _decoded(self, lattice: WordLattice, choosing: Choosing) -> Transcript:
        return decode(
            lattice,
            self.plan.sequence_scorers,
            self.plan.forms,
            self.plan.marks,
            weight=choosing.weight,
            penalty=choosing.penalty,
            beam=self.options.beam,
            language=self.language,
        )

    def _judged(self, transcripts: Sequence[Transcript]) -> list[float]:
        """The log-score of the best way to write each."""
        scores: list[float] = []
        for first in range(0, len(transcripts), BATCH_TRANSCRIPTS):
            sessions = []
            for transcript in transcripts[first : first + BATCH_TRANSCRIPTS]:
                session = Session(self.plan)
                session.push(transcript)
                session.close()
                sessions.append(session)
            self._tag_scorers.advance(sessions)
            scores += [best[0][0] if (best := session.best()) else 0.0 for session in sessions]
        return scores

    def readings(self, transcript: Transcript, k: int) -> list[Transcript]:
        """The `k` best ways to write a transcript, the best first."""
        return [written for _, written in self.scored_readings(transcript, k)]

    def scored_readings(self, transcript: Transcript, k: int) -> list[tuple[float, Transcript]]:
        """The same with their log-scores."""
        session = Session(self.plan, k=k)
        session.push(replace(transcript, continued=False))
        session.close()
        self._tag_scorers.advance([session])
        return [(score, self._hidden(written)) for score, written in session.best()]

    def word_readings(
        self, transcript: Transcript, first: int, last: int, most: int = MAX_READINGS
    ) -> list[Reading]:
        """The ways to write the words `first` to `last` (exclusive), the likeliest first."""
        span = Span(first, last)
        found = find_readings(
            self.plan,
            lambda session: self._tag_scorers.advance([session]),
            transcript,
            span,
            # Paths that differ in what the other scorers remember are several of one reading.
            most * MAX_READINGS,
        )
        hidden = ((score, self._hidden(written)) for score, written in found)
        return shared(hidden, span)[:most]

    def _grammars(self) -> Sequence[Proposer]:
        """The language's own, where it has some and nobody else's are given."""
        code, options = self.language.code, self.options
        if self._proposers is not None and options.numbers:
            return self._proposers
        if not options.numbers or not has_grammars(code):
            return []
        layers = read_layers(options.grammars, known_kinds(code)) if options.grammars else None
        return [Stack(code, options.style_of(self.language.style), layers)]

    def _judge(self) -> KnowsRestarts:
        for item in self.scorers:
            if isinstance(item.scorer, KnowsRestarts):
                return item.scorer
        raise UsageError(
            "this model has not learnt what people begin anew, so that disfluencies cannot be "
            "'drop'; 'fillers' goes with every model"
        )

    def _make_plan(self) -> Plan:
        options = self.options
        known = {mark for item in self.scorers for mark in item.scorer.marks if mark != NONE}
        slots = slots_of(self.language.code) if has_grammars(self.language.code) else None
        user_rules = (
            [read_rules(options.rules, slots, options.style_of(self.language.style))]
            if options.rules
            else []
        )
        user_rules += [read_kept(options.keep)] if options.keep else []
        if options.contractions and self.language.contractions:
            user_rules.append(read_rules(self.language.contractions))
        if options.spoken_marks:
            apart = self.language.numbers.articles
            user_rules.append(read_rules(joining_rules(self.language), apart=apart))
        commands = [
            Command(spoken, before, after)
            for rules in user_rules
            for spoken, before, after in rules.attached
        ]
        commands += read_commands(self.language) if options.spoken_marks else []
        dropped = {word for rules in user_rules for word in rules.dropped}
        if options.left_out != "keep":
            dropped |= self.language.fillers
        wanted = options.marks
        if wanted == DEFAULT_MARKS:
            wanted += self.language.own_marks
        marks = tuple(mark for mark in wanted if mark in known)
        return Plan(
            language=self.language,
            options=options,
            marks=marks,
            openings={
                end: opening
                for end, opening in self.language.openings.items()
                if end in marks and options.punctuation
            },
            commands=commands,
            masks=Masks(options.mask, self.language) if options.mask else None,
            judge=self._judge() if options.left_out == "drop" else None,
            kept=frozenset(
                word
                for _, line in (table_lines(options.keep) if options.keep else ())
                for word in line.lower().split()
            ),
            forms=Forms(
                [item.scorer for item in self.scorers if isinstance(item.scorer, KnowsForms)],
                read_lexicon(options.lexicon) if options.lexicon else None,
            ),
            proposers=[*user_rules, *self._grammars()],
            dropped=frozenset(dropped),
            sequence_scorers=[
                (s.scorer, s.weight) for s in self.scorers if isinstance(s.scorer, SequenceScorer)
            ],
            context=Context(
                max((context.left for context in self._contexts), default=0),
                max((context.right for context in self._contexts), default=0),
            ),
        )
