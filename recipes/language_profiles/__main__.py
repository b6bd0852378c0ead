"""Learns which language a text is in by its letters, and writes docs/research/language-profiles.md.

`--out src/legibly/languages` also writes the table that is shipped. Text of other languages than
ours is that of a handbook: `apt-get download debian-handbook`, `dpkg-deb -x`, and `--handbook` is
its folder `usr/share/doc/debian-handbook/html`; without it only ours are learnt.
"""

from __future__ import annotations

import lzma
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random

from legibly.languages.profiles import LEAST_MARGIN, MARGIN_NATS, PROFILES, Profiles
from recipes.language_profiles.learn import count_runs, learn, save
from recipes.language_profiles.texts import (
    OURS,
    handbook_languages,
    lines_of,
    paragraphs,
    windows,
    words_of,
)
from recipes.pages import save_page
from recipes.place import ROOT, Place, options, parsed
from recipes.tables import markdown, percent

NAMES = {
    **{"ar": "Arabic", "ca": "Catalan", "cs": "Czech", "da": "Danish", "de": "German"},
    **{"el": "Greek", "en": "English", "es": "Spanish", "fa": "Persian", "fr": "French"},
    **{"hr": "Croatian", "id": "Indonesian", "it": "Italian", "ja": "Japanese"},
    **{"ko": "Korean", "nb": "Norwegian", "nl": "Dutch", "pl": "Polish", "pt": "Portuguese"},
    **{"ro": "Romanian", "ru": "Russian", "sv": "Swedish", "tr": "Turkish"},
    **{"vi": "Vietnamese", "zh": "Chinese"},
}
LEAST_TEXT = 40_000  # characters; languages with less are left out
LEARNT_CHARACTERS = 300_000  # of each file
WORDS = (20, 50, 200)  # of a window that is judged
WINDOWS = 4_000  # of a kind, at most
Lines = Callable[[], Iterable[str]]


def our_lines(place: Place, code: str, folder: str) -> Lines:
    paths = place.files(f"{code}/{folder}*.txt.xz")
    most = place.sized(LEARNT_CHARACTERS, 2_000)
    return lambda: lines_of(paths, most)


def names_of_people(place: Place, count: int) -> list[str]:
    """Lists of names, as they might be read out: twenty a line."""
    (path, *_) = place.files("en/lexica/*names*.tsv.xz") or place.files("en/lexica/*")
    with lzma.open(path, "rt", encoding="utf-8") as file:
        names = sorted({line.split("\t")[0].strip() for line in file})
    random = Random(1)
    return [" ".join(random.choices(names, k=20)) for _ in range(count)]


def code_of_programs(folder: Path) -> list[str]:
    """Programs, of forty lines each."""
    found = []
    for path in sorted(folder.rglob("*.py")):
        lines = path.read_text("utf-8").splitlines()
        found += ["\n".join(lines[at : at + 40]) for at in range(0, len(lines), 40)]
    return found


def share_of_others(learnt: Profiles, texts: Iterable[str], code: str) -> tuple[float, int]:
    """Of some texts, those that are plainly not in a language."""
    judged = [learnt.plainly_other(text, code) is not None for text in texts]
    return (sum(judged) / len(judged) if judged else 0.0), len(judged)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = options(__doc__)
    parser.add_argument("--handbook", type=Path, default=Path("handbook"), help="see above")
    parser.add_argument("--out", type=Path, help="folder for the table")
    place, chosen = parsed(parser, arguments)
    place.need("en/ted.txt.xz", "pt/tatoeba.txt.xz")
    learnt_from: dict[str, Lines] = {}
    heldout: dict[str, Lines] = {}
    for code in OURS:
        if place.files(f"{code}/*.txt.xz"):
            learnt_from[code] = our_lines(place, code, "")
            heldout[code] = our_lines(place, code, "heldout/")
    others = handbook_languages(chosen.handbook)
    english = words_of(chosen.handbook / "en-US") if others else frozenset()
    for code, folder in others.items():
        lines = list(paragraphs(folder, heldout=False, without=english))
        if code in NAMES and sum(map(len, lines)) >= LEAST_TEXT:
            learnt_from[code] = lines.__iter__
            heldout[code] = list(paragraphs(folder, heldout=True, without=english)).__iter__
    print("learnt:", ", ".join(learnt_from), file=sys.stderr)

    counts = {code: count_runs(lines()) for code, lines in sorted(learnt_from.items())}
    learnt = learn(counts, NAMES)
    target = (chosen.out or place.work) / PROFILES.name
    save(learnt, target)

    most = place.sized(WINDOWS, 50)

    def judged(lines: Iterable[str], words: int) -> tuple[float, int]:
        return share_of_others(learnt, windows(lines, words, most), "en")

    rows = []
    spoken = place.files("timed/ami/dev/*.jsonl.xz", "timed/earnings22/dev/*.jsonl.xz")
    for name, texts in (
        ("English, held out", heldout["en"]()),
        ("English, meetings and calls", spoken_lines(spoken)),
        ("lists of names", names_of_people(place, most)),
        ("programs", code_of_programs(ROOT / "src")),
        *((NAMES[code], heldout[code]()) for code in heldout if code != "en"),
    ):
        lines = list(texts)
        found = [judged(lines, words) for words in WORDS]
        rows.append([name, *(f"{percent(share, 2)} of {count:,}" for share, count in found)])

    save_page(
        place,
        Path(__file__).with_name("page.md"),
        "language-profiles.md",
        rows=markdown(("text", *(f"{words} words" for words in WORDS)), rows),
        languages=len(learnt.names),
        runs=f"{len(learnt.costs):,}",
        size=round(target.stat().st_size / 1000),
        margin=f"{LEAST_MARGIN:g}",
        nats=f"{MARGIN_NATS:g}",
    )


def spoken_lines(paths: Iterable[Path]) -> Iterable[str]:
    """Small letters and no marks, as a recogniser writes."""
    from legibly.formats import read

    for path in paths:
        words = [word.text.lower() for word in read(path).words]
        yield from (" ".join(words[at : at + 20]) for at in range(0, len(words), 20))


if __name__ == "__main__":
    main()
