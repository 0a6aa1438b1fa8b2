"""A stream in a database of PostgreSQL: each record is a row, and its number is the primary key.

One statement adds rows if the table ends where the writer expects it. Of two writers that do so at once, the primary
key refuses one. Followers read the table; a notification only says when.

Each stream has its tables in its own schema. Its triggers refuse a gap between numbers, and any change of what
is there, so that no accident loses a record. Only a body that no row names may be deleted.
"""

import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, LiteralString, TypeVar

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo
from psycopg.errors import DuplicateSchema, InvalidSchemaName, UndefinedColumn, UndefinedTable, UniqueViolation

from renkei.errors import (
    BadValueError,
    ConflictError,
    LogError,
    LogUncertainError,
    StreamRefusedError,
    StreamUnavailableError,
)
from renkei.immutable.frozen import frozen
from renkei.log.forks import ForkAware, register
from renkei.log.replication.postgres_baton import PostgresBaton
from renkei.log.replication.postgres_link import ABANDONED, SETTINGS, PostgresLink, Rows
from renkei.log.replication.postgres_objects import PostgresObjects
from renkei.log.replication.stream import IDLE, End, Message, ReconnectedError, Server, Standing

AGAIN = 0.2
"""Seconds between two attempts of `follow` to reach a server."""

AT_ONCE = 500
"""Most messages that `follow` yields at once."""

ADDRESS = (
    "postgresql://[USER@]HOST[:PORT][,HOST[:PORT]…]/DATABASE/NAME; NAME has up to 40 of a-z, 0-9 and _, and begins "
    "with a letter. A password belongs in ~/.pgpass, or in the file that PGPASSFILE or PGSERVICE names"
)
MAKE = "Make the stream with `renkei init --stream`."
ANOTHER = "Choose another name."
ASK = "Ask who runs the server."

_HOST = r"(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?"
_ADDRESS = re.compile(
    rf"postgresql://(?:([A-Za-z0-9_.-]+)@)?({_HOST}(?:,{_HOST})*)/([A-Za-z0-9_.-]{{1,63}})/([a-z][a-z0-9_]{{0,39}})"
)
_SECRET = re.compile(r".+(?=@)|[?=].*", re.DOTALL)
_REFERENCE = re.compile(rb"object:([0-9a-f]{64})")

_CREATE = """
CREATE SCHEMA {schema};
CREATE TABLE {schema}.records (
    seq bigint PRIMARY KEY, body bytea NOT NULL, by_renkei boolean NOT NULL DEFAULT false, signature text
);
CREATE TABLE {schema}.bodies (sha256 text PRIMARY KEY, body bytea NOT NULL);
CREATE TABLE {schema}.snapshots (sha256 text PRIMARY KEY, body bytea NOT NULL);
CREATE TABLE {schema}.shared (key text PRIMARY KEY, value bytea NOT NULL);
CREATE TABLE {schema}.identity (id text PRIMARY KEY);
INSERT INTO {schema}.identity SELECT gen_random_uuid();
CREATE FUNCTION {schema}.refuse_gap() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.seq <> 1 AND NOT EXISTS (SELECT FROM {schema}.records WHERE seq = NEW.seq - 1) THEN
        RAISE EXCEPTION 'there is no record % before it', NEW.seq - 1;
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION {schema}.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    RAISE EXCEPTION 'nothing in a stream of renkei is changed or removed';
END $$;
CREATE INDEX named ON {schema}.records (body) WHERE length(body) = 71;
CREATE FUNCTION {schema}.refuse_loss() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF EXISTS (
        SELECT FROM {schema}.records WHERE length(body) = 71 AND body = convert_to('object:' || OLD.sha256, 'UTF8')
    ) THEN
        RAISE EXCEPTION 'nothing in a stream of renkei is changed or removed';
    END IF;
    RETURN OLD;
END $$;
CREATE TRIGGER no_gap BEFORE INSERT ON {schema}.records FOR EACH ROW EXECUTE FUNCTION {schema}.refuse_gap();
CREATE TRIGGER no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON {schema}.records
    EXECUTE FUNCTION {schema}.refuse_change();
CREATE TRIGGER no_change BEFORE UPDATE OR TRUNCATE ON {schema}.bodies
    EXECUTE FUNCTION {schema}.refuse_change();
CREATE TRIGGER no_loss BEFORE DELETE ON {schema}.bodies FOR EACH ROW EXECUTE FUNCTION {schema}.refuse_loss();
CREATE TRIGGER no_change BEFORE UPDATE OR DELETE OR TRUNCATE ON {schema}.identity
    EXECUTE FUNCTION {schema}.refuse_change();
"""
_PUBLISH: LiteralString = """
WITH added AS (
    INSERT INTO {schema}.records (seq, body, by_renkei, signature)
    SELECT %(after)s + number, body, true, signature
    FROM unnest(%(bodies)b::bytea[], %(signatures)s::text[]) WITH ORDINALITY AS given (body, signature, number)
    WHERE %(after)s = (SELECT coalesce(max(seq), 0) FROM {schema}.records) ORDER BY number RETURNING seq
) SELECT pg_notify(%(channel)s, '') FROM added HAVING count(*) > 0
"""
_PUBLISH_UNSIGNED: LiteralString = _PUBLISH.replace(", signature)", ")", 1).replace("true, signature", "true")
"""The same in a table of an earlier release, which has no column for signatures."""

