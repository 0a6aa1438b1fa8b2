"""The newest end of a log: the state there, and how a command becomes the next record.

While one thread waits for the disk, others decide on the state that it is about to reach and submit the records that
follow, which share the next commit. A record is acknowledged only when it is durable; when one is refused, so are those
that were decided on it, and they are decided again.
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
from renkei.store.derived import Derived
from renkei.wording import quote


@dataclass(frozen=True, slots=True, eq=False)
class _Submitted:
    """A record on its way to the disk, with the state after it; `wait` ends when it is durable, or says why not."""

    record: Record
    after: State
    wait: Callable[[], None]


class _RetryError(Exception):
    """What was decided came to nothing, and has to be decided again."""


class Writer(ForkAware):
    """A log with the state at its end; safe to share between threads."""

    def __init__(self, log: Log, state: State, derived: Derived | None) -> None:
        self._log = log
        self._derived = derived
        self._state = state
        self.after_fork_in_child()
        watch(self)

    def after_fork_in_child(self) -> None:
        """Begin with a lock of its own; what is on its way to the disk is the parent's."""
        self._newest: _Submitted | None = None
        self._lock = threading.RLock()

    @property
    def known(self) -> State:
        """The state as this process knows it, without a look at the log."""
        return self._state

    @property
    def state(self) -> State:
        """What is open now, read up to the log's end; never what is not durable yet."""
        with self._lock:
            for record in self._log.read(self._state.seq):
                self._state = apply(self._state, record)
                if self._derived is not None:
                    self._derived.seen(record)
            return self._state

    def perform(self, build: Callable[[State], c.Command]) -> Record | None:
        """Settle a command on the newest state and append its record; None when nothing changed.

        The same command id twice gives the first record. Raises ProtocolError (nothing was written) or LogError.
        """
        try:
            outcome = self._attempt(build, ahead=True)
        except _RetryError:
            outcome = self._insist(build)
        if not isinstance(outcome, _Submitted):
            return outcome
        self._written(outcome)
        return outcome.record

    def _insist(self, build: Callable[[State], c.Command]) -> "_Submitted | Record | None":
        """Decide again while everybody else is kept out: whoever lost one race loses no other."""
        while True:
            with self._log.exclusive(), suppress(_RetryError):
                return self._attempt(build, ahead=False)

    def _attempt(self, build: Callable[[State], c.Command], ahead: bool) -> "_Submitted | Record | None":
        """Decide on the newest state, `ahead` of the disk or not; raises _RetryError when that came to nothing."""
        mine: _Submitted | None = None
        before: _Submitted | None = None
        refused = True
        try:
            with self._lock:
                before = self._newest if ahead else None
                decided = self._decide(build, before)
                if isinstance(decided, tuple):
                    mine = self._submit(*decided, before)
                on_its_way = mine or before
                if isinstance(decided, Record) or on_its_way is None:
                    return decided if isinstance(decided, Record) else None
            on_its_way.wait()
            refused = False
        except ConflictError:
            raise _RetryError from None
        except DuplicateCommandError:
            if before is None:
                raise
            raise _RetryError from None  # another thread submitted this command id; the next attempt finds it
        finally:
            self._forget(mine or before, refused)
        if mine is None:
            raise _RetryError  # a refusal, or no change, on a state that is durable only now
        return mine

    def _decide(
        self, build: Callable[[State], c.Command], before: _Submitted | None
    ) -> tuple[Record, State] | Record | None:
        """Give a command's record with the state after it; the record it has already; None when nothing changes.

        What is refused on a state that is not durable yet is no refusal: it is decided again when that is known.
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
        except ValueError as error:  # pydantic's and Python's own: a text or number that JSON cannot hold
            problem = "the command contains text or numbers that JSON cannot hold, such as a lone surrogate"
            raise BadValueError(path="", got=quote(str(error)), problem=problem) from None
        self._newest = _Submitted(record, after, wait)
        return self._newest

    def _written(self, mine: _Submitted) -> None:
        with self._lock:
            if mine.after.seq > self._state.seq:
                self._state = mine.after
            if self._derived is not None:
                self._derived.appended(mine.record)
                self._derived.refresh(self._state, lambda: self.state, busy=self._newest is not None)

    def _forget(self, settled: _Submitted | None, refused: bool) -> None:
        """Decide no more on what is settled; what was built on it goes on its way, unless it was refused with it."""
        with self._lock:
            if settled is not None and (self._newest is settled or refused):
                self._newest = None
