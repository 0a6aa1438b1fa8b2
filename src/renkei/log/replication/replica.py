"""A log that several machines share: a stream decides the order, and this machine's replica answers every question.

The replica is a log in SQLite like that of any project, so reading, searching and backing up work as always, also when
no server of the stream answers. It may be deleted at any time. To append, the process publishes at the end that it
knows. If another machine was first, the stream refuses; the replica catches up, and the writer decides again. Machines
that refuse each other take turns (`order`).

One process of a machine feeds the replica (`feeder`). A process that publishes adds its own records when the stream has
acknowledged them, since their content is known already. Two processes may both have a record at hand; SQLite lets one
of them add it, and for the other it is there.

A message that renkei did not write, or that is no record at its place, is a void record on every machine: it has no
events, and the time of the record before it. Otherwise one stray message would end a project for good.
"""

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice, takewhile
from pathlib import Path

from renkei.engine.record import Record, read_record
from renkei.errors import (
    BadValueError,
    ConflictError,
    DuplicateCommandError,
    LogBrokenError,
    LogError,
    LogTooNewError,
    LogUncertainError,
    StreamRefusedError,
    StreamUnavailableError,
)
from renkei.log.database import translate_errors
from renkei.log.moved import Moved, read_moved
from renkei.log.port import never
from renkei.log.replication.feeder import Feeder
from renkei.log.replication.order import Order
from renkei.log.replication.signing import Keys, Signer, Writer, kept, read_signature
from renkei.log.replication.stream import LARGEST_MESSAGE, Message, ReconnectedError, Stream
from renkei.log.replication.void import VOID, Taken, holds, void, void_id
from renkei.log.sqlite import Row, SqliteLog
from renkei.log.writer_lock import WriterLock

PATIENCE = 10.0
"""Seconds without progress after which a replica that is behind is reported."""

STANDSTILL = 1.0
"""Seconds without progress after which a process reads the stream itself."""

LOOK = 0.05
"""Seconds between two looks at a replica or a stream."""

LAGGING = 40
"""Looks at a stream that ends before its replica: a new leader of its servers may lag for a moment.

They are counted rather than timed: the servers may have another leader meanwhile, and a machine may sleep.
"""

MOST_VOID = 100
"""Void records at the end of a replica that are compared; a question to the servers for each."""

ANOTHER = "Move this directory away, and join the stream with `renkei clone`."
RESTORED = "If its servers were restored from a backup, keep this directory: it has more. Ask who runs the servers."


