"""Cuts an hour of an earnings call into subtitles, counts the cues that break inside a phrase, and
writes docs/research/subtitle-breaks.md.

`--split dev` is for choosing costs; `--show` prints the breaks inside phrases.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from legibly.api import load
from legibly.features.pos import TAGS, PosTagger, accuracy, load_tagger
from legibly.formats.transcripts import read_all
from legibly.subtitles.checking import check
from legibly.subtitles.cutting import cut_cues
from legibly.subtitles.rules import PRESETS, CueRules
from legibly.training.pos import read_treebank, train_tagger
from legibly.transcript import Transcript, Word
from recipes.pages import save_page
from recipes.place import Place, options, parsed
from recipes.subtitle_breaks.phrases import Breaks, count_breaks, tags_of
from recipes.tables import markdown, percent

CALLS = {"test": "4483937", "dev": "4483633"}  # an hour, more than nine words in ten timed
PASSES = 3
HEAD = (
    *("cut by", "cues", "end at a mark, %", "end inside a phrase, %"),
    *("lines inside a phrase, %", "cues against the rules, %"),
)


def tagger_of(place: Place) -> PosTagger:
    folder = place.work / "subtitle-breaks-pos"
    if not (folder / TAGS).is_file():
        paths = place.files("en/pos/gum-train.conllu.xz")
        sentences = [found for path in paths for found in read_treebank(str(path))]
        folder.mkdir(parents=True, exist_ok=True)
        train_tagger(sentences, place.sized(PASSES, 1)).save(folder)
    return load_tagger(folder)


def spoken_call(place: Place, split: str) -> Transcript:
    """A call as a recogniser gives it: small letters, no marks; its times."""
    folder = f"timed/earnings22/{split}"
    paths = place.files(f"{folder}/{CALLS[split]}.jsonl.xz") or place.files(f"{folder}/*.jsonl.xz")
    (call,) = read_all(paths[0], language="en")
    words = [
        Word(word.text.lower(), word.start, word.end, speaker=word.speaker) for word in call.words
    ]
    return Transcript(words, language="en")


def ways_to_cut(written: Transcript) -> Iterator[tuple[str, Transcript]]:
    """What the cutting is told of the same text."""
    plain = replace(written, language=None)
    yield "marks and pauses", replace(plain, mark_chances=())
    yield "and marks nearly written", plain
    yield "and phrases", replace(written, mark_chances=())
    yield "all", written


def against_rules(transcript: Transcript, rules: CueRules) -> float:
    cues = cut_cues(transcript, rules)
    return len({found.cue for found in check(cues, rules)}) / len(cues)


def cells(name: str, breaks: Breaks, broken: float) -> list[str]:
    return [
        name,
        f"{breaks.cues:,}",
        percent(breaks.at_marks / max(1, breaks.cues)),
        percent(breaks.inside / max(1, breaks.cues)),
        percent(breaks.lines_inside / max(1, breaks.lines)),
        percent(broken),
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = options(__doc__)
    parser.add_argument("--split", choices=sorted(CALLS), default="test")
    parser.add_argument("--show", action="store_true", help="print the breaks inside phrases")
    place, chosen = parsed(parser, arguments)
    place.need("timed/earnings22", "en/pos")
    tagger = tagger_of(place)
    written = load("en")(spoken_call(place, chosen.split))
    tags, rules = tags_of(tagger, written), PRESETS["default"]
    rows = []
    for name, told in ways_to_cut(written):
        breaks, shown = count_breaks(cut_cues(told, rules), told, tags)
        rows.append(cells(name, breaks, against_rules(told, rules)))
        print(*rows[-1], sep="\t", file=sys.stderr)
        if chosen.show:
            print(*shown, sep="\n")
    if chosen.split != "test":
        return
    dev = [
        found
        for path in place.files("en/pos/gum-dev.conllu.xz")
        for found in read_treebank(str(path))
    ]
    save_page(
        place,
        Path(__file__).with_name("page.md"),
        "subtitle-breaks.md",
        rows=markdown(HEAD, rows),
        words=f"{len(written.words):,}",
        accuracy=percent(accuracy(tagger, dev)),
    )


if __name__ == "__main__":
    main()
