"""Shugrina's systems A and B: one model of cased words, marks, spaces and classes that decides
numbers, marks and capitals together (Tables 4 and 5).

Every run of number words is an entity, also one that stays in words: quantities below ten, and the
pronoun "one". What should be written follows the convention of her section 4.1, in which
quantities below ten are spelt out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from legibly.english.grammars.spoken import ordinal_rows, rows
from legibly.formatting.formatter import Formatter
from legibly.metrics.bootstrap import intervals
from legibly.metrics.counts import OVERALL
from legibly.metrics.pairs import align_pair
from legibly.metrics.score import Score, Settings, score_aligned, sum_scores
from legibly.transcript import Token, Transcript
from recipes.shugrina_2010.entities import DIGIT, Call, Entity, Judgement, judge, sentence_texts
from recipes.shugrina_2010.entity_errors import Errors
from recipes.tables import markdown, percent, with_interval

NUMBER_WORDS = frozenset(
    word for spoken, _ in (*rows(0, 99), *ordinal_rows(1, 99)) for word in spoken.split()
) | {"hundred", "thousand", "million", "billion"}
STAYS = "WORDS"  # the kind of entities that stay words
EXACT, SPACELESS = "exact", "ignoring spaces"
CLASSES = {"capitals": f"case/{OVERALL}/f1", "comma": "marks/,/f1", "full stop": "marks/./f1"}
PAPER = {"System A": (16.1, 9.7, 5.4, 1.0), "System B": (17.8, 10.6, 6.6, 0.6)}


def with_words(call: Call) -> Call:
    """With the number words that stay words as entities of their own."""
    taken = {at for entity in call.entities for at in range(entity.first, entity.last)}
    runs = groupby(
        range(len(call.words)), key=lambda at: at not in taken and call.words[at] in NUMBER_WORDS
    )
    found = [list(run) for is_number, run in runs if is_number]
    stays = (part for run in found for part in _within_sentences(call, run))
    entities = [*call.entities, *(_staying(call, part) for part in stays)]
    return replace(call, entities=sorted(entities))


def _within_sentences(call: Call, run: Sequence[int]) -> Iterator[list[int]]:
    begins = {first for first, _ in call.sentences}
    part: list[int] = []
    for at in run:
        if at in begins and part:
            yield part
            part = []
        part.append(at)
    yield part


def _staying(call: Call, places: Sequence[int]) -> Entity:
    text = " ".join(call.written[at] for at in places)
    return Entity(places[0], places[-1] + 1, text, STAYS)


def joint_errors(calls: Sequence[Call], formatter: Formatter) -> tuple[dict[str, Errors], Score]:
    """Of numbers, exact and ignoring spaces; and of marks and capitals in the same text."""
    errors = {EXACT: Errors(), SPACELESS: Errors()}
    scores = []
    for call in calls:
        written = formatter(call.transcript())
        judgements = list(judge(call, sentence_texts(call, written.tokens)))
        for name, plain in ((EXACT, exact), (SPACELESS, spaceless)):
            counts = Counter(kind for each in judgements for kind in outcome(each, plain))
            errors[name].calls.append(counts)
        scores.append(score_aligned(align_pair("", reference(call), written), SETTINGS))
    return errors, sum_scores(scores, SETTINGS)


SETTINGS = Settings("gravano2")


def reference(call: Call) -> Transcript:
    """As it was written, over the spoken words."""
    starts = [at for at, text in enumerate(call.written) if text]
    tokens = (
        Token(call.written[first], first, last, after=call.marks[last - 1])
        for first, last in zip(starts, [*starts[1:], len(call.words)], strict=True)
    )
    return Transcript(call.transcript().words, tuple(tokens), "en")


def exact(text: str) -> str:
    """Without capitals and the marks between words."""
    return " ".join(part.strip(".,?!;:") for part in text.lower().split())


def spaceless(text: str) -> str:
    return exact(text).replace(" ", "")


def outcome(judgement: Judgement, plain: Callable[[str], str]) -> Iterator[str]:
    """Incorrect: both have digits; over: only what was written has; under: only the reference."""
    _, wanted, written = judgement
    yield "all"
    if plain(wanted) == plain(written):
        return
    yield "wrong"
    if not DIGIT.search(wanted):
        yield "over" if DIGIT.search(written) else "incorrect"
    else:
        yield "incorrect" if DIGIT.search(written) else "under"


def number_table(systems: Mapping[str, Mapping[str, Errors]]) -> str:
    """Table 4, with intervals by drawing calls anew."""
    table = []
    for name, errors in systems.items():
        for how, each in errors.items():
            low, high = each.interval()
            rates = (percent(each.rate(kind)) for kind in ("incorrect", "over", "under"))
            ner = f"**{percent(each.rate())}** ({percent(low)}-{percent(high)})"
            table.append([name, how, ner, *rates, f"{each.total['all']:,}"])
    return markdown(["system", "", "NEER", "IFR", "OFR", "UFR", "entities"], table)


def mark_table(scores: Mapping[str, Score]) -> str:
    """Marks and capitals of the same text."""
    table = []
    for name, score in scores.items():
        interval_of, cells = intervals(score), []
        marks = score.counts.marks
        slots = (score.counts.case[OVERALL], marks[","], marks["."])
        for path, each in zip(CLASSES.values(), slots, strict=True):
            f1 = with_interval(each.f1, interval_of.get(path))
            cells.append(f"{percent(each.precision)}/{percent(each.recall)}/{f1}")
        table.append([name, *cells])
    return markdown(["system", *(f"{name} P/R/F" for name in CLASSES)], table)


def readings(systems: Mapping[str, Mapping[str, Errors]]) -> dict[str, object]:
    """The paper's order of A and B, and of its rates."""
    one, other = (systems[name][EXACT] for name in PAPER)
    (low_a, high_a), (low_b, high_b) = one.interval(), other.interval()
    spaces = {
        name: errors[EXACT].rate() - errors[SPACELESS].rate() for name, errors in systems.items()
    }
    return {
        "system_a_better": one.is_surely_below(other),
        "system_rates": f"{one.rate():.1%} and {other.rate():.1%}",
        "systems_overlap": high_a >= low_b and high_b >= low_a,
        "a_formats_less": one.is_surely_below(other, "over"),
        "over_rates": f"{one.rate('over'):.1%} and {other.rate('over'):.1%}",
        "a_misses_more": other.is_surely_below(one, "under"),
        "under_rates": f"{one.rate('under'):.1%} and {other.rate('under'):.1%}",
        "by_spaces": ", ".join(f"{name} {100 * points:.1f}" for name, points in spaces.items()),
    }
