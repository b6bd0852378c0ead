"""What became of entities, call by call, and the tables of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from legibly.formatting.formatter import Formatter
from recipes.shugrina_2010.entities import DIGIT, Call, Judgement, judge, plain, sentence_texts
from recipes.shugrina_2010.writers import Writer
from recipes.tables import markdown, percent

SIGNS = (":", ".", "$", ",")
Texts = Sequence[Sequence[str]]  # of each call, what is written for its sentences


@dataclass(frozen=True)
class Errors:
    """Entities by what became of them, a call each, so that calls can be drawn again."""

    calls: list[Counter[str]] = field(default_factory=list)
    mistakes: Counter[tuple[str, str]] = field(default_factory=Counter)  # should be, is

    @property
    def total(self) -> Counter[str]:
        return sum(self.calls, Counter())

    def rate(self, kind: str = "wrong", calls: Sequence[Counter[str]] | None = None) -> float:
        total: Counter[str] = sum(calls if calls is not None else self.calls, Counter())
        return total[kind] / max(1, total["all"])

    def interval(self, draws: int = 1000) -> tuple[float, float]:
        random = Random(1)
        rates = sorted(
            self.rate(calls=random.choices(self.calls, k=len(self.calls))) for _ in range(draws)
        )
        return rates[draws // 40], rates[-draws // 40]

    def is_surely_below(self, other: Errors, kind: str = "wrong", draws: int = 1000) -> bool:
        """Whether a rate is lower than another's beyond chance, both on the same drawn calls."""
        random = Random(1)
        pairs = list(zip(self.calls, other.calls, strict=True))
        differences = sorted(
            self.rate(kind, [one for one, _ in drawn]) - other.rate(kind, [two for _, two in drawn])
            for drawn in (random.choices(pairs, k=len(pairs)) for _ in range(draws))
        )
        return differences[-draws // 40] < 0


def running(formatter: Formatter, calls: Sequence[Call]) -> Texts:
    """Whole calls, as they run on."""
    return [sentence_texts(call, formatter(call.transcript()).tokens) for call in calls]


def by_sentence(writer: Writer, calls: Sequence[Call]) -> Texts:
    """Of sentences with entities: nothing else is judged."""
    lines = [line for call in calls for line in call.sentences_with_entities()]
    texts = dict(zip(lines, writer(lines), strict=True))
    return [[texts.get(line, "") for line in call.spoken_sentences()] for call in calls]


def entity_errors(calls: Sequence[Call], texts_of_calls: Texts) -> Errors:
    errors = Errors()
    for call, texts in zip(calls, texts_of_calls, strict=True):
        counts: Counter[str] = Counter()
        for judgement in judge(call, texts):
            counts.update(outcome(judgement))
            if plain(judgement.wanted) != plain(judgement.written):
                errors.mistakes[judgement.wanted, judgement.written] += 1
        errors.calls.append(counts)
    return errors


def outcome(judgement: Judgement) -> Iterator[str]:
    entity, wanted, written = judgement
    yield "all"
    signs = [sign for sign in SIGNS if sign in entity.written]
    yield from (f"all {sign}" for sign in signs)
    if plain(wanted) == plain(written):
        yield from (f"right {sign}" for sign in signs)
        return
    yield "wrong"
    yield "under" if not DIGIT.search(written) else "incorrect"
    if plain(wanted).replace(".", "") == plain(written).replace(".", ""):
        yield "sign"


def rates_table(systems: Mapping[str, Errors]) -> str:
    rows = []
    for name, errors in systems.items():
        low, high = errors.interval()
        rates = (percent(errors.rate(kind)) for kind in ("incorrect", "under"))
        interval, entities = f"{percent(low)}-{percent(high)}", str(errors.total["all"])
        rows.append([name, percent(errors.rate()), interval, *rates, entities])
    return markdown(["system", "NEER", "95 %", "incorrect", "under", "entities"], rows)


def signs_table(systems: Mapping[str, Errors]) -> str:
    rows = []
    for name, errors in systems.items():
        total = errors.total
        right = (f"{total[f'right {sign}']} of {total[f'all {sign}']}" for sign in SIGNS)
        rows.append([name, *right])
    return markdown(["system", *(f"`{sign}`" for sign in SIGNS)], rows)


def mistakes_table(errors: Errors, most: int = 15) -> str:
    mistakes = errors.mistakes.most_common(most)
    rows = [[f"`{wanted}`", f"`{written}`"] for (wanted, written), _ in mistakes]
    return markdown(["should be", "is"], rows)
