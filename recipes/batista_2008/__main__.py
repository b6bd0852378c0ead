"""Maximum entropy for full stops, commas and capitals (Batista et al. 2008, Tables 7 to 9 and 12 to
16, Figures 9 to 11): writes docs/research/batista-2008.md and docs/research/batista-2008.svg.

    python -m recipes.batista_2008 [--words 150000] [--tests 30000] [--pos FOLDER]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from legibly.features.pos import PosTagger
from legibly.training.feature_data import FeatureSettings
from recipes.batista_2008.capitals import (
    EXPERIMENTS,
    Named,
    from_counts,
    lexica_of,
    with_lexica,
)
from recipes.batista_2008.example import example
from recipes.batista_2008.figures import draw
from recipes.batista_2008.judging import COUNT_HEAD, HEAD, PIECE_WORDS, cells, slot_cells
from recipes.batista_2008.labels import SILENCE_SECONDS
from recipes.batista_2008.marking import (
    TYPES,
    USED,
    WITHOUT,
    Ablations,
    Corpus,
    Scores,
    ablation_rates,
    by_speech,
    features_of,
    heard_corpora,
    manual_corpora,
    on_heard_words,
    on_manual_words,
    segments_only,
)
from recipes.batista_2008.readings import capital_readings, mark_readings
from recipes.batista_2008.tagging import ENGLISH, PORTUGUESE, taggers
from recipes.pages import save_page
from recipes.place import Place, options, parsed
from recipes.tables import markdown

NEEDED = (
    *("timed/ljspeech", "timed/earnings22", "timed/ami", "timed/coraal", "asr/earnings21"),
    *("pt/heldout", "en/pos", "pt/pos"),
)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = options(__doc__)
    parser.add_argument("--words", type=int, default=150_000, help="to train on, of each corpus")
    parser.add_argument("--tests", type=int, default=30_000, help="words to test on, of each")
    parser.add_argument("--pos", type=Path, help="an English tagger that was trained before")
    place, chosen = parsed(parser, arguments)
    place.need(*NEEDED)
    words, tests = place.sized(chosen.words, 600), place.sized(chosen.tests, 300)

    taught, tagged = taggers(place, chosen.pos)
    capitals = capital_fields(place, words, tests, taught[PORTUGUESE])
    marks = mark_fields(place, words, tests, taught[ENGLISH])
    save_page(
        place,
        Path(__file__).with_name("page.md"),
        "batista-2008.md",
        **capitals,
        **marks,
        pos=markdown(("", "test set", "words", "right"), tagged),
        words=words,
        tests=tests,
        piece=PIECE_WORDS,
        silence=SILENCE_SECONDS,
        **example(place, words)._asdict(),
    )


def capital_fields(place: Place, words: int, tests: int, tagger: PosTagger) -> dict[str, object]:
    news, speech, events = from_counts(place, words, tests)
    known = lexica_of(place, words)
    lexica = with_lexica(place, words, tests, known, tagger)
    return {
        "lex_size": f"{len(known.tables['lex']):,}",
        "publex_size": f"{len(known.tables['publex']):,}",
        "news": counts_table(news, events),
        "speech": counts_table(speech, events),
        "lexica": markdown(
            ("exp", "features", *HEAD),
            ([n, " ".join(EXPERIMENTS[n]), *cells(score)] for n, score in lexica.items()),
        ),
        **capital_readings(news, speech, lexica),
    }


def counts_table(scores: Named, events: dict[str, int]) -> str:
    rows = ([name, f"{events[name]:,}", *cells(score)] for name, score in scores.items())
    return markdown(("", "events", *HEAD), rows)


def mark_fields(place: Place, words: int, tests: int, tagger: PosTagger) -> dict[str, object]:
    settings = FeatureSettings(
        "maxent",
        templates=features_of(USED),
        cutoff=2,
        passes=place.sized(FeatureSettings.passes, 2),
        tagger=tagger,
    )
    corpora = manual_corpora(place, words, tests)
    manual, heard = heard_corpora(place, words, tests)
    on_manual, absent = on_manual_words(corpora, settings)
    pooled = by_speech(corpora, settings)
    automatic = on_heard_words(manual, heard, settings)
    rates = ablation_rates((*corpora, heard), settings)
    return {
        "rows": task_table("corpus", on_manual),
        "missing": missing_features(absent),
        "pooled": pooled_table(pooled),
        "segments": segments_table((*corpora, heard)),
        "automatic": task_table("trained on", automatic),
        "figures": draw(place, rates),
        "ablations": ablations_table(rates),
        **mark_readings(on_manual, pooled, automatic, rates),
    }


def task_table(what: str, scores: Scores) -> str:
    rows = ([*names, *cells(score), *slot_cells(score)] for names, score in scores.items())
    return markdown((what, "task", *HEAD, *COUNT_HEAD), rows)


def pooled_table(scores: Scores) -> str:
    rows = ([*names, *cells(score)] for names, score in scores.items())
    return markdown(("learnt from", "tested on", *HEAD), rows)


def missing_features(absent: dict[str, list[str]]) -> str:
    return "; ".join(
        f"{corpus}: {', '.join(features) or 'none'}" for corpus, features in absent.items()
    )


def segments_table(corpora: Iterable[Corpus]) -> str:
    rows = [[corpus.name, *cells(segments_only(corpus))] for corpus in corpora]
    return markdown(("corpus", *HEAD), rows)


def ablations_table(ablations: Ablations) -> str:
    rows = [[corpus, *map("{:.3f}".format, rates.values())] for corpus, rates in ablations.items()]
    return markdown(("corpus", *TYPES, *WITHOUT), rows)


if __name__ == "__main__":
    main()
