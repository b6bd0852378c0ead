"""The file says what the model says; a file that is not whole never opens."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from random import Random
from zlib import crc32

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from legibly.errors import DataError
from legibly.ngram import binary
from legibly.ngram.files import ALIGNMENT_BYTES, MAGIC
from legibly.ngram.model import Ngram
from legibly.ngram.smoothing import METHODS
from tests.ngram.helpers import corpus, trained


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Ngram:
    return trained(corpus(50), 3, "stupid", tmp_path_factory.mktemp("counts"))


@pytest.fixture
def path(model: Ngram, tmp_path: Path) -> Path:
    binary.save(model, tmp_path / "m.lm")
    return tmp_path / "m.lm"


@pytest.mark.parametrize("quantised", [False, True])
@pytest.mark.parametrize("method", METHODS)
def test_the_file_says_the_same(method: str, quantised: bool, tmp_path: Path) -> None:
    texts = corpus()
    model = trained(texts, 4, method, tmp_path)
    binary.save(model, tmp_path / "m.lm", quantised=quantised)
    binary.check(tmp_path / "m.lm")
    again = binary.load(tmp_path / "m.lm")
    for text in texts[:50]:
        numbers = model.vocabulary.encode(text)
        assert again.vocabulary.encode(text) == numbers
        expected = model.text_score(numbers)
        assert again.text_score(numbers) == pytest.approx(expected, abs=0.35 if quantised else 1e-4)


@pytest.mark.parametrize("quantised", [False, True])
def test_what_was_loaded_is_saved_as_it_was(model: Ngram, quantised: bool, tmp_path: Path) -> None:
    one, two = tmp_path / "1.lm", tmp_path / "2.lm"
    binary.save(model, one, quantised=quantised)
    binary.save(binary.load(one), two, quantised=quantised)
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda whole: b"", "cannot be opened as a language model"),
        (lambda whole: b"something else entirely", "not a language model of legibly"),
        (lambda whole: whole[:12], r"damaged \(12 bytes\); copy or train it anew"),
        (lambda whole: whole[:40], "its head has another checksum"),
        (lambda whole: whole[:-1], r"damaged \(\d+ bytes of arrays, expected"),
        (lambda whole: whole[:200] + b"!" + whole[201:], "its head has another checksum"),
        (lambda whole: whole[:-300] + bytes(300), "damaged .* has another checksum"),
    ],
    ids=["empty", "foreign", "beginning", "half a head", "cut off", "head", "arrays"],
)
def test_damaged_files_are_refused(path: Path, damage: object, message: str) -> None:
    assert callable(damage)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(DataError, match=message):
        binary.load(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be opened as a language model"):
        binary.load(tmp_path / "none.lm")


def rewritten(path: Path, **facts: object) -> None:
    """The same arrays under another head, whose checksum is right."""
    data = path.read_bytes()
    end = len(MAGIC) + 4 + struct.unpack_from("<I", data, len(MAGIC))[0]
    head = json.loads(data[len(MAGIC) + 4 : end]) | facts
    first = -(-(end + 4) // ALIGNMENT_BYTES) * ALIGNMENT_BYTES
    encoded = json.dumps(head).encode()
    opening = MAGIC + struct.pack("<I", len(encoded)) + encoded
    opening += struct.pack("<I", crc32(opening))
    path.write_bytes(opening + bytes(-len(opening) % ALIGNMENT_BYTES) + data[first:])


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"version": 2}, "version 2; this program reads version 1"),
        ({"order": 4}, r"not a whole language model \('2.shorter'\); train it anew"),
        ({"order": "three"}, "not a whole language model"),
        ({"missing": None}, "no score for what is missing"),
        ({"missing": float("nan")}, "no score for what is missing"),
        ({"missing": 1e308}, "no score for what is missing"),
        ({"missing": -1e308}, "no score for what is missing"),
        ({"order": 0}, "not a whole language model .order 0."),
        ({"order": 10**30}, "not a whole language model"),
        ({"arrays": []}, "no arrays in its head"),
        ({"size": "many"}, "bytes of arrays, expected many"),
    ],
)
def test_heads_of_other_programs(path: Path, facts: dict[str, object], message: str) -> None:
    rewritten(path, **facts)
    with pytest.raises(DataError, match=message):
        binary.load(path)


def altered(path: Path, random: Random) -> str:
    """One array with other numbers in it, its checksum made anew; which one."""
    data = bytearray(path.read_bytes())
    end = len(MAGIC) + 4 + struct.unpack_from("<I", data, len(MAGIC))[0]
    head = json.loads(data[len(MAGIC) + 4 : end])
    first = -(-(end + 4) // ALIGNMENT_BYTES) * ALIGNMENT_BYTES
    name = random.choice(sorted(head["arrays"]))
    place = head["arrays"][name]
    size = place["length"] * np.dtype(place["type"]).itemsize
    begin = first + place["at"]
    for _ in range(random.choice((1, 3, 50))):
        if size:
            data[begin + random.randrange(size)] = random.choice((0, 1, 127, 128, 255))
    if random.random() < 0.2:
        place["length"] = max(0, place["length"] + random.choice((-1, 1, 7)))
    size = place["length"] * np.dtype(place["type"]).itemsize
    place["crc"] = crc32(bytes(data[begin : begin + size]))
    path.write_bytes(bytes(data))
    rewritten(path, arrays=head["arrays"])
    return str(name)


@pytest.mark.parametrize("seed", range(200))
def test_altered_arrays_are_refused_or_do_no_harm(path: Path, seed: int) -> None:
    """Checksums are right: whoever wrote this meant it. It may answer nonsense, in finite time."""
    name = altered(path, Random(seed))
    try:
        model = binary.load(path)
    except DataError as error:
        message = str(error)
        assert "\n" not in message, name
        return
    state = model.start
    for number in [*range(len(model.vocabulary)), *range(len(model.vocabulary))]:
        score, state = model.score(state, number)
        assert np.isfinite(score), name


def test_large_files_are_mapped_without_being_read(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(binary, "CHECKED_BYTES", 10)
    path.write_bytes(path.read_bytes()[:-300] + bytes(300))
    assert binary.load(path).order == 3
    with pytest.raises(DataError, match="has another checksum"):
        binary.check(path)


@given(st.lists(st.floats(-50, 0), max_size=40))
def test_a_few_different_values_are_kept_as_they_are(values: list[float]) -> None:
    codes, book = binary.quantise(np.array(values, np.float64))
    assert book[codes].tolist() == np.array(values, np.float32).tolist()


def test_many_different_values_are_the_means_of_bins_of_one_size() -> None:
    values = np.random.default_rng(1).normal(size=10_000)
    codes, book = binary.quantise(values)
    assert len(book) == binary.SCORE_STEPS
    for code in range(len(book)):
        own = values[codes == code]
        assert len(own) == pytest.approx(10_000 / binary.SCORE_STEPS, abs=2)
        assert book[code] == pytest.approx(own.mean(), abs=1e-6)
