"""The rules of the lattice, one by one, and what holds for every model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from legibly.casing import Case
from legibly.formatting.formatter import Formatter, WeightedScorer
from legibly.formatting.options import Options
from legibly.languages import language
from legibly.lattice.arcs import Arc
from legibly.lattice.scoring import Block, Context, SequenceScorer, Tag, TagScorer, TagTable
from legibly.marks import NO_ABBREVIATIONS
from legibly.scorers.lexicon import Entry, LexiconScorer
from legibly.scorers.pause import PauseScorer
from legibly.transcript import Alternative, Token, Transcript, Word, join_parts
from tests.lattice.toys import ToyLm
from tests.strategies import transcripts

LEXICON = LexiconScorer(
    {
        "bill": Entry((1, 9, 0, 0), None),
        "nasa": Entry((0, 1, 9, 0), None),
        "i": Entry((0, 9, 0, 0), None),
        "iphone": Entry((0, 1, 0, 9), "iPhone"),
    }
)


def baseline(**options: object) -> Formatter:
    scorers = [WeightedScorer(LEXICON), WeightedScorer(PauseScorer(0.5))]
    return Formatter(scorers, language("en"), Options(**options), proposers=())  # type: ignore[arg-type]


def heard(text: str, pauses: Sequence[int] = (), speakers: str = "") -> Transcript:
    """Words of half a second; a pause of a second after the positions named."""
    words, clock = [], 0.0
    for i, word in enumerate(text.split()):
        words.append(Word(word, clock, clock + 0.5, speaker=speakers[i] if speakers else None))
        clock += 0.5 + (1.0 if i in pauses else 0.0)
    return Transcript(words)


@dataclass(frozen=True)
class Likes:
    """A tag scorer that wants certain marks after certain words."""

    wanted: dict[str, str]
    marks: tuple[str, ...] = ("", ",", ".", "?", "!")

    @property
    def context(self) -> Context:
        return Context()

    def tables(self, blocks: Sequence[Block]) -> list[list[TagTable]]:
        return [[self._table(block)] for block in blocks]

    def _table(self, block: Block) -> TagTable:
        words = [word.text for word in block.words[block.first : block.last]]
        scores = [
            [0.0 if mark == self.wanted.get(word, "") else -9.0 for mark in self.marks]
            for word in words
        ]
        return TagTable(tuple(Tag(mark=mark) for mark in self.marks), np.array(scores))


def likes(wanted: dict[str, str], options: Options | None = None, **settings: object) -> Formatter:
    return Formatter([WeightedScorer(Likes(wanted, **settings))], language("en"), options)  # type: ignore[arg-type]


# --- the rules
# -----------------------------------------------------------------------------------------------


def test_the_first_word_and_the_word_after_a_sentence_end_have_a_capital() -> None:
    assert baseline()(heard("yes we can so can you", pauses=[2])).text == "Yes we can. So can you."


def test_a_comma_is_followed_by_lower_case() -> None:
    assert likes({"yes": ","})(heard("yes we can")).text == "Yes, we can."


def test_a_mixed_form_opens_a_sentence_as_it_is() -> None:
    assert (
        baseline()(heard("iphone is nasa is bill is", pauses=[1, 3])).text
        == "iPhone is. NASA is. Bill is."
    )


def test_capitals_can_be_switched_off() -> None:
    assert (
        baseline(case=False)(heard("yes we can so can you", pauses=[2])).text
        == "yes we can. so can you."
    )


def test_marks_can_be_switched_off() -> None:
    assert baseline(punctuation=False)(heard("hi bill i see", pauses=[1])).text == "Hi Bill I see"


def test_a_speaker_change_ends_a_sentence() -> None:
    assert baseline()(heard("so bill yes why", speakers="AABB")).text == "So Bill. Yes why."


def test_a_speaker_change_ends_a_sentence_even_where_nothing_may_be_written() -> None:
    assert (
        baseline(punctuation=False)(heard("so bill yes why", speakers="AABB")).text
        == "So Bill Yes why"
    )
    assert (
        likes({}, Options(marks=(",",)))(heard("so bill yes why", speakers="AABB")).text
        == "So bill Yes why"
    )


def test_the_last_word_gets_its_mark_from_what_may_end_a_sentence() -> None:
    assert likes({"you": "?"})(heard("how are you")).text == "How are you?"
    assert likes({"you": ","})(heard("how are you")).text == "How are you."


def test_a_mark_that_no_scorer_tells_apart_is_not_written() -> None:
    assert baseline(marks=(",", "?", "!", "."))(heard("yes we can")).text == "Yes we can."


def test_a_scorer_gives_an_unknown_mark_the_score_of_the_one_it_is_folded_into() -> None:
    stops = Likes({"well": "."}, marks=("", "."))  # folds ! into .
    shouts = Likes({"well": "!"}, marks=("", "!"))  # folds . into none
    formatter = Formatter([WeightedScorer(stops), WeightedScorer(shouts)], language("en"))
    assert formatter(heard("well done")).text.startswith("Well! Done")


def test_weights_decide_between_scorers() -> None:
    for weight, expected in ((0.5, "Yes, no."), (2.0, "Yes. No.")):
        scorers = [WeightedScorer(Likes({"yes": ","})), WeightedScorer(Likes({"yes": "."}), weight)]
        assert Formatter(scorers, language("en"))(heard("yes no")).text == expected


def test_an_arc_over_several_words_has_no_mark_inside_and_takes_the_one_at_its_end() -> None:
    formatter = Formatter(
        [WeightedScorer(Likes({"three": ",", "thirty": "."}))],
        language("en"),
        proposers=[ThreeThirty(-5.0)],
    )
    # A comma after "three" is worth 9; the arc costs 5: writing 3:30 would forgo the comma.
    assert formatter(heard("at three thirty ok")).text == "At three, thirty. Ok."
    formatter = Formatter(
        [WeightedScorer(Likes({"thirty": "."}))], language("en"), proposers=[ThreeThirty(0.5)]
    )
    assert formatter(heard("at three thirty ok")).text == "At 3:30. Ok."


@dataclass(frozen=True)
class ThreeThirty:
    score: float
    max_words: int = 2

    def begins(self, word: str, following: str) -> bool:
        return word == "three"

    def propose(
        self, words: Sequence[str], at: int = 0, memo: dict[Any, Any] | None = None
    ) -> list[Arc]:
        if list(words[at : at + 2]) == ["three", "thirty"]:
            return [Arc(2, (Token("3:30", 0, 2, kind="time"),), score=self.score)]
        return []


def test_speakers_never_share_a_token() -> None:
    formatter = Formatter([], language("en"), proposers=[ThreeThirty(9.0)])
    assert formatter(heard("at three thirty ok", speakers="AABB")).text == "At three Thirty ok"
    assert formatter(heard("at three thirty ok", speakers="AAAA")).text == "At 3:30 ok"


def test_numbers_can_be_switched_off() -> None:
    formatter = Formatter([], language("en"), Options(numbers=False), proposers=[ThreeThirty(9.0)])
    assert formatter(heard("at three thirty ok")).text == "At three thirty ok"


def test_a_token_over_several_words_has_their_times() -> None:
    written = Formatter([], language("en"), proposers=[ThreeThirty(9.0)])(
        heard("at three thirty ok")
    )
    assert [(token.text, *written.times(token)) for token in written.tokens][1] == (
        "3:30",
        0.5,
        1.5,
    )


# --- what is not speech, and what the user says
# ---------------------------------------------------------------


def test_tags_pass_through_untouched() -> None:
    written = baseline()(
        Transcript(
            [Word(word) for word in ["[laughter]", "yes", "<noise>", "we", "can", "[LAUGHTER]"]]
        )
    )
    assert written.text == "[laughter] Yes <noise> we can. [LAUGHTER]"
    assert [token.kind for token in written.tokens] == ["tag", "word", "tag", "word", "word", "tag"]


def test_an_unknown_word_has_a_place_in_the_sentence() -> None:
    assert baseline()(heard("<unk> bill <unk>")).text == "<unk> Bill <unk>."


def test_nothing_but_tags() -> None:
    assert baseline()(heard("[laughter] [noise]")).text == "[laughter] [noise]"


def test_a_number_is_not_made_across_a_tag() -> None:
    formatter = Formatter([], language("en"), proposers=[ThreeThirty(9.0)])
    assert formatter(heard("at three [cough] thirty ok")).text == "At three [cough] thirty ok"


def test_fillers_are_kept_or_dropped_but_never_lost() -> None:
    transcript = heard("um well uh yes um")
    assert baseline()(transcript).text == "Um well uh yes um."
    written = baseline(fillers="drop")(transcript)
    assert written.text == "Well yes."
    assert written.words == transcript.words
    assert [token.text for token in written.tokens] == ["", "Well", "", "yes", ""]


def test_a_number_is_made_across_a_dropped_filler() -> None:
    formatter = Formatter([], language("en"), Options(fillers="drop"), proposers=[ThreeThirty(9.0)])
    written = formatter(heard("at three um thirty ok"))
    assert written.text == "At 3:30 ok"
    assert written.tokens[1].span == (1, 4)


def test_a_sentence_still_ends_where_a_filler_ended_it() -> None:
    words = [Word(w) for w in ["that", "is", "it", "um", "so", "yes"]]
    tokens = [
        Token(w.text, i, i + 1, after="." if w.text == "um" else "") for i, w in enumerate(words)
    ]
    assert baseline(fillers="drop")(Transcript(words, tokens)).text == "That is it. So yes."


def test_speakers_never_share_a_token_across_a_word_of_nobody() -> None:
    words = [
        Word("twenty", speaker="A"),
        Word("five"),
        Word("thousand", speaker="B"),
    ]
    for token in baseline()(Transcript(words)).tokens:
        named = {word.speaker for word in words[token.first : token.last]} - {None}
        assert len(named) <= 1


def test_speakers_never_share_a_token_across_a_dropped_filler() -> None:
    formatter = Formatter([], language("en"), Options(fillers="drop"), proposers=[ThreeThirty(9.0)])
    assert formatter(heard("at three um thirty", speakers="AABA")).text == "At three thirty"


def test_a_rule_that_drops_a_word_leaves_no_trace(tmp_path: Path) -> None:
    (tmp_path / "rules").write_text("so\t\n")
    formatter = baseline(rules=tmp_path / "rules")
    assert formatter(heard("so hello there so")).text == "Hello there."


def test_the_users_lexicon_and_rules(tmp_path: Path) -> None:
    (tmp_path / "lexicon").write_text("SuSE\nvan\n")
    (tmp_path / "rules").write_text("gonna\tgoing to\np m\tPM\n")
    formatter = baseline(lexicon=tmp_path / "lexicon", rules=tmp_path / "rules")
    assert formatter(heard("gonna use suse at three p m")).text == "Going to use SuSE at three PM."
    assert formatter(heard("van i'm gonna van")).text == "Van i'm going to van."


# --- input that already has marks or capitals
# -----------------------------------------------------------------


def written(text: str) -> Transcript:
    from legibly.formats.parts import PartBuilder

    builder = PartBuilder()
    for word in text.split():
        builder.add_written(Word(word), NO_ABBREVIATIONS)
    return builder.take(continued=False)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("hello, how are you", "Hello, how are you."),  # not finished
        ("hello, how are you. i am well.", "Hello, how are you. I am well."),  # but for capitals
        ("the answer is 42.", "The answer is 42."),  # never doubled
        ("HELLO HOW ARE YOU", "Hello how are you."),  # all in capitals counts as none
        ("hello Bob how are you", "Hello Bob how are you."),  # a capital stays
        ("Hello bill. I am well.", "Hello bill. I am well."),  # finished: all stays
        ("Hello bill. I am well. bill is", "Hello bill. I am well. Bill is."),
        ('he said "yes" (twice)', 'He said "yes" (twice).'),  # quotes and brackets are no marks
        ("What? no! really...", "What? No! Really..."),
        (
            " ".join(["word"] * 60) + " hi. there",
            "Word " + "word " * 59 + "hi. There.",
        ),  # few marks: restored around
        (
            " ".join(["word"] * 60) + " NASA bill",
            "Word " + "word " * 59 + "NASA Bill.",
        ),  # few capitals: the same
    ],
)
def test_marks_and_capitals_that_are_there(before: str, after: str) -> None:
    assert baseline()(written(before)).text == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("welcome to nextera energy Inc.", "Welcome to nextera energy Inc."),
        ("we met at three p.m.", "We met at three p.m."),  # its full stop ends the sentence too
        ("...", "..."),
        ("thank you [applause].", "Thank you [applause]."),
        ("hello there [laughter]. how are you?", "Hello there [laughter]. How are you?"),
    ],
)
def test_marks_are_never_doubled(before: str, after: str) -> None:
    abbreviations = language("en").abbreviations
    from legibly.formats.parts import PartBuilder

    builder = PartBuilder()
    for word in before.split():
        builder.add_written(Word(word), abbreviations)
    assert baseline()(builder.take(continued=False)).text == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"um hello" he said.', '"Hello" he said.'),
        ('he said "yes um" and left.', 'He said "yes" and left.'),
        ("we went, um. then we left.", "We went. Then we left."),
        ("um so we said um. then we left", "So we said. Then we left."),
    ],
)
def test_marks_on_dropped_fillers_stay(before: str, after: str) -> None:
    assert baseline(fillers="drop")(written(before)).text == after


def test_redo_strips_both_and_restores_anew() -> None:
    assert (
        baseline(redo=True)(written("Hello, How are you? fine")).text == "Hello how are you fine."
    )


def test_formatting_twice_changes_nothing_more() -> None:
    once = baseline()(heard("hi bill so can you", pauses=[1]))
    assert baseline()(once).text == once.text


def test_tokens_of_several_words_stay_and_redo_takes_them_apart() -> None:
    transcript = Transcript(
        heard("at three thirty ok").words,
        [Token("at", 0, 1), Token("3:30", 1, 3, kind="time"), Token("ok", 3, 4)],
    )
    assert baseline()(transcript).text == "At 3:30 ok."
    assert baseline(redo=True)(transcript).text == "At three thirty ok."


# --- what holds for every model
# -------------------------------------------------------------------------------

SCORERS = st.sampled_from(["pause", "lexicon", "both", "lm", "chain", "none"])


class ChainTables(Likes):
    """Likes with neighbour scores, so that it becomes a chain in the search."""

    def _table(self, block: Block) -> TagTable:
        table = super()._table(block)
        count = len(table.tags)
        return replace(
            table, neighbours=-np.eye(count), start=-0.1 * np.arange(count, dtype=np.float64)
        )


def any_formatter(kind: str, **options: object) -> Formatter:
    kinds: dict[str, list[TagScorer | SequenceScorer]] = {
        "pause": [PauseScorer(0.5)],
        "lexicon": [LEXICON],
        "both": [LEXICON, PauseScorer(0.5)],
        "lm": [ToyLm(5), LEXICON],
        "chain": [ChainTables({"a": ",", "b": "?"}), LEXICON],
        "none": [],
    }
    settings = Options(**options)  # type: ignore[arg-type]
    return Formatter([WeightedScorer(scorer) for scorer in kinds[kind]], language("en"), settings)


@settings(max_examples=100, deadline=None)
@given(transcripts(max_size=20), SCORERS, st.booleans(), st.sampled_from(["keep", "drop"]))
def test_no_word_is_ever_lost_or_altered(
    transcript: Transcript, kind: str, redo: bool, fillers: str
) -> None:
    written = any_formatter(kind, redo=redo, fillers=fillers)(transcript)
    assert written.words == transcript.words  # and the tokens cover them: Transcript checks that
    for token in written.tokens:
        if token.kind in ("word", "tag"):
            assert not token.text or token.text.lower() == written.words[token.first].text.lower()


@settings(max_examples=60, deadline=None)
@given(st.lists(transcripts(max_size=6), min_size=1, max_size=6), SCORERS)
def test_batches_never_change_results(batch: list[Transcript], kind: str) -> None:
    formatter = any_formatter(kind)
    assert [written.text for written in formatter.each(batch)] == [
        formatter(transcript).text for transcript in batch
    ]


@settings(max_examples=30, deadline=None)
@given(st.data(), SCORERS, st.integers(1, 900))
def test_portions_never_change_results(data: st.DataObject, kind: str, size: int) -> None:
    rng = np.random.default_rng(data.draw(st.integers(0, 10**6)))
    texts = np.array(["a", "b", "bill", "nasa", "um", "[noise]", "c"])
    words, clock = [], 0.0
    for text in texts[
        rng.integers(0, len(texts), data.draw(st.sampled_from([0, 1, 255, 256, 257, 600, 1100])))
    ]:
        words.append(Word(str(text), clock, clock + 0.2, speaker="AB"[int(rng.random() < 0.02)]))
        clock += 0.2 + (1.0 if rng.random() < 0.1 else 0.0)
    formatter = any_formatter(kind)
    whole = Transcript(words)
    parts = [Transcript(words[i : i + size], continued=True) for i in range(0, len(words), size)]
    if parts:
        assert join_parts(list(formatter.parts(parts))).tokens == formatter(whole).tokens


def test_what_a_transcript_has_is_judged_the_same_in_any_portions() -> None:
    words = [Word(word) for word in ["Hello", *["london", "monday"] * 30]]
    whole = baseline()(Transcript(words))
    single = [Transcript([word], continued=True) for word in words]
    assert join_parts(list(baseline().parts(single))).tokens == whole.tokens


def test_long_recordings_are_emitted_on_the_way() -> None:
    parts = (Transcript([Word("a", i, i + 0.5)] * 500, continued=i < 39) for i in range(40))
    emitted = [len(part.words) for part in baseline().parts(parts)]
    assert len(emitted) > 10
    assert sum(emitted) == 20_000


def test_recordings_in_a_stream_are_kept_apart() -> None:
    parts = [heard("yes"), replace(heard("so we"), continued=True), heard("can"), heard("no")]
    all_written = list(baseline().parts(parts))
    assert [(written.text, written.continued) for written in all_written] == [
        ("Yes.", False),
        ("So we can.", False),
        ("No.", False),
    ]


def test_alternatives_survive() -> None:
    words = heard(" ".join(["a"] * 600)).words
    spans = [
        Alternative(2, 4, (Word("x"),), -1.5),
        Alternative(590, 600, ()),
        Alternative(600, 600, (Word("y"),)),
    ]
    whole = Transcript(words, alternatives=spans)
    assert baseline()(whole).alternatives == whole.alternatives
    many = [Alternative(i, i, (Word("x"),)) for i in range(601)]
    parts = [Transcript(words, continued=True), Transcript(words, alternatives=many)]
    assert sum(len(part.alternatives) for part in baseline().parts(parts)) == 601


def test_the_k_best_readings_differ_and_start_with_the_best() -> None:
    formatter = Formatter(
        [WeightedScorer(Likes({"yes": ","})), WeightedScorer(LEXICON)], language("en")
    )
    readings = formatter.readings(heard("yes bill [cough]"), 4)
    assert readings[0].text == formatter(heard("yes bill [cough]")).text == "Yes, Bill. [cough]"
    assert len({reading.text for reading in readings}) == 4


def test_no_words_and_no_scorers() -> None:
    assert baseline()(Transcript(())).text == ""
    assert list(baseline().each([Transcript(()), heard("yes")]))[1].text == "Yes."
    assert Formatter([], language("en"))(heard("just words")).text == "Just words"


def test_chinese_marks_are_full_width_and_nothing_is_between_characters() -> None:
    formatter = Formatter([WeightedScorer(Likes({"好": ","}))], language("zh"))
    assert formatter(heard("你 好 世 界 hello 好 world")).text == "你好，世界 hello 好，world。"


def test_case_tables_count_where_a_sentence_opens_only_if_they_say_so() -> None:
    table = TagTable(
        tuple(Tag(case=case) for case in Case),
        np.log([[0.7, 0.1, 0.2, 1e-9]]),
        sentence_starts=False,
    )

    class Fixed:
        marks: tuple[str, ...] = ()
        context = Context()

        def tables(self, blocks: Sequence[Block]) -> list[list[TagTable]]:
            return [[table] for _ in blocks]

    assert Formatter([WeightedScorer(Fixed())], language("en"))(heard("word")).text == "Word"


def test_a_mixed_form_that_nobody_knows_has_a_capital() -> None:
    class Mixed:
        marks: tuple[str, ...] = ()
        context = Context()

        def tables(self, blocks: Sequence[Block]) -> list[list[TagTable]]:
            tags = tuple(Tag(case=case) for case in Case)
            return [
                [TagTable(tags, np.log([[0.3, 0.01, 0.09, 0.6]] * (b.last - b.first)))]
                for b in blocks
            ]

    formatter = Formatter([WeightedScorer(Mixed()), WeightedScorer(LEXICON, 0.0)], language("en"))
    assert formatter(heard("an iphone nextera")).text == "An iPhone Nextera"


@pytest.mark.parametrize("neighbours", [False, True])
def test_a_scorer_may_tell_fewer_cases_apart(neighbours: bool) -> None:
    class TwoCases:
        marks: tuple[str, ...] = ()
        context = Context()

        def tables(self, blocks: Sequence[Block]) -> list[list[TagTable]]:
            tags = (Tag(case=Case.LOWER), Tag(case=Case.CAPITAL))
            between = np.zeros((2, 2)) if neighbours else None
            return [
                [TagTable(tags, np.log([[0.9, 0.1]] * (b.last - b.first)), between)] for b in blocks
            ]

    formatter = Formatter(
        [WeightedScorer(TwoCases(), 20.0), WeightedScorer(LEXICON)], language("en")
    )
    assert formatter(heard("so nasa is here")).text == "So nasa is here"
