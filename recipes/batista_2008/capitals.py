"""Portuguese capitals: Tables 7 to 9 of Batista et al. (2008)."""

from __future__ import annotations

import lzma
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from legibly.casing import Case
from legibly.features.pos import PosTagger
from legibly.features.templates import BIAS, NO_LEXICA, Lexica
from legibly.files.writing import atomic_text
from legibly.marks import core_mark
from legibly.metrics.score import Score
from legibly.ngram.count_files import write_counts
from legibly.ngram.counting import all_counts, words_of_slices
from legibly.scorers.features import FeatureScorer
from legibly.training.capital_counts import COUNT_TEMPLATES, gather_counts, joined
from legibly.training.corpus import read_corpus
from legibly.training.feature_data import Data, FeatureSettings, gather, labelled
from legibly.training.ngram import NgramSettings, count
from legibly.transcript import Transcript
from recipes.batista_2008.judging import cells, fit, fitted, judge
from recipes.place import Place

NEWS = ("pt/fakebr-true-news.txt.xz", "pt/news-ptbr-500.txt.xz")
WRITTEN = (
    *NEWS,
    "pt/ar-*.txt.xz",
    "pt/europarl-*.txt.xz",
    "pt/ud-bosque.txt.xz",
    "pt/tatoeba.txt.xz",
)
SPOKEN = ("pt/cpi-pandemia.txt.xz",)
NEWS_TESTS, SPOKEN_TESTS = ("pt/heldout/*news*.xz",), ("pt/heldout/cpi*.xz",)
BIGRAMS = ("w0", "2w-1", "2w0")
TAGGED = ("p0", "2p-1", "2p0")
EXPERIMENTS = {  # of Table 9
    "1": ("w0",),
    "2": BIGRAMS,
    "3": (*BIGRAMS, "3w-2", "3w-1", "3w0"),
    "4": ("publex",),
    "5": (*BIGRAMS, "lex"),
    "6": (*BIGRAMS, "publex"),
    "7": (*BIGRAMS, "lex", "publex"),
    "8": (*BIGRAMS, *TAGGED),  # not in the paper, which leaves it for later
}
PART_WORDS = 500_000  # of news that are learnt from as text
PUBLEX_FACTOR = 6  # times as many words of news as of speech
FREQUENT = 5
PART, ALL_NEWS = f"{PART_WORDS:,} words of news", "all news, trigrams"
FREQUENT_NEWS = f"all news, trigrams that occur {FREQUENT} times"
FREQUENT_WRITTEN = f"all written text, trigrams that occur {FREQUENT} times"
PASSES = 60

Named = dict[str, Score]


def from_counts(place: Place, words: int, tests: int) -> tuple[Named, Named, dict[str, int]]:
    """Tables 7 and 8: a part of the news as text, and everything as counts; for speech with a
    spoken corpus. And how many events there are of each.
    """
    settings = case_settings(place, COUNT_TEMPLATES)
    news = list(limited(place, NEWS_TESTS, tests))
    speech = list(limited(place, SPOKEN_TESTS, tests))
    spoken = gather(limited(place, SPOKEN, words), settings)
    of_news: Named = {}
    of_speech: Named = {}
    events: dict[str, int] = {}
    for name, data in written_data(place, settings):
        events[name] = len(data.states)
        of_news[name] = judged(fitted(data, settings), news)
        of_speech[name] = judged(fitted(joined(data, spoken), settings), speech)
        print(name, cells(of_news[name]), cells(of_speech[name]), file=sys.stderr, flush=True)

    return of_news, of_speech, events


def written_data(place: Place, settings: FeatureSettings) -> Iterator[tuple[str, Data]]:
    """What is learnt from written text, with its name."""
    yield PART, gather(limited(place, NEWS, PART_WORDS), settings)
    with tempfile.TemporaryDirectory() as work:
        for name, patterns, least in (
            (ALL_NEWS, NEWS, 1),
            (FREQUENT_NEWS, NEWS, FREQUENT),
            (FREQUENT_WRITTEN, WRITTEN, FREQUENT),
        ):
            yield name, counted(place, patterns, least, Path(work))


