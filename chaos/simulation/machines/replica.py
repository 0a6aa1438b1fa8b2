"""The replica of a simulated machine: the package's `ReplicaLog` over a model of SQLite.

A transaction is one moment. It survives every process, but a power failure takes what was not synced since.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from renkei.engine.record import Record
from renkei.engine.subjects import messages_in
from renkei.errors import ConflictError, DuplicateCommandError, LogError, LogNotWritableError, StreamRefusedError
from renkei.log.memory import MemoryLog
from renkei.log.port import never
from renkei.log.replication.replica import ReplicaLog
from renkei.log.replication.signing import Signer
from renkei.log.replication.stream import Stream
from renkei.log.sqlite import Row, SqliteLog
from simulation.log import SimulatedLog, parsed
from simulation.machines.threads import timed
from simulation.scheduler import Task

if TYPE_CHECKING:
    from simulation.machines.machine import SharingMachine, SharingProcess


class Kept(MemoryLog):
    """The records that a machine has. `durable`: how many of them a power failure leaves."""

    def __init__(self, bodies: Sequence[bytes] = (), signatures: Sequence[str | None] = ()) -> None:
        super().__init__()
        self.bodies: list[bytes] = []
        self.signatures: list[str | None] = []
        self.durable = len(bodies)
        self.add([parsed(body) for body in bodies], bodies, signatures)

    def add(self, records: Sequence[Record], bodies: Sequence[bytes], signatures: Sequence[str | None]) -> None:
        """Add what one transaction adds, or raise ConflictError or DuplicateCommandError."""
        last = self.last()
        if [record.seq for record in records] != list(range(last + 1, last + 1 + len(records))):
            raise ConflictError(seq=last, after=records[0].seq - 1)
        ids = [record.id for record in records]
        messages = [name for record in records for name, _ in messages_in(record)]
        is_twice = len(set(ids)) < len(ids) or len(set(messages)) < len(messages)
        if is_twice or any(map(self.find, ids)) or self.content_hashes(messages):
            raise DuplicateCommandError(name=", ".join(ids))
        self._keep(records, bodies)
        self.bodies += bodies
        self.signatures += signatures or [None] * len(bodies)


class Bell:
    """Wakes what waits for a record on a machine."""

    def wait(self, there: Callable[[], bool], timeout: float) -> bool:
        """Wait until something is there."""
        return timed().wait_for("a record", there, timeout)


class Turnstile:
    """The lock of the threads of a machine that publish; the death of its holder frees it."""

    def __init__(self, path: Path) -> None:
        owner: SharingProcess = timed().current.owner
        self._process, self._machine = owner, owner.machine

    @property
    def mine(self) -> bool:
        """Whether this thread has it."""
        return self._machine.publisher is timed().current

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold it during a block."""
        self._process.step("locks")
        timed().wait_for("the turnstile", lambda: not _lives(self._machine.publisher))
        self._machine.publisher = timed().current
        try:
            yield
        finally:
            if self._process.is_alive:
                self._machine.publisher = None

    def close(self) -> None:
        """Do nothing."""


def _lives(task: Task | None) -> bool:
    return task is not None and task.owner.is_alive


class ModelledSqlite(SimulatedLog, SqliteLog):
    """What `ReplicaLog` inherits in a simulation."""

    def __init__(self, path: Path, *, read_only: bool = False, create: bool = True) -> None:
        self.path, self.read_only = path, read_only
        owner: SharingProcess = timed().current.owner
        self._process = owner
        self._machine: SharingMachine = owner.machine
        self._bell = Bell()  # type: ignore[assignment]

    @property
    def _index(self) -> Kept:  # type: ignore[override]
        self._process.check_alive()
        return self._machine.kept

    def _append(
        self, records: Sequence[Record], bodies: Sequence[bytes], signed: Sequence[str | None] = (), *, synced: bool
    ) -> None:
        self._process.step(f"inserts {records[0].seq} to {records[-1].seq}")
        if timed().time < self._machine.full_until:
            raise LogNotWritableError(path=str(self.path), reason="the disk is full")
        self._index.add(records, bodies, signed)
        self._process.step("rings")

    def find(self, record_id: str) -> Record | None:
        """Return the record of a command id."""
        self._process.step("looks up an id")
        return self._index.find(record_id)

    def follows(self) -> None:
        """Return None: the machine has followed no other stream."""

    def _rows(self, after: int = 0) -> Iterator[Row]:
        for seq in range(after + 1, self._index.last() + 1):
            record = self._index._records[seq - 1]
            yield seq, record.id, self._index.bodies[seq - 1], None, None

    def _body(self, row: Row) -> bytes:
        return row[2]

    def vouch_for_snapshot(self, seq: int, sha256: str) -> None:
        """Store the hash of a snapshot, in a transaction that is synced."""
        self._process.step("vouches for a snapshot")
        self._machine.disk.vouched[seq] = sha256
        self._index.durable = self._index.last()

    def wait(self, after: int, timeout: float, stopped: Callable[[], bool] = never) -> bool:
        """Wait for a record."""
        return self._bell.wait(lambda: self.last() > after or stopped(), timeout)


class SimulatedReplica(ReplicaLog, ModelledSqlite):
    """The replica as one process has it open."""

    def __init__(self, path: Path, stream: Stream, identity: str, signer: Signer) -> None:
        super().__init__(path, stream, identity, signer)
        self._process.replica = self

    def compare(self) -> int:
        try:
            return super().compare()
        except StreamRefusedError:
            self._machine.has_refused = True
            raise

    @property
    def unfed(self) -> LogError | None:
        """Why the process feeds it no longer; None if it does."""
        return self._feeder.error
