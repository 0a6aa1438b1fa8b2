"""Decides commands on the newest state of a log and appends the records.

Only one record can follow another, so commands are decided one after the other. Waiting for the disk takes far longer
than deciding. While one thread waits, others therefore decide *ahead of the disk*: on the state that will hold once the
records before theirs are durable. They submit records that name the record they follow, and the log writes all of them
in one commit. Nothing is acknowledged, and no reader sees a state, before it is durable.

An attempt to perform a command has one of these outcomes:

- **Written.** The record is durable and is returned.
- **Known.** The log holds a record with the id of the command; it is returned and nothing is written.
- **No change.** The command has no events on a durable state; None is returned.
- **Refused.** A ProtocolError on a durable state reaches the caller.
- **Retry.** The attempt proves nothing and is repeated. Either another process appended first (ConflictError), or the
  command was refused, or changed nothing, ahead of the disk: the record that it was decided on may still be lost, and
  with it the reason. The attempt waits until that record is durable or lost and is then repeated.

The first attempt is optimistic. A retry holds the lock of the log that keeps every other writer out, so that it cannot
lose a second race, and decides on a durable state only.
"""

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from renkei.engine import commands as c
from renkei.engine.apply import apply
from renkei.engine.record import Record
from renkei.engine.settle import settle_on
from renkei.engine.state import State
from renkei.errors import BadValueError, ConflictError, DuplicateCommandError, ProtocolError
from renkei.log.forks import ForkAware, watch
from renkei.log.port import Log
from renkei.store.port import Store


@dataclass(frozen=True, slots=True, eq=False)
class _Submitted:
    """A record on its way to the disk, and the state after it.

    `wait` returns when the record is durable and raises when it is lost.
    """

    record: Record
    after: State
    wait: Callable[[], None]


class _RetryError(Exception):
    """The attempt proves nothing: decide again."""


class Writer(ForkAware):
    """A log and the state at its end; threads may share one.

    `_lock` guards `_state` and `_newest`. It is held while deciding and submitting, never while waiting for the disk.

    `_state` is the state after the last durable record that this process has read or written. It only moves forward:
    threads that shared a commit may report their records in any order.

    `_newest` is the last submitted record that may not be durable yet, None when there is none. The next command is
    decided on the state after it. It is cleared when that record is durable. It is also cleared when any record is
    lost, since the log then refuses all that follow the lost one: whatever is newest must not be built on.
    """

    def __init__(self, log: Log, store: Store) -> None:
        self._log = log
        self._store = store
        self._state = store.load_snapshot() or State()
        self._reset()
        watch(self)

    def _reset(self) -> None:
        self._newest: _Submitted | None = None
        self._lock = threading.RLock()

    def after_fork_in_child(self) -> None:
        """Start with a new lock; records on their way to the disk belong to the parent."""
        self._reset()

    @property
    def known(self) -> State:
        """The newest state that this process knows, without reading the log."""
        return self._state

    @property
    def state(self) -> State:
        """The state after the last durable record; reads the log to its end."""
        with self._lock:
            for record in self._log.read(self._state.seq):
                self._state = apply(self._state, record)
                self._store.observe(record)
            return self._state

    def perform(self, build: Callable[[State], c.Command]) -> Record | None:
        """Decide a command on the newest state and append its record; return None when nothing changes.

        `build` returns the command for a state; it may be called several times. A command id that is in the log already
        returns that record. Raises ProtocolError (nothing was written) or LogError.
        """
        try:
            outcome = self._attempt(build, ahead=True)
        except _RetryError:
            outcome = self._retry_exclusively(build)
        if not isinstance(outcome, _Submitted):
            return outcome
        self._acknowledge(outcome)
        return outcome.record

    def _retry_exclusively(self, build: Callable[[State], c.Command]) -> "_Submitted | Record | None":
        """Repeat the attempt while every other writer is kept out."""
        while True:
            with self._log.exclusive(), suppress(_RetryError):
                return self._attempt(build, ahead=False)

    def _attempt(self, build: Callable[[State], c.Command], *, ahead: bool) -> "_Submitted | Record | None":
        """Decide a command, submit its record and wait for the disk; raises _RetryError, ProtocolError or LogError.

        `ahead`: decide on the newest submitted record, durable or not.
        """
        mine: _Submitted | None = None
        before: _Submitted | None = None
        lost = True
        try:
            with self._lock:
                before = self._newest if ahead else None
                decided = self._decide(build, before)
                if isinstance(decided, tuple):
                    mine = self._submit(*decided, before)
                awaited = mine or before
                if isinstance(decided, Record) or awaited is None:
                    before = None  # nothing was awaited: it may still be on its way
                    return decided if isinstance(decided, Record) else None
            awaited.wait()
            lost = False
        except ConflictError:
            raise _RetryError from None
        except DuplicateCommandError:
            if before is None:
                raise
            raise _RetryError from None  # a command with this id was on its way; the next attempt finds its record
        finally:
            self._release(mine or before, lost)
        if mine is None:
            raise _RetryError  # refused, or nothing changed, on a state that is durable only now
        return mine

    def _decide(
        self, build: Callable[[State], c.Command], before: _Submitted | None
    ) -> tuple[Record, State] | Record | None:
        """Return the new record with the state after it, the record that has the id already, or None for neither.

        Raises ProtocolError, but returns None where the state is not durable yet.
        """
        state = self.state if before is None else before.after
        try:
            command = build(state)
            known = self._log.find(command.id)
            if known is not None and known.actor != command.actor:
                raise DuplicateCommandError(name=command.id)
            if known is not None:
                return known
            record, after = settle_on(state, command)
        except ProtocolError:
            if before is None:
                raise
            return None
        return (record, after) if record.events else None

    def _submit(self, record: Record, after: State, before: _Submitted | None) -> _Submitted:
        try:
            wait = self._log.submit([record], None if before is None else before.record.id)
        except ValueError:  # Pydantic or Python cannot write it as JSON
            problem = "the command contains text or numbers that JSON cannot hold, such as a lone surrogate"
            raise BadValueError(path="", problem=problem) from None
        self._newest = _Submitted(record, after, wait)
        return self._newest

    def _acknowledge(self, mine: _Submitted) -> None:
        """Move the state forward to a durable record and update what is derived from it."""
        with self._lock:
            if mine.after.seq > self._state.seq:
                self._state = mine.after
            self._store.observe_own(mine.record)
            self._store.refresh(self._state, lambda: self.state, busy=self._newest is not None)

    def _release(self, awaited: _Submitted | None, lost: bool) -> None:
        """Stop deciding on a record that is durable, or on any record when one was lost."""
        with self._lock:
            if awaited is not None and (self._newest is awaited or lost):
                self._newest = None
