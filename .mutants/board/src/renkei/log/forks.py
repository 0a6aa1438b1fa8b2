"""What has to happen when a process forks: locks and open files are a process's own, and a child begins with new ones.

The threads that held a lock are not in the child, SQLite's locks are not inherited, and a `flock` belongs to an open
file that both would share.
"""

import os
import weakref


class ForkAware:
    """Something that a fork concerns; `watch` it when it is made. Each step does nothing unless it is said what."""

    def before_fork(self) -> None:
        """Give back what a child must not inherit, and keep other threads from taking it again."""

    def after_fork_in_parent(self) -> None:
        """Go on."""

    def after_fork_in_child(self) -> None:
        """Begin anew."""


def watch(one: ForkAware) -> None:
    """Let something know of every fork for as long as it lives."""
    _KNOWN.add(one)


_KNOWN: "weakref.WeakSet[ForkAware]" = weakref.WeakSet()
_forking: list[ForkAware] = []


def _before() -> None:
    _forking[:] = list(_KNOWN)  # what is made during the fork was not told of its beginning, nor is it of its end
    for one in _forking:
        one.before_fork()


def _in_parent() -> None:
    for one in _forking:
        one.after_fork_in_parent()
    _forking.clear()


def _in_child() -> None:
    for one in _forking:
        one.after_fork_in_child()
    _forking.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before, after_in_parent=_in_parent, after_in_child=_in_child)
