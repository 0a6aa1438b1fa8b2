"""Decides commands on the newest state of a log and appends the records.

Only one record can follow another, so commands are decided one after the other: by one thread of a process at a time
(`sequencer`), and by one process at a time, which holds the lock of the log (`Log.exclusive`). Waiting for the disk
takes far longer than deciding. All commands that arrive in that time are decided next, each on the state after the one
before, and share one commit. Nothing is acknowledged, and no reader sees a state, before it is durable.

A command has one of these outcomes:

- **Written.** The record is durable and is returned. A record that only begins or renews a turn (`Record.is_lease`)
  becomes durable with the next record that does more: a power failure before that loses the turn, but no work.
- **Known.** The log holds a record with the id of the command; it is returned and nothing is written.
- **No change.** The command has no events; None is returned.
- **Refused.** A ProtocolError is raised.
- **Failed.** A LogError is raised. When the commit of several commands fails, each is decided again alone: a command
  may have been refused, or have changed nothing, because of a record that is lost now.

A lock cannot exclude the writers of other machines. If one of them appends first, the log refuses the records
(`ConflictError`), and the commands are decided again on what it has appended.

If a record does not fit the records before it (`RecordUnfitError`), another program wrote it. Every command fails with
this error, and the state before the record can still be read.

Threads share `_state`, the state after the last durable record that this process has read or written. It is an
immutable value, and one assignment replaces it. Only the thread that runs the calls of the sequencer assigns it.
"""

from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from time import monotonic

from renkei.engine import commands as c
from renkei.engine.apply import apply
from renkei.engine.record import Record
from renkei.engine.settle import settle_on
from renkei.engine.state import State
from renkei.engine.subjects import message_named, messages_in
from renkei.errors import (
    BadValueError,
    ConflictError,
    DuplicateCommandError,
    LogError,
    LogUncertainError,
    RecordUnfitError,
)
from renkei.log.collecting import seldom_collected
from renkei.log.port import Log
from renkei.log.replication.stream import MOST_MESSAGES
from renkei.project.running.secrets import knows_secrets
from renkei.project.writing.redaction import redacted
from renkei.project.writing.sequencer import Call, Sequencer
from renkei.store.port import Store

FEW = 100
"""Records that a process reads while it keeps others from appending; more are read before that."""

MOST_REFUSALS = 100
LONGEST = 30.0
"""How often, and for how many seconds, commands are decided again because another machine appended first."""

CATCHING_UP = 2.0
"""Seconds that a log may take to catch up, without progress, before a refusal."""

Build = Callable[[State], c.Command]


@dataclass(eq=False, slots=True)
class _Request(Call):
    """A command to decide, or `run`: something else to do while no command is decided."""

    build: Build | None = None
    run: Callable[[], object] | None = None
    is_new: bool = False
    record: Record | None = None


