"""The connection of a process to NATS: an event loop in a separate thread, which runs coroutines for any thread.

The first use connects. Lost servers are reconnected in the background. A server that does not answer may be cut off
from the others, so another one is tried. A forked child connects again, and so does the next use after the servers have
ended the connection, as they do when rights expire.
"""

import asyncio
import logging
import os
import secrets
import ssl
import threading
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import nats.errors
from nats.aio.client import Client
from nats.js.client import JetStreamContext
from nats.js.errors import ServiceUnavailableError

from renkei.errors import StreamUnavailableError
from renkei.log.forks import ForkAware, register
from renkei.log.replication.signing import SEED_BYTES
from renkei.log.replication.stream import ReconnectedError

Value = TypeVar("Value")

ANSWER = 5.0
"""Seconds that the servers have for an answer."""

CONNECT = 5.0
"""Seconds that the servers have for a connection."""

AGAIN = 0.2
"""Seconds between two attempts to reach the same server."""

ATTEMPTS = 3
"""Attempts to reach each server that is there."""

STAY = 2.0
"""Seconds between two changes of the server, at least."""


class LeaderlessError(nats.errors.Error):
    """A server answered for itself: it knows no leader of the stream."""

    def __str__(self) -> str:
        return "the server that answers is cut off from the others"


UNANSWERED = (TimeoutError, nats.errors.NoRespondersError, ServiceUnavailableError, LeaderlessError)
"""The errors of a server that is cut off from the others."""

SILENCE = "no server answers"
RIGHTS = "the servers do not accept the rights of this machine"

CREDENTIALS = (b"-----BEGIN NATS USER JWT-----", b"-----BEGIN USER NKEY SEED-----")
"""The first lines of the blocks of a credentials file."""


@dataclass(frozen=True)
class Rights:
    """The rights of a connection; by default from the usual environment variables."""

    credentials: str = field(default_factory=lambda: os.environ.get("NATS_CREDS", ""))
    user: str = field(default_factory=lambda: os.environ.get("NATS_USER", ""))
    password: str = field(default_factory=lambda: os.environ.get("NATS_PASSWORD", ""), repr=False)
    authority: str = field(default_factory=lambda: os.environ.get("NATS_CA", ""))
    """The file with the certificate that the servers' certificates are signed with, if the system does not know it."""

    def options(self) -> dict[str, Any]:
        """Return the arguments of a connection.

        Raises OSError for a file that cannot be read, and ValueError for credentials without one of their blocks.
        """
        found: dict[str, Any] = {}
        if self.credentials:
            content = Path(self.credentials).read_bytes()  # servers that need no rights do not ask for it
            if missing := [
                one.decode() for one in CREDENTIALS if one not in content
            ]:  # the library fails later, or never
                raise ValueError(f"{self.credentials} has no line '{missing[0]}'")
            found["user_credentials"] = self.credentials
        elif self.user:
            found |= {"user": self.user, "password": self.password}
        if self.authority:
            found["tls"] = ssl.create_default_context(cafile=self.authority)
        return found

    def seed(self) -> bytes | None:
        """Return the private key in the credentials file, None without a file; raises OSError, or ValueError."""
        if not self.credentials:
            return None
        import nkeys  # it takes longer to load than many a command to run

        text = Path(self.credentials).read_bytes().partition(CREDENTIALS[1])[2].split()
        try:
            seed: bytes = nkeys.decode_seed(next(iter(text), b""))[1]
        except nkeys.NkeysError:
            seed = b""
        if len(seed) != SEED_BYTES:
            raise ValueError(f"{self.credentials} has no valid seed")
        return seed


# The library makes asyncio warn whenever an encrypted connection ends; nothing is wrong then.
logging.getLogger("asyncio").addFilter(lambda record: "eof_received() has no effect" not in str(record.msg))


