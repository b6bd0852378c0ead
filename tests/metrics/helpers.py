from __future__ import annotations

from hypothesis import strategies as st

from legibly.formats.parts import PartBuilder
from legibly.languages import language
from legibly.metrics.counts import Counts, Entities, Share, Slots, WordErrors
from legibly.metrics.score import Score, Settings, score_pair
from legibly.transcript import Token, Transcript, Word


def written(text: str, speaker: str | None = None, **labels: object) -> Transcript:
    """A transcript from text with marks and capitals."""
    builder = PartBuilder()
    for word in text.split():
        builder.add_written(
            Word(word, speaker=speaker, labels=labels), language("en").abbreviations
        )
    return builder.take(continued=False)


def score(ref: str, hyp: str, **settings: object) -> Score:
    return score_pair(written(ref), written(hyp), Settings(**settings))  # type: ignore[arg-type]


@st.composite
def texts(draw: st.DrawFn, max_size: int = 12) -> Transcript:
    """Few words, so that most of two texts can be aligned; any case, any mark."""
    forms = st.sampled_from(
        ["yes", "Yes", "YES", "no", "No", "nasa", "NASA", "iphone", "iPhone", "12", "three", "um"]
    )
    marks = st.sampled_from(["", "", "", ",", ".", "?", "!", ";", ":", "—", "...", '."', ")"])
    drawn = draw(st.lists(st.tuples(forms, marks), max_size=max_size))
    words = [Word(form) for form, _ in drawn]
    return Transcript(
        words, [Token(form, i, i + 1, after=mark) for i, (form, mark) in enumerate(drawn)]
    )


SMALL = st.integers(0, 9)
SEEN = st.integers(1, 9)  # what was never seen has no entry
SLOTS = st.builds(Slots, SMALL, SMALL, SMALL, SMALL)


def counts() -> st.SearchStrategy[Counts]:
    """As counting could have made them; a class may be missing, as where nothing of it was said."""
    return st.builds(
        Counts,
        marks=st.dictionaries(st.sampled_from([",", ".", "overall"]), SLOTS),
        confusions=st.dictionaries(st.sampled_from([",>.", "?>."]), SEEN),
        boundaries=SLOTS,
        types=st.builds(Share, SMALL, SMALL),
        case=st.dictionaries(st.sampled_from(["overall", "inner"]), SLOTS),
        case_errors=st.dictionaries(st.sampled_from(["foo>Foo", "Foo>foo"]), SEEN),
        words=st.builds(WordErrors, SMALL, SMALL, SMALL, SMALL),
        words_and_marks=st.builds(WordErrors, SMALL, SMALL, SMALL, SMALL),
        numbers=st.dictionaries(
            st.sampled_from(["overall", "time"]),
            st.builds(Entities, SMALL, SMALL, SMALL, SMALL, SMALL, SMALL),
        ),
    )
