"""The board as an immutable value: cells by pointer, the order of list elements, newest changes, re-read notices."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from immutables import Map

from renkei.board.events import CommentsKept, EntryAdded, EntryRemoved, FieldWritten, RereadNoticed
from renkei.board.fields import ENTRIES
from renkei.documents.json_pointer import join, pattern, split, unescape
from renkei.immutable.frozen import frozen
from renkei.immutable.replacing import replace

CHANGELOG_SHOWN = 50

LONGEST_ADDED = 200
"""Most characters shown of each text of a new entry."""

_PLAIN = {None: "null", True: "true", False: "false"}


@frozen
class Cell:
    """A field's value, its author and time, and the seq of the record."""

    value: Any
    at: str
    author: str
    seq: int


@frozen
class Change:
    """One changelog entry: a field with its old and new value, or an entry that was added or removed.

    `seq` is its record.
    """

    timestamp: str
    agent: str
    action: str
    path: str
    old: Any = field(default=None, hash=False)
    new: Any = field(default=None, hash=False)
    added: bool = False
    seq: int = 0
    removed: bool = False

    @property
    def diff_summary(self) -> str:
        """The change in one line: the old and the new value, or the content of a new entry."""
        if self.added:
            return f"{self.path}: {describe_added(self.path, self.new, self.timestamp)}"
        return f"{self.path}: removed" if self.removed else f"{self.path}: {brief(self.old)} → {brief(self.new)}"


@dataclass(frozen=True)
class Board:
    """Everything on the shared state board. It has no slots, so that `replace` is fast.

    `changelog` holds the newest changes, `change_counts` the number of changes by each author, `change_total` the
    number of all. `notices` are re-read notices by recipient. `artifacts` maps each artifact to the agents that ever
    registered it.
    """

    cells: Map[str, Cell] = field(default_factory=Map)
    order: Map[str, tuple[str, ...]] = field(default_factory=Map)
    changelog: tuple[Change, ...] = ()
    change_counts: Map[str, int] = field(default_factory=Map)
    notices: Map[str, tuple[RereadNoticed, ...]] = field(default_factory=Map)
    comments: Map[str, tuple[tuple[str, ...], str]] = field(default_factory=Map)
    artifacts: Map[str, tuple[str, ...]] = field(default_factory=Map)
    change_total: int = 0

    def get(self, path: str, default: Any = None) -> Any:
        """Return the value of a field."""
        cell = self.cells.get(path)
        return default if cell is None else cell.value

    def has_entry(self, path: str) -> bool:
        """Return whether a list element is on the board."""
        parent, _, name = path.rpartition("/")
        return unescape(name) in self.order.get(parent, ())

    def ids(self, *parts: str) -> tuple[str, ...]:
        """Return the ids of a list's elements in their order."""
        return self.order.get(join(*parts), ())

    def agent(self, agent: str, name: str) -> Any:
        """Return a field of an agent's entry."""
        return self.get(join("agents", agent, name))

    def changes_by_others(self, agent: str, seen: int | None = None) -> int:
        """Return the number of changes by others, after the record `seen` if given.

        `seen` must not be older than the changelog.
        """
        total = self.change_total - self.change_counts.get(agent, 0)
        if seen is None:
            return total
        newer = takewhile(lambda change: change.seq > seen, reversed(self.changelog))
        return total - sum(change.agent != agent for change in newer)

    def artifact_owners(self, ref: str) -> Iterator[str]:
        """Yield the agents on the board that registered an artifact, in the order of joining."""
        owners = self.artifacts.get(ref)
        return (agent for agent in self.ids("agents") if agent in owners) if owners else iter(())


def apply_entry_added(board: Board, event: EntryAdded, seq: int) -> Board:
    """Append a new element to its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    artifacts = board.artifacts
    if len(parents) == 3:
        artifacts = _registered(artifacts, name, parents[1])
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                artifacts = _registered(artifacts, ref, name)
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, event.path, new=event.entry, added=True, seq=seq)
    return _push(board, change, cells=cells.finish(), order=order, artifacts=artifacts)


def _registered(artifacts: Map[str, tuple[str, ...]], ref: str, agent: str) -> Map[str, tuple[str, ...]]:
    return artifacts.set(ref, (*artifacts.get(ref, ()), agent))


def apply_entry_removed(board: Board, event: EntryRemoved, seq: int) -> Board:
    """Remove an element from its list. Its fields are kept, so that references to its artifacts still resolve."""
    *parents, name = split(event.path)
    collection = join(*parents)
    order = board.order.set(collection, tuple(other for other in board.order[collection] if other != name))
    action = event.action or f"removed {name}"
    change = Change(event.at, event.author, action, event.path, seq=seq, removed=True)
    return _push(board, change, order=order)


def apply_field_written(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, event.path, event.old, event.value, seq=seq)
    return _push(board, change, cells=cells)


def apply_reread_noticed(board: Board, event: RereadNoticed, seq: int) -> Board:
    """Keep the notice until its recipient has read the board again."""
    return replace(board, notices=board.notices.set(event.to, (*board.notices.get(event.to, ()), event)))


def apply_comments_kept(board: Board, event: CommentsKept, seq: int) -> Board:
    """Replace the comments of the board file."""
    return replace(board, comments=Map(event.comments))


def clear_notices(board: Board, reader: str, seen: int) -> Board:
    """Drop the first `seen` notices of a participant who has read the board again."""
    if reader not in board.notices:
        return board
    left = board.notices[reader][seen:]
    return replace(board, notices=board.notices.set(reader, left) if left else board.notices.delete(reader))


def brief(value: Any) -> str:
    """Return a value as YAML on one line, shortened to 80 characters: `false`, `[ann, bob]`, `null`."""
    return _cut(" ".join(_flow(value).split()), 80)


def describe_added(path: str, entry: Any, at: str) -> str:
    """Return the content of a new entry on one line: `added {question: which port?, owner: bob}`.

    Omits fields with their default, and a `created_at` equal to the time of the change.
    """
    model, naming = ENTRIES[pattern(split(path))]
    fields = model.model_fields
    shown = {
        name: value
        for name, value in entry.items()
        if name != naming and value != at and (name not in fields or value not in (fields[name].default, []))
    }
    return f"added {_flow(shown, LONGEST_ADDED)}" if shown else "added"


def _flow(value: Any, longest: int | None = None) -> str:
    """Return a value as YAML on one line, without unset fields of objects; `longest` cuts each text."""
    if isinstance(value, str):
        return value if longest is None else _cut(" ".join(value.split()), longest)
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_flow(element, longest) for element in value) + "]"
    if isinstance(value, dict):
        set_fields = ((key, field) for key, field in value.items() if field not in ("", None))
        return "{" + ", ".join(f"{key}: {_flow(field, longest)}" for key, field in set_fields) + "}"
    return _PLAIN.get(value, str(value)) if value is None or isinstance(value, bool) else str(value)


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _push(board: Board, change: Change, **changed: Map[str, Any]) -> Board:
    """Add a change to the changelog (only the newest are kept) and count it; `changed` holds the changed fields."""
    counts = board.change_counts.set(change.agent, board.change_counts.get(change.agent, 0) + 1)
    changelog = (*board.changelog[-(CHANGELOG_SHOWN - 1) :], change)
    total = board.change_total + 1
    return replace(board, changelog=changelog, change_counts=counts, change_total=total, **changed)
