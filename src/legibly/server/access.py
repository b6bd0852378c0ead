"""Who may ask: bearer tokens, the names under which the server is reached, and the pages of a
browser that may use it.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from legibly.errors import DataError, UsageError

TOKENS_VARIABLE = "LEGIBLY_TOKENS"
MIN_TOKEN_CHARACTERS, MAX_ACCESS_TOKENS = 16, 1_000
LOCAL_NAMES = ("localhost", "127.0.0.1", "[::1]")
SUBPROTOCOL, TOKEN_SUBPROTOCOL = "legibly", "legibly.token."


class Tokens:
    """Kept as digests, and compared in a time that says nothing."""

    def __init__(self, tokens: Iterable[str] = ()) -> None:
        self._digests = [_digest(token) for token in tokens]

    def __bool__(self) -> bool:
        return bool(self._digests)

    def admit(self, token: str) -> bool:
        """All are compared, whether one fits or not."""
        digest = _digest(token)
        return sum(hmac.compare_digest(digest, known) for known in self._digests) > 0


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()


def read_tokens(path: Path | None, environment: Mapping[str, str] = os.environ) -> Tokens:
    """One a line of a file, or between spaces in the environment."""
    where, found = TOKENS_VARIABLE, environment.get(TOKENS_VARIABLE, "").split()
    if path is not None:
        where = str(path)
        try:
            lines = path.read_text("utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or "not UTF-8"
            raise UsageError(f"{path}: cannot be read ({reason})") from None
        found += [line.strip() for line in lines if line.strip() and not line.startswith("#")]
        if not found:
            raise DataError(f"{path}: no token in it; expected one a line")
    for number, token in enumerate(found, 1):
        if len(token) < MIN_TOKEN_CHARACTERS or not token.isascii() or " " in token:
            raise DataError(
                f"{where}: token {number} is not {MIN_TOKEN_CHARACTERS} or more ASCII characters "
                "without spaces; make one with: openssl rand -hex 24"
            )
    if len(found) > MAX_ACCESS_TOKENS:
        raise DataError(f"{where}: {len(found)} tokens; expected up to {MAX_ACCESS_TOKENS}")
    return Tokens(found)


def is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True)
class Access:
    """`hosts` are the names that a request may be sent to; none: any. `origins` are web pages that
    may ask from a browser, beside the server's own.
    """

    tokens: Tokens = field(default_factory=Tokens)
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()

    def admits_host(self, host: str) -> bool:
        """Against pages that give their own name this address."""
        return not self.hosts or _without_port(host).lower() in self.hosts

    def admits_origin(self, origin: str | None, host: str) -> bool:
        """A browser says which page asks; other clients say nothing."""
        if origin is None or origin in self.origins:
            return True
        return bool(host) and urlsplit(origin).netloc.lower() == host.lower()

    def admits(self, authorization: str, subprotocols: Iterable[str] = ()) -> bool:
        """By a header; or, as pages cannot set one for a WebSocket, by a subprotocol."""
        if not self.tokens:
            return True
        scheme, _, token = authorization.partition(" ")
        if scheme.lower() == "bearer" and self.tokens.admit(token.strip()):
            return True
        offered = [name for name in subprotocols if name.startswith(TOKEN_SUBPROTOCOL)][:1]
        return any(self.tokens.admit(name.removeprefix(TOKEN_SUBPROTOCOL)) for name in offered)


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdecimal() else host
