"""The files in work: reservations, and the changes of each file by contracts that are not closed yet."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field

from immutables import Map

from renkei.files.events import FilesChanged, FilesReleased, FilesReserved
from renkei.files.lines import Range
from renkei.files.model import ChangeKind, FileChange, FilePolicy
from renkei.files.patterns import key_of
from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace


@frozen
class Reservation:
    """Files that a participant has reserved; `lease`: seconds without activity after which it ends."""

    agent: str
    pattern: str
    shared: bool
    lease: int
    contract: str | None
    at: str
    seq: int


@frozen
class Change:
    """An agent's changes of a file for a contract, "" without one; a renamed file has one under each of its paths."""

    agent: str
    contract: str
    path: str
    kind: ChangeKind
    lines: tuple[Range, ...]
    merges_with: tuple[str, ...]
    conflicts_with: tuple[str, ...]
    seq: int


@frozen
class Told:
    """An overlap that two agents were notified of."""

    agents: tuple[str, str]
    is_conflict: bool


@frozen
class ChangedFile:
    """The changes of one file, and the overlaps that were reported."""

    changes: tuple[Change, ...] = ()
    told: tuple[Told, ...] = ()

    def by_others(self, agent: str, contract: str) -> Iterator[Change]:
        """Yield the changes by others than an agent, but not those for the same contract; "" is without one."""
        for one in self.changes:
            if one.agent != agent and not one.contract == contract != "":
                yield one


UNCHANGED = ChangedFile()


@frozen
class Files:
    """The files in work. `reservations`: by participant and pattern.

    `changed`: by the key of the path (`patterns.key_of`); `by_contract` has the keys of the files of each contract.
    """

    policy: FilePolicy = "warn"
    reservations: Map[str, Map[str, Reservation]] = field(default_factory=Map)
    changed: Map[str, ChangedFile] = field(default_factory=Map)
    by_contract: Map[str, Map[str, int]] = field(default_factory=Map)

    def reserved(self) -> Iterator[Reservation]:
        """Yield all reservations, in the order in which they were made."""
        found = (one for mine in self.reservations.values() for one in mine.values())
        return iter(sorted(found, key=lambda one: (one.seq, one.agent, one.pattern)))

    def reserved_by(self, agent: str) -> Map[str, Reservation]:
        """Return the reservations of a participant by pattern."""
        return self.reservations.get(agent, NONE_RESERVED)

    def file(self, path: str) -> ChangedFile:
        """Return what is known of a file in work."""
        return self.changed.get(key_of(path), UNCHANGED)

    def changes_of(self, agent: str, contract: str) -> dict[str, Change]:
        """Return an agent's changes for a contract by the key of the path."""
        keys = self.by_contract.get(contract, NO_KEYS)
        found = ((key, one) for key in keys for one in self.changed[key].changes)
        return {key: one for key, one in found if (one.agent, one.contract) == (agent, contract)}


NONE_RESERVED: Map[str, Reservation] = Map()
NO_KEYS: Map[str, int] = Map()


def pair(one: str, other: str) -> tuple[str, str]:
    """Return two agents in the order in which an overlap names them."""
    return (one, other) if one < other else (other, one)


def apply_reserved(files: Files, event: FilesReserved, seq: int) -> Files:
    """Add or replace reservations."""
    mine = files.reserved_by(event.agent)
    for pattern in event.paths:
        made = Reservation(event.agent, pattern, event.shared, event.lease, event.contract, event.at, seq)
        mine = mine.set(pattern, made)
    return replace(files, reservations=files.reservations.set(event.agent, mine))


def apply_released(files: Files, event: FilesReleased, seq: int) -> Files:
    """Remove reservations."""
    gone = set(event.paths)
    kept = {pattern: one for pattern, one in files.reserved_by(event.agent).items() if pattern not in gone}
    others = files.reservations
    if kept:
        return replace(files, reservations=others.set(event.agent, Map(kept)))
    return replace(files, reservations=others.delete(event.agent)) if event.agent in others else files


