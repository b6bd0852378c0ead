"""What one request may cost, and all of them together."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Of a server; `legibly serve` has an option for each."""

    body_bytes: int = 16 << 20  # also of what is inside a compressed body
    message_bytes: int = 64 << 10  # of a stream
    message_words: int = 400  # in one message of a stream, as they cost up to 10 ms each
    words: int = 50_000  # of a request
    score_words: int = 10_000  # of each side: aligning grows with the product
    table_rows: int = 5_000  # of a request's own spellings, rules and the like
    seconds: float = 60.0  # until an answer, waiting included
    body_seconds: float = 30.0  # for a client to send its request
    send_seconds: float = 20.0  # for a client to take an answer of a stream
    idle_seconds: float = 600.0  # without a message in a stream
    grace_seconds: float = 20.0  # for what is under way when the server ends
    waiting: int = 32  # requests of a worker that wait for the formatter
    connections: int = 1_000
    rate: float = 200.0  # requests and streams a second of one client; 0: no limit
