"""A session of Spark: that of `spark-submit`, one on this machine, or on a cluster."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING

from legibly.errors import UsageError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

NEEDS_SPARK = "--engine spark needs: pip install 'legibly[spark]'"
NEEDS_JAVA = "Spark needs Java 17 or newer (on Debian: apt install default-jre-headless)"


def spark_session(master: str | None, name: str) -> SparkSession:
    """`master` as Spark has it; None: what `spark-submit` says, else all cores here."""
    try:
        from pyspark.errors import PySparkException
        from pyspark.sql import SparkSession
    except ImportError:
        raise UsageError(NEEDS_SPARK) from None
    if not has_java():
        raise UsageError(NEEDS_JAVA)

    builder = SparkSession.builder.appName(name)
    if master is not None:
        builder = builder.master(master)
    if master is None or master.startswith("local"):
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    if master is not None and master.startswith("local"):
        builder = builder.config("spark.driver.host", "127.0.0.1")
        builder = builder.config("spark.ui.enabled", "false")
    builder = builder.config("spark.ui.showConsoleProgress", "false")
    try:
        session: SparkSession = builder.getOrCreate()
    except (PySparkException, RuntimeError, OSError) as error:
        line = str(error).splitlines()[0][:300] if str(error) else type(error).__name__
        raise UsageError(f"--master {master}: no session of Spark could be had ({line})") from None
    session.sparkContext.setLogLevel("ERROR")
    return session


def has_java() -> bool:
    home = os.environ.get("JAVA_HOME")
    return shutil.which("java", path=os.path.join(home, "bin") if home else None) is not None