class Writer:
    """A log and the state at its end; threads may share one."""

    def __init__(self, log: Log, store: Store) -> None:
        self.unfit: RecordUnfitError | None = None
        """The error of the first record that does not fit those before it; None if none is known."""
        self._log = log
        self._store = store
        self._state = store.load_snapshot() or State()
        self._rehearsed = False
        self._sequencer: Sequencer[_Request] = Sequencer(self._serve, self._refresh)

    @property
    def known(self) -> State:
        """The newest state that this process knows, without reading the log."""
        return self._state

    @property
    def state(self) -> State:
        """The state after the last durable record; reads the log to its end, or up to a record that does not fit."""
        if not self._sequencer.mine and self.unfit is None and self._log.last() > self._state.seq:
            with suppress(RecordUnfitError):
                self.run(self._read_on)
        return self._state

    def perform(self, build: Build, *, is_new: bool = False) -> Record | None:
        """Decide a command on the newest state and append its record; return None when nothing changes.

        `build` returns the command for a state; it may be called several times. A command id that is in the log already
        returns that record. `is_new`: the id was made for this call, so the log cannot hold it. Raises ProtocolError
        (nothing was written), LogError, or what `build` raises.
        """
        request = _Request(build=build, is_new=is_new)
        self._sequencer.run(request)
        return request.record

    def perform_each(self, builds: Sequence[Build]) -> list[Record | None]:
        """Decide new commands in their order, and return their records, which share waits for the disk.

        A command is decided even if one before it was refused or failed; then the first error is raised.
        """
        requests = [_Request(build=one, is_new=True) for one in builds]
        self._sequencer.run(*requests)
        return [one.record for one in requests]

    def read_on(self, limit: int) -> int:
        """Read at most `limit` more records; return the seq of the last record that this process has read.

        Raises RecordUnfitError.
        """
        self.run(partial(self._read, limit))
        return self._state.seq

    def run(self, function: Callable[[], object]) -> None:
        """Run a function while no command is decided, in a thread that no signal interrupts; raises its error."""
        self._sequencer.run(_Request(run=function))

    def flush(self) -> None:
        """Write the files beside the log."""
        self.run(self._refresh)

    def close(self) -> None:
        """Write the files beside the log and release every resource."""
        self.run(self._close)
        self._sequencer.end_worker()

    def _close(self) -> None:
        self._store.close(self._state, self._read_on)
        self._log.close()

    def _serve(self, requests: Sequence[_Request]) -> bool:
        """Finish every request; return whether files beside the log need writing."""
        for one in requests:
            if one.run is not None:
                _run(one, one.run)
        commands = [one for one in requests if one.build is not None]
        for start in range(0, len(commands), MOST_MESSAGES):
            self._perform(commands[start : start + MOST_MESSAGES])
        return bool(commands)

    def _perform(self, requests: Sequence[_Request]) -> None:
        try:
            if not self._rehearsed:
                self._rehearse(requests)
            records = self._write(requests)
        except (LogError, BadValueError) as error:
            self._perform_again(requests, error)
            return
        for one in requests:
            one.finish(one.error)
        for record in records:
            self._store.observe_own(record)

    def _write(self, requests: Sequence[_Request]) -> Sequence[Record]:
        """Decide requests and append their records, which are returned; raises LogError."""
        most: int | None = FEW
        refusals, end, is_newest = 0, monotonic() + LONGEST, False
        while True:
            try:
                with self._log.exclusive():
                    if self._read(most) != most:
                        records, after = self._decide(requests, self._state)
                        if not is_newest and any(one.error is not None for one in requests):
                            is_newest = True
                            if self._is_behind():
                                continue
                        if records:
                            self._append(records)
                            self._state = after
                        return records
                self._read(None)
                most = None
            except ConflictError:
                refusals += 1
                if refusals == MOST_REFUSALS or monotonic() > end:
                    raise

    def _is_behind(self) -> bool:
        """Return whether other machines have appended: a refusal must consider every acknowledged record."""
        return self._log.catch_up(CATCHING_UP) and self._log.last() > self._state.seq

    def _rehearse(self, requests: Sequence[_Request]) -> None:
        """Decide a process's first requests once without effect, while others can still append.

        The first time takes fifty times as long as the second: the log is read, and validators are built.
        """
        self._rehearsed = True
        records, _ = self._decide(requests, self._read_on())
        for one in records:
            with suppress(BadValueError):  # it is refused when it is appended
                one.encode()

    def _perform_again(self, requests: Sequence[_Request], error: Exception) -> None:
        """Decide each of several requests alone; a single one has failed, and so has one whose fate is uncertain."""
        uncertain = isinstance(error, LogUncertainError)
        for one in requests:
            if len(requests) == 1 or isinstance(error, ConflictError) or (uncertain and one.record is not None):
                one.finish(error)
            else:
                self._perform([one])

    def _read_on(self) -> State:
        self._read(None)
        return self._state

    def _read(self, most: int | None) -> int:
        """Read the records that others appended, at most `most` of them; return how many there were.

        Raises RecordUnfitError; those before that record are read.
        """
        before = state = self._state
        try:
            with nullcontext() if most == FEW else seldom_collected:
                for record in islice(self._log.read(before.seq), most):
                    after = apply(state, record)
                    self._store.observe(record)
                    state = after  # last, so that a record that was not observed is read again
        except RecordUnfitError as error:
            self.unfit = error
            raise
        finally:
            self._state = state
        return state.seq - before.seq

    def _decide(self, requests: Sequence[_Request], state: State) -> tuple[list[Record], State]:
        """Decide requests one after another, each on the state after the previous one.

        Return the records and the state after.
        """
        records: dict[str, Record] = {}
        sent: dict[str, str] = {}  # messages of these records, which the log does not know yet
        for one in requests:
            one.record = one.error = None
            try:
                assert one.build is not None
                command = _knowing(one.build(state), sent)
                known = records.get(command.id) or (None if one.is_new else self._log.find(command.id))
                if known is not None and not known.is_retry(command.by, command.fingerprint):
                    raise DuplicateCommandError(name=command.id)
                if known is not None:
                    one.record = known
                    continue
                record, after = settle_on(state, command)
                if knows_secrets() and (without := redacted(record)) is not record:
                    record, after = without, apply(state, without)
                if record.events:
                    one.record = records[record.id] = record
                    sent.update(messages_in(record) if len(requests) > 1 else ())
                    state = after
            except LogError:
                raise
            except Exception as error:
                one.error = error
        return list(records.values()), state

    def _append(self, records: Sequence[Record]) -> None:
        self._log.append(records, synced=not all(one.is_lease for one in records))

    def _refresh(self) -> None:
        """Update the files beside the log after a write."""
        self._store.refresh(self._state, self._read_on)


def _run(request: _Request, function: Callable[[], object]) -> None:
    try:
        function()
    except Exception as error:
        request.finish(error)
    else:
        request.finish()


def _knowing(command: c.Command, sent: dict[str, str]) -> c.Command:
    """Return a command that also knows its messages among those with these ids and content hashes."""
    new = {name: sent[name] for action in command.actions if (name := message_named(action)) in sent} if sent else {}
    return replace(command, seen={**command.seen, **new}) if new else command
