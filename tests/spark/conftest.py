"""One session for all tests: the JVM is slow to start."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from legibly.spark.sessions import NEEDS_JAVA, has_java, spark_session

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All to one of the processes that share the tests."""
    for item in items:
        if "spark" in item.path.parts:
            item.add_marker(pytest.mark.xdist_group("spark"))


@pytest.fixture(scope="session")
def session() -> Iterator[SparkSession]:
    pytest.importorskip("pyspark", reason="needs pip install 'legibly[spark]'")
    if not has_java():
        pytest.skip(NEEDS_JAVA)
    if sys.version_info >= (3, 14):
        pytest.skip("PySpark does not know this Python")
    found = spark_session("local[2]", "tests of legibly")
    yield found
    found.stop()
