"""Sessions of Spark that cannot be had."""

from __future__ import annotations

import sys

import pytest

from legibly.errors import UsageError
from legibly.spark.sessions import spark_session


def test_spark_is_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspark.errors", None)
    with pytest.raises(UsageError, match="--engine spark needs: pip install 'legibly"):
        spark_session(None, "test")


def test_spark_needs_java(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    pytest.importorskip("pyspark")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(UsageError, match="Spark needs Java 17 or newer"):
        spark_session(None, "test")
