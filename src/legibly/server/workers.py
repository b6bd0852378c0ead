"""Processes: one that listens and hands out connections, and workers that share its models.

Models are loaded before the workers are forked, so that their memory is shared. A connection goes
to the worker that has the fewest.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import selectors
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import uvicorn

from legibly.errors import UsageError
from legibly.server.access import Access
from legibly.server.app import Application, Setting
from legibly.server.connections import guarded_http, guarded_websocket
from legibly.server.limits import Limits
from legibly.server.metrics import Metrics, SharedCounts
from legibly.server.page_routes import Opened
from legibly.server.rates import Rates
from legibly.server.served_models import ServedModels

BACKLOG = 1024
RESTART_SECONDS = 1.0  # before a worker that ended takes its place again
SWITCH_SECONDS = 0.001  # so that the loop of events soon has its turn beside the formatter
PING_SECONDS = 20.0
END_SIGNALS = (signal.SIGTERM, signal.SIGINT)


@dataclass(frozen=True)
class Serving:
    """What all workers have in common."""

    models: ServedModels
    limits: Limits = field(default_factory=Limits)
    access: Access = field(default_factory=Access)
    opened: Opened | None = None  # what the page shows at first

    def setting(self, metrics: Metrics, rates: Rates) -> Setting:
        return Setting(self.models, self.limits, self.access, metrics, rates, opened=self.opened)


def can_fork() -> bool:
    return hasattr(os, "fork")


def listen(host: str, port: int) -> socket.socket:
    listener: socket.socket | None = None
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host.strip("[]"), port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
    except (OSError, OverflowError, UnicodeError) as error:
        if listener is not None:
            listener.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(
            f"cannot listen at {host}:{port} ({reason}); name another --port"
        ) from None
    return listener


def serve(
    serving: Serving, listener: socket.socket, workers: int, ready: Callable[[], object]
) -> None:
    """Until a signal ends it. `ready` is called when connections are taken."""
    serving.models.warm_up()
    gc.collect()
    gc.freeze()  # what is there for good: collecting would write into memory that is shared
    rates = Rates(serving.limits.rate)
    if workers == 1:
        _Worker(serving.setting(Metrics(), rates), ready).run([listener], None)
        return
    _Parent(serving, listener, workers, rates).run(ready)


class _Worker:
    """One process's loop of events."""

    def __init__(self, setting: Setting, ready: Callable[[], object] = lambda: None) -> None:
        self._setting, self._ready = setting, ready

    def run(self, listeners: list[socket.socket], channel: socket.socket | None) -> None:
        sys.setswitchinterval(SWITCH_SECONDS)
        asyncio.run(self._serve(listeners, channel))

    async def _serve(self, listeners: list[socket.socket], channel: socket.socket | None) -> None:
        limits, metrics = self._setting.limits, self._setting.metrics
        app = Application(self._setting)
        config = uvicorn.Config(
            app,
            http=guarded_http(limits, metrics),
            ws=guarded_websocket(limits, metrics),
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            ws_max_size=limits.message_bytes,
            ws_per_message_deflate=False,  # answers are short, and there are many
            ws_ping_interval=PING_SECONDS,
            ws_ping_timeout=PING_SECONDS,
            timeout_keep_alive=30,
            timeout_graceful_shutdown=int(limits.grace_seconds) + 1,
        )
        server = _Server(config)
        loop = asyncio.get_running_loop()
        ending: list[asyncio.Task[None]] = []

        def end() -> None:
            if not ending:
                ending.append(loop.create_task(self._end(app, server, listeners)))

        for number in END_SIGNALS:
            loop.add_signal_handler(number, end)
        if channel is not None:
            # Ctrl-C reaches all processes of a terminal; the parent passes it on.
            loop.add_signal_handler(signal.SIGINT, lambda: None)
            channel.setblocking(False)
            loop.add_reader(channel, self._take, channel, server, end)
        server.when_started = self._ready
        await server.serve(sockets=listeners)

    async def _end(
        self, app: Application, server: uvicorn.Server, listeners: list[socket.socket]
    ) -> None:
        """Nobody new comes in; streams are told; what is under way is finished."""
        for listening in server.servers:
            listening.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._setting.limits.grace_seconds):
                await app.drain()
        server.should_exit = True

    def _take(
        self, channel: socket.socket, server: uvicorn.Server, end: Callable[[], None]
    ) -> None:
        """A connection that the parent hands over; without a parent, the end."""
        try:
            message, descriptors, _, _ = socket.recv_fds(channel, 1, 1)
        except BlockingIOError:
            return
        except OSError:
            message, descriptors = b"", []
        if not message:
            asyncio.get_running_loop().remove_reader(channel)
            end()
            return
        for descriptor in descriptors:
            connection = socket.socket(fileno=descriptor)
            connection.setblocking(False)
            asyncio.get_running_loop().create_task(self._connect(connection, server))

    async def _connect(self, connection: socket.socket, server: uvicorn.Server) -> None:
        config = server.config
        with contextlib.suppress(OSError):
            await asyncio.get_running_loop().connect_accepted_socket(
                lambda: config.http_protocol_class(  # type: ignore[call-arg]
                    config=config, server_state=server.server_state, app_state={}
                ),
                connection,
            )


