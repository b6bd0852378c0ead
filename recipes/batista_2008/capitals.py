"""Portuguese capitals by maximum entropy: Tables 7 to 9 of Batista et al. (2008)."""

from __future__ import annotations

import lzma
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from common import DATA
from judging import cells, fit, fitted, judge

from legibly.casing import Case
from legibly.features.templates import BIAS, Lexica
from legibly.files.writing import atomic_text
from legibly.marks import core_mark
from legibly.metrics.score import Score
from legibly.ngram.count_files import write_counts
from legibly.ngram.counting import all_counts, words_of_slices
from legibly.training.capital_counts import FEATURES as COUNTED
from legibly.training.capital_counts import gather_counts, joined
from legibly.training.corpus import read_corpus
from legibly.training.feature_data import Data, FeatureSettings, gather, labelled
from legibly.training.ngram import NgramSettings, count
from legibly.transcript import Transcript

NEWS = ["pt/fakebr-true-news.txt.xz", "pt/news-ptbr-500.txt.xz"]
WRITTEN = [
    *NEWS,
    "pt/ar-*.txt.xz",
    "pt/europarl-*.txt.xz",
    "pt/ud-bosque.txt.xz",
    "pt/tatoeba.txt.xz",
]
SPOKEN = ["pt/cpi-pandemia.txt.xz"]
NEWS_TEST, SPOKEN_TEST = "pt/heldout/*news*.xz", "pt/heldout/cpi*.xz"
BIGRAMS = ("w0", "2w-1", "2w0")
PART = 500_000  # words of news that are learnt from as text
FREQUENT = 5


def files_of(patterns: Sequence[str]) -> list[str]:
    return [str(path) for pattern in patterns for path in sorted(DATA.glob(pattern))]


def limited(patterns: Sequence[str], words: int) -> Iterator[Transcript]:
    for text in read_corpus(files_of(patterns), "pt"):
        yield text
        words -= len(text.tokens)
        if words <= 0:
            return


def names_lexicon() -> dict[str, str]:
    """Names and places, as a lexicon made by hand would have them (LEX)."""
    forms: dict[str, str] = {}
    for name in ("first-names-portugal", "geonames-places", "cldr-names"):
        with lzma.open(DATA / f"pt/lexica/{name}.tsv.xz", "rt", encoding="utf-8") as file:
            for line in file:
                form = line.split("\t")[0].strip()
                if " " not in form and form[:1].isupper():
                    forms.setdefault(form.lower(), form)
    return forms


def learnt_lexicon(words: int) -> dict[str, str]:
    """Each word's most frequent form in newspapers, inside sentences (PubLEX)."""
    counts: dict[str, Counter[str]] = {}
    for text in limited(NEWS, words):
        opening = True
        for token in text.tokens:
            if not opening and token.text.isalpha():
                counts.setdefault(token.text.lower(), Counter())[token.text] += 1
            opening = core_mark(token.after) in (".", "?", "!")
    return {word: forms.most_common(1)[0][0] for word, forms in counts.items() if forms.total() > 2}


def plan_of(names: Sequence[str], lexica: Lexica | None = None) -> FeatureSettings:
    return FeatureSettings(
        "maxent", "case", (*names, BIAS), cutoff=1, passes=60, lexica=lexica or Lexica({})
    )


def score_of(data: Data, settings: FeatureSettings, tests: Sequence[Transcript]) -> Score:
    return judged(fitted(data, settings), tests)


def judged(scorer: object, tests: Sequence[Transcript]) -> Score:
    cases = [case if case is not Case.LOWER else None for case in Case]
    return judge(
        scorer,
        tests,
        lambda text: (
            list(cases),
            [c if c is not Case.LOWER else None for c in labelled(text).cases],
        ),
    )


def counted(patterns: Sequence[str], least: int, folder: Path) -> Data:
    """Events of all trigrams that occur so often."""
    file = folder / f"{len(patterns)}-{least}.tsv"
    settings = NgramSettings(tuple(files_of(patterns)), "pt", order=3, symbols="none")
    shares = count(settings, folder / "work", 2)
    words = words_of_slices(shares, 1)
    with atomic_text(file) as out:
        write_counts(all_counts(shares, 3, words), 3, words, out, least)
    return gather_counts([file], plan_of(COUNTED), least)


def from_counts(words: int, tests: int) -> tuple[list[list[str]], list[list[str]]]:
    """Tables 7 and 8: a part of the news as text, and everything as counts; for speech with a spoken corpus."""
    settings = plan_of(COUNTED)
    news, speech = list(limited([NEWS_TEST], tests)), list(limited([SPOKEN_TEST], tests))
    spoken = gather(limited(SPOKEN, words), settings)
    tables: tuple[list[list[str]], list[list[str]]] = ([], [])
    with tempfile.TemporaryDirectory() as work:
        for name, data in (
            (f"{PART:,} words of news", gather(limited(NEWS, PART), settings)),
            ("all news, trigrams", counted(NEWS, 1, Path(work))),
            (
                f"all news, trigrams that occur {FREQUENT} times",
                counted(NEWS, FREQUENT, Path(work)),
            ),
            (
                f"all written text, trigrams that occur {FREQUENT} times",
                counted(WRITTEN, FREQUENT, Path(work)),
            ),
        ):
            events = f"{len(data.states):,}"
            tables[0].append([name, events, *cells(score_of(data, settings, news))])
            tables[1].append(
                [
                    f"{name}, and speech",
                    events,
                    *cells(score_of(joined(data, spoken), settings, speech)),
                ]
            )
            print(tables[0][-1], tables[1][-1], file=sys.stderr, flush=True)

    return tables


def with_lexica(words: int, tests: int) -> list[list[str]]:
    """Table 9: a small spoken corpus alone, with more features, with lexica."""
    lexica = Lexica({"lex": names_lexicon(), "publex": learnt_lexicon(words * 6)})
    rows = [
        ("1", ("w0",)),
        ("2", BIGRAMS),
        ("3", (*BIGRAMS, "3w-2", "3w-1", "3w0")),
        ("4", ("publex",)),
        ("5", (*BIGRAMS, "lex")),
        ("6", (*BIGRAMS, "publex")),
        ("7", (*BIGRAMS, "lex", "publex")),
    ]
    training, test = list(limited(SPOKEN, words)), list(limited([SPOKEN_TEST], tests))
    out = []
    for number, names in rows:
        scorer, _ = fit(training, plan_of(names, lexica))
        out.append([number, " ".join(names), *cells(judged(scorer, test))])
        print(out[-1], file=sys.stderr, flush=True)

    return out