def apply_changed(files: Files, event: FilesChanged, seq: int) -> Files:
    """Set an agent's changes of some files."""
    contract = event.contract or ""
    who = (event.agent, contract)
    edited: dict[str, ChangedFile] = {}
    keys = files.by_contract.get(contract, NO_KEYS).mutate()

    def entry_of(path: str) -> ChangedFile:
        return edited.get(key_of(path)) or files.file(path)

    for path in event.undone:
        entry = entry_of(path)
        edited[key_of(path)] = left = replace(entry, changes=_without(entry.changes, who))
        if not any(one.contract == contract for one in left.changes):
            keys.pop(key_of(path), None)
    for one in event.changes:
        for path in paths_of(one):
            entry = entry_of(path)
            kind, lines = (one.kind, tuple(one.lines)) if path == one.path else ("renamed", ())
            made = Change(*who, path, kind, lines, tuple(one.merges_with), tuple(one.conflicts_with), seq)
            edited[key_of(path)] = replace(entry, changes=(*_without(entry.changes, who), made))
            keys[key_of(path)] = seq
    for found in event.overlaps:
        entry, agents = entry_of(found.path), pair(event.agent, found.other)
        told = tuple(one for one in entry.told if one.agents != agents)
        edited[key_of(found.path)] = replace(entry, told=(*told, Told(agents, found.is_conflict)))
    listed = _listed(files.by_contract, contract, keys.finish())
    return replace(files, changed=_edited(files.changed, edited), by_contract=listed)


def paths_of(change: FileChange) -> tuple[str, ...]:
    """Return the paths of a changed file: of a renamed one also the one before, unless only its case has changed."""
    before = change.renamed_from
    is_other = before is not None and key_of(before) != key_of(change.path)
    return (change.path, before) if before is not None and is_other else (change.path,)


def _without(changes: Iterable[Change], who: tuple[str, str]) -> tuple[Change, ...]:
    return tuple(one for one in changes if (one.agent, one.contract) != who)


def _edited(changed: Map[str, ChangedFile], edited: Mapping[str, ChangedFile]) -> Map[str, ChangedFile]:
    """Return files with some replaced; a file about which nothing is known is dropped."""
    table = changed.mutate()
    for key, entry in edited.items():
        if entry != UNCHANGED:
            table[key] = entry
        elif key in table:
            del table[key]
    return table.finish()


def _listed(lists: Map[str, Map[str, int]], contract: str, keys: Map[str, int]) -> Map[str, Map[str, int]]:
    if keys:
        return lists.set(contract, keys)
    return lists.delete(contract) if contract in lists else lists


def without_contract(files: Files, contract: str) -> Files:
    """Forget the changes for a closed contract, and reported overlaps of its agents in files that neither changes."""
    keys = files.by_contract.get(contract)
    if keys is None:
        return files
    edited = {}
    for key in keys:
        entry = files.changed[key]
        changes = tuple(one for one in entry.changes if one.contract != contract)
        active = {one.agent for one in changes}
        edited[key] = ChangedFile(changes, tuple(one for one in entry.told if active.intersection(one.agents)))
    changed = _edited(files.changed, edited)
    return replace(files, changed=changed, by_contract=files.by_contract.delete(contract))


def without_agent(files: Files, agent: str) -> Files:
    """Forget the reservations of a participant that left, its changes without a contract, and its reported overlaps."""
    alone = files.changes_of(agent, "")
    edited = {
        key: ChangedFile(
            _without(entry.changes, (agent, "")), tuple(one for one in entry.told if agent not in one.agents)
        )
        for key, entry in files.changed.items()
        if key in alone or any(agent in one.agents for one in entry.told)
    }
    keys = {key: seq for key, seq in files.by_contract.get("", NO_KEYS).items() if _has_unassigned(edited, files, key)}
    mine = files.reservations
    return replace(
        files,
        changed=_edited(files.changed, edited),
        by_contract=_listed(files.by_contract, "", Map(keys)),
        reservations=mine.delete(agent) if agent in mine else mine,
    )


def _has_unassigned(edited: Mapping[str, ChangedFile], files: Files, key: str) -> bool:
    """Return whether any agent has changed a file without a contract."""
    entry = edited.get(key) or files.changed[key]
    return any(not one.contract for one in entry.changes)
