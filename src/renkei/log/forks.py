"""Protection of locks, connections and open files when a process forks.

A child gets a copy of the parent's memory but only the thread that forked. A lock that another thread held stays locked
in the child and has no owner to release it. This concerns the locks of this package and also the mutexes inside SQLite,
which no program can reset: a child forked while any thread is inside `sqlite3.connect` may never open a file again.

One process-wide lock, the fork lock, prevents this. The forking thread takes it first, then runs `before_fork` of every
registered object, in which each database takes its own locks and closes its connections. It holds all of them across
the fork. At that moment no other thread

- constructs a registered object, since `register` takes the fork lock; an unregistered object is unused, and so is
  never inside SQLite;
- is inside SQLite through a database, since that requires one of the database's locks;
- is inside SQLite elsewhere (search, backup, a finalizer), or opens or closes a lock file, since that is done within
  `no_fork`.

Another thread may hold any other lock of this package. The child replaces those in `after_fork_in_child` and waits for
none of them.

The order of locks is: a gate, a head's lock or an archive's lock; then the fork lock; then a database's locks. A thread
that holds a database's lock never asks for an earlier one, so the forking thread waits only for running calls into
SQLite.

Connections that an application opens with `sqlite3` itself are its own concern.
"""

import os
import threading
import weakref
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, ExitStack


class ForkAware:
    """An object with hooks that run at each fork; the constructor calls `register`. Hooks do nothing by default."""

    def before_fork(self) -> None:
        """Release everything a child must not inherit, and keep it from other threads until the fork is over."""

    def after_fork_in_parent(self) -> None:
        """Allow other threads to continue."""

    def after_fork_in_child(self) -> None:
        """Replace every lock, and drop what belongs to threads of the parent."""


def register(one: ForkAware) -> None:
    """Run the hooks of an object at each fork during the object's lifetime."""
    with _lock:
        _registered.add(one)


def no_fork() -> AbstractContextManager[object]:
    """Return the fork lock: no other thread forks while the block runs, and a thread that is about to fork waits."""
    return _lock


def try_no_fork() -> AbstractContextManager[object] | None:
    """Acquire the fork lock if it is free, else return None; for finalizers, which run in threads that hold locks."""
    if not _lock.acquire(blocking=False):
        return None
    held = ExitStack()
    held.callback(_lock.release)
    return held


_lock = threading.RLock()
_registered: "weakref.WeakSet[ForkAware]" = weakref.WeakSet()
_forking: list[ForkAware] = []
"""The objects of the current fork; used only by the thread that holds the fork lock."""


def _before() -> None:
    _lock.acquire()
    _forking[:] = _registered
    _run(one.before_fork for one in _forking)


def _in_parent() -> None:
    try:
        _run(one.after_fork_in_parent for one in _forking)
    finally:
        _forking.clear()
        _lock.release()


def _in_child() -> None:
    global _lock
    try:
        _run(one.after_fork_in_child for one in _forking)
    finally:
        _forking.clear()
        _lock = threading.RLock()


def _run(hooks: Iterable[Callable[[], None]]) -> None:
    """Run every hook, even after a failure; raises BaseExceptionGroup, which Python prints and ignores."""
    errors: list[BaseException] = []
    for hook in hooks:
        try:
            hook()
        except BaseException as error:
            errors.append(error)
    if errors:
        raise BaseExceptionGroup("hooks of a fork failed", errors)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before, after_in_parent=_in_parent, after_in_child=_in_child)