class _Server(uvicorn.Server):
    """Signals are not its own."""

    when_started: Callable[[], object] = staticmethod(lambda: None)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.when_started()


@dataclass
class _Child:
    pid: int
    channel: socket.socket
    born: float
    handed_over: int = 0


class _Parent:
    """Listens, and minds the workers."""

    def __init__(
        self, serving: Serving, listener: socket.socket, workers: int, rates: Rates
    ) -> None:
        self._serving, self._listener, self._rates = serving, listener, rates
        self._counts = SharedCounts(workers)
        self._children: dict[int, _Child] = {}  # by row
        self._restarts: dict[int, float] = {}  # by row, when
        self._ending = False

    def run(self, ready: Callable[[], object]) -> None:
        wakeup, woken = socket.socketpair()
        for side in (wakeup, woken):
            side.setblocking(False)
        signal.set_wakeup_fd(wakeup.fileno())
        for number in (*END_SIGNALS, signal.SIGCHLD):
            signal.signal(number, self._signalled)
        for row in range(self._counts.workers):
            self._fork(row)
        self._listener.setblocking(False)
        ready()
        with selectors.DefaultSelector() as selector:
            selector.register(self._listener, selectors.EVENT_READ)
            selector.register(woken, selectors.EVENT_READ)
            while not self._ending:
                for key, _ in selector.select(RESTART_SECONDS / 2):
                    if key.fileobj is self._listener:
                        self._accept()
                    else:
                        with contextlib.suppress(BlockingIOError):
                            woken.recv(4096)
                self._mind()
        self._end()

    def _signalled(self, number: int, frame: object) -> None:
        self._ending = self._ending or number in END_SIGNALS

    def _fork(self, row: int) -> None:
        ours, theirs = socket.socketpair()
        # Nothing that is to be written twice may wait in a buffer.
        sys.stdout.flush()
        sys.stderr.flush()
        pid = os.fork()
        if pid == 0:
            ours.close()
            for child in self._children.values():
                child.channel.close()
            self._work(row, theirs)
        theirs.close()
        self._children[row] = _Child(pid, ours, time.monotonic())

    def _work(self, row: int, channel: socket.socket) -> None:
        """In the child, which does not return."""
        status = 1
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            self._listener.close()
            setting = self._serving.setting(Metrics(self._counts, row), self._rates)
            _Worker(setting).run([], channel)
            status = 0
        finally:
            sys.stderr.flush()
            os._exit(status)

    def _accept(self) -> None:
        for _ in range(BACKLOG):
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with connection:
                self._hand_over(connection)

    def _hand_over(self, connection: socket.socket) -> None:
        """To the worker with the fewest; to the next one where that has just ended."""
        for row in sorted(self._children, key=self._load):
            child = self._children[row]
            try:
                socket.send_fds(child.channel, [b"c"], [connection.fileno()])
            except OSError:
                continue
            child.handed_over += 1
            return

    def _load(self, row: int) -> float:
        closed = self._counts.get(row, ("counter", "closed"))
        return self._children[row].handed_over - closed

    def _mind(self) -> None:
        """Workers that ended are made anew, but not faster than one a second."""
        for row, child in list(self._children.items()):
            if os.waitpid(child.pid, os.WNOHANG)[0]:
                child.channel.close()
                del self._children[row]
                self._counts.forget_worker(row)
                self._restarts[row] = max(time.monotonic(), child.born + RESTART_SECONDS)
                print(f"legibly: a worker ended (process {child.pid})", file=sys.stderr, flush=True)
        for row, when in list(self._restarts.items()):
            if time.monotonic() >= when:
                del self._restarts[row]
                self._fork(row)

    def _end(self) -> None:
        self._listener.close()
        for child in self._children.values():
            with contextlib.suppress(ProcessLookupError):
                os.kill(child.pid, signal.SIGTERM)
        until = time.monotonic() + 2 * self._serving.limits.grace_seconds + 2
        waiting = {child.pid for child in self._children.values()}
        while waiting and time.monotonic() < until:
            waiting = {pid for pid in waiting if not os.waitpid(pid, os.WNOHANG)[0]}
            time.sleep(0.02)
        for pid in waiting:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
