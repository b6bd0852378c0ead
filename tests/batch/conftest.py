from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest


@pytest.fixture(autouse=True)
def _closed_journals(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a test leaves open is closed behind it: newer Pythons warn of what is not."""
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def noted(*place: Any, **settings: Any) -> sqlite3.Connection:
        opened.append(connect(*place, **settings))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", noted)
    yield
    for database in opened:
        database.close()