def counted(place: Place, patterns: Sequence[str], least: int, folder: Path) -> Data:
    """Events of all trigrams that occur so often."""
    path = folder / f"{len(patterns)}-{least}.tsv"
    files = tuple(map(str, place.files(*patterns)))
    settings = NgramSettings(files, "pt", order=3, symbols="none")
    slices = count(settings, folder / "work", place.sized(2, 1))
    words = words_of_slices(slices, 1)
    with atomic_text(path) as out:
        write_counts(all_counts(slices, 3, words), 3, words, out, least)
    return gather_counts([path], case_settings(place, COUNT_TEMPLATES), least)


def lexica_of(place: Place, words: int) -> Lexica:
    publex = learnt_lexicon(place, words * PUBLEX_FACTOR)
    return Lexica({"lex": names_lexicon(place), "publex": publex})


def with_lexica(place: Place, words: int, tests: int, lexica: Lexica, tagger: PosTagger) -> Named:
    """Table 9: a small spoken corpus alone, with more features, with lexica; and with parts of
    speech.
    """
    training = list(limited(place, SPOKEN, words))
    test = list(limited(place, SPOKEN_TESTS, tests))
    scores = {}
    for number, names in EXPERIMENTS.items():
        tagged = tagger if set(names) & set(TAGGED) else None
        scorer, _ = fit(training, case_settings(place, names, lexica, tagged))
        scores[number] = judged(scorer, test)
        print(number, cells(scores[number]), file=sys.stderr, flush=True)

    return scores


def names_lexicon(place: Place) -> dict[str, str]:
    """Names, places and acronyms, as a lexicon made by hand would have them (LEX)."""
    forms: dict[str, str] = {}
    for name in ("acronyms", "first-names-portugal", "geonames-places", "cldr-names"):
        path = place.data / f"pt/lexica/{name}.tsv.xz"
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                form = line.split("\t")[0].strip()
                if " " not in form and form[:1].isupper():
                    forms.setdefault(form.lower(), form)

    return forms


def learnt_lexicon(place: Place, words: int) -> dict[str, str]:
    """Each word's most frequent form in newspapers, inside sentences (PubLEX)."""
    counts: dict[str, Counter[str]] = {}
    for text in limited(place, NEWS, words):
        opening = True
        for token in text.tokens:
            if not opening and token.text.isalpha():
                counts.setdefault(token.text.lower(), Counter())[token.text] += 1
            opening = core_mark(token.after) in (".", "?", "!")

    return {word: forms.most_common(1)[0][0] for word, forms in counts.items() if forms.total() > 2}


def limited(place: Place, patterns: Sequence[str], words: int) -> Iterator[Transcript]:
    """The first texts, until there are so many words."""
    for text in read_corpus(list(map(str, place.files(*patterns))), "pt"):
        yield text
        words -= len(text.tokens)
        if words <= 0:
            return


def case_settings(
    place: Place,
    names: Sequence[str],
    lexica: Lexica = NO_LEXICA,
    tagger: PosTagger | None = None,
) -> FeatureSettings:
    passes = place.sized(PASSES, 2)
    features = (*names, BIAS)
    return FeatureSettings(
        "maxent", "case", features, cutoff=1, passes=passes, lexica=lexica, tagger=tagger
    )


def judged(scorer: FeatureScorer, tests: Sequence[Transcript]) -> Score:
    """Lower case is no slot, and the first word of a sentence does not count."""

    def wanted(text: Transcript) -> tuple[Sequence[object], Sequence[object]]:
        return _capitals(Case), _capitals(labelled(text).cases)

    return judge(scorer, tests, wanted, first_words=False)


def _capitals(cases: Iterable[Case]) -> list[Case | None]:
    return [None if case is Case.LOWER else case for case in cases]
