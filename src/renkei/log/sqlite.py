"""A log in one SQLite file: any number of threads and processes, and nothing acknowledged is lost.

An append is acknowledged only after the commit is on disk, unless it is to be durable later. Processes queue at a lock
beside the file; waiting readers are notified by a doorbell. Large bodies and compacted history are stored beside the
file.
"""

import sqlite3
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice, takewhile
from pathlib import Path

from renkei.engine.record import Record, read_record
from renkei.engine.rows import Kind
from renkei.engine.subjects import messages_in, subjects_in
from renkei.errors import ConflictError, DuplicateCommandError, LogBrokenError, LogNotWritableError, LogTooNewError
from renkei.log.archive import CHUNK, Archive
from renkei.log.atomic_write import replacing
from renkei.log.blobs import LIMIT, Blobs, is_reference
from renkei.log.chain import GENESIS, chain_fault, chained
from renkei.log.database import Database, translate_errors
from renkei.log.doorbell import Doorbell
from renkei.log.forks import no_fork
from renkei.log.layout import ARCHIVED, CHAINED, FOLLOWING, INDEXED, LAYOUT, VOUCHED, upgrade
from renkei.log.moved import Moved, check_follows, set_follows
from renkei.log.port import never
from renkei.log.writer_lock import WriterLock

_PAGE = 500
"""Records per read, so that a long read does not block the process's other readers."""

_ROW = "r.seq, r.id, r.body, r.hash, (SELECT hash FROM records WHERE seq = r.seq - 1)"
"""The columns of a record: its row, and the hash of the record before it."""

_UNCHAINED_ROW = "r.seq, r.id, r.body, NULL, NULL"
"""The same of a log that is older than the chain."""

Row = tuple[int, str, bytes, bytes | None, bytes | None]
_New = tuple[int, str, bytes, str | None]

_NEVER = 2**63 - 1
"""A seq after every record."""


