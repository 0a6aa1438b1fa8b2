"""The baton of a stream in PostgreSQL: an advisory lock, which the server gives to sessions in the order they ask.

The lock belongs to a transaction on a separate connection. The server ends idle transactions, so a stopped machine
loses the lock like a killed one.
"""

from contextlib import suppress
from typing import Any

import psycopg
from psycopg import sql
from psycopg.errors import LockNotAvailable

from renkei.errors import StreamUnavailableError
from renkei.log.forks import ForkAware, register
from renkei.log.replication.postgres_link import ABANDONED, PostgresLink
from renkei.log.replication.stream import HELD

_LIMITS = "SELECT set_config('idle_in_transaction_session_timeout', %s, true), set_config('lock_timeout', %s, true)"
_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"


class PostgresBaton(ForkAware):
    """The baton of the stream in a schema; see `Baton`. `name`: the name of the stream that errors show."""

    def __init__(self, conninfo: str, schema: str, name: str) -> None:
        self._conninfo = conninfo
        self._schema = schema
        self._name = name
        self._link: PostgresLink | None = None
        register(self)

    def after_fork_in_child(self) -> None:
        """Let go of the parent's connection."""
        link, self._link = self._link, None
        if link is not None:
            link.abandon()
            ABANDONED.append(link)

    def take(self, seconds: float) -> bool:
        """Wait for the lock."""
        try:
            if self._link is None or not self._link.is_usable:
                self.close()
                self._link = PostgresLink(self._conninfo)
            self._run("BEGIN")
            self._run(_LIMITS, (f"{HELD * 1000:.0f}ms", f"{seconds * 1000:.0f}ms"))
            self._run(_LOCK, (self._schema,))
        except LockNotAvailable:
            self.give()
            return False
        except (psycopg.Error, OSError, UnicodeError) as error:
            self.close()
            reason = next(iter(str(error).splitlines()), "") or type(error).__name__
            raise StreamUnavailableError(path=self._name, reason=reason) from error
        return True

    def give(self) -> None:
        """End the transaction; a connection that the server has ended is dropped."""
        try:
            self._run("ROLLBACK")
        except psycopg.Error:
            self.close()

    def _run(self, query: Any, values: tuple[str, ...] | None = None) -> None:
        if self._link is None:
            raise psycopg.OperationalError("the connection was closed")
        self._link.run(sql.SQL(query).format(), values)

    def close(self) -> None:
        """Close the connection, also while `take` waits; the next use makes another."""
        link, self._link = self._link, None
        if link is not None:
            link.cut()
            with suppress(psycopg.Error):
                link.close()