_SAFE = "SELECT current_setting('fsync'), current_setting('synchronous_commit')"
_EXISTS = "SELECT to_regnamespace(%s) IS NOT NULL"
_LAST = "SELECT coalesce(max(seq), 0) FROM {schema}.records"
_END = "SELECT (SELECT id FROM {schema}.identity), coalesce(max(seq), 0) FROM {schema}.records"
_READ = """
SELECT found.* FROM (SELECT NULL::text AS signature) AS earlier CROSS JOIN LATERAL (
    SELECT seq, CASE WHEN by_renkei THEN body END, CASE WHEN by_renkei THEN signature END
    FROM {schema}.records WHERE seq > %s ORDER BY seq LIMIT %s
) AS found ORDER BY seq
"""
"""In a table of an earlier release, which has no column `signature`, the name means that of the row before it."""
_STANDING = """
SELECT application_name, coalesce(state, 'streaming') = 'streaming' FROM pg_stat_replication ORDER BY 1
"""
_MAY_PUBLISH = "SELECT has_table_privilege(%s, 'INSERT')"
_SHARED = "SELECT key, value FROM {schema}.shared"
_CHANGES: dict[tuple[bool, bool], LiteralString] = {
    (False, False): "SELECT 1 WHERE NOT EXISTS (SELECT FROM {schema}.shared WHERE key = %(key)s)",
    (False, True): "INSERT INTO {schema}.shared VALUES (%(key)s, %(after)b) ON CONFLICT DO NOTHING RETURNING 1",
    (True, False): "DELETE FROM {schema}.shared WHERE key = %(key)s AND value = %(before)b RETURNING 1",
    (True, True): "UPDATE {schema}.shared SET value = %(after)b WHERE key = %(key)s AND value = %(before)b RETURNING 1",
}
"""The statement that changes a shared value, by whether there is one before and after."""

Value = TypeVar("Value")


@frozen
class Address:
    """Where a stream is: the parameters of a connection, without a password, and the name of the stream."""

    conninfo: str
    name: str


def parse_address(text: str) -> Address:
    """Return the parts of an address; raises BadValueError, which repeats nothing that may be secret."""
    found = _ADDRESS.fullmatch(text)
    if not found:
        raise BadValueError(path="/stream", got=_SECRET.sub("…", text), expected=ADDRESS)
    user, hosts, database, name = found.groups()
    places = [re.fullmatch(r"\[?(.*?)\]?(?::([0-9]+))?", one) for one in hosts.split(",")]
    host = ",".join(one[1] for one in places if one)
    port = ",".join(one[2] or "5432" for one in places if one)
    return Address(make_conninfo(host=host, port=port, dbname=database, user=user), name)


