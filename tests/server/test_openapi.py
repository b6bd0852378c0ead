"""The description, and whether the server keeps to it."""

from __future__ import annotations

from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case
from schemathesis.specs.openapi.checks import positive_data_acceptance
from starlette.testclient import TestClient

from legibly.formatting.option_table import FORMATTING_OPTIONS
from legibly.formatting.options import Options
from legibly.server.app import Application, Setting
from legibly.server.limits import Limits
from legibly.server.request_options import FORMAT_REQUEST, field_of
from legibly.server.served_models import ServedModels

APP = Application(Setting(ServedModels.load(["en-baseline"], Options()), Limits(words=2000)))


def description() -> dict[str, object]:
    return dict(TestClient(APP, base_url="http://127.0.0.1").get("/openapi.json").json())


schema = schemathesis.openapi.from_dict(description())
schema.app = APP


@schema.parametrize()
@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
)
def test_the_server_keeps_to_its_description(case: Case[Any]) -> None:
    # A schema cannot say which styles, marks or encodings there are, nor what is a CTM file.
    answer = case.call(headers={"host": "127.0.0.1"})
    case.validate_response(answer, excluded_checks=[positive_data_acceptance])
    assert answer.status_code in (200, 400, 405, 413, 415, 422)


def test_options_come_from_the_table_of_the_command_line() -> None:
    fields = description()["components"]["schemas"]["FormatRequest"]["properties"]  # type: ignore[index]
    assert {field_of(fact) for fact in FORMATTING_OPTIONS} <= set(fields)
    for fact in FORMAT_REQUEST:
        assert fields[field_of(fact)]["description"], fact.name
    assert fields["digits_from"]["default"] == Options().digits_from
    assert fields["units"]["enum"] == ["words", "short"]
