"""Kim & Woodland (2003) on open speech: writes docs/research/kim-woodland-2003.md.

`--queen FILE` is the file queen.1c of Debian's package flight-of-the-amazon-queen; without it that
corpus is left out.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

import legibly
from legibly.metrics.bootstrap import Comparison
from legibly.metrics.score import Settings, score_pair, sum_scores
from legibly.prosody.drawing import TreeDrawing
from legibly.prosody.features import NAMES, PAPER_NAMES
from legibly.scorers.prosody import PROSODY_MARKS
from recipes.human_agreement.__main__ import CORPORA, version_pairs
from recipes.kim_woodland_2003 import experiments as tried
from recipes.kim_woodland_2003.experiments import Table3, ablations, across_scenes, with_splits
from recipes.kim_woodland_2003.judging import difference
from recipes.kim_woodland_2003.spoken_sets import (
    Spoken,
    acted,
    acted_queen,
    addresses,
    calls,
    read_speech,
)
from recipes.kim_woodland_2003.text_models import TextModel, interpolated, of_written_text
from recipes.pages import save_page
from recipes.place import Place, options, parsed
from recipes.tables import markdown, percent, with_interval

HEAD3 = ("corpus", "system", "scale", "P", "R", "F1 (95 %)", "SER")
HEAD_GAIN = (
    *("corpus", "LM + tree over LM", "with durations", "the same, LM of written text"),
    "network + trees over network",
)
MARK_NAMES = {"": "none", ",": "comma", ".": "full stop", "?": "question mark"}
TRAINING_CALLS = 25
AGREEMENT_RECORDINGS = 3  # of each corpus of two versions


def progress(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def data_rows(corpora: Sequence[Spoken]) -> Iterator[list[str]]:
    """The paper's Table 1."""
    for spoken in corpora:
        words = [sum(len(line.words) for line in spoken.of(split)) for split in ("train", "dev")]
        test = spoken.of("test")
        minutes = sum(line.seconds for line in spoken.lines) / 60
        yield [
            f"{spoken.name}: {spoken.about}",
            *(f"{count:,}" for count in (*words, sum(len(line.words) for line in test))),
            f"{minutes:.0f} min" if spoken.has_sound else "times only",
        ]


def silences(spoken: Spoken) -> list[list[bool]]:
    """Whether there is silence behind each word, by its mark."""
    pauses: list[list[bool]] = [[] for _ in PROSODY_MARKS]
    for line in spoken.lines:
        last = len(line.words) - spoken.inside
        for word, mark in zip(line.words[:last], line.marks, strict=False):
            pause = word.labels.get("pause")
            if isinstance(pause, float):
                pauses[int(mark)].append(pause > 0.05)
    return pauses


def silence_rows(corpora: Sequence[Spoken]) -> Iterator[list[str]]:
    """The paper's Table 7."""
    for spoken in corpora:
        cells = (
            f"{percent(float(np.mean(of)))} of {len(of):,}" if of else "-"
            for of in silences(spoken)
        )
        yield [spoken.name, *cells]


def in_order(spoken: Spoken) -> bool:
    """As in the paper: least where no mark stands, most behind full stops, commas between."""
    none, comma, stop = (float(np.mean(of)) if of else 0.0 for of in silences(spoken)[:3])
    return none < comma < stop


def usage_rows(table: Table3) -> Iterator[list[str]]:
    """The paper's Table 2."""
    assert table.tree is not None
    assert table.ends is not None
    columns = [NAMES.index(name) for name in tried.TEN]
    rows = table.ends.rows[table.ends.known & table.ends.judged][:, columns]
    asked = table.tree.queries(rows, len(columns))
    seen = table.tree.appearances(len(columns))
    for name, queries, nodes in zip(tried.TEN, asked, seen, strict=True):
        yield [name, PAPER_NAMES[name], str(nodes), f"{queries / max(1, asked.sum()):.4f}"]


def usage_order(table: Table3) -> list[str]:
    """The features, those that are asked most first."""
    return [row[0] for row in sorted(usage_rows(table), key=lambda row: -float(row[3]))]


def system_rows(table: Table3) -> Iterator[list[str]]:
    from legibly.metrics.bootstrap import intervals

    for name, result in table.results.items():
        slots = result.slots
        yield [
            f"{table.name}, {table.about.split(', ')[-1]}",
            name,
            "-" if result.scale is None else f"{result.scale:g}",
            percent(slots.precision),
            percent(slots.recall),
            with_interval(slots.f1, intervals(result.score).get("marks/overall/f1")),
            percent(slots.ser),
        ]


def gains(table: Table3) -> list[Comparison | None]:
    found = table.results
    return [
        difference(found[tried.LM], found[tried.LM_TREE]),
        difference(found[tried.LM], found[tried.LM_LONGER]),
        _gain_of(table, tried.WRITTEN, tried.WRITTEN_LONGER),
        difference(found[tried.NETWORK], found[tried.NETWORK_BOOSTED]),
    ]


def _gain_of(table: Table3, one: str, other: str) -> Comparison | None:
    """Across scenes the language model is of written text alone."""
    found = table.results
    return difference(found[one], found[other]) if one in found else None


def gain_row(table: Table3) -> list[str]:
    return [f"{table.name}: {table.about}", *map(_gain, gains(table))]


def _gain(found: Comparison | None) -> str:
    if found is None:
        return "-"
    low, high = found.interval
    return f"{found.difference:+.3f} ({low:+.3f} to {high:+.3f})"


