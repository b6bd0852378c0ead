"""What the server carries: short and long requests, live streams, and clients that are killed.

    python -m benchmarks.bench_server [--model en] [--seconds 10] [--streams 100] [--soak 60]

Server and clients share the machine, and everything stays on 127.0.0.1. Each part stops by itself;
what the formatter does alone, in one process and without a socket, is measured beside it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import legibly
from benchmarks.measuring import SPEECH
from benchmarks.measuring import SPOKEN_WORDS_PER_SECOND as RATE

HOST = "127.0.0.1"
START_SECONDS = 120
SHORT_WORDS, LONG_WORDS, LONG_CLIENTS = 20, 2_000, 8
KILLED_SHARE = 0.3  # of the clients of a soak


@contextmanager
def server(model: str, *options: str) -> Iterator[tuple[int, int]]:
    """Its process and its port."""
    with tempfile.TemporaryFile("w+") as log:
        command = [sys.executable, "-m", "legibly", "serve", "--port", "0", "--model", model]
        process = subprocess.Popen([*command, "--rate", "0", *options], stderr=log)
        try:
            yield process.pid, _port(process, log.fileno())
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(60)


def _port(process: subprocess.Popen[bytes], log: int) -> int:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and process.poll() is None:
        said = os.pread(log, 10_000, 0).decode()
        if found := re.search(r"at http://\S+:(\d+) ", said):
            return int(found[1])
        time.sleep(0.05)
    raise SystemExit("the server does not come up")


def memory(pid: int) -> float:
    """MB of a server and its workers, what they share counted once."""
    pids = [pid, *_children(pid)]
    with contextlib.suppress(OSError):
        return sum(_share(one) for one in pids) / 1024
    return float("nan")


def _children(pid: int) -> list[int]:
    with contextlib.suppress(OSError):
        return [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def _share(pid: int) -> int:
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return int(text[text.index("Pss:") + 4 :].split()[0])


def cpu_seconds(pid: int) -> float:
    """Of a server and its workers so far."""
    ticks = 0
    for one in (pid, *_children(pid)):
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def said(count: int, first: int) -> str:
    """Running speech that differs from one request to the next."""
    return " ".join(SPEECH[(first + i) % len(SPEECH)] for i in range(count))


def alone(model: str, words: int, seconds: float) -> tuple[float, float]:
    """Texts a second that one process formats without a server, and CPU seconds of each."""
    formatter = legibly.load(model)
    formatter(said(words, 0))
    begin, used, count = time.perf_counter(), time.process_time(), 0
    while time.perf_counter() - begin < seconds:
        count += 1
        formatter(said(words, count)).text  # noqa: B018
    return count / (time.perf_counter() - begin), (time.process_time() - used) / count


class Client:
    """One connection that asks again and again."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def format(self, text: str) -> int:
        """The status of the answer."""
        body = text.encode()
        head = f"POST /v1/format HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: {len(body)}\r\n\r\n"
        self._writer.write(head.encode() + body)
        headers = await self._reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", headers, re.I)
        await self._reader.readexactly(int(length[1]) if length else 0)
        return int(headers.split(b" ", 2)[1])

    def kill(self) -> None:
        """Without a word."""
        self._writer.transport.abort()


@contextlib.asynccontextmanager
async def client(port: int) -> AsyncIterator[Client]:
    one = Client(*await asyncio.open_connection(HOST, port))
    try:
        yield one
    finally:
        one.kill()


async def requests(
    port: int, clients: int, words: int, seconds: float
) -> tuple[list[float], float, int]:
    """Seconds of each request, how long it took altogether, and errors."""
    taken: list[float] = []
    errors = 0
    until = time.perf_counter() + seconds

    async def ask(number: int) -> None:
        nonlocal errors
        async with client(port) as one:
            turn = number
            while time.perf_counter() < until:
                begin = time.perf_counter()
                errors += await one.format(said(words, turn)) != 200
                taken.append(time.perf_counter() - begin)
                turn += clients

    begin = time.perf_counter()
    await asyncio.gather(*(ask(number) for number in range(clients)))
    return taken, time.perf_counter() - begin, errors


async def streams(port: int, count: int, seconds: float) -> tuple[list[float], int]:
    """Seconds until each word of `count` live streams was answered, from when it was due."""
    taken: list[float] = []
    errors = 0
    begin = time.perf_counter() + 1

    async def talk(number: int) -> None:
        nonlocal errors
        try:
            async with connect(f"ws://{HOST}:{port}/v1/stream", compression=None) as one:
                for turn in range(int(seconds * RATE)):
                    due = begin + (turn + number / count) / RATE
                    await asyncio.sleep(max(0.0, due - time.perf_counter()))
                    word = SPEECH[(number + turn) % len(SPEECH)]
                    await one.send(json.dumps({"words": [word]}))
                    await one.recv()
                    taken.append(time.perf_counter() - due)
                await one.send('{"end": true}')
                await one.recv()
        except (OSError, WebSocketException):
            errors += 1

    await asyncio.gather(*(talk(number) for number in range(count)))
    return taken, errors


