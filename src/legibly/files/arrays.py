"""Arrays in `.npz` files, read with an eye on what the file claims: no pickles, nothing huge."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Sequence
from pathlib import Path
from tokenize import TokenError
from typing import Any

import numpy as np
from numpy.typing import NDArray

from legibly.errors import DataError

MAX_ARRAY_BYTES = 8 << 30
MAX_PACKED_RATIO = 100  # of an array to what it takes in the file, where it is large
LARGE_BYTES = 16 << 20


def read_arrays(
    path: Path, names: Sequence[str], what: str = "arrays", most: int = MAX_ARRAY_BYTES
) -> list[NDArray[Any]]:
    """The named arrays; a file that is damaged, or claims more than it holds, or more than `most`
    bytes for one, is refused.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            return [_read(archive, name, most) for name in names]
    except (OSError, ValueError, TypeError, LookupError, EOFError, ArithmeticError) as error:
        reason = str(error)
    except (zipfile.BadZipFile, zlib.error, TokenError, MemoryError, RuntimeError) as error:
        reason = str(error) or type(error).__name__
    line = " ".join(reason.split())[:120]
    raise DataError(f"{path}: damaged {what} ({line}); train the model anew")


def _read(archive: zipfile.ZipFile, name: str, most: int) -> NDArray[Any]:
    packed = archive.getinfo(f"{name}.npy")
    held = packed.file_size
    if held > max(LARGE_BYTES, MAX_PACKED_RATIO * packed.compress_size):
        raise ValueError(f"{name} is {held} bytes, packed into {packed.compress_size}")
    with archive.open(f"{name}.npy") as member:
        version = np.lib.format.read_magic(member)
        if version not in ((1, 0), (2, 0)):
            raise ValueError(f"{name} is of version {version}")
        read = (
            np.lib.format.read_array_header_1_0
            if version == (1, 0)
            else np.lib.format.read_array_header_2_0
        )
        shape, fortran, dtype = read(member)
        count = 1
        for length in shape:
            count *= length
        size = count * dtype.itemsize
        if dtype.kind not in "iuf" or fortran or not 0 <= size <= min(held, most):
            raise ValueError(f"{name} claims {size} bytes, of {min(held, most)}")
        data = member.read(size)
        if len(data) != size:
            raise ValueError(f"{name} is cut off")
        return np.frombuffer(data, dtype).reshape(shape)