class PostgresStream(ForkAware):
    """The stream at an address, in the schema `renkei_NAME`; see `Stream`.

    `passwords`: the path of a file like ~/.pgpass, if it is another one.
    """

    def __init__(self, address: str, passwords: str = "") -> None:
        found = parse_address(address)
        self.name = address
        self._conninfo = make_conninfo(found.conninfo, **SETTINGS, passfile=passwords or None)
        self._schema = f"renkei_{found.name}"
        self.bodies = PostgresObjects("bodies", address, self._ask)
        self.snapshots = PostgresObjects("snapshots", address, self._ask)
        self._links = set[PostgresLink]()
        self._publish = _PUBLISH
        self.losses = 0
        self.baton = PostgresBaton(self._conninfo, self._schema, address)
        self._renew()
        register(self)

    @classmethod
    def at_address(cls, address: str, credentials: str = "") -> "PostgresStream":
        """Return the stream at an address; raises BadValueError."""
        return cls(address, credentials)

    def after_fork_in_child(self) -> None:
        """Let go of the parent's connections."""
        for link in self._links:
            link.abandon()
        ABANDONED.extend(self._links)
        self._links = set()
        self._renew()

    def _renew(self) -> None:
        self.losses += 1
        self._lock = threading.Lock()
        self._link: PostgresLink | None = None
        self._ended = threading.Event()

    def create(self) -> str:
        """Make the schema of the stream."""
        try:
            self._ask(_CREATE, None)
        except (DuplicateSchema, UniqueViolation):
            raise StreamRefusedError(path=self.name, reason="there is one already", advice=ANOTHER) from None
        return self.end().identity

    def publish(
        self, bodies: Sequence[bytes], after: int, signatures: Sequence[str] = (), losses: int | None = None
    ) -> None:
        """Add rows in one statement."""
        given: list[str | None] = [*signatures] or [None] * len(bodies)
        values = {"bodies": [*bodies], "signatures": given, "after": after, "channel": self._schema}
        try:
            if self._ask(self._publish, values, changes=True, losses=losses):
                return
        except UniqueViolation:
            pass
        except StreamUnavailableError as error:
            if self._publish == _PUBLISH_UNSIGNED or not isinstance(error.__cause__, UndefinedColumn):
                raise
            self._publish = _PUBLISH_UNSIGNED
            self.publish(bodies, after, losses=losses)
            return
        raise ConflictError(seq=self._ask(_LAST)[0][0], after=after)

    def end(self) -> End:
        """Return the end of the stream."""
        identity, last = self._ask(_END)[0]
        if identity is None:
            raise self._foreign()
        return End(identity, last)

    def at(self, seq: int) -> Message:
        """Return the message in a row."""
        rows = self._ask(_READ, (seq - 1, 1))
        if not rows or rows[0][0] != seq:
            raise StreamRefusedError(path=self.name, reason=f"it has no message {seq}", advice=ASK)
        return Message(*rows[0])

    def follow(self, after: int) -> Iterator[Sequence[Message]]:
        """Yield messages as they are read, over a separate connection."""
        ended, link, has_begun = self._ended, None, False
        try:
            while not ended.is_set():
                try:
                    if link is None:
                        link = self._connect()
                        self._asked(link, "LISTEN {schema}")
                    found = self._news(link, after)
                except StreamUnavailableError:
                    if not (has_begun or ended.is_set()):
                        raise
                    self._drop(link)
                    link, found = None, []
                    ended.wait(AGAIN)
                has_begun = True
                if not ended.is_set():
                    yield found
                after += len(found)
        finally:
            self._drop(link)

    def _news(self, link: PostgresLink, after: int) -> list[Message]:
        """Return the messages after a number, as soon as there are some; none after a while."""
        while not (found := [Message(*row) for row in self._asked(link, _READ, (after, AT_ONCE))]):
            if not self._checked(link, lambda: link.is_told(IDLE)):
                return []
        if found[-1].seq != after + len(found):
            raise StreamRefusedError(path=self.name, reason=f"messages after {after} are gone", advice=ASK)
        return found

    def put(self, body: bytes) -> bytes:
        """Keep a body in a table, by its hash."""
        return b"object:" + self.bodies.put(body).encode()

    def get(self, reference: bytes) -> bytes | None:
        """Return a body from its table."""
        found = _REFERENCE.fullmatch(reference)
        return self.bodies.get(found[1].decode()) if found else None

    def read_shared(self) -> Mapping[str, bytes]:
        """Return the shared values."""
        return dict(self._ask(_SHARED))

    def change_shared(self, key: str, before: bytes | None, after: bytes | None) -> bool:
        """Set a shared value in one statement; raises LogUncertainError if the answer was lost."""
        query = _CHANGES[before is not None, after is not None]
        return bool(self._ask(query, {"key": key, "before": before, "after": after}, changes=True))

    def seed(self) -> None:
        """Return None: servers of PostgreSQL know a machine by its user."""

    def standing(self) -> Standing:
        """Return the primary server and the servers that copy its database, if this machine may see them."""
        copies = [Server(one, answers=is_streaming) for one, is_streaming in self._ask(_STANDING)]
        return Standing((Server("the primary server", leads=True), *copies), 1)

    def may_publish(self) -> bool:
        """Return whether the user may add rows."""
        return bool(self._ask(_MAY_PUBLISH, (f"{self._schema}.records",))[0][0])

    def close(self) -> None:
        """Close the connection when its statement has ended, and end every `follow`."""
        with self._lock:
            self._ended.set()
            self._ended = threading.Event()
            self._release()
        for link in list(self._links):
            link.cut()
        self.baton.close()

    def _ask(self, query: LiteralString, values: Any = (), *, changes: bool = False, losses: int | None = None) -> Rows:
        """Return the rows that a statement yields, over the connection that all threads share.

        `changes`: whether to raise LogUncertainError, not StreamUnavailableError, if the answer was lost. `losses`:
        raise ReconnectedError, and ask nothing, if there were more.
        """
        with self._lock:
            if self._link is None or not self._link.is_usable:
                self._release()
                self._link = self._connect()
            if losses is not None and losses != self.losses:
                raise ReconnectedError
            try:
                return self._asked(self._link, query, values)
            except StreamUnavailableError as error:
                if changes and self._link.is_lost:
                    raise LogUncertainError(path=self.name, reason=error.details["reason"]) from error
                raise

    def _asked(self, link: PostgresLink, query: LiteralString, values: Any = ()) -> Rows:
        composed = sql.SQL(query).format(schema=sql.Identifier(self._schema))
        return self._checked(link, lambda: link.run(composed, values))

    def _checked(self, link: PostgresLink, do: Callable[[], Value]) -> Value:
        """Return what a function returns; raises the error that says what the server said."""
        try:
            return do()
        except (DuplicateSchema, UniqueViolation):
            raise
        except (InvalidSchemaName, UndefinedTable) as error:
            raise self._missing(link) from error
        except psycopg.Error as error:
            raise self._unavailable("it does not answer" if link.is_silent else error) from error

    def _connect(self) -> PostgresLink:
        try:
            link = PostgresLink(self._conninfo)
        except (psycopg.Error, OSError, UnicodeError) as error:
            raise self._unavailable(error) from error
        self._links.add(link)
        try:
            self._refuse_unsafe(link)
        except BaseException:
            self._drop(link)
            raise
        return link

    def _refuse_unsafe(self, link: PostgresLink) -> None:
        """Raise StreamRefusedError for a server that acknowledges what is not yet on its disk."""
        if self._asked(link, _SAFE) != [("on", "on")]:
            reason = "its server acknowledges what is not on the disk: fsync or synchronous_commit is off"
            raise StreamRefusedError(path=self.name, reason=reason, advice=ASK)

    def _release(self) -> None:
        link, self._link = self._link, None
        self.losses += link is not None
        self._drop(link)

    def _drop(self, link: PostgresLink | None) -> None:
        if link is not None:
            self._links.discard(link)
            link.close()

    def _missing(self, link: PostgresLink) -> LogError:
        """Return the error for a stream without its tables."""
        if self._asked(link, _EXISTS, (self._schema,)) == [(False,)]:
            return StreamRefusedError(path=self.name, reason="there is no such stream", advice=MAKE)
        return self._foreign()

    def _foreign(self) -> LogError:
        return StreamRefusedError(path=self.name, reason="it was not made by renkei", advice=ANOTHER)

    def _unavailable(self, reason: object) -> StreamUnavailableError:
        """Return the error that says why the stream cannot be used, in the first line of the server's words."""
        said = isinstance(reason, psycopg.Error) and reason.diag.message_primary
        line = next(iter(str(said or reason).splitlines()), "") or type(reason).__name__
        return StreamUnavailableError(path=self.name, reason=line.removeprefix("connection failed: "))