async def soak(
    port: int, seconds: float, look: Callable[[], float]
) -> tuple[list[float], int, int]:
    """Memory now and then, errors, and clients that were killed."""
    until = time.perf_counter() + seconds
    sizes: list[float] = []
    errors, killed = 0, 0
    chance = random.Random(5)

    async def ask() -> None:
        nonlocal errors, killed
        while time.perf_counter() < until:
            async with client(port) as one:
                for _ in range(chance.randrange(1, 8)):
                    if chance.random() < KILLED_SHARE:
                        task = asyncio.ensure_future(one.format(said(200, chance.randrange(50))))
                        await asyncio.sleep(chance.random() * 0.05)
                        task.cancel()
                        one.kill()
                        killed += 1
                        break
                    errors += await one.format(said(60, chance.randrange(50))) != 200

    async def talk() -> None:
        nonlocal errors, killed
        while time.perf_counter() < until:
            try:
                async with connect(f"ws://{HOST}:{port}/v1/stream?resume=true") as one:
                    killed += await _talked(one, chance)
            except (OSError, WebSocketException):
                errors += 1

    async def watch() -> None:
        while time.perf_counter() < until:
            await asyncio.sleep(seconds / 10)
            sizes.append(look())

    work: list[Callable[[], Awaitable[None]]] = [watch, *[ask] * 4, *[talk] * 8]
    await asyncio.gather(*(one() for one in work))
    return sizes, errors, killed


async def _talked(one: ClientConnection, chance: random.Random) -> int:
    """1 where the client was killed."""
    for turn in range(chance.randrange(5, 40)):
        await one.send(json.dumps({"words": [SPEECH[turn % len(SPEECH)]]}))
        await one.recv()
        if chance.random() < KILLED_SHARE / 10:
            one.transport.abort()
            return 1
    return 0


def percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", default="en")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--streams", type=int, nargs="*", default=[100])
    parser.add_argument("--soak", type=float, default=60)
    parser.add_argument("--only-soak", action="store_true")
    arguments = parser.parse_args()
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    print(f"load of the machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")

    with server(arguments.model, "--workers", str(arguments.workers)) as (pid, port):
        asyncio.run(requests(port, arguments.clients, SHORT_WORDS, 1))
        if not arguments.only_soak:
            _report_requests(arguments, pid, port, SHORT_WORDS, arguments.clients)
            _report_requests(arguments, pid, port, LONG_WORDS, LONG_CLIENTS)
        for count in [] if arguments.only_soak else arguments.streams:
            before = cpu_seconds(pid)
            taken, errors = asyncio.run(streams(port, count, arguments.seconds))
            cost = (cpu_seconds(pid) - before) / max(1, len(taken))
            print(
                f"{count} live streams, {len(taken)} words: a word's answer {_spread(taken)}, "
                f"{errors} errors; {1000 * cost:.1f} ms of CPU a word"
            )
        if arguments.soak:
            sizes, errors, killed = asyncio.run(soak(port, arguments.soak, lambda: memory(pid)))
            shown = " ".join(f"{size:.0f}" for size in sizes)
            print(
                f"{arguments.soak:.0f} s with {killed} clients killed: MB {shown}; {errors} errors"
            )
    print(f"load of the machine after: {os.getloadavg()[0]:.1f}")


def _report_requests(
    arguments: argparse.Namespace, pid: int, port: int, words: int, clients: int
) -> None:
    before = cpu_seconds(pid)
    taken, whole, errors = asyncio.run(requests(port, clients, words, arguments.seconds))
    rate, cost = len(taken) / whole, (cpu_seconds(pid) - before) / len(taken)
    base, own = alone(arguments.model, words, min(3.0, arguments.seconds))
    print(
        f"{words} words, {clients} clients: {rate:.1f} a second, {_spread(taken)}, "
        f"{errors} errors, {1000 * cost:.1f} ms of CPU each; the formatter alone, "
        f"one process: {base:.1f} a second, {1000 * own:.1f} ms of CPU each"
    )


def _spread(taken: Sequence[float]) -> str:
    p50, p99 = (1000 * percentile(taken, share) for share in (0.5, 0.99))
    return f"p50 {p50:.0f} ms, p99 {p99:.0f} ms"


if __name__ == "__main__":
    main()
