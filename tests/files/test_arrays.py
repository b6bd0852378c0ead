"""Arrays of a model, and files that only look like some."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from random import Random

import numpy as np
import pytest

from legibly.errors import DataError
from legibly.files.arrays import read_arrays


@pytest.fixture
def path(tmp_path: Path) -> Path:
    np.savez_compressed(tmp_path / "a.npz", keys=np.arange(50), weights=np.ones((50, 3)))
    return tmp_path / "a.npz"


def test_arrays_come_back(path: Path) -> None:
    keys, weights = read_arrays(path, ["keys", "weights"])
    assert keys.tolist() == list(range(50))
    assert weights.shape == (50, 3)


def member(header: str, content: bytes = b"") -> bytes:
    """An array whose header says what it likes."""
    text = header.encode().ljust(117) + b"\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + content


def written(path: Path, content: bytes) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("keys.npy", content)
    return path


@pytest.mark.parametrize(
    "shape", ["(1000000000000,)", "(10**30,)", "(-1,)", "(1000000000000000000000000000000,)"]
)
def test_claims_of_size_are_not_believed(path: Path, shape: str) -> None:
    header = f"{{'descr': '<i8', 'fortran_order': False, 'shape': {shape}}}"
    with pytest.raises(DataError, match="damaged arrays"):
        read_arrays(written(path, member(header)), ["keys"])


def test_what_swells_is_not_unpacked(path: Path) -> None:
    swollen = member(
        "{'descr': '<i8', 'fortran_order': False, 'shape': (4000000,)}", b"\0" * 32_000_000
    )
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("keys.npy", swollen)
    with pytest.raises(DataError, match=r"keys is 32000128 bytes, packed into \d{5}\)"):
        read_arrays(path, ["keys"])


def test_objects_are_never_unpickled(path: Path) -> None:
    out = io.BytesIO()
    np.save(out, np.array([{}], dtype=object), allow_pickle=True)
    with pytest.raises(DataError, match="damaged arrays"):
        read_arrays(written(path, out.getvalue()), ["keys"])


@pytest.mark.parametrize("content", [b"", b"PK", b"not a zip", b"\x93NUMPY\x01\x00"])
def test_what_is_no_archive(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(DataError, match="damaged arrays"):
        read_arrays(path, ["keys"])


def test_an_array_that_is_not_there(path: Path) -> None:
    with pytest.raises(DataError, match=r"damaged arrays .*nothing.npy"):
        read_arrays(path, ["nothing"])


@pytest.mark.parametrize("seed", range(60))
def test_damaged_archives_are_refused_or_read(path: Path, seed: int) -> None:
    random = Random(seed)
    data = bytearray(path.read_bytes())
    for _ in range(random.choice((1, 5))):
        data[random.randrange(len(data))] = random.randrange(256)
    path.write_bytes(bytes(data))
    try:
        keys, _ = read_arrays(path, ["keys", "weights"])
    except DataError as error:
        assert "\n" not in str(error)  # noqa: PT017
    else:
        assert keys.shape == (50,)
