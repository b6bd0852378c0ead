"""Where people who make subtitles would end one, and where not."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.errors import DataError
from legibly.languages import language
from legibly.marks import split_marks
from legibly.subtitles.cues import width
from legibly.subtitles.cutting import cut_cues, place_costs
from legibly.subtitles.phrases import phrases_of
from legibly.subtitles.rules import CueRules
from legibly.transcript import MarkChance, Token, Transcript, Word
from tests.subtitles.helpers import shown, talks

TABLE = Path(__file__).with_name("hard_places.tsv")
HARD_PLACES = [
    line for line in TABLE.read_text("utf-8").splitlines() if line and not line.startswith("#")
]
WRONG_AT_MOST = 0.05  # of the pairs of a good place and a bad one


def marked(row: str) -> tuple[Transcript, list[int], list[int]]:
    """The words, and the places behind which a subtitle may end and may not."""
    words: list[Word] = []
    tokens: list[Token] = []
    good: list[int] = []
    bad: list[int] = []
    for piece in row.split():
        if piece in "|~":
            (good if piece == "|" else bad).append(len(words) - 1)
            continue
        before, text, after = split_marks(piece, language("en").abbreviations)
        tokens.append(Token(text, len(words), len(words) + 1, before, after))
        words.append(Word(text, len(words) * 0.3, len(words) * 0.3 + 0.3))
    return Transcript(words, tokens, "en"), good, bad


def wrong_pairs(row: str) -> tuple[list[str], int]:
    talk, good, bad = marked(row)
    costs = place_costs(talk)
    texts = [token.written for token in talk.tokens]
    wrong = [
        f"{' '.join(texts[: b + 1])} ~ {' '.join(texts[b + 1 :])} (better than after {texts[g]})"
        for g in good
        for b in bad
        if costs[b] <= costs[g]
    ]
    return wrong, len(good) * len(bad)


def test_there_are_enough_hard_places() -> None:
    assert len(HARD_PLACES) >= 100
    assert len(set(HARD_PLACES)) == len(HARD_PLACES)


def test_bad_places_cost_more_than_good_ones() -> None:
    found = [wrong_pairs(row) for row in HARD_PLACES]
    wrong = [pair for some, _ in found for pair in some]
    count = sum(size for _, size in found)
    assert len(wrong) <= WRONG_AT_MOST * count, "\n".join([f"{len(wrong)} of {count}", *wrong])


def test_languages_without_a_table_have_none() -> None:
    assert phrases_of(None) is None
    assert phrases_of("zh") is None


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        *(("the", "article"), ("The", "article"), ("Dr.", "title"), ("don’t", "auxiliary")),
        *(("company's", "possessive"), ("dangerous", "adjective"), ("table", None), ("5", None)),
    ],
)
def test_kinds_of_words(word: str, kind: str | None) -> None:
    english = phrases_of("en")
    assert english is not None
    assert english.kind(word) == kind


def test_an_abbreviation_hides_the_end_of_a_sentence() -> None:
    talk, _, _ = marked("in the U.S. Dr. Smith paid me for it")
    costs = place_costs(talk)
    assert costs[2] == min(costs[:-1])
    assert costs[3] > 15


def chances_of(*some: float) -> list[MarkChance]:
    return [MarkChance(("", ","), (1 - one, one), 1 - one) for one in some]


def test_a_mark_that_was_nearly_written_is_a_good_place() -> None:
    words = [Word(text, i * 0.3, i * 0.3 + 0.3) for i, text in enumerate("ab cd ef gh".split())]
    talk = Transcript(words, mark_chances=chances_of(0.0, 0.4, 0.0, 0.9))
    costs = place_costs(talk)
    assert costs[1] < costs[0] == costs[2]


def test_a_particle_stays_with_its_verb() -> None:
    text = "so can you write that up and send it to me by friday"
    words = [Word(word, i * 0.3, i * 0.3 + 0.3) for i, word in enumerate(text.split())]
    (cue,) = cut_cues(Transcript(words, language="en"), CueRules())
    assert cue.lines == ("so can you write that up", "and send it to me by friday")


def test_a_table_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "xx"
    folder.mkdir()
    (folder / "language.toml").write_text('name = "Test"\n')
    (folder / "phrases.tsv").write_text("the\tarticel\n")
    monkeypatch.setenv("LEGIBLY_PATH", str(tmp_path))
    with pytest.raises(DataError, match=r"phrases.tsv of 'xx': found 'the articel'; expected"):
        phrases_of("xx")


SOME_WORDS = "the of up and that dr. smith 10 million years we have not company's very".split()


@given(talks(), st.data(), st.sampled_from([12, 37, 42]))
def test_every_word_is_in_one_cue_wherever_it_is_cut(
    talk: Transcript, data: st.DataObject, line_width: int
) -> None:
    texts = [data.draw(st.sampled_from(SOME_WORDS)) for _ in talk.words]
    words = [word._replace(text=text) for word, text in zip(talk.words, texts, strict=True)]
    tokens = [token._replace(text=texts[token.first]) for token in talk.tokens]
    chances = [data.draw(st.floats(0, 1)) for _ in words]
    spoken = Transcript(words, tokens, "en", mark_chances=chances_of(*chances))
    cues = cut_cues(spoken, CueRules(line_width=line_width))
    assert shown(cues) == spoken.text.split()
    assert all(width(line) <= line_width for cue in cues for line in cue.lines)
