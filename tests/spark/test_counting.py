"""N-grams on Spark: the model of this machine, byte for byte, whatever happens to executors."""

from __future__ import annotations

import gzip
import lzma
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from legibly.errors import DataError
from legibly.spark.counting import train as train_on_spark
from legibly.training.ngram import NgramSettings, train

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

LINES = [f"Well, we met Bill {at % 13} times in London. It is so; the iPhone!" for at in range(90)]


def write_text(folder: Path) -> list[str]:
    """In three files, compressed or not."""
    folder.mkdir()
    (folder / "a.txt").write_text("\n".join(LINES[:30]))
    (folder / "b.txt.gz").write_bytes(gzip.compress("\n".join(LINES[30:60]).encode()))
    (folder / "c.txt.xz").write_bytes(lzma.compress("\n".join(LINES[60:]).encode()))
    return [str(path) for path in sorted(folder.iterdir())]


def test_the_model_is_that_of_this_machine(session: SparkSession, tmp_path: Path) -> None:
    files = write_text(tmp_path / "text")
    settings = NgramSettings(tuple(files), order=3, method="kneser-ney", cutoffs=(1, 2))
    train(settings, tmp_path / "here", "m")
    for joined, name in ((True, "joined"), (False, "shards")):
        train_on_spark(
            session,
            settings,
            [str(tmp_path / "text")],
            tmp_path / name,
            "m",
            shards=2,
            joined=joined,
        )
    assert (tmp_path / "joined/ngram.lm").read_bytes() == (tmp_path / "here/ngram.lm").read_bytes()
    assert len(list((tmp_path / "shards").glob("ngram-*.lm"))) == 2


def test_texts_without_words(session: SparkSession, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("\n\n")
    settings = NgramSettings((), order=2)
    with pytest.raises(DataError, match="no words in the corpora"):
        train_on_spark(
            session, settings, [f"{tmp_path}/*.txt"], tmp_path / "m", "m", shards=1, joined=True
        )


@pytest.mark.slow
def test_executors_that_are_killed_change_nothing(tmp_path: Path) -> None:
    """On a cluster of two executors in processes of their own, of which one dies at its first
    step.
    """
    pytest.importorskip("pyspark", reason="needs pip install 'legibly[spark]'")
    import subprocess
    import sys

    files = write_text(tmp_path / "text")
    settings = NgramSettings(tuple(files), order=3, method="katz")
    train(settings, tmp_path / "here", "m")
    script = KILLING.format(text=str(tmp_path / "text"), folder=str(tmp_path))
    (tmp_path / "job.py").write_text(script)
    command = [sys.executable, str(tmp_path / "job.py")]
    done = subprocess.run(
        command,
        env={**os.environ, "PYSPARK_PYTHON": sys.executable},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert (tmp_path / "died").exists()
    assert (tmp_path / "there/ngram.lm").read_bytes() == (tmp_path / "here/ngram.lm").read_bytes()


KILLING = """
import os, signal
from pathlib import Path

import legibly.spark.counting as counting
from legibly.spark.sessions import spark_session
from legibly.training.ngram import NgramSettings

plain = counting._Stepping.__call__


def deadly():
    def call(self, shard, rows):
        sign = Path("{folder}/died")
        if self._number == 3 and not sign.exists():
            sign.touch()
            # The JVM of the executor, two above the worker and its daemon.
            daemon = os.getppid()
            parent = int(Path(f"/proc/{{daemon}}/stat").read_text().rpartition(")")[2].split()[1])
            os.kill(parent, signal.SIGKILL)
        yield from plain(self, shard, rows)

    return call


class Deadly(counting._Stepping):
    __call__ = deadly()


Deadly.__module__ = "__main__"
counting._Stepping = Deadly
session = spark_session("local-cluster[2,1,1024]", "killed")
counting.train(
    session,
    NgramSettings((), order=3, method="katz"),
    ["{text}"],
    Path("{folder}/there"),
    "m",
    shards=3,
    joined=True,
)
"""
