"""The files in work, with who has reserved them, works on them or has changed them, and overlaps."""

from collections.abc import Iterable, Mapping
from typing import Literal

from renkei.engine.file_work.taken import Hold, all_holds, lease_end, reserving, taken
from renkei.engine.state import State
from renkei.files.lines import Range, common
from renkei.files.model import ChangeKind
from renkei.files.state import Change, ChangedFile, pair
from renkei.immutable.frozen import frozen

FileHold = Literal["reserved", "planned", "changed"]
"""How a file is in work: reserved, among the paths of a contract at work, or changed already."""


@frozen
class FileWork:
    """A file that an agent has changed, or files that it has reserved or a contract at work will change.

    `path` is a pattern, unless the file is `changed`. `until`: when a reservation ends unless its holder is active
    before. `others`: the agents with whose changes, reservations or contracts it overlaps; `conflicts`: those who
    change the same lines. `seq`: the record that reserved or changed it.
    """

    path: str
    hold: FileHold
    agent: str
    contract: str | None = None
    kind: ChangeKind | None = None
    lines: tuple[Range, ...] = ()
    shared: bool = False
    until: str | None = None
    seq: int = 0
    others: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()


def file_work(state: State, alive: Mapping[str, str] | None = None) -> list[FileWork]:
    """Return the files in work, by path; `alive` is each agent's last heartbeat (`Project.heartbeats`)."""
    found = [_held(state, one, alive or {}) for one in all_holds(state)]
    for entry in state.files.changed.values():
        found += [_changed(state, entry, one) for one in entry.changes]
    return sorted(found, key=lambda one: (one.path, one.hold, one.agent, one.contract or ""))


def _held(state: State, one: Hold, alive: Mapping[str, str]) -> FileWork:
    others = _others(one.holder, (found.hold.holder for found in taken(state, [one.pattern], one.holder, one.contract)))
    if one.reservation is None:
        return FileWork(one.pattern, "planned", one.holder, one.contract, others=others)
    until, made = lease_end(state, one.reservation, alive.get(one.holder, "")), one.reservation
    return FileWork(
        *(one.pattern, "reserved", one.holder, one.contract),
        shared=made.shared,
        until=until,
        seq=made.seq,
        others=others,
    )


def _changed(state: State, entry: ChangedFile, one: Change) -> FileWork:
    """Return a changed file with those who change it too, or have reserved it."""
    changing = list(entry.by_others(one.agent, one.contract))
    told = {known.agents for known in entry.told if known.is_conflict}
    conflicts = (
        other.agent for other in changing if pair(one.agent, other.agent) in told or common(one.lines, other.lines)
    )
    return FileWork(
        *(one.path, "changed", one.agent, one.contract or None, one.kind, one.lines),
        seq=one.seq,
        others=_others(one.agent, (*(other.agent for other in changing), *reserving(state, one.path))),
        conflicts=_others(one.agent, conflicts),
    )


def _others(agent: str, found: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({one for one in found if one != agent}))
