"""One recording on its way through the lattice: words in, tokens out, in bounded memory.

Words are pushed in any portions and scored in blocks. Where a block ends is decided by the words there, so portions
never change the result, and a text cut elsewhere is soon in the same blocks again. Tags and dropped fillers are not
seen by the search; they are put back where they were.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeGuard
from zlib import crc32

from legibly.casing import Case, case_of
from legibly.formatting.existing_marks import Existing
from legibly.formatting.plan import Plan
from legibly.lattice.arcs import Arc, Column, MarkChoice, ScoredArc, Step
from legibly.lattice.chains import Chain
from legibly.lattice.forms import fixed
from legibly.lattice.scoring import Block, Forgetful, SequenceScorer, State, TagTable
from legibly.lattice.search import Search, Start
from legibly.lattice.tag_scores import SOME_CAPITAL, Rows
from legibly.marks import NONE, SENTENCE_ENDS, core_mark, is_only_marks
from legibly.sound_tags import is_tag, is_unknown_word
from legibly.transcript import PART_WORDS, Alternative, Token, Transcript, Word, speaker_changes

BLOCK = 112  # words scored at a time at most; with its context it fits a window of the neural scorer
SHORTEST_BLOCK = 40  # but for the last
LONG_PAUSE = 1.0  # seconds that no number reaches across


class Session:
    """`push` parts, `close`; in between, score the `blocks`, `accept` the tables and `take` what is settled."""

    def __init__(self, plan: Plan, *, k: int = 1) -> None:
        self._plan = plan
        self._k = k
        self._existing: Existing | None = None
        self._marks: tuple[str, ...] = (NONE, *plan.marks)
        self._search: Search | None = None
        self._chains: dict[tuple[int, int], tuple[Chain, float]] = {}
        self._like: Transcript | None = None
        self._waiting: list[Transcript] = []
        self._waiting_words = 0
        self._closed = False
        # All words from position `_taken` on, as heard.
        self._words: list[Word] = []
        self._taken = 0
        # The words that the search sees; lists start at visible position `_dropped`.
        self._seen: list[Word] = []
        self._at: list[int] = []  # their positions among all words
        self._arcs: list[tuple[Arc, ...]] = []  # that begin there
        self._before: dict[int, str] = {}
        self._after: dict[int, str] = {}
        self._closed_by: dict[int, str] = {}  # the mark of a tag that follows the word
        self._opening = ""  # marks that open before the next word
        self._barriers: set[int] = set()  # visible positions after a tag, which no arc may cross
        self._dropped = 0
        self._count = 0  # visible words so far
        self._scored = 0
        self._sizes: deque[int] = deque()  # of the blocks whose tables are awaited
        self._pushed = 0
        self._unseen: dict[int, Token] = {}  # tags and dropped fillers, by position among all words
        self._alternatives: list[Alternative] = []  # likewise
        self._settled: list[Step] = []  # but not emitted yet
        self._rows = Rows()
        self._ending: dict[int, list[Arc]] = {}  # arcs of several words, by where they end
        self._reach = plan.reach
        self._awake_until = 0  # the visible position up to which forgetful scorers are needed

    def push(self, part: Transcript) -> None:
        if self._like is None:
            self._like = part
        if self._existing is not None:
            self._push(part)
            return
        # What the transcript already has is judged on its first words, however they are portioned.
        self._waiting.append(part)
        self._waiting_words += len(part.words)
        if self._waiting_words >= PART_WORDS:
            self._judge()

    def _judge(self) -> None:
        if self._plan.options.redo:
            self._existing = Existing()
        else:
            tokens = [token for part in self._waiting for token in part.tokens][:PART_WORDS]
            fillers = self._plan.options.fillers == "keep"
            self._existing = Existing.of(tokens, self._plan.language, fillers=fillers)
        waiting, self._waiting = self._waiting, []
        for part in waiting:
            self._push(part)

    def _push(self, part: Transcript) -> None:
        tokens = part.tokens
        if self._plan.options.redo:
            tokens = [Token(word.text, i, i + 1) for i, word in enumerate(part.words)]
        offset = self._taken + len(self._words)
        self._words.extend(part.words)
        self._alternatives.extend(a._replace(first=a.first + offset, last=a.last + offset) for a in part.alternatives)
        for token in tokens:
            self._add(token, part.words, offset)

    def hang(self, mark: str) -> bool:
        """A mark for the last word that was pushed; whether there is one that is not decided yet."""
        if self._waiting and self._waiting[-1].tokens:
            part = self._waiting[-1]
            last = part.tokens[-1]
            tokens = (*part.tokens[:-1], last._replace(after=_stronger(last.after, mark)))
            self._waiting[-1] = replace(part, tokens=tokens)
            return True
        if self._count > max(self._pushed, self._scored) and self._at[-1] == self._taken + len(self._words) - 1:
            self._after[self._count - 1] = _stronger(self._after.get(self._count - 1, ""), mark)
            return True
        return False

    def close(self) -> None:
        if self._existing is None:
            self._judge()
        self._closed = True

    def _add(self, token: Token, words: Sequence[Word], offset: int) -> None:
        plan, position = self._plan, self._count
        text = token.text
        if token.last - token.first > 1 or (token.kind not in ("word", "tag") and text):
            self._add_fixed_token(token, words, offset)
            return
        if not text:
            self._hide(token, offset)
            return
        if (is_tag(text) and not is_unknown_word(text)) or is_only_marks(text):
            self._hide(token._replace(kind="tag"), offset)
            return
        lower = text if text.islower() else text.lower()
        if lower in plan.dropped:
            self._drop_filler(token, words[token.first], offset)
            return
        if token.before or self._opening:
            self._before[position] = self._opening + token.before
            self._opening = ""
        if token.after:
            self._after[position] = token.after
        self._seen.append(words[token.first])
        self._at.append(offset + token.first)
        self._arcs.append(self._word_arcs(text, lower))
        self._count += 1

    def _word_arcs(self, text: str, lower: str) -> tuple[Arc, ...]:
        assert self._existing is not None
        if not self._plan.options.case or self._existing.cased or is_unknown_word(text):
            return fixed(text)
        has_capitals = lower is not text and case_of(text) not in (None, Case.LOWER)
        if has_capitals and not self._existing.shouted and not self._plan.options.redo:
            return fixed(text)
        return self._plan.forms(lower)

    def _add_fixed_token(self, token: Token, words: Sequence[Word], offset: int) -> None:
        """A token that somebody made of several words stays one."""
        length = token.last - token.first
        if token.before:
            self._before[self._count] = token.before
        if token.after:
            self._after[self._count + length - 1] = token.after
        arc = Arc(length, (token._replace(first=0, last=length, before="", after=""),))
        self._seen.extend(words[token.first : token.last])
        self._at.extend(range(offset + token.first, offset + token.last))
        self._arcs.extend([(arc,), *[()] * (length - 1)])
        self._count += length

    def _hide(self, token: Token, offset: int) -> None:
        """A tag, or what was dropped before. A mark on it closes the sentence before it, and is written where it is."""
        self._unseen[offset + token.first] = token
        self._barriers.add(self._count)
        if core_mark(token.after) and self._count:
            self._closed_by.setdefault(self._count - 1, core_mark(token.after))

    def _drop_filler(self, token: Token, filler: Word, offset: int) -> None:
        """The marks around it go to the words that stay: what opens to the next, what closes to the one before."""
        self._unseen[offset + token.first] = token._replace(text="", before="", after="", kind="filler")
        if self._seen and filler.end is not None:
            # For the scorers, the speaker was not silent meanwhile.
            self._seen[-1] = self._seen[-1]._replace(end=filler.end)
        if self._seen and speaker_changes(self._seen[-1], filler):
            self._barriers.add(self._count)
        self._opening += token.before
        if token.after and self._is_decided(self._count - 1):  # in a stream: too late for the word before
            self._unseen[offset + token.first] = token._replace(text="", kind="filler")
            self._closed_by.setdefault(self._count - 1, core_mark(token.after))
        elif token.after and self._count > self._dropped:
            self._after[self._count - 1] = _stronger(self._after.get(self._count - 1, ""), token.after)

    def _is_decided(self, position: int) -> bool:
        """Whether what is written for a word was given out."""
        return False

    def blocks(self) -> list[Block]:
        """The words that can be scored now. While more may come, one word beyond the context is awaited, so that
        a block never takes the end of a portion for the end of the recording."""
        blocks = []
        left, right = self._plan.context.left, self._plan.lookahead
        while self._scored < self._count:
            if not self._closed and self._count <= self._scored + BLOCK + right:
                break
            last = self._block_end()
            begin, end = max(0, self._scored - left), min(self._count, last + right)
            words = self._seen[begin - self._dropped : end - self._dropped]
            ends = self._closed and end == self._count
            blocks.append(Block(words, self._scored - begin, last - begin, begin == 0, ends))
            self._sizes.append(last - self._scored)
            self._scored = last
        return blocks

    def _block_end(self) -> int:
        """The place in reach where the words around have the lowest checksum."""
        if self._count <= self._scored + BLOCK:
            return self._count
        first, last = self._scored - self._dropped + SHORTEST_BLOCK, self._scored - self._dropped + BLOCK
        sums = [crc32(word.text.encode()) for word in self._seen[first - 2 : last + 1]]
        places = range(len(sums) - 2)
        mixed = [sums[i] ^ sums[i + 1] * 3 ^ sums[i + 2] * 5 for i in places]
        return self._scored + SHORTEST_BLOCK + min(places, key=lambda i: (mixed[i], -i))

    def accept(self, tables: Sequence[tuple[float, Sequence[TagTable]]]) -> None:
        """The weighted tables of one block, in the order of `blocks`."""
        count = self._sizes.popleft()
        self._sum_tables(tables, count)
        if self._search is None:
            self._search = self._new_search()
        for _ in range(count):
            self._push_column(self._pushed)
            self._pushed += 1

    def _new_search(self, start: Start | None = None) -> Search:
        assert self._existing is not None
        return Search(
            [*self._plan.sequence_scorers, *self._chains.values()],
            k=self._k,
            beam=self._plan.options.beam,
            capitals=self._plan.options.case and not self._existing.cased,
            start=start,
        )

    def _sum_tables(self, tables: Sequence[tuple[float, Sequence[TagTable]]], count: int) -> None:
        flat = []
        for i, (weight, group) in enumerate(tables):
            for j, table in enumerate(group):
                if table.is_chain:
                    self._chains.setdefault((i, j), (Chain(), weight))[0].append(table)
                else:
                    flat.append((weight, table))
        self._rows.add(flat, count, self._marks)

    def _push_column(self, position: int) -> None:
        """The column of one visible word: its arcs, those of several words that end with it, and the marks."""
        assert self._search is not None
        arcs = []
        row = position - self._rows.first
        case, opening_case = self._rows.case[row], self._rows.opening_case[row]
        own = self._arcs[position - self._dropped]
        capital = Case.CAPITAL if any(arc.case is Case.MIXED for arc in own) else SOME_CAPITAL
        for arc in own:
            if arc.length > 1:
                self._ending.setdefault(position + arc.length, []).append(arc)
            elif arc.case is None:
                arcs.append(ScoredArc(arc, arc.score, arc.score))
            else:
                column = capital if arc.case is Case.CAPITAL else arc.case
                arcs.append(ScoredArc(arc, arc.score + case[column], arc.score + opening_case[column]))
        if self._plan.proposers:
            self._propose(position, arcs)
        for arc in self._ending.pop(position + 1, ()) if self._ending else ():
            score = arc.score + sum(self._rows.marks[row - i][0] for i in range(1, arc.length))
            arcs.append(ScoredArc(arc, score, score))
        live_from = None
        if self._ending:
            live_from = min(end - arc.length for end, group in self._ending.items() for arc in group)
        resting = self._reach is not None and not self._chains and position >= self._awake_until
        if not resting and self._search.rests:
            self._search.wake(self._states_at(position))
        marks = self._mark_choices(position, self._rows.marks[row])
        self._search.push(Column(arcs, marks), live_from, resting=resting)

    def _states_at(self, position: int) -> tuple[State, ...]:
        """Of the sequence scorers, after words that there was no choice about."""
        index = position - self._dropped
        words = [word.text for word in self._seen[max(0, index - (self._reach or 0)) : index]]
        return tuple(scorer.state_after(words) for scorer, _ in self._plan.sequence_scorers if _is_forgetful(scorer))

    def _propose(self, position: int, arcs: list[ScoredArc]) -> None:
        """Arcs that begin here, up to the next speaker, tag or mark."""
        index = position - self._dropped
        word = self._seen[index].text.lower()
        following = self._seen[index + 1].text.lower() if index + 1 < len(self._seen) else ""
        proposers = [proposer for proposer in self._plan.proposers if proposer.begins(word, following)]
        if not proposers:
            return
        words: list[str] = []
        longest = max(proposer.max_words for proposer in proposers)
        while len(words) < longest and index < len(self._seen):
            at = index + self._dropped
            if words and self._is_barrier(at):
                break
            words.append(self._seen[index].text.lower())
            index += 1
        for proposer in proposers:
            for arc in proposer.propose(words):
                self._awake_until = max(self._awake_until, position + arc.length + (self._reach or 0))
                if arc.length == 1:
                    arcs.append(ScoredArc(arc, arc.score, arc.score))
                else:
                    self._ending.setdefault(position + arc.length, []).append(arc)

    def _is_barrier(self, position: int) -> bool:
        """Whether no arc may reach from the word before to this one."""
        index = position - self._dropped
        end, start = self._seen[index - 1].end, self._seen[index].start
        return (
            position in self._barriers
            or (end is not None and start is not None and start - end >= LONG_PAUSE)
            or bool(core_mark(self._after.get(position - 1, "")))
            or speaker_changes(self._seen[index - 1], self._seen[index])
        )

    def _mark_choices(self, position: int, scores: list[float]) -> list[MarkChoice]:
        assert self._existing is not None
        last_word = self._closed and position + 1 == self._count
        index = position - self._dropped
        following = self._seen[index + 1] if index + 1 < len(self._seen) else None  # none yet, in a stream
        ends_turn = last_word or (following is not None and speaker_changes(self._seen[index], following))
        there = core_mark(self._after[position]) if position in self._after else NONE
        if not there and position in self._closed_by:
            return [MarkChoice(NONE, 0.0, ends_turn or self._closed_by[position] in SENTENCE_ENDS)]
        if there or self._existing.punctuated or not self._plan.options.punctuation:
            return [MarkChoice(there, 0.0, ends_turn or there in SENTENCE_ENDS)]
        choices = [
            MarkChoice(mark, score, mark in SENTENCE_ENDS)
            for mark, score in zip(self._marks, scores, strict=True)
            if not ends_turn or mark in SENTENCE_ENDS
        ]
        return choices or [MarkChoice(NONE, 0.0, True)]

    def take(self) -> Transcript | None:
        """What will not change any more and was not taken yet."""
        if self._like is None:
            return None
        if self._search is not None:
            self._settled += self._search.best().steps if self._closed else self._search.settled()
        if self._closed:
            return self._emit(len(self._settled))
        return self._emit(self._whole_steps())

    def best(self) -> list[tuple[float, Transcript]]:
        """The `k` best readings of a closed session that nothing was taken from, with their log-scores."""
        if self._like is None:
            return []
        paths = self._search.finish() if self._search is not None else []
        return [(path.score, self._transcript(path.steps, len(self._words))) for path in paths] or [
            (0.0, self._transcript([], len(self._words)))
        ]

    def _whole_steps(self) -> int:
        """How many settled steps can be emitted without tearing an alternative apart."""
        for count in range(len(self._settled), 0, -1):
            end = self._at[self._settled[count - 1].last - 1 - self._dropped] + 1
            if not any(a.first < end < a.last for a in self._alternatives):
                return count
        return 0

    def _emit(self, count: int) -> Transcript | None:
        steps = self._settled[:count]
        if not steps and not self._closed:
            return None
        words = self._at[steps[-1].last - 1 - self._dropped] + 1 - self._taken if not self._closed else len(self._words)
        part = self._transcript(steps, words)
        del self._settled[:count], self._words[:words]
        self._taken += words
        self._alternatives = [a for a in self._alternatives if a.first >= self._taken and not self._closed]
        self._unseen = {at: token for at, token in self._unseen.items() if at >= self._taken}
        if steps:
            self._forget(steps[-1].last)
        return part

    def _transcript(self, steps: Sequence[Step], count: int) -> Transcript:
        """The next `count` words as the steps write them."""
        assert self._like is not None
        inside = [
            a._replace(first=a.first - self._taken, last=a.last - self._taken)
            for a in self._alternatives
            if a.first < self._taken + count or self._closed
        ]
        return Transcript(
            tuple(self._words[:count]),
            tuple(self._tokens(steps, self._taken + count)),
            self._plan.language.code,
            self._like.name,
            tuple(inside),
            continued=not self._closed,
        )

    def _tokens(self, steps: Sequence[Step], end: int) -> Iterator[Token]:
        """Tokens of the steps with what the search did not see between them, counted from `_taken`."""
        reached, taken = self._taken, self._taken
        for step in steps:
            base = step.first - self._dropped
            tokens = step.arc.tokens
            for token in tokens:
                first, last = self._at[base + token.first], self._at[base + token.last - 1] + 1
                if first > reached:
                    yield from self._between(reached, first)
                before = self._before.get(step.first, "") if token is tokens[0] else ""
                after = self._drawn_mark(step) if token is tokens[-1] else token.after
                yield Token(token.text, first - taken, last - taken, before, after, token.kind)
                reached = last
        yield from self._between(reached, end)

    def _between(self, first: int, last: int) -> Iterator[Token]:
        """The unseen tokens from one position to another."""
        for at in range(first, last):
            yield self._unseen[at]._replace(first=at - self._taken, last=at - self._taken + 1)

    def _drawn_mark(self, step: Step) -> str:
        there = self._after.get(step.last - 1, "")
        if core_mark(there) or not step.mark:
            return there
        if step.mark == "." and step.arc.tokens[-1].text.endswith("."):
            return there  # "Inc." at the end of a sentence has its full stop
        return there + self._plan.language.glyph(step.mark)

    def _forget(self, position: int) -> None:
        """Let go of visible words before a position, but for the context that later blocks need."""
        keep = min(position, self._scored - self._plan.context.left)
        count = keep - self._dropped
        if count <= 0:
            return
        del self._seen[:count], self._at[:count], self._arcs[:count]
        self._dropped = keep
        self._rows.drop_before(min(keep, self._pushed))
        for chain, _ in self._chains.values():
            chain.drop_before(min(keep, self._pushed))
        self._before = {at: mark for at, mark in self._before.items() if at >= keep}
        self._after = {at: mark for at, mark in self._after.items() if at >= keep - 1}
        self._closed_by = {at: mark for at, mark in self._closed_by.items() if at >= keep - 1}
        self._barriers = {at for at in self._barriers if at >= keep}


def _is_forgetful(scorer: SequenceScorer) -> TypeGuard[Forgetful]:
    return isinstance(scorer, Forgetful)


def _stronger(there: str, more: str) -> str:
    """One mark from two: an end of a sentence outweighs a comma; brackets and quotes are kept beside it."""
    if not core_mark(there) or not core_mark(more):
        return there + more
    return more if core_mark(more) in SENTENCE_ENDS and core_mark(there) not in SENTENCE_ENDS else there