class ReplicaLog(SqliteLog):
    """The replica at `path` of a stream whose id is `identity`.

    It is compared with the stream before anything is published or added.
    """

    def __init__(self, path: Path, stream: Stream, identity: str, signer: Signer | None = None) -> None:
        super().__init__(path, create=True)
        self.stream = stream
        self.signer = signer
        self.noticed: Callable[[int], object] = lambda seq: None
        """Called now and then by the process that feeds the replica, with the last record."""
        self.expected = Moved(stream.name, identity)
        self._turnstile = WriterLock(path.with_suffix(".publish"))
        self._compared: int | None = None
        """The losses of the stream before it was compared; None if it has to be compared again."""
        self._order = Order(stream.baton, self.last)
        self._feeder = Feeder(path.with_suffix(".feed"), stream, self)

    def append(self, records: Sequence[Record], *, synced: bool = True) -> None:
        """Publish records, and return when the stream keeps them and the replica has them."""
        after, bodies = records[0].seq - 1, [one.encode() for one in records]
        if reserved := next((one.id for one in records if one.id.startswith(VOID)), None):
            raise BadValueError(path="/command_id", got=reserved, expected=f"an id that does not begin with {VOID}")
        known = [one.id for one in records if self.find(one.id) is not None]  # before the end: the replica is being fed
        if self.last() != after or [one.seq for one in records] != list(range(after + 1, after + 1 + len(records))):
            self._order.note_refusal()
            raise ConflictError(seq=self.last(), after=after)
        if known:
            raise DuplicateCommandError(name=", ".join(known))
        sign = self.signer and self.signer.sign
        signatures = [sign(self.expected.identity, *one) for one in enumerate(bodies, after + 1)] if sign else []
        with self.exclusive():
            self._compare_once()
            self._check_moved()
            messages = [self.stream.put(body) if len(body) > LARGEST_MESSAGE else body for body in bodies]
            with self._feeder.paused():
                try:
                    self._publish(messages, after, signatures)
                except ConflictError as refused:
                    found = refused.details["seq"]
                    self._order.note_refusal()
                except (LogUncertainError, StreamUnavailableError):
                    self.doubt()
                    raise
                else:
                    self._add_own(records, bodies, signatures)
                    return
        if found < after:
            self.compare()
        self._wait_for(found)
        raise ConflictError(seq=found, after=after)

    def _check_moved(self) -> None:
        """Raise LogMovedError if the directory follows something else.

        It is called when the end of the log is known. Otherwise a process that still follows the old stream could add
        records of the new one's writers to it, behind the message that ends it.
        """
        found = self.follows()
        if found is not None and found.identity != self.expected.identity:
            raise found.error()

    def leave(self, moved: Moved, after: int) -> None:
        """End the stream after a record, with the place where its project is from now on.

        Raises ConflictError if the stream has more records; otherwise as `append`.
        """
        with self.exclusive():
            self._compare_once()
            self._check_moved()
            self._publish([moved.encode()], after)

    def _publish(self, messages: Sequence[bytes], after: int, signatures: Sequence[str] = ()) -> None:
        """Publish on a stream that was compared and not restored since; raises StreamRefusedError for another one."""
        while True:
            try:
                self.stream.publish(messages, after, signatures, self._compared)
            except ReconnectedError:
                self.compare()
            else:
                return

    def _add_own(self, records: Sequence[Record], bodies: Sequence[bytes], signatures: Sequence[str]) -> None:
        """Add what the stream has acknowledged, unless the feeder of another process was first."""
        reason = "it is not in the replica on this machine"
        try:
            self._append(records, bodies, signatures, synced=False)
        except (ConflictError, DuplicateCommandError):
            pass
        except LogError as error:
            reason = error.message
        if self.last() < records[-1].seq:
            raise LogUncertainError(path=self.stream.name, reason=f"the servers have it, but {reason}")

    @contextmanager
    def exclusive(self) -> Iterator[None]:
        """Exclude the other writers of this machine during a block, and put those of other machines in an order."""
        if self._turnstile.mine:
            yield
            return
        with translate_errors(self.path), self._order.share() as has_waited:
            if has_waited:
                self._wait_for(self.stream.end().last)
            with self._turnstile.held():
                yield

    def catch_up(self, timeout: float = PATIENCE) -> bool:
        """Wait until the replica has every record that the stream has now; return whether it does.

        Raises StreamRefusedError for a stream that is not the one of this replica.
        """
        self.is_current = False
        try:
            self._compare_once()
            self._wait_for(self.stream.end().last, timeout)
        except StreamUnavailableError:
            self._feeder.start()  # for the time when the servers are back
        else:
            self.is_current = True
        return self.is_current

    def wait(self, after: int, timeout: float, stopped: Callable[[], bool] = never) -> bool:
        """Wait until the replica has a record after a seq."""
        self._feeder.hurry()
        self._feeder.start()
        return super().wait(after, timeout, stopped)

    def _wait_for(self, seq: int, timeout: float = PATIENCE) -> None:
        """Wait until the replica has a record.

        Raises StreamUnavailableError after `timeout` seconds without progress, or the error that ended its feeding.
        """
        self._feeder.start()
        known, since = -1, time.monotonic()
        while (last := self.last()) < seq:
            if self._feeder.error is not None:
                raise self._feeder.error
            waited = time.monotonic() - since
            if last > known:
                known, since = last, time.monotonic()
            elif waited > timeout:
                reason = f"the replica on this machine is behind: it has {last} of {seq} records"
                raise StreamUnavailableError(path=self.stream.name, reason=reason)
            elif waited > STANDSTILL:
                self._read_until(seq)
            self._bell.wait(lambda: self._is_fed(seq), LOOK)

    def _is_fed(self, seq: int) -> bool:
        """Return whether the replica has a record or gets no more; else have it fed without a rest."""
        if self.last() >= seq or self._feeder.error is not None:
            return True
        self._feeder.hurry()
        return False

    def _read_until(self, seq: int) -> None:
        """Read the stream in this thread: the process that feeds the replica was stopped, or is far behind."""
        losses = self.compare()
        with suppress(ReconnectedError):  # then it is called again, if anyone still waits
            for messages in self.stream.follow(self.last()):
                self.take(messages, losses)
                if not messages or self.last() >= seq:
                    return

    def doubt(self) -> None:
        """Compare the replica with the stream again before anything is published or added.

        The servers were away, and may have been restored from a backup and continued by other machines since.
        """
        self._compared = None

    @property
    def _is_compared(self) -> bool:
        """Whether the stream was compared, over the present connection."""
        return self._compared == self.stream.losses

    def _compare_once(self) -> None:
        if not self._is_compared:
            self.compare()

    def compare(self) -> int:
        """Compare the stream, and return its losses before; raises StreamRefusedError if it does not continue this."""
        held = self.last()  # before the stream is asked: others feed the replica meanwhile
        looks, losses = 0, self.stream.losses
        while (lagging := self._lags(held)) is not None:
            looks += 1
            if looks == LAGGING:
                self._compared = None
                raise lagging
            time.sleep(LOOK)
            losses = self.stream.losses
        self._compared = losses
        return losses

    def _lags(self, held: int) -> StreamRefusedError | None:
        """Return the error for a stream that ends before the replica; raises one for a stream with other records."""
        end = self.stream.end()
        if end.identity != self.expected.identity:
            self._refuse("it is another stream with the same name", ANOTHER)
        try:
            if end.last < held:
                if end.last and (moved := read_moved(self.stream.at(end.last).body)) is not None:
                    raise moved.error()
                reason = f"it has {end.last} records, and the replica on this machine {held}"
                return StreamRefusedError(path=self.stream.name, reason=reason, advice=RESTORED)
            is_same = not held or self._continues(held)
        except StreamRefusedError as error:  # another leader lags by now, and does not know the message
            return error
        if not is_same:
            self._refuse(f"its record {held} is not that of the replica on this machine", RESTORED)
        return None

    def _continues(self, seq: int) -> bool:
        """Return whether the stream has the same record; any message fits a void one that is void as well.

        A void record says nothing of those before it, so the last one that is not void must be the same too.
        """
        for at in range(seq, max(0, seq - MOST_VOID), -1):
            (stored,), message = islice(self._rows(at - 1), 1), self.stream.at(at)
            if stored[1] != void_id(at):
                return self._content(message) == self._body(stored)
            if self._read_messages([message])[0][0].id != stored[1]:
                return False
        return True

    def _refuse(self, reason: str, advice: str) -> None:
        self._compared = None
        raise StreamRefusedError(path=self.stream.name, reason=reason, advice=advice)

    def notice(self) -> None:
        """Call `noticed`."""
        self.noticed(self.last())

    def take(self, messages: Sequence[Message], losses: int) -> None:
        """Add the messages that the replica lacks; without any, compare it with the stream.

        `losses`: what `compare` returned before the messages were read. If a connection was lost since, they may be
        those of servers that have been restored, so none is added. Raises ReconnectedError then, or LogError.
        """
        if not messages:
            self.compare()
        elif not self._compared == losses == self.stream.losses:
            raise ReconnectedError
        kept = list(takewhile(lambda one: read_moved(one.body) is None, messages))
        while left := [one for one in kept if one.seq > self.last()]:
            with suppress(ConflictError):  # another process has added some of them
                self._append(*self._read_messages(left), synced=False)
        if losses != self.stream.losses:  # another thread may have compared before these were added
            self.doubt()
        if len(kept) < len(messages) and (moved := read_moved(messages[len(kept)].body)) is not None:
            raise moved.error()

    def _read_messages(self, messages: Sequence[Message]) -> tuple[list[Record], list[bytes], list[str | None]]:
        """Return the records of messages that follow the replica's last record, their bodies and signatures."""
        records, bodies, signatures = list[Record](), list[bytes](), list[str | None]()
        taken = Taken(self)
        for message in messages:
            body = self._content(message)
            record = None if body is None else self._read_body(message.seq, body)
            if record is None or not taken.is_new(record):
                before = records[-1] if records else next(self.read(message.seq - 2), None) if message.seq > 1 else None
                record = void(message.seq, before)
                body = body if body is not None and holds(body, record) else record.encode()
            assert body is not None
            taken.add(record)
            records.append(record)
            bodies.append(body)
            signatures.append(None if record.id == void_id(record.seq) else kept(message.signature))
        return records, bodies, signatures

    def writers(self, keys: Keys, after: int = 0) -> Iterator[tuple[int, Writer | None]]:
        """Yield the seq of each record after a seq, and who signed it by some keys; None if nobody did."""
        return ((seq, self.writer(seq, keys)) for seq in range(after + 1, self.last() + 1))

    def writer(self, seq: int, keys: Keys) -> Writer | None:
        """Return who signed a record by some keys, or None; raises LogBrokenError for a changed record."""
        rows = self._database.rows(f"SELECT r.signature, {self._row} FROM records r WHERE r.seq = ?", seq)  # noqa: S608
        if not rows or rows[0][0] is None:
            return None
        return read_signature(str(rows[0][0]), self.expected.identity, seq, self._body(rows[0][1:]), keys)

    def _content(self, message: Message) -> bytes | None:
        """Return the body of a record; raises LogBrokenError if it is kept elsewhere and missing."""
        if message.body is None:
            return None
        return self.stream.get(message.body) or message.body

    def _read_body(self, seq: int, body: bytes) -> Record | None:
        """Return the record in a body, None for a body that is no record with this seq; raises LogTooNewError."""
        try:
            record = read_record(body)
        except LogTooNewError as error:
            details = error.details
            raise LogTooNewError(path=self.stream.name, found=details["found"], known=details["known"]) from None
        except (ValueError, RecursionError):
            return None
        return record if record.seq == seq and not record.id.startswith(VOID) else None

    def orphaned_bodies(self) -> tuple[list[str], int]:
        """Return the hashes of the bodies beside the stream that no message can name any more, and a count of others.

        A body is kept before its message is published, and names the number of the message. If its process was killed
        or came too late, another message has this number. As long as none has it, the body may be published. No clock
        is asked: those of machines differ, and a machine may sleep in between. Raises StreamUnavailableError,
        StreamRefusedError, or LogBrokenError.
        """
        left = self.stream.bodies.names()
        if left:
            left.difference_update(map(self._named_by, self._rows()))
        orphans = [name for name in sorted(left) if 0 < self._number_of(name) <= self.last()]
        return orphans, len(left) - len(orphans)

    def _named_by(self, row: Row) -> str:
        """Return the hash of what the message of a row is, or names; that of a void record may name anything."""
        is_void = row[1] == void_id(row[0])
        body = self._content(self.stream.at(row[0])) if is_void else self._body(row)
        return hashlib.sha256(body or b"").hexdigest()

    def _number_of(self, name: str) -> int:
        """Return the number of the message for which a body was kept; 0 if it is unreadable."""
        with suppress(LogBrokenError, LogTooNewError, ValueError):
            return read_record(self.stream.bodies.get(name)).seq
        return 0

    def close(self) -> None:
        """Release the resources of the log and of the stream; the next use opens them again."""
        self._order.close()
        self._feeder.close()
        self._turnstile.close()
        super().close()
