"""Runs an application until a signal ends the process.

Connections whose request headers come too slowly are closed. So is the oldest idle connection when the process is
about to run out of file descriptors, or if none is idle, a connection of the client with the most.
"""

import asyncio
import errno
import socket
import sys
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, ClassVar

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from renkei.edges.server.gate import SLOWEST_READER
from renkei.log.posix import resource

SLOWEST_HEADERS = 20.0
"""Seconds from the first byte of a request, or from the beginning of a connection, to the end of its headers."""

HOST = "127.0.0.1"
"""Where a server listens by default: only programs of this machine can connect."""

LOOPBACK = (HOST, "::1")
"""The addresses of this machine that browsers try for its names."""

ATTEMPTS = 20
"""How often another free port is tried, if a program has the same port of the other address."""

SWITCH = 0.0005
"""Seconds after which a thread that computes lets another run: a sweep must not hold up an answer."""

BACKLOG = 200
"""Connections that are accepted at once, before one of them can be closed."""

RESERVED = 2 * BACKLOG
"""File descriptors that connections leave to the log and to each other's beginning."""

CREDENTIALS = (b"authorization", b"cookie")
"""The headers that say whose a request is."""

GRACE = 2
"""Seconds that requests may take to end when the server ends."""


class HeadersInTime(H11Protocol):
    """The protocol of one connection. More bytes buy no more time.

    Beyond the largest number, a new connection closes the oldest without a request, or without such, the oldest of the
    credentials with the most.
    """

    patience = SLOWEST_HEADERS
    most: ClassVar[float]
    """The largest number of connections at a time."""
    waiting: ClassVar[dict["HeadersInTime", None]] = {}
    """The connections without a request, the oldest first."""
    busy: ClassVar[dict[bytes, dict["HeadersInTime", None]]] = {}
    """The other connections by the credentials of their requests, the oldest first."""
    _timer: asyncio.TimerHandle | None = None
    _credentials: bytes | None = None

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for the first request, and close another connection if there are too many."""
        super().connection_made(transport)
        self._update_wait()
        if len(self.connections) > self.most:
            oldest = next(iter(self.waiting), self)
            if oldest is self and self.busy:
                whose = max(self.busy, key=lambda one: len(self.busy[one]))
                oldest = next(iter(self.busy[whose]))
            oldest._forget()
            oldest.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Begin to wait when a request begins, and end it when its headers are complete."""
        super().data_received(data)
        self._update_wait()

    def on_response_complete(self) -> None:
        """Wait for the next request, which need not begin."""
        super().on_response_complete()
        if not self._has_request() and not self.transport.is_closing():
            self._forget()
            self.waiting[self] = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._forget()
        super().connection_lost(exc)

    def _has_request(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _update_wait(self) -> None:
        if self.transport.is_closing():
            return
        if self._has_request():
            self._forget()
            self._credentials = b" ".join(value for name, value in self.headers if name in CREDENTIALS)
            self.busy.setdefault(self._credentials, {})[self] = None
        elif self._timer is None:
            self._timer = self.loop.call_later(self.patience, self.transport.close)
            self.waiting.setdefault(self)

    def _forget(self) -> None:
        """Leave all lists, and wait no longer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self.waiting.pop(self, None)
        if self._credentials is not None:
            group = self.busy[self._credentials]
            group.pop(self, None)
            if not group:
                del self.busy[self._credentials]
            self._credentials = None


class _Server(uvicorn.Server):
    """A server that says when it is ready, and wakes those who wait when it ends."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], ending: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready
        self._ending = ending

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._ending()
        await super().shutdown(sockets)


def config(app: Starlette) -> uvicorn.Config:
    """Return how an application is served."""
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    HeadersInTime.most = max(files - RESERVED, files / 2) if files != resource.RLIM_INFINITY else float("inf")
    return uvicorn.Config(
        app,
        http=HeadersInTime,
        log_config=None,  # warnings and failures go to standard error, requests nowhere
        access_log=False,
        ws="none",
        server_header=False,
        proxy_headers=False,  # headers cannot change the origin of a request
        timeout_keep_alive=30,
        backlog=BACKLOG,
        timeout_graceful_shutdown=GRACE,
    )


def serve(app: Starlette, port: int, ready: Callable[[str], None], host: str = HOST) -> None:
    """Serve an application until Ctrl-C; `ready` is given its address. Port 0 is any free one. Raises OSError."""
    sys.setswitchinterval(SWITCH)
    with ExitStack() as stack:
        listeners = [stack.enter_context(one) for one in _listeners(host, port)]
        for one in listeners:
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # else the end of an answer waits for 40 ms
            if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux: also drops the buffer of a client that does not read
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(SLOWEST_READER * 1000))
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{listeners[0].getsockname()[1]}/"
        _Server(config(app), lambda: ready(address), app.state.watcher.close).run(listeners)


def _listeners(host: str, port: int, attempts: int = ATTEMPTS) -> list[socket.socket]:
    """Return the sockets of a server: on this machine, those of both loopback addresses.

    A browser tries both for a name that ends in `.localhost`. Another program that listens at one of them would get
    its requests.
    """
    first = _listener(host, port)
    found = [first]
    is_local = first.getsockname()[0] in LOOPBACK
    try:
        for other in LOOPBACK:
            if is_local and other != first.getsockname()[0]:
                found += _listeners_if_possible(other, first.getsockname()[1])
    except OSError:  # another program has this port of the other address
        for one in found:
            one.close()
        if port or not attempts:
            raise
        return _listeners(host, port, attempts - 1)
    return found


def _listeners_if_possible(host: str, port: int) -> list[socket.socket]:
    try:
        return [_listener(host, port)]
    except OSError as error:
        if error.errno not in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):  # without IPv6, nobody can listen there
            raise
    return []


def _listener(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=2048)