class SqliteLog:
    """Records in a SQLite file at `path`.

    `create`: whether to create a missing or empty file; with `read_only` it never is.
    """

    is_current = True
    expected = Moved()
    """The stream that the log in the file should follow."""

    def __init__(self, path: Path, *, read_only: bool = False, create: bool = True) -> None:
        path = path.absolute()  # files beside the log are found after a change of directory
        self.path = path
        self.read_only = read_only
        self.blobs = Blobs(path.with_name("blobs"))
        self._archive = Archive(path.with_name("archive.db"), read_only=read_only)
        self._database = Database(path, read_only=read_only)
        self._gate = WriterLock(path.with_suffix(".lock"))
        self._bell = Doorbell(path.with_suffix(".bell"))
        self._prepare(create)

    def _prepare(self, create: bool) -> None:
        if not create and not self.path.stat().st_size:
            raise LogBrokenError(path=str(self.path), reason="it is empty")
        # Only changes of the tables take the lock: a reader must wait for no writer.
        if not self.read_only and (create or self._found_layout() < LAYOUT):
            with translate_errors(self.path), self._gate.held(), self._database.writing() as db:
                found = db.execute("PRAGMA user_version").fetchone()[0]
                if 0 < found < LAYOUT or (found == 0 and create):
                    with self._database.transaction():
                        upgrade(db, found, self.load_body)
        self._layout = self._found_layout()
        if self._layout > LAYOUT:
            raise LogTooNewError(path=str(self.path), found=self._layout, known=LAYOUT)
        if self._layout == 0:
            raise LogBrokenError(path=str(self.path), reason="it contains no records")
        self._row = _ROW if self._layout >= CHAINED else _UNCHAINED_ROW

    def _found_layout(self) -> int:
        return int(self._database.rows("PRAGMA user_version")[0][0])

    def append(self, records: Sequence[Record], *, synced: bool = True) -> None:
        """Add records in one transaction that is on disk on return, without `synced` with a later one."""
        self._append(records, [record.encode() for record in records], synced=synced)

    def _append(
        self, records: Sequence[Record], bodies: Sequence[bytes], signed: Sequence[str | None] = (), *, synced: bool
    ) -> None:
        """Add records with the bodies, and the signatures, that are stored for them."""
        if self.read_only:
            raise LogNotWritableError(path=str(self.path), reason="it was opened read-only")
        given = zip(records, bodies, signed or [None] * len(records), strict=True)
        rows = [(record.seq, record.id, body, signature) for record, body, signature in given]
        try:
            with translate_errors(self.path), self._gate.held(), self._database.transaction(synced=synced) as db:
                check_follows(db, self.expected)
                newest = db.execute("SELECT seq, hash FROM records ORDER BY seq DESC LIMIT 1").fetchone()
                last, head = newest or (0, GENESIS)
                if not isinstance(head, bytes):
                    raise LogBrokenError(path=str(self.path), reason=f"the hash of record {last} is not one")
                if [row[0] for row in rows] != list(range(last + 1, last + 1 + len(rows))):
                    raise ConflictError(seq=last, after=rows[0][0] - 1)
                self._insert(db, head, rows, records)
        except sqlite3.IntegrityError:
            raise DuplicateCommandError(name=", ".join(row[1] for row in rows)) from None
        self._bell.ring()

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Exclude all other writers during a block; do nothing for a read-only log."""
        if self.read_only:
            yield
            return
        with translate_errors(self.path), self._gate.held():
            with self._database.writing():
                pass  # what is read in the block is on disk: opening the connection has synced it
            yield

    def _insert(self, db: sqlite3.Connection, head: bytes, rows: Sequence[_New], records: Sequence[Record]) -> None:
        kept = []
        for seq, name, body, signature in rows:
            head = chained(head, seq, name, body)
            kept.append((seq, name, self.blobs.put(body) if len(body) > LIMIT else body, head, signature))
        db.executemany("INSERT INTO records VALUES (?, ?, ?, ?, ?)", kept)
        messages = [(*one, record.seq) for record in records for one in messages_in(record)]
        db.executemany("INSERT INTO messages VALUES (?, ?, ?)", messages)
        subjects = [(*one, record.seq) for record in records for one in subjects_in(record)]
        db.executemany("INSERT INTO subjects VALUES (?, ?, ?)", subjects)

    def read(self, after: int = 0) -> Iterator[Record]:
        """Yield the records after a seq."""
        return (self._record(row) for row in self._rows(after))

    def stored(self, after: int = 0) -> Iterator[tuple[int, str, bytes]]:
        """Yield the seq, the id and the bytes of the records after a seq; raises LogBrokenError for a changed one."""
        return ((row[0], row[1], self._body(row)) for row in self._rows(after))

    def follows(self) -> Moved | None:
        """Return which stream the log follows, without an id none; None if that was never said."""
        query = "SELECT address, identity FROM follows"
        rows = self._database.rows(query) if self._layout >= FOLLOWING else ()
        return Moved(*rows[0]) if rows else None

    def follow(self, moved: Moved) -> None:
        """Let the log follow a stream from now on, or none; durable on return, with all records before."""
        with translate_errors(self.path), self._gate.held(), self._database.transaction() as db:
            set_follows(db, moved)

    def _rows(self, after: int = 0) -> Iterator[Row]:
        digest = "hash" if self._layout >= CHAINED else "NULL"
        query = f"SELECT seq, id, body, {digest} FROM records WHERE seq > ? ORDER BY seq LIMIT ?"  # noqa: S608
        previous = None
        while rows := self._database.rows(query, after, _PAGE):
            previous = previous or self._hash(after)
            for expected, (seq, name, body, own) in enumerate(rows, after + 1):
                if seq != expected:
                    raise LogBrokenError(path=str(self.path), reason=f"record {expected} is missing")
                yield seq, name, body, own, previous
                previous = own
            after += len(rows)

    def _record(self, row: Row) -> Record:
        seq, body = row[0], self._body(row)
        try:
            record = read_record(body)
        except LogTooNewError as error:
            raise LogTooNewError(
                path=str(self.path), found=error.details["found"], known=error.details["known"]
            ) from None
        except (ValueError, RecursionError) as error:  # pydantic's own among them
            raise LogBrokenError(path=str(self.path), reason=f"record {seq}: {str(error).splitlines()[-1]}") from error
        if record.seq != seq:
            raise LogBrokenError(path=str(self.path), reason=f"record {record.seq} is stored under seq {seq}")
        return record

    def _body(self, row: Row) -> bytes:
        """Return the body of a row that fits the chain; raises LogBrokenError for any other."""
        seq, name, stored, own, previous = row
        body = self.load_body(seq, stored)
        fault = chain_fault(seq, name, body, own, previous) if self._layout >= CHAINED else ""
        if fault:
            raise LogBrokenError(path=str(self.path), reason=fault)
        return body

    def head(self) -> tuple[int, str]:
        """Return the seq and the hash of the last record; raises LogBrokenError if any record does not fit."""
        seq, head = 0, GENESIS
        for row in self._rows():
            seq, body = row[0], self._body(row)
            head = chained(head, seq, row[1], body) if row[3] is None else row[3]
        return seq, head.hex()

    def record_hash(self, seq: int) -> str | None:
        """Return the hash of a record; None if there is no such record, or the log is older than the chain."""
        found = self._hash(seq)
        return found.hex() if found is not None else None

    def _hash(self, seq: int) -> bytes | None:
        query = "SELECT hash FROM records WHERE seq = ? AND typeof(hash) = 'blob'"
        rows = self._database.rows(query, seq) if self._layout >= CHAINED else ()
        return rows[0][0] if rows else None

    def load_body(self, seq: int, body: bytes) -> bytes:
        """Return the body of a record from the log, the archive or a blob; raises LogBrokenError."""
        if not isinstance(body, bytes):
            raise LogBrokenError(path=str(self.path), reason=f"record {seq}: not stored by renkei")
        if body == ARCHIVED:
            body = self._archive.get(seq)
        if not is_reference(body):
            return body
        try:
            return self.blobs.get(body)
        except (OSError, ValueError) as error:
            raise LogBrokenError(path=str(self.blobs.directory), reason=f"record {seq}: {error}") from error

    def last(self) -> int:
        """Return the seq of the last record; 0 for an empty log."""
        found: int = self._database.rows("SELECT coalesce(max(seq), 0) FROM records")[0][0]
        return found

    def catch_up(self, timeout: float) -> bool:
        """Return True: what is written can be read."""
        return True

    def find(self, record_id: str) -> Record | None:
        """Return the record of a command id, or None."""
        return self._one("records r WHERE r.id = ?", record_id)

    def find_message(self, message_id: str) -> Record | None:
        """Return the record of a message, or None."""
        return self._one("records r JOIN messages m ON m.seq = r.seq WHERE m.id = ?", message_id)

    def _one(self, source: str, value: str) -> Record | None:
        rows = self._database.rows(f"SELECT {self._row} FROM {source}", value)  # noqa: S608 – constants of this class
        return self._record(rows[0]) if rows else None

    def records_about(
        self, kind: Kind, name: str, before: int | None = None, limit: int | None = None, after: int | None = None
    ) -> Iterator[Record]:
        """Yield the records that the index lists, before or after a seq; of more than `limit` the nearest ones."""
        oldest_first = after is not None
        before = _NEVER if before is None else before
        after = -1 if after is None else after
        if self._layout < INDEXED:  # read-only, and older than the index
            listed = takewhile(lambda record: record.seq < before, self.read(max(after, 0)))
            found = (one for one in listed if (kind, name) in subjects_in(one))
            return islice(found, limit) if oldest_first else iter(deque(found, maxlen=limit))
        query = (
            f"SELECT {self._row} FROM subjects s JOIN records r ON r.seq = s.seq "  # noqa: S608 – columns, and a word
            "WHERE s.kind = ? AND s.id = ? AND s.seq > ? AND s.seq < ? "
            f"ORDER BY s.seq {'ASC' if oldest_first else 'DESC'} LIMIT ?"
        )
        rows = self._database.rows(query, kind, name, after, before, -1 if limit is None else limit)
        return (self._record(row) for row in (rows if oldest_first else reversed(rows)))

    def names(self, kind: Kind) -> Iterator[str]:
        """Return an iterator over the ids of every contract, artifact or conversation of a kind in the log."""
        if self._layout < INDEXED:
            return iter({name: None for record in self.read() for found, name in subjects_in(record) if found == kind})
        return (name for (name,) in self._database.rows("SELECT DISTINCT id FROM subjects WHERE kind = ?", kind))

    def newest_about(self, kind: Kind) -> dict[str, int]:
        """Return the seq of the newest record of each subject of a kind, by the index."""
        if self._layout < INDEXED:
            return {name: rec.seq for rec in self.read() for found, name in subjects_in(rec) if found == kind}
        return dict(self._database.rows("SELECT id, max(seq) FROM subjects WHERE kind = ? GROUP BY id", kind))

    def seqs_about(self, kind: Kind) -> dict[str, list[int]]:
        """Return the seqs of the records of each subject of a kind, by the index."""
        rows: Iterable[tuple[str, int]]
        if self._layout < INDEXED:
            rows = ((name, one.seq) for one in self.read() for found, name in subjects_in(one) if found == kind)
        else:
            rows = self._database.rows("SELECT id, seq FROM subjects WHERE kind = ? ORDER BY id, seq", kind)
        seqs: dict[str, list[int]] = {}
        for name, seq in rows:
            seqs.setdefault(name, []).append(seq)
        return seqs

    def is_indexed(self, kind: Kind, name: str, seq: int) -> bool:
        """Return whether the index lists a record for a contract, artifact or conversation; True without an index."""
        query = "SELECT 1 FROM subjects WHERE kind = ? AND id = ? AND seq = ?"
        return self._layout < INDEXED or bool(self._database.rows(query, kind, name, seq))

    def content_hashes(self, message_ids: Sequence[str]) -> dict[str, str]:
        """Return the content hash of each of these messages that the log holds, by id."""
        found: dict[str, str] = {}
        for start in range(0, len(message_ids), _PAGE):
            names = message_ids[start : start + _PAGE]
            marks = ",".join("?" * len(names))
            query = f"SELECT id, digest FROM messages WHERE id IN ({marks})"  # noqa: S608 – only question marks
            found |= self._database.rows(query, *names)
        return found

    def vouch_for_snapshot(self, seq: int, sha256: str) -> None:
        """Store the hash of a snapshot of the state at a seq."""
        with translate_errors(self.path), self._gate.held(), self._database.transaction() as db:
            db.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?)", (seq, sha256))

    def snapshot_hash(self, seq: int) -> str | None:
        """Return the stored hash of a snapshot at a seq, or None."""
        if self._layout < VOUCHED:  # read-only, and older than the hashes
            return None
        rows = self._database.rows("SELECT sha256 FROM snapshots WHERE seq = ?", seq)
        return str(rows[0][0]) if rows else None

    def last_vouched(self) -> int:
        """Return the last seq with a stored hash of a snapshot; 0 without one."""
        query = "SELECT coalesce(max(seq), 0) FROM snapshots"
        return int(self._database.rows(query)[0][0]) if self._layout >= VOUCHED else 0

    def wait(self, after: int, timeout: float, stopped: Callable[[], bool] = never) -> bool:
        """Wait until there is a record after a seq; an append by another process is noticed within a millisecond."""
        return self._bell.wait(lambda: stopped() or self.last() > after, timeout) and self.last() > after

    def wake(self) -> None:
        """Make every `wait` ask `stopped` again; those of other processes find no new record and continue."""
        self._bell.ring()

    def backup(self, path: Path) -> None:
        """Copy the log and the files beside it into one new file.

        A concurrent append is included whole or not at all.
        """
        if not path.parent.is_dir():
            raise LogNotWritableError(path=str(path), reason=f"there is no directory {str(path.parent)!r}")
        with (
            translate_errors(self.path),
            no_fork(),
            replacing(path, durable=True) as fresh,
        ):  # only a complete copy gets the name
            copy = sqlite3.connect(fresh, isolation_level=None)
            try:
                with self._database.reading() as db:
                    db.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")  # one file, without a WAL beside it
                copy.execute("BEGIN")
                query = f"SELECT {self._row} FROM records r ORDER BY r.seq"  # noqa: S608 – columns
                for row in copy.execute(query).fetchall():
                    body = self._body(row)
                    if body != row[2]:
                        copy.execute("UPDATE records SET body = ? WHERE seq = ?", (body, row[0]))
                copy.execute("COMMIT")
            finally:
                copy.close()

    def compact(self, upto: int) -> int:
        """Move the bodies of the records up to a seq to the archive; return how many were moved.

        Each chunk is durable there before it is removed here, so a kill at any moment loses nothing.
        """
        query = f"SELECT {self._row} FROM records r WHERE seq <= ? AND body != x'' ORDER BY seq LIMIT ?"  # noqa: S608
        moved = 0
        while True:
            with translate_errors(self.path), self._gate.held():
                # Queried under the lock: another process may have compacted since.
                if not (rows := self._database.rows(query, upto, CHUNK)):
                    break
                for row in rows:
                    self._record(row)  # a record that this release cannot read is not moved
                self._archive.put(rows[0][0], [row[2] for row in rows])
                with self._database.transaction() as db:
                    db.execute("UPDATE records SET body = x'' WHERE seq BETWEEN ? AND ?", (rows[0][0], rows[-1][0]))
            moved += len(rows)
        if moved:
            with translate_errors(self.path), self._gate.held(), self._database.writing() as db:
                db.execute("VACUUM")
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return moved

    def integrity_errors(self) -> list[str]:
        """Return the errors that SQLite finds in the file's pages and indexes; empty if there are none."""
        return [text for (text,) in self._database.rows("PRAGMA integrity_check(5)") if text != "ok"]

    def orphaned_blobs(self) -> list[bytes]:
        """Return references to the blobs without a record, left behind by a kill."""
        found = set(self.blobs.names())
        if found:
            for seq, body in self._database.rows("SELECT seq, body FROM records"):
                found.discard(self._archive.get(seq) if body == ARCHIVED else body)
        return sorted(found)

    def delete_orphaned_blobs(self) -> None:
        """Delete the blobs without a record, while all writers are excluded."""
        with translate_errors(self.path), self._gate.held():
            for reference in self.orphaned_blobs():
                self.blobs.delete(reference)

    def close(self) -> None:
        """Release the resources of the log; the next use opens them again."""
        self._database.close()
        self._archive.close()
        self._gate.close()
        self._bell.close()
