"""Files here and in stores."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from legibly.errors import UsageError
from legibly.files.places import found, joined, opened, remove_unfinished, size_of, whole_text


def write(path: str) -> None:
    with whole_text(path) as out:
        for _ in range(2000):
            out.write("so we met bill in london\n")


@pytest.mark.parametrize("scheme", ["", "file://"])
def test_whoever_writes_the_same_file_at_the_same_time_does_no_harm(
    scheme: str, tmp_path: Path
) -> None:
    """As Spark does where one executor is slow."""
    if scheme:
        pytest.importorskip("fsspec")
    path = f"{scheme}{tmp_path}/out/a.txt"
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, [path] * 16))
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["a.txt"]
    assert size_of(path) == 2000 * 25


def test_what_is_interrupted_leaves_nothing(tmp_path: Path) -> None:
    def interrupted() -> None:
        with whole_text(f"{tmp_path}/a.txt") as out:
            out.write("so we")
            raise KeyError("stop")

    with pytest.raises(KeyError):
        interrupted()
    assert list(tmp_path.iterdir()) == []


def test_only_what_is_unfinished_of_ones_own_is_removed(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    names = ["deep/.a.txt.12-ab.part", "deep/.b.txt.12-ab.part", "deep/.part", "deep/a.txt.part"]
    for name in names:
        (tmp_path / name).touch()
    assert remove_unfinished(str(tmp_path), {f"{tmp_path}/deep/a.txt"}) == 1
    assert {path.name for path in (tmp_path / "deep").iterdir()} == {
        *(".b.txt.12-ab.part", ".part", "a.txt.part")
    }


def test_files_of_a_store(tmp_path: Path) -> None:
    fsspec = pytest.importorskip("fsspec")
    store = fsspec.filesystem("memory")
    for name in ("a.txt", "deep/b.txt", "deep/c.ctm"):
        store.pipe(f"/places/{name}", b"hello")
    assert [file.name for file in found("memory://places")] == ["a.txt", "deep/b.txt", "deep/c.ctm"]
    assert [file.name for file in found("memory://places/*/*.ctm")] == ["deep/c.ctm"]
    (only,) = found("memory://places/a.txt")
    assert (only.name, only.size) == ("a.txt", 5)
    with opened("memory://places/a.txt") as stream:
        assert stream.read(10) == b"hello"
    assert size_of("memory://places/none") is None
    assert joined("memory://places/", "x/y") == "memory://places/x/y"


@pytest.mark.parametrize(
    ("url", "message"),
    [("memory://nowhere", "no such file or folder"), ("nothing://x", "nothing://x: cannot be")],
)
def test_what_is_in_no_store(url: str, message: str) -> None:
    pytest.importorskip("fsspec")
    with pytest.raises(UsageError, match=message):
        list(found(url))


def test_stores_need_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    with pytest.raises(UsageError, match="object stores need: pip install 'legibly"):
        list(found("s3://bucket/calls"))
