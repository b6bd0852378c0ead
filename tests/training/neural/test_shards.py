from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from legibly.scorers.neural import VOCABULARY
from legibly.scorers.word_pieces import WordPieces
from legibly.training.corpus import read_corpus
from legibly.training.neural import shards
from legibly.training.neural.encoding import Encoded, encode
from legibly.training.neural.shards import Job, prepare
from legibly.training.overlap import Banned
from legibly.training.spoken_form import NO_NOISE, Noise, condition
from tests.metrics.helpers import written
from tests.training.neural.helpers import LINE, TEXT, WORDS

NOISE = Noise(repetition=0.5)
LONG = "the van is so well met in london yes it is so".split()


@pytest.fixture
def text(tmp_path: Path) -> str:
    (tmp_path / "text.txt").write_text(TEXT)
    return str(tmp_path / "text.txt")


def of_lines(lines: list[str], pieces: WordPieces, noise: Noise = NO_NOISE) -> list[int]:
    """The obvious way."""
    found = encode([condition(written(line), 1, noise) for line in lines], pieces)
    return list(found.pieces.tolist())


@pytest.mark.parametrize("count", [1, 3])
def test_each_block_of_paragraphs_is_in_one_share(
    *,
    start: Path,
    pieces: WordPieces,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    count: int,
) -> None:
    monkeypatch.setattr(shards, "SHARD_PARAGRAPHS", 4)
    lines = [" ".join(WORDS[i % 14 :] + WORDS[: i % 9]) for i in range(30)]
    (tmp_path / "long.txt").write_text("\n".join(lines))
    for part in range(count):
        path = tmp_path / f"{part}.npz"
        files = [str(tmp_path / "long.txt")]
        job = Job(path, files, "en", start / VOCABULARY, 1, NO_NOISE, part, count)
        job.run(Banned([]))
        own = [line for at, line in enumerate(lines, 1) if at // 4 % count == part]
        assert Encoded.load(path).pieces.tolist() == of_lines(own, pieces)


def test_a_long_file_is_shared_out(
    start: Path, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "long.txt").write_text(TEXT * 10)
    monkeypatch.setattr(shards, "SHARD_BYTES", 10_000)
    corpora = {"long": [str(tmp_path / "long.txt")], "short": [text]}
    found = prepare(corpora, "en", start / VOCABULARY, tmp_path / "work", workers=1)
    names = Counter(path.name.split("-")[0] for path in (tmp_path / "work").iterdir())
    assert names == {"long": len(TEXT) * 10 // 10_000, "short": 1}
    assert (len(found["long"][0]), len(found["short"][0])) == (600 * len(WORDS), 60 * len(WORDS))


def test_what_is_there_already_is_taken(start: Path, text: str, tmp_path: Path) -> None:
    def prepared(name: str, noise: Noise) -> int:
        variants = [(1, noise)]
        corpora = {name: [text]}
        found = prepare(corpora, "en", start / VOCABULARY, tmp_path / "work", variants, workers=1)
        return len(found[name][0])

    assert prepared("a", NO_NOISE) == 60 * len(WORDS)
    (only,) = (tmp_path / "work").iterdir()
    shorter = Encoded(*(row[:7] for row in vars(Encoded.load(only)).values()))
    with only.open("wb") as out:
        shorter.save(out)
    assert prepared("a", NO_NOISE) == 7
    assert prepared("a", NOISE) > 60 * len(WORDS)  # made anew: another noise
    Path(text).write_text(TEXT + LINE)
    assert prepared("a", NO_NOISE) == 61 * len(WORDS)  # another text


def test_each_variant_is_disturbed_in_its_own_way(
    start: Path, pieces: WordPieces, text: str, tmp_path: Path
) -> None:
    variants = [(1, NO_NOISE), (1, NOISE), (2, NOISE)]
    found = prepare(
        {"text": [text]}, "en", start / VOCABULARY, tmp_path / "work", variants, workers=1
    )["text"]
    rows = [own.pieces.tolist() for own in found]
    assert rows[0] == of_lines([LINE] * 60, pieces)
    assert rows[1] == of_lines([LINE] * 60, pieces, NOISE)
    assert rows[1] != rows[2]


def test_paragraphs_of_test_sets_are_kept_out(start: Path, tmp_path: Path) -> None:
    (tmp_path / "text.txt").write_text("\n".join([LINE, " ".join(LONG), "Yes, the van."]))
    found = prepare(
        {"text": [str(tmp_path / "text.txt")]},
        "en",
        start / VOCABULARY,
        tmp_path / "work",
        workers=1,
        banned=Banned([written(" ".join(LONG))]),
    )["text"][0]
    assert len(found) == len(WORDS) + 3


def test_transcripts_are_text_too(start: Path, pieces: WordPieces, tmp_path: Path) -> None:
    (tmp_path / "talk.ctm").write_text("a 1 0.0 0.3 the\na 1 0.4 0.6 van\n")
    files = [str(tmp_path / "talk.ctm")]
    found = prepare({"talk": files}, "en", start / VOCABULARY, tmp_path / "work", workers=1)
    (heard,) = read_corpus(files, "en")
    assert found["talk"][0].pieces.tolist() == encode([condition(heard)], pieces).pieces.tolist()