def agreement_rows(place: Place) -> Iterator[list[str]]:
    """The paper's Tables 8 to 11, by versions of the same recordings, with half credit."""
    for corpus, (what, first, second) in CORPORA.items():
        pairs = list(version_pairs(place.data, corpus))[:AGREEMENT_RECORDINGS]
        settings = Settings(half_credit=True)
        scores = [score_pair(legibly.read(a), legibly.read(b), settings) for a, b in pairs]
        if scores:
            slots = sum_scores(scores, settings).counts.marks["overall"]
            yield [
                f"{corpus}: {what}",
                f"{first} / {second}",
                *(percent(rate) for rate in (slots.precision, slots.recall, slots.f1, slots.ser)),
            ]


def tables(place: Place, corpora: dict[str, Spoken], written: TextModel) -> list[Table3]:
    network = legibly.load("en")
    found = []
    for name in ("bass", "fotaq"):
        if name in corpora:
            progress(f"{name}: across scenes")
            found.append(across_scenes(corpora[name], written, network))
    for name, most in (("bass", None), ("ljspeech", None), ("earnings22", TRAINING_CALLS)):
        spoken = corpora[name]
        progress(f"{name}: language model of what was said")
        both = interpolated(written, spoken.of("train"), spoken.of("dev"))
        progress(f"{name}: share {both.share:.2f}, perplexity {both.perplexity:.1f}")
        found.append(with_splits(spoken, both, written, network, place.sized(most, 5)))
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    parser = options(__doc__)
    parser.add_argument("--queen", type=Path, help="queen.1c, for the corpus fotaq")
    place, chosen = parsed(parser, arguments)
    place.need("audio/bass", "timed/ljspeech", "timed/earnings22", "en/ted.txt.xz")
    spoken = [acted(place), read_speech(place), calls(place)]
    if chosen.queen is not None:
        spoken.insert(1, acted_queen(place, chosen.queen))
    if (place.data / "audio/whitehouse").exists():
        spoken.append(addresses(place))
    corpora = {one.name: one for one in spoken}
    progress("language model of written text")
    found = tables(place, corpora, of_written_text(place))
    bass = found[0]
    assert bass.tree is not None
    assert bass.ends is not None
    place.docs.mkdir(parents=True, exist_ok=True)
    drawing = TreeDrawing(bass.tree, tried.TEN, PROSODY_MARKS)
    (place.docs / "kim-woodland-2003-tree.svg").write_text(drawing.svg(), "utf-8")
    progress("features left out")
    left_out = ablations(corpora["bass"], legibly.load("en"), bass.ends)
    lm_gains = {f"{t.name} {t.about}": gains(t) for t in found}
    save_page(
        place,
        Path(__file__).with_name("page.md"),
        "kim-woodland-2003.md",
        data=markdown(("corpus", "train", "dev", "test", "sound"), data_rows(spoken)),
        usage=markdown(("feature", "in the paper", "appearance", "usage"), usage_rows(bass)),
        systems=markdown(HEAD3, (row for table in found for row in system_rows(table))),
        gains=markdown(HEAD_GAIN, map(gain_row, found)),
        silence=markdown(("corpus", *MARK_NAMES.values()), silence_rows(spoken)),
        agreement=markdown(
            ("corpus", "reference / hypothesis", "P", "R", "F", "SER"), agreement_rows(place)
        ),
        left_out=markdown(
            ("features", "F1", "scale"),
            [[name, percent(f), f"{scale:g}"] for name, f, scale in left_out],
        ),
        figure=_figure(place, found),
        both_best=all(_both_best(table) for table in found),
        all_gain=all(_above(row[1]) for row in lm_gains.values()),
        network_gain=all(_above(row[3]) for row in lm_gains.values()),
        written_more=all(_brings_more(row) for row in lm_gains.values()),
        tree_above_lm=_named(t for t in found if _f(t, tried.ALONE) > _f(t, tried.LM)),
        queen=chosen.queen is not None,
        silence_order=all(map(in_order, spoken)),
        pause_most=usage_order(bass)[0] == "pause",
    )


def _f(table: Table3, system: str) -> float:
    return table.results[system].slots.f1 or 0.0


def _both_best(table: Table3) -> bool:
    return _f(table, tried.LM_TREE) >= max(
        _f(table, name) for name in (tried.LM, tried.ALONE, tried.OVER_PRIOR)
    )


def _above(found: Comparison | None) -> bool:
    return found is not None and found.interval[0] > 0


def _brings_more(row: Sequence[Comparison | None]) -> bool:
    """The tree, beside a language model of written text, than beside one of the corpus too."""
    both, written = row[1], row[2]
    return written is None or (both is not None and written.difference > both.difference)


def _named(found: Iterator[Table3]) -> str:
    names = list(dict.fromkeys(table.name for table in found))
    return ", ".join(names) or "no corpus"


def _figure(place: Place, found: Sequence[Table3]) -> str:
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        progress("the figure is left out: pip install 'legibly[plots]'")
        return ""
    from recipes.kim_woodland_2003.figures import draw_scales

    name = "kim-woodland-2003.svg"
    draw_scales({f"{t.name}, {t.about.split(', ')[-1]}": t.curve for t in found}, place.docs / name)
    return f"![Precision, recall, F and SER by scale factor]({name})"


if __name__ == "__main__":
    main()
