"""The second half of Kim & Woodland (2003): marks in a recogniser (Tables 4 to 6, Figures 5 to 7);
writes docs/research/kim-woodland-2003-recognition.md.

    python -m recipes.kim_woodland_2003.recognition [--cache FOLDER] [--lines N] [--whisper FOLDER]

Recognisers run once: `--cache` keeps what they said. `--whisper` is a folder with Whisper's tiny.en
for CTranslate2; without it that part is left out.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

import legibly
from legibly.formatting.formatter import Formatter
from legibly.metrics.bootstrap import Comparison, compare, intervals
from legibly.metrics.counts import OVERALL
from legibly.metrics.score import Score
from legibly.ngram import binary
from legibly.scorers.ngram import NGRAM_FILE, NgramScorer
from legibly.scorers.prosody import PROSODY_MARKS
from legibly.speech.segment_alignment import SegmentAligner
from recipes.kim_woodland_2003 import recognised as heard
from recipes.kim_woodland_2003.experiments import COARSE
from recipes.kim_woodland_2003.figures import draw_rescoring
from recipes.kim_woodland_2003.post_processing import (
    WAYS,
    PostProcessing,
    chosen_by,
    learnt_tree,
    with_network,
)
from recipes.kim_woodland_2003.recognised import Cache, Spoken
from recipes.kim_woodland_2003.rescoring import Listed, Tree, listed
from recipes.kim_woodland_2003.spoken_sets import acted, frames_of
from recipes.kim_woodland_2003.talks import (
    Talk,
    joined,
    judged,
    talks,
    untimed,
)
from recipes.pages import listed as in_a_row
from recipes.pages import save_page
from recipes.place import options, parsed
from recipes.tables import difference, markdown, percent, with_interval

TEMPLATE = Path(__file__).with_name("recognition.md")
PAGE = "kim-woodland-2003-recognition.md"
ADDRESSES = "whitehouse"
LINES, QUICK_LINES = 120, 3
MUST_WHISPER, MUST_SPHINX = 0.06, 0.22  # WER' on the addresses
HEAD = ("corpus", "system", "scale", "WER", "WER' (95 %)", "P", "R", "F (95 %)", "SER")


class Outcome(NamedTuple):
    score: Score
    scale: float | None = None


class Rescored(NamedTuple):
    """The hundred best of a corpus, by scale."""

    plain: Outcome
    by_scale: dict[float, Score]


def progress(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def by_corpus(every: Sequence[Talk]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for at, talk in enumerate(every):
        found.setdefault(talk.corpus, []).append(at)
    return found


def row(corpus: str, system: str, outcome: Outcome) -> list[str]:
    score = outcome.score
    counts, found = score.counts, intervals(score)
    slots = counts.marks[OVERALL]
    return [
        corpus,
        system,
        "-" if outcome.scale is None else f"{outcome.scale:g}",
        percent(counts.words_and_marks.wer),
        with_interval(counts.words.wer, found.get("wer_without_marks")),
        percent(slots.precision),
        percent(slots.recall),
        with_interval(slots.f1, found.get(f"marks/{OVERALL}/f1")),
        percent(slots.ser),
    ]


def rescored(corpus: Sequence[Talk], lists: Sequence[Sequence[Listed]]) -> Rescored:
    def outcome(scale: float) -> Score:
        return judged(corpus, [joined([one.best(scale) for one in talk]) for talk in lists])

    plain = judged(corpus, [joined([one.readings[0] for one in talk]) for talk in lists])
    return Rescored(Outcome(plain), {scale: outcome(scale) for scale in COARSE})


def scale_of_others(name: str, found: dict[str, Rescored]) -> float:
    """That with the highest mean F on the other corpora."""
    others = [one for key, one in found.items() if key != name] or list(found.values())

    def mean(scale: float) -> float:
        return float(np.mean([one.by_scale[scale].f1 or 0.0 for one in others]))

    return max(COARSE, key=lambda scale: (mean(scale), -scale))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = options(__doc__)
    parser.add_argument("--cache", type=Path, help="folder for what recognisers said")
    parser.add_argument("--lines", type=int, default=LINES, help="of the play's test part")
    parser.add_argument("--whisper", type=Path, help="folder of Whisper's tiny.en")
    place, asked = parsed(parser, arguments)
    place.need("audio/whitehouse", "audio/ljspeech-sample", "audio/bass", "en/ted.txt.xz")
    every = talks(place, place.sized(asked.lines, QUICK_LINES))
    cache = Cache(asked.cache or place.work / "recognised", progress)
    sounds = [talk.sound for talk in every]
    arpas = {
        symbols: heard.spoken_language_model(place, symbols)
        for symbols in (heard.MARKED, heard.BARE)
    }
    marked = cache.of("marked", sounds, heard.sphinx(arpas[heard.MARKED]), heard.HYPOTHESES)
    bare = cache.of("bare", sounds, heard.sphinx(arpas[heard.BARE]))
    network = legibly.load("en", numbers=False)
    play = acted(place)
    progress("tree")
    tree = learnt_tree(play)
    model = binary.load(place.work / "recogniser" / heard.MARKED / NGRAM_FILE)
    scorer = NgramScorer(model, PROSODY_MARKS[1:], cased=False)
    progress("scale of the language model and the tree")
    after = PostProcessing(scorer, tree, play, network)
    corpora = by_corpus(every)
    progress("the hundred best")
    found = {
        name: rescored([every[i] for i in at], [_lists(marked[i], every[i], tree) for i in at])
        for name, at in corpora.items()
    }
    progress("marks behind words")
    first_best = {
        name: _table4([every[i] for i in at], [bare[i] for i in at], after, network)
        for name, at in corpora.items()
    }
    scales = {name: scale_of_others(name, found) for name in found}
    hundred = {name: Outcome(found[name].by_scale[scales[name]], scales[name]) for name in found}
    progress("the best by the network")
    chosen = {
        name: Outcome(judged([every[i] for i in at], [chosen_by(network, marked[i]) for i in at]))
        for name, at in corpora.items()
    }
    fields = _recogniser_fields(first_best, found)
    whisper = _whisper(cache, every, corpora, asked.whisper, network)
    figure = "kim-woodland-2003-recognition.svg"
    _draw(place.docs / figure, found)
    save_page(
        place,
        TEMPLATE,
        PAGE,
        lines=len(corpora.get("bass", ())),
        data=_data(every, corpora),
        table4=markdown(
            HEAD, [row(n, s, o) for n, of in first_best.items() for s, o in of.items()]
        ),
        table5=markdown(
            (
                "corpus",
                "words alone in LM: WER'",
                "marks in LM: WER",
                "marks in LM: WER'",
                "WER' later",
            ),
            [_row5(n, first_best[n][WORDS], found[n].plain) for n in found],
        ),
        table6=markdown(
            HEAD,
            [
                cells
                for n in found
                for cells in (
                    row(n, INSIDE, found[n].plain),
                    row(n, HUNDRED, hundred[n]),
                    row(n, MODEL, chosen[n]),
                )
            ],
        ),
        gains=markdown(
            ("corpus", "system", "F", "WER", "WER'"),
            [
                [n, name, *_gains(found[n].plain, one[n])]
                for n in found
                for name, one in ((HUNDRED, hundred), (MODEL, chosen))
            ],
        ),
        figure=f"![WER, F, precision and recall by scale]({figure})",
        hundred_gains=in_a_row(n for n in found if _clear(found[n].plain, hundred[n], F_RATE, 1)),
        network_gains=in_a_row(n for n in found if _clear(found[n].plain, chosen[n], F_RATE, 1)),
        network_above=in_a_row(
            n for n, of in first_best.items() if _clear(of[LM_TREE], of[NETWORK], F_RATE, 1)
        ),
        whisper=whisper.table,
        whisper_reading=whisper.reading,
        has_whisper=whisper.there,
        **fields,
    )


WORDS, LM, LM_TREE = "words alone", "LM", "LM + tree"
NETWORK, NETWORK_TIMED = "network, words alone", "network, words and pauses"
INSIDE, HUNDRED = "marks in the recogniser", "100 best with the tree"
MODEL = f"{WAYS} best with the network and pauses"
F_RATE, WER_RATE, BARE_RATE = f"marks/{OVERALL}/f1", "wer", "wer_without_marks"


def _lists(spoken: Sequence[Spoken], talk: Talk, tree: Tree) -> list[Listed]:
    frames = frames_of(talk.sound.path)
    return [listed(segment, frames, tree) for segment in spoken]


def _table4(
    corpus: Sequence[Talk],
    bare: Sequence[Sequence[Spoken]],
    after: PostProcessing,
    network: Formatter,
) -> dict[str, Outcome]:
    words = [joined([segment.best for segment in talk]) for talk in bare]
    pairs = list(zip(words, corpus, strict=True))
    return {
        WORDS: Outcome(judged(corpus, words)),
        LM: Outcome(judged(corpus, [after.marked(found, talk, 0.0) for found, talk in pairs])),
        LM_TREE: Outcome(
            judged(corpus, [after.marked(found, talk, after.scale) for found, talk in pairs]),
            after.scale,
        ),
        NETWORK: Outcome(
            judged(corpus, [with_network(untimed(found), network) for found in words])
        ),
        NETWORK_TIMED: Outcome(judged(corpus, [with_network(found, network) for found in words])),
    }


def _row5(name: str, bare: Outcome, marked: Outcome) -> list[str]:
    found = compare(bare.score, marked.score)
    return [
        name,
        with_interval(bare.score.counts.words.wer, intervals(bare.score).get(BARE_RATE)),
        with_interval(
            marked.score.counts.words_and_marks.wer, intervals(marked.score).get(WER_RATE)
        ),
        with_interval(marked.score.counts.words.wer, intervals(marked.score).get(BARE_RATE)),
        difference(found.get(BARE_RATE)),
    ]


def _gains(before: Outcome, after: Outcome) -> list[str]:
    found = compare(before.score, after.score)
    return [difference(found.get(rate)) for rate in (F_RATE, WER_RATE, BARE_RATE)]


def _clear(before: Outcome, after: Outcome, rate: str, sign: int) -> bool:
    """Beyond what the interval allows for chance."""
    found: Comparison | None = compare(before.score, after.score).get(rate)
    if found is None:
        return False
    low, high = found.interval
    return low > 0 if sign > 0 else high < 0


def _recogniser_fields(
    first_best: dict[str, dict[str, Outcome]], found: dict[str, Rescored]
) -> dict[str, bool | str]:
    wer = first_best[ADDRESSES][WORDS].score.counts.words.wer if ADDRESSES in first_best else None
    changed = [
        name
        for name in found
        if _clear(first_best[name][WORDS], found[name].plain, BARE_RATE, 1)
        or _clear(first_best[name][WORDS], found[name].plain, BARE_RATE, -1)
    ]
    mostly_marks = all(
        (one.plain.score.counts.words_and_marks.wer or 0.0)
        > (one.plain.score.counts.words.wer or 0.0)
        for one in found.values()
    )
    return {
        "sphinx_must": wer is not None and wer <= MUST_SPHINX,
        "marks_change_words": bool(changed),
        "marks_cost_more": mostly_marks,
    }


class Whispered(NamedTuple):
    there: bool
    table: str = ""
    reading: str = ""


def _whisper(
    cache: Cache,
    every: Sequence[Talk],
    corpora: dict[str, list[int]],
    folder: Path | None,
    network: Formatter,
) -> Whispered:
    """The addresses by Whisper: its own marks, and ours on its words."""
    from legibly.speech.sphinx import english_model

    if folder is None or ADDRESSES not in corpora:
        return Whispered(False)
    corpus = [every[i] for i in corpora[ADDRESSES]]
    aligner = SegmentAligner(english_model(), "en")
    spoken = cache.of(
        heard.WHISPER, [t.sound for t in corpus], heard.whisper(folder), aligner=aligner
    )
    own = [joined([segment.best for segment in talk]) for talk in spoken]
    outcomes = {
        "Whisper's own marks": Outcome(judged(corpus, own)),
        NETWORK: Outcome(judged(corpus, [with_network(untimed(one), network) for one in own])),
        NETWORK_TIMED: Outcome(judged(corpus, [with_network(one, network) for one in own])),
    }
    found = compare(outcomes[NETWORK].score, outcomes[NETWORK_TIMED].score).get(F_RATE)
    wer = outcomes[NETWORK].score.counts.words.wer
    return Whispered(
        True,
        markdown(HEAD, [row(ADDRESSES, name, one) for name, one in outcomes.items()]),
        " ".join(
            (
                f"Word errors without marks are {_than(wer, MUST_WHISPER)} 6 %.",
                f"F of our marks with pauses, over that without: {difference(found)}.",
            )
        ),
    )


def _than(rate: float | None, limit: float) -> str:
    return "within" if rate is not None and rate <= limit else "above"


def _data(every: Sequence[Talk], corpora: dict[str, list[int]]) -> str:
    rows = []
    for name, at in corpora.items():
        words = [len(every[i].said.words) for i in at]
        marks = [sum(bool(token.after) for token in every[i].said.tokens) for i in at]
        rows.append([name, str(len(at)), f"{sum(words):,}", f"{sum(marks):,}"])
    return markdown(("corpus", "sounds", "words", "marks"), rows)


def _draw(path: Path, found: dict[str, Rescored]) -> None:
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        progress("the figure is left out: pip install 'legibly[plots]'")
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    draw_rescoring({name: one.by_scale for name, one in found.items()}, path)


if __name__ == "__main__":
    main()
