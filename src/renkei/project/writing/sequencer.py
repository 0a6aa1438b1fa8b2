"""Run the calls of many threads one batch after the other, in no thread that a signal can interrupt.

CPython runs signal handlers in the main thread only, and a handler may raise: Ctrl-C is a KeyboardInterrupt at a random
place. State that threads share must therefore never change in the main thread. A call of the main thread is run by a
worker thread. Any other thread runs its own call together with all waiting calls; calls that arrive in that time are
left to the worker. The thread that runs calls holds `_serving`, so that only one does at a time.

The main thread's part here may stop anywhere without affecting others: it appends its call to a deque, releases a lock
that guards nothing, and waits for a lock that belongs to the call. If it is interrupted before its call has begun, the
call is cancelled. A call that has begun is completed, and its outcome is dropped.

No wake-up can be lost. A thread that has queued a call tries to acquire `_serving` afterwards, and a thread that
releases it looks at the queue afterwards. One of the two sees the other. A worker that has died is replaced.
"""

import _thread
import atexit
import threading
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Generic, TypeVar

from renkei.log.forks import ForkAware, register

QUIET = 0.01
"""Seconds without a call after which the worker does deferred work."""

LATEST = 0.5
"""Seconds after which deferred work is done although calls keep coming."""

AT_EXIT = 1.0
"""Seconds that a program waits at exit for a busy worker, before it leaves the rest undone."""

PATIENCE = 1.0
"""Seconds after which a waiting thread checks again that its call is being run."""


def _locked() -> _thread.LockType:
    lock = threading.Lock()
    lock.acquire()
    return lock


@dataclass(eq=False, slots=True)
class Call:
    """A call: finished once it has run, with the error that it raised."""

    cancelled: bool = False
    finished: bool = False
    error: BaseException | None = None
    _done: _thread.LockType = field(default_factory=_locked)

    def finish(self, error: BaseException | None = None) -> None:
        """Mark the call as run and wake its waiting thread; only the first call has an effect."""
        if not self.finished:
            self.error = error
            self.finished = True
            self._done.release()

    def wait(self) -> None:
        """Wait until the call is finished, at most `PATIENCE` seconds."""
        if not self.finished:
            self._done.acquire(timeout=PATIENCE)


C = TypeVar("C", bound=Call)


class Sequencer(ForkAware, Generic[C]):
    """A queue of calls.

    `serve` runs a batch of calls and finishes each of them. When it returns True, the worker calls `idle` once no call
    has come for `QUIET` seconds, or `LATEST` seconds later if calls keep coming.
    """

    def __init__(self, serve: Callable[[Sequence[C]], bool], idle: Callable[[], None]) -> None:
        # Weak, so that dropping the owner of the two does not wait for the garbage collector.
        self._serve = weakref.WeakMethod(serve)
        self._idle = weakref.WeakMethod(idle)
        self.after_fork_in_child()
        register(self)
        _LIVE.add(self)

    def after_fork_in_child(self) -> None:
        """Start with an empty queue and no worker: all threads but the forking one belong to the parent."""
        self._queue: deque[C] = deque()
        self._serving = threading.Lock()
        self._server = 0
        self._idle_since: float | None = None
        self._served_at = 0.0
        self._ending = False
        self._bell = _locked()
        self._working = threading.Lock()
        weakref.finalize(self, _ring, self._bell).atexit = False

    @property
    def mine(self) -> bool:
        """Whether this thread is running calls."""
        return self._server == threading.get_ident()

    def run(self, *calls: C) -> None:
        """Have calls run in their order, and raise the first of their errors; raises RuntimeError inside another call.

        A call runs even if one before it has failed. If the thread is interrupted, those not yet begun are cancelled.
        """
        if self.mine:
            raise RuntimeError("a function that a project calls may not use the project")
        try:
            self._queue.extend(calls)
            for call in calls:
                self._wait_for(call)
        except BaseException:
            for call in calls:
                call.cancelled = True
            raise
        error = next((call.error for call in calls if call.error is not None), None)
        if error is not None:
            raise error

    def serve_all(self) -> None:
        """Run calls until none is waiting."""
        while self._serve_batch(blocking=True):
            pass

    def end_worker(self) -> None:
        """End the worker once no call waits; the next call starts another."""
        self._ending = True
        _ring(self._bell)

    def _wait_for(self, call: C) -> None:
        interruptible = threading.current_thread() is threading.main_thread()
        while not call.finished:
            if not interruptible:
                while not call.finished and self._serve_batch(blocking=False):
                    pass
            if self._queue or interruptible:
                self._wake()
            call.wait()

    def _serve_batch(self, *, blocking: bool) -> bool:
        """Run all waiting calls; return False if there are none, or without `blocking` if another thread runs some."""
        if not self._queue or not self._serving.acquire(blocking=blocking):
            return False
        self._server = threading.get_ident()
        calls = [self._queue.popleft() for _ in range(len(self._queue))]
        try:
            serve = self._serve()
            due = serve is not None and serve([call for call in calls if not call.cancelled])
            self._served_at = monotonic()
            if due and self._idle_since is None:
                self._idle_since = self._served_at
                self._wake()
        except BaseException as error:
            for call in calls:
                call.finish(error)
        finally:
            self._server = 0
            self._serving.release()
        return True

    @property
    def idle_in(self) -> float:
        """Seconds that the worker waits for another call before it calls `idle`; -1 if there is no need to."""
        if self._idle_since is None:
            return -1
        return max(0, min(self._served_at + QUIET, self._idle_since + LATEST) - monotonic())

    def serve_idle(self, patience: float = -1) -> None:
        """Do the work deferred to idle times, unless others run calls for longer than `patience` seconds."""
        if self._idle_since is None or not self._serving.acquire(timeout=patience):
            return
        self._idle_since = None
        self._server = threading.get_ident()
        try:
            idle = self._idle()
            if idle is not None:
                idle()
        finally:
            self._server = 0
            self._serving.release()

    def _wake(self) -> None:
        """Wake the worker, or start one. Of two started at the same time one ends."""
        self._ending = False
        _ring(self._bell)
        if not self._working.locked():
            _thread.start_new_thread(_work, (weakref.ref(self), self._bell, self._working))


def _work(sequencer: "weakref.ref[Sequencer[Any]]", bell: _thread.LockType, working: _thread.LockType) -> None:
    """Run waiting calls whenever the bell rings, as long as the sequencer lives and is used."""
    if not working.acquire(blocking=False):
        return
    timeout = -1.0
    try:
        while True:
            rang = bell.acquire(timeout=timeout)
            one = sequencer()
            if one is None or one._ending:
                break
            if rang:
                one.serve_all()
            if one.idle_in == 0:
                one.serve_idle()
            timeout = one.idle_in
            del one
    finally:
        working.release()
    one = sequencer()
    if one is not None and one._queue:  # a call came while this worker ended
        one._wake()


def _ring(bell: _thread.LockType) -> None:
    with suppress(RuntimeError):  # it rings already
        bell.release()


def _serve_idle_at_exit() -> None:
    for one in list(_LIVE):
        one.serve_idle(AT_EXIT)


_LIVE: "weakref.WeakSet[Sequencer[Any]]" = weakref.WeakSet()
atexit.register(_serve_idle_at_exit)
