"""Without the extra (pip install 'legibly[serve]') these tests are left out."""

from __future__ import annotations

from importlib.util import find_spec

NEEDED = ("starlette", "uvicorn", "websockets", "prometheus_client", "httpx", "schemathesis")
MISSING = [name for name in NEEDED if find_spec(name) is None]
collect_ignore_glob = ["test_*.py"] if MISSING else []

if not MISSING:
    from tests.server.fixtures import client, models, served

    __all__ = ["client", "models", "served"]
