"""A connection of a process to PostgreSQL, which gives up a silent server, and which a forked child does not end."""

import os
import select
import socket
from contextlib import suppress
from typing import Any, TypeVar

import psycopg
from psycopg import sql
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus

Rows = list[tuple[Any, ...]]
Value = TypeVar("Value")

ANSWER = 20.0
"""Seconds that a server has for an answer; more than it gives itself, so that it can say what took so long."""

INTERVAL = 0.1
"""Seconds between two looks of a thread that waits for an answer, for a signal such as Ctrl-C."""

SETTINGS: dict[str, Any] = {
    "target_session_attrs": "primary",
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "client_encoding": "utf8",
    "application_name": "renkei",
    "options": "-c statement_timeout=10s -c synchronous_commit=on -c default_transaction_isolation=read\\ committed",
}
"""The settings of every connection, whatever the environment and the server say."""


class _Bounded(psycopg.Connection):
    """A connection that waits for an answer no longer than `ANSWER`."""

    def wait(self, gen: PQGen[Value], interval: float = INTERVAL, timeout: float | None = None) -> Value:
        """Return what a generator of psycopg returns; raises psycopg.OperationalError after a time without an answer.

        psycopg calls it for every statement.
        """
        return super().wait(gen, interval, ANSWER if timeout is None else timeout)


class PostgresLink:
    """A connection, with a second handle of its socket, by which another thread can end it."""

    def __init__(self, conninfo: str) -> None:
        self._connection = _Bounded.connect(conninfo, autocommit=True)
        self._socket = socket.socket(fileno=os.dup(self._connection.fileno()))

    @property
    def is_silent(self) -> bool:
        """Whether an answer did not come in time."""
        return self._connection.info.transaction_status == TransactionStatus.ACTIVE

    @property
    def is_lost(self) -> bool:
        """Whether the connection cannot be used after a statement, so that it is unknown what became of that."""
        return self._connection.info.transaction_status != TransactionStatus.IDLE

    @property
    def is_usable(self) -> bool:
        """Whether the connection is idle. The server says nothing on such a one, unless it ends it."""
        waiting = select.poll()
        waiting.register(self._socket, select.POLLIN)
        return not self.is_lost and not waiting.poll(0)

    def run(self, query: sql.Composed, values: Any) -> Rows:
        """Return the rows that a statement yields, or several statements without values; raises psycopg.Error."""
        cursor = self._connection.execute(query, values, binary=values is not None)
        return cursor.fetchall() if cursor.description else []

    def is_told(self, seconds: float) -> bool:
        """Wait for a notification; return whether there was one. Raises psycopg.Error."""
        return bool(list(self._connection.notifies(timeout=seconds, stop_after=1)))

    def cut(self) -> None:
        """End the connection, also while another thread waits for its answer."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()
        self._socket.close()

    def __del__(self) -> None:
        """Close the connection of a stream that was dropped; psycopg would warn."""
        with suppress(AttributeError):  # it was never made
            self.close()

    def abandon(self) -> None:
        """Let go of a parent's connection in a forked child.

        Closing it would end it for the parent. Afterwards its handle refers to nothing.
        """
        self._socket.close()
        with suppress(psycopg.Error):
            handle, nothing = self._connection.fileno(), os.open(os.devnull, os.O_RDWR)
            os.dup2(nothing, handle, inheritable=False)
            os.close(nothing)


ABANDONED: list[PostgresLink] = []
"""Connections of a parent, kept so that nothing ends them: another thread may have been using them at the fork."""
