from __future__ import annotations

import re
from dataclasses import fields

import pytest

from legibly.errors import UsageError
from legibly.grammars.style import Style


def test_nothing_typed_is_the_default() -> None:
    assert Style.parse([]) == Style()


def test_styles_as_typed() -> None:
    assert Style.parse(["hours=24", "thousands=none"], digits_from=3) == Style(
        3, hours="24", thousands=""
    )


def test_of_the_same_name_the_last_one_holds() -> None:
    assert Style.parse(["half=am", "half=a.m."]).half == "a.m."


def test_what_is_typed_outweighs_what_is_given() -> None:
    assert Style.parse(["hours=24"], hours="12").hours == "24"


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("hours=25", "style hours is '25'; expected one of '12', '24'"),
        ("dates=ymd", "style dates is 'ymd'; expected one of 'spoken', 'mdy', 'dmy', 'iso'"),
        ("half=", "style half is ''; expected one of 'AM', 'am', 'a.m.'"),
        ("hour=24", "style 'hour=24'; expected name=value, name one of clock, currency, dates"),
        ("24", "style '24'; expected name=value"),
        ("digits_from=3", "style 'digits_from=3'; expected name=value"),  # has an option of its own
        ("units=short", "style 'units=short'; expected name=value"),
    ],
)
def test_a_style_must_be_known(setting: str, message: str) -> None:
    with pytest.raises(UsageError, match=re.escape(message)):
        Style.parse([setting])


def test_a_style_is_looked_at_however_it_was_made() -> None:
    with pytest.raises(UsageError, match="style units is 'long'"):
        Style(units="long")


def test_every_choice_can_be_typed_but_the_two_that_are_options() -> None:
    with pytest.raises(UsageError) as caught:
        Style.parse(["?"])
    names = {field.name for field in fields(Style)} - {"digits_from", "units"}
    assert str(caught.value).endswith(", ".join(sorted(names)))
