"""What the classic models are trained on: one mixture of text, calls, meetings and dialogues."""

from __future__ import annotations

import lzma
from collections.abc import Iterator, Sequence
from pathlib import Path

from legibly.files.writing import atomic_text
from recipes.place import Place

# Words of each kind, as shares of what a model is trained on.
TEXT = {"ted": 0.35, "mit_ocw": 0.1, "changelog": 0.1, "news_us": 0.1, "scotus_oral": 0.05}
CALLS = ("timed/earnings22/train/*[0-9].jsonl.xz", "timed/earnings21/train/*[0-9].jsonl.xz")
MEETINGS = ("timed/ami/train/*.jsonl.xz",)
DIALOGUES = ("dialogue/en/dailydialog.train1k.txt.xz", "dialogue/en/sgd.train.txt.xz")
WHOLE = ((CALLS, 0.15), (MEETINGS, 0.1), (DIALOGUES, 0.05))


def corpora(place: Place, words: int) -> list[str]:
    """Files to train on: the first lines of text, and others whole, until there are enough."""
    files = [_beginning(place, name, int(words * share)) for name, share in TEXT.items()]
    for patterns, share in WHOLE:
        files += _enough(place.files(*patterns), words * share)
    return list(map(str, files))


def _beginning(place: Place, name: str, words: int) -> Path:
    """The first lines of a corpus, as a file that is kept."""
    path = place.work / f"{name}-{words}.txt"
    if not path.is_file():
        source = place.data / f"en/{name}.txt.xz"
        with lzma.open(source, "rt", encoding="utf-8") as lines, atomic_text(path) as out:
            for line in lines:
                out.write(line)
                words -= len(line.split())
                if words < 0:
                    break
    return path


def _enough(paths: Sequence[Path], words: float) -> Iterator[Path]:
    """Whole files, until they have so many words."""
    for path in paths:
        if words <= 0:
            return
        yield path
        words -= _count_words(path)


def _count_words(path: Path) -> int:
    """A transcript has a word a line."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        return sum(1 if ".jsonl" in path.name else len(line.split()) for line in lines)
