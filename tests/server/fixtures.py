"""A server in this process, and a client of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from legibly.formatting.options import Options
from legibly.server.app import Application, Setting
from legibly.server.limits import Limits
from legibly.server.served_models import ServedModels

Ask = Callable[..., TestClient]


@pytest.fixture(scope="session")
def models() -> ServedModels:
    return ServedModels.load(["en-baseline"], Options())


@pytest.fixture
def served(models: ServedModels) -> Iterator[Ask]:
    """A client of a server with settings of its own; limits by their names."""
    opened: list[TestClient] = []

    def make(**given: object) -> TestClient:
        limits = {name: given.pop(name) for name in list(given) if hasattr(Limits(), name)}
        setting = replace(
            Setting(models, Limits(**limits), report=lambda text: pytest.fail(text)),  # type: ignore[arg-type]
            **given,  # type: ignore[arg-type]
        )
        client = TestClient(Application(setting), base_url="http://127.0.0.1")
        client.__enter__()
        opened.append(client)
        return client

    yield make
    for client in opened:
        client.__exit__()


@pytest.fixture
def client(served: Ask) -> TestClient:
    return served()
