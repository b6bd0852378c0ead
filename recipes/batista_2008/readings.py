"""What the tables say, beside what the paper says."""

from __future__ import annotations

from collections.abc import Mapping

from legibly.metrics.counts import OVERALL
from legibly.metrics.score import Score
from recipes.batista_2008.capitals import ALL_NEWS, FREQUENT_NEWS, PART, Named
from recipes.batista_2008.marking import (
    ACOUSTIC_ONLY,
    ALL,
    ALL_SPEECH,
    AUTOMATIC,
    BOTH,
    COMMA,
    CORPORA,
    FULL_STOP,
    HEARD,
    LEXICAL_ONLY,
    MANUAL,
    PLANNED,
    PLANNED_SPEECH,
    TASKS,
    Ablations,
    Scores,
)
from recipes.pages import listed

LITTLE = 0.01  # of SER
GENDERED = "CORAAL (interviews)"


def capital_readings(news: Named, speech: Named, lexica: Named) -> dict[str, object]:
    return {
        "part_best_for_news": _ser(news[PART]) < _ser(news[FREQUENT_NEWS]),
        "counts_best_for_speech": _ser(speech[FREQUENT_NEWS]) < _ser(speech[PART]),
        "rare_help_news": _ser(news[ALL_NEWS]) < _ser(news[FREQUENT_NEWS]),
        "rare_help_speech": _ser(speech[ALL_NEWS]) < _ser(speech[FREQUENT_NEWS]),
        "context_helps": _ser(lexica["2"]) < _ser(lexica["1"]),
        "publex_is_unigrams": abs(_ser(lexica["4"]) - _ser(lexica["1"])) < LITTLE,
        "lexica_help": _ser(lexica["7"]) < _ser(lexica["2"]),
        "pos_helps": _ser(lexica["8"]) < _ser(lexica["2"]),
        **{f"ser_{number}": f"{_ser(score):.3f}" for number, score in lexica.items()},
    }


def mark_readings(
    on_manual: Scores, pooled: Scores, automatic: Scores, rates: Ablations
) -> dict[str, object]:
    spontaneous = [corpus for corpus in CORPORA if corpus not in PLANNED]
    planned = [
        corpus
        for corpus in PLANNED
        if _ser(pooled[PLANNED_SPEECH, corpus]) < _ser(pooled[ALL_SPEECH, corpus])
    ]
    gender = rates[GENDERED]["no gender"] - rates[GENDERED][ALL]
    lexical = [corpus for corpus in CORPORA if _words_say_more(rates[corpus])]
    pos = [corpus for corpus, each in rates.items() if each["no pos"] - each[ALL] > LITTLE]
    worst = [corpus for corpus, each in rates.items() if min(each.values()) < each[ALL] - LITTLE]
    helped = [
        task for task in TASKS if _ser(automatic[AUTOMATIC, task]) < _ser(automatic[MANUAL, task])
    ]
    return {
        "acoustic_heard": not _words_say_more(rates[HEARD]),
        "lexical_manual": lexical == list(CORPORA),
        "lexical_corpora": listed(lexical),
        "all_best": not worst,
        "all_worse": listed(worst),
        "pos_corpora": listed(pos),
        "training_helps": listed(helped),
        "stop_helped": FULL_STOP in helped,
        "planned_worse": all(
            _ser(pooled[PLANNED_SPEECH, corpus]) > _ser(pooled[ALL_SPEECH, corpus])
            for corpus in CORPORA
        ),
        "spontaneous_worse": listed(
            f"{corpus} {_ser(pooled[ALL_SPEECH, corpus]):.3f} to "
            f"{_ser(pooled[PLANNED_SPEECH, corpus]):.3f}"
            for corpus in spontaneous
        ),
        "planned_better": listed(planned),
        "gender_helps": gender > 0.001,
        "gender_change": f"{gender:+.3f}",
        "segment_corpora": listed(
            corpus for corpus, each in rates.items() if each["no segment"] - each[ALL] > LITTLE
        ),
        "comma_near_one": all(_ser(on_manual[corpus, COMMA]) > 0.9 for corpus in CORPORA),
        "mixed_up": listed(
            f"{corpus} {_share_mixed_up(on_manual[corpus, BOTH]):.0%}" for corpus in CORPORA
        ),
    }


def _words_say_more(rates: Mapping[str, float]) -> bool:
    return rates[LEXICAL_ONLY] < rates[ACOUSTIC_ONLY]


def _share_mixed_up(score: Score) -> float:
    """Of the errors, those where a stop stands for a comma or the other way round."""
    slots = score.counts.marks[OVERALL]
    return slots.substituted / slots.errors if slots.errors else 0.0


def _ser(score: Score) -> float:
    ser = score.counts.marks[OVERALL].ser
    return float("inf") if ser is None else ser
