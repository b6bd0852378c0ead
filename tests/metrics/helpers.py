from __future__ import annotations

from hypothesis import strategies as st

from legibly.formats.parts import PartBuilder
from legibly.languages import language
from legibly.transcript import Token, Transcript, Word


def written(text: str, speaker: str | None = None, **labels: object) -> Transcript:
    """A transcript from text with marks and capitals."""
    builder = PartBuilder()
    for word in text.split():
        builder.add_written(
            Word(word, speaker=speaker, labels=labels), language("en").abbreviations
        )
    return builder.take(continued=False)


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
