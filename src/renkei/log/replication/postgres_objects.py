"""Bodies in a table of PostgreSQL, each by its hash."""

import hashlib
from typing import Literal, LiteralString, Protocol

from renkei.errors import LogBrokenError
from renkei.log.replication.postgres_link import Rows

Table = Literal["bodies", "snapshots"]

_STATEMENTS: dict[Table, tuple[LiteralString, LiteralString, LiteralString, LiteralString]] = {
    "bodies": (
        "INSERT INTO {schema}.bodies VALUES (%s, %b) ON CONFLICT DO NOTHING",
        "SELECT body FROM {schema}.bodies WHERE sha256 = %s",
        "DELETE FROM {schema}.bodies WHERE sha256 = %s RETURNING 1",
        "SELECT sha256 FROM {schema}.bodies",
    ),
    "snapshots": (
        "INSERT INTO {schema}.snapshots VALUES (%s, %b) ON CONFLICT DO NOTHING",
        "SELECT body FROM {schema}.snapshots WHERE sha256 = %s",
        "DELETE FROM {schema}.snapshots WHERE sha256 = %s RETURNING 1",
        "SELECT sha256 FROM {schema}.snapshots",
    ),
}
"""The statements that add, read, delete and list the bodies of a table."""


class Ask(Protocol):
    """Runs a statement for a stream."""

    def __call__(self, query: LiteralString, values: object = (), /) -> Rows:
        """Return the rows."""


class PostgresObjects:
    """The bodies in a table; see `Objects`. `name` is what errors show."""

    def __init__(self, table: Table, name: str, ask: Ask) -> None:
        self._put, self._get, self._drop, self._names = _STATEMENTS[table]
        self._name = name
        self._ask = ask

    def put(self, body: bytes) -> str:
        """Keep a body."""
        name = hashlib.sha256(body).hexdigest()
        self._ask(self._put, (name, body))
        return name

    def get(self, name: str) -> bytes:
        """Return a body."""
        rows = self._ask(self._get, (name,))
        if not rows:
            raise LogBrokenError(path=self._name, reason=f"the body {name} is missing")
        body: bytes = rows[0][0]
        if hashlib.sha256(body).hexdigest() != name:
            raise LogBrokenError(path=self._name, reason=f"the body {name} was changed")
        return body

    def drop(self, name: str) -> None:
        """Delete a body; the server refuses to delete one that a message names."""
        self._ask(self._drop, (name,))

    def names(self) -> set[str]:
        """Return the names of all bodies."""
        return {row[0] for row in self._ask(self._names)}
