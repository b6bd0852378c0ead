"""On a Spark cluster: columns of a DataFrame, archives, counts of n-grams."""

from legibly.spark.columns import format_column

__all__ = ["format_column"]
