from __future__ import annotations

from pathlib import Path

import pytest

from legibly.errors import UsageError
from legibly.formatting.options import Options, make_options, parse_marks


def test_marks_as_a_user_types_them() -> None:
    assert parse_marks(",.?") == (",", ".", "?")
    assert parse_marks(", - .") == (",", "—", ".")
    with pytest.raises(UsageError, match="unknown mark '%'; expected some of"):
        parse_marks(",%")


def test_keywords() -> None:
    assert make_options(marks=".", rules="r.tsv") == Options(marks=(".",), rules=Path("r.tsv"))
    with pytest.raises(UsageError, match="unknown option 'marx'; did you mean 'marks'"):
        make_options(marx=".")
    with pytest.raises(UsageError, match="fillers is 'lose'"):
        make_options(fillers="lose")
    with pytest.raises(UsageError, match="digits_from is -1"):
        make_options(digits_from=-1)