class NatsLink(ForkAware):
    """The connection to `servers`, by the `name` that errors show."""

    def __init__(self, servers: Sequence[str], name: str, rights: Rights) -> None:
        self._servers = secrets.SystemRandom().sample(servers, len(servers))  # the first one is tried first
        self._name = name
        self._rights = rights
        self.losses = 0
        """How many connections were lost. It counts on in a forked child."""
        self.after_fork_in_child()
        register(self)

    def after_fork_in_child(self) -> None:
        """Drop the connection: its socket and its thread belong to the parent."""
        self.losses += 1
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._client: Client | None = None
        self._refusal = ""
        """The last thing that the servers said this machine may not do."""
        self._failure = SILENCE
        """Why there is no connection."""
        self._since = 0.0
        """When the server was changed last, by the clock of the loop."""

    def run(
        self, ask: Callable[[JetStreamContext], Coroutine[Any, Any, Value]], timeout: float = ANSWER, about: str = ""
    ) -> Value:
        """Return what a coroutine returns, which is given the connection; raises its error.

        Raises StreamUnavailableError if there is no connection, or if the servers forbid what was asked. `about`: the
        subject that the refusal must name, because a refusal may concern another thread's request.
        """
        loop = self._connected()
        asked = self._asked(ask, timeout)
        try:
            return asyncio.run_coroutine_threadsafe(asked, loop).result(timeout + CONNECT)
        except (TimeoutError, nats.errors.Error, OSError) as error:
            if self._refusal and about.lower() in self._refusal.lower():
                raise self.unavailable(self._refusal) from error
            raise
        except (CancelledError, RuntimeError):  # the loop has ended, perhaps before it got this
            asked.close()
            raise TimeoutError("the stream was closed") from None

    def unavailable(self, reason: object) -> StreamUnavailableError:
        """Return the error that says why the stream cannot be used."""
        return StreamUnavailableError(path=self._name, reason=str(reason))

    def seed(self) -> bytes | None:
        """Return the private key of this machine, None without one; raises StreamUnavailableError."""
        try:
            return self._rights.seed()
        except (OSError, ValueError) as error:
            raise self.unavailable(error) from error

    @property
    def nats(self) -> Client:
        """The library's end of the connection, for what `run` runs; raises StreamUnavailableError once it is closed."""
        if (client := self._client) is None:
            raise self.unavailable("the stream was closed")
        return client

    def check(self, losses: int | None) -> None:
        """Raise ReconnectedError if more connections were lost than some count, for what `run` runs."""
        if losses is not None and (losses != self.losses or not self.nats.is_connected):
            raise ReconnectedError

    def close(self) -> None:
        """End the connection; the next use makes another."""
        with self._lock:
            loop, client, self._loop, self._client = self._loop, self._client, None, None
        if loop is not None and client is not None:
            with suppress(Exception):
                asyncio.run_coroutine_threadsafe(client.close(), loop).result(ANSWER)
            loop.call_soon_threadsafe(loop.stop)

    async def _asked(self, ask: Callable[[JetStreamContext], Coroutine[Any, Any, Value]], timeout: float) -> Value:
        """Let a coroutine run until it ends, the time is over, or the servers forbid something."""
        client = self.nats
        if not client.is_connected:
            raise self.unavailable(self._failure)
        self._refusal, self._refused = "", asyncio.Event()
        asked = asyncio.ensure_future(ask(client.jetstream(timeout=ANSWER)))
        refused = asyncio.ensure_future(self._refused.wait())
        try:
            await asyncio.wait({asked, refused}, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
            if asked.done():
                return asked.result()
            raise TimeoutError
        except UNANSWERED:
            await self._leave(client)
            raise
        finally:
            for one in (asked, refused):
                one.cancel()
            await asyncio.gather(asked, refused, return_exceptions=True)

    async def _leave(self, client: Client) -> None:
        """Connect to another server, if there is one."""
        now = asyncio.get_running_loop().time()
        if len(self._servers) > 1 and not self._refused.is_set() and now - self._since > STAY:
            self._since = now
            await client.force_reconnect()

    def _connected(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is not None and self._client is not None and not self._client.is_closed:
                return self._loop
            if self._loop is not None:  # the servers have ended the connection
                self._loop.call_soon_threadsafe(self._loop.stop)
                self._loop = None
            loop = asyncio.new_event_loop()
            loop.set_exception_handler(_tell)
            threading.Thread(target=_serve, args=(loop,), daemon=True).start()
            try:
                self._client = asyncio.run_coroutine_threadsafe(self._connect(), loop).result(2 * CONNECT)
            except BaseException as error:
                loop.call_soon_threadsafe(loop.stop)
                if isinstance(error, (nats.errors.Error, OSError, ValueError)):
                    raise self.unavailable(error) from error
                raise
            self._loop = loop
            return loop

    async def _connect(self) -> Client:
        """Return a connection; raises what the last server said when none accepts it."""
        client = Client()
        failures, failed = 0, asyncio.Event()
        self._failure = SILENCE

        async def note(error: Exception) -> None:
            nonlocal failures
            failures += ATTEMPTS if isinstance(error, (ConnectionRefusedError, ssl.SSLCertVerificationError)) else 1
            said = RIGHTS if _is_about_rights(error, client) else _first_line(error)
            if "permissions violation" in said.lower():
                self._refusal = said
                self._refused.set()
            elif not client.is_connected:
                self._failure = said
            if said == RIGHTS or failures >= ATTEMPTS * len(self._servers):
                failed.set()

        async def lose() -> None:
            self._failure = SILENCE
            self.losses += 1
            client._pending.clear()  # the library would send it to servers that may have been restored meanwhile
            client._pending_data_size = 0

        self._refused = asyncio.Event()
        connecting = asyncio.ensure_future(
            client.connect(
                self._servers,
                error_cb=note,
                disconnected_cb=lose,
                connect_timeout=2,
                reconnect_time_wait=AGAIN,  # type: ignore[arg-type]  # any number does
                max_reconnect_attempts=-1,
                ping_interval=2,
                max_outstanding_pings=2,
                dont_randomize=True,
                **self._rights.options(),
            )
        )
        hopeless = asyncio.ensure_future(failed.wait())
        await asyncio.wait({connecting, hopeless}, timeout=CONNECT, return_when=asyncio.FIRST_COMPLETED)
        hopeless.cancel()
        if connecting.done():
            await connecting
            return client
        reason = self._failure  # closing is the loss of a connection too
        connecting.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await connecting
        with suppress(Exception):
            await client.close()
        raise self.unavailable(reason)


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    try:
        loop.run_forever()
    finally:
        loop.run_until_complete(_cancel_others())
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()


def _tell(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Report what nothing has caught, except that a connection ended while a task of the library closed it."""
    if not isinstance(context.get("exception"), (OSError, nats.errors.Error, asyncio.InvalidStateError)):
        loop.default_exception_handler(context)


async def _cancel_others() -> None:
    """Cancel every task of the loop, so that waiting threads continue."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


def _is_about_rights(error: Exception, client: Client) -> bool:
    """Return whether a server refuses who connects. Its word is lost if it closes the connection at once."""
    closed = isinstance(error, (ConnectionResetError, BrokenPipeError, nats.errors.UnexpectedEOF))
    said = isinstance(error, nats.errors.AuthorizationError) or "authorization violation" in str(error).lower()
    return said or (closed and not client.is_connected and bool(client._server_info.get("auth_required")))


def _first_line(error: Exception) -> str:
    lines = str(error).splitlines()
    return (lines[0] if lines else type(error).__name__).removeprefix("nats: ")
