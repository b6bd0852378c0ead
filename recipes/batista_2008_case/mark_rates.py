"""How often each mark stands, by corpus, language and kind of text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from legibly.marks import core_mark
from legibly.training.corpus import read_corpus
from recipes.place import Place
from recipes.tables import markdown

COUNTED_MARKS = (".", ",", "?", "!", ":", ";", "—", "…")
COUNTED_PARAGRAPHS = 400  # of each corpus
_MARK_NAMES = tuple(f"`{mark}`" for mark in COUNTED_MARKS)
PARLIAMENT = ("ar-20", "europarl", "hansard", "un_general_debate")
SPOKEN = {  # what is neither spoken nor parliament is written
    "pt": (
        *("3b1b-captions", "cpi-pandemia", "cpi-pandemia-more", "dilma-discursos"),
        *("netcom-lectures", "roda-viva"),
    ),
    "en": (
        *("bitcointranscripts", "changelog", "critical_role", "fomc_transcripts", "mit_ocw"),
        *("presidential_speeches", "scotus_oral", "ted", "uk_inquiries", "white_house"),
    ),
    "es": (
        *("discursos-cfk", "discursos-milei", "entrevistas-mip-umh", "mananeras-amlo"),
        *("mananeras-amlo-more", "mananeras-sheinbaum", "mensajes-chile"),
    ),
}
MIN_CORPUS_WORDS, QUICK_MIN_CORPUS_WORDS = 1000, 0


class Marks(NamedTuple):
    language: str
    corpus: str
    kind: str
    words: int
    marks: Counter[str]

    @property
    def rates(self) -> list[float]:
        """In a thousand words."""
        return [1000 * self.marks[mark] / self.words for mark in COUNTED_MARKS]

    def joined(self, other: Marks) -> Marks:
        """Both, as text of one kind."""
        marks = self.marks + other.marks
        return self._replace(corpus="", words=self.words + other.words, marks=marks)


def counted_marks(place: Place) -> list[Marks]:
    found = []
    for language in SPOKEN:
        for path in place.files(f"{language}/heldout/*.xz"):
            words, marks = _counted(path, language)
            if words > place.sized(MIN_CORPUS_WORDS, QUICK_MIN_CORPUS_WORDS):
                corpus = path.name.split(".")[0]
                found.append(Marks(language, corpus, _kind(language, corpus), words, marks))
    return found


def _kind(language: str, corpus: str) -> str:
    if any(part in corpus for part in PARLIAMENT):
        return "parliament"
    return "spoken" if corpus in SPOKEN[language] else "written"


def sums_by_kind(marks: Sequence[Marks]) -> dict[tuple[str, str], Marks]:
    found: dict[tuple[str, str], Marks] = {}
    for each in marks:
        key = each.language, each.kind
        found[key] = found[key].joined(each) if key in found else each
    return found


def sum_table(marks: Sequence[Marks]) -> str:
    rows = [
        [language, kind, f"{each.words:,}", *map("{:.1f}".format, each.rates)]
        for (language, kind), each in sorted(sums_by_kind(marks).items())
    ]
    return markdown(["language", "kind", "words", *_MARK_NAMES], rows)


def mark_table(marks: Sequence[Marks]) -> str:
    rows = [[*each[:3], f"{each.words:,}", *map("{:.1f}".format, each.rates)] for each in marks]
    return markdown(["language", "held-out corpus", "kind", "words", *_MARK_NAMES], rows)


def _counted(path: Path, language: str) -> tuple[int, Counter[str]]:
    """Words and marks of the first paragraphs."""
    words = 0
    marks: Counter[str] = Counter()
    for text in islice(read_corpus([str(path)], language), COUNTED_PARAGRAPHS):
        words += len(text.words)
        marks.update(core_mark(token.after) for token in text.tokens if token.after)
    return words, marks
