"""Settings and manifests that would keep their reader busy."""

from __future__ import annotations

import pytest

from legibly.errors import DataError
from legibly.toml import MAX_CHARACTERS, load_toml


@pytest.mark.parametrize("part", ["a", '"a"', "'a b'", '"a\\"b"', r'"\u0041!"', "a-b", '""'])
@pytest.mark.parametrize(
    "shape", ["{} = 1", "[{}]", "[[ {} ]]", "x = [{{{} = 1}}]", "a = 1\n{} = 1"]
)
def test_keys_of_very_many_parts_are_refused(part: str, shape: str) -> None:
    text = shape.format(" . ".join([part] * 20_000))
    with pytest.raises(DataError, match=r"x\.toml: a key of more than 100 parts"):
        load_toml(text, "x.toml")


def test_fewer_parts_are_read() -> None:
    assert load_toml(".".join(["a"] * 20) + " = 1", "x.toml")


@pytest.mark.parametrize("content", ["a", '\\"', "a' ", "a.b ", "'", "\\\\", "a-'"])
def test_a_long_value_is_looked_at_once(content: str) -> None:
    """The test would take hours, were each place of it one to begin from."""
    text = content * (MAX_CHARACTERS // len(content) - 10)
    assert load_toml(f'x = """{text}"""', "x.toml")["x"]


def test_what_is_too_long_is_not_looked_at() -> None:
    with pytest.raises(DataError, match="1,048,577 characters; expected at most 1,048,576"):
        load_toml("#" * (MAX_CHARACTERS + 1), "x.toml")
