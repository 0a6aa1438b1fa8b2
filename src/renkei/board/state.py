"""The board as a value: cells by pointer, the order of list elements, the newest changes, notices to losers."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from immutables import Map

from renkei.board.events import CommentsKept, EntryAdded, FieldWritten, RereadNoticed
from renkei.documents.json_pointer import join, split

CHANGELOG_SHOWN = 50


@dataclass(frozen=True, slots=True)
class Cell:
    """A field's value, who wrote it when, and the seq of the record that did."""

    value: Any
    at: str
    author: str
    seq: int


@dataclass(frozen=True, slots=True)
class Change:
    """One changelog entry; `seq` is the record that made it."""

    timestamp: str
    agent: str
    action: str
    diff_summary: str
    seq: int = 0


@dataclass(frozen=True, slots=True)
class Board:
    """Everything on the shared state board; `notices` are re-read notices by whom they are for."""

    cells: Map[str, Cell] = field(default_factory=Map)
    order: Map[str, tuple[str, ...]] = field(default_factory=Map)
    changelog: tuple[Change, ...] = ()
    notices: Map[str, tuple[RereadNoticed, ...]] = field(default_factory=Map)
    comments: Map[str, tuple[tuple[str, ...], str]] = field(default_factory=Map)

    def get(self, path: str, default: Any = None) -> Any:
        """Give the value of a field."""
        cell = self.cells.get(path)
        return default if cell is None else cell.value

    def has_entry(self, path: str) -> bool:
        """Tell whether a list element is on the board."""
        *parents, name = split(path)
        return name in self.order.get(join(*parents), ())

    def ids(self, *parts: str) -> tuple[str, ...]:
        """Give the ids of a list's elements in their order."""
        return self.order.get(join(*parts), ())

    def agent(self, agent: str, name: str) -> Any:
        """Give a field of an agent's entry."""
        return self.get(join("agents", agent, name))

    def artifact_owners(self, ref: str) -> Iterator[str]:
        """Yield the agents that registered an artifact."""
        return (agent for agent in self.ids("agents") if ref in self.ids("agents", agent, "artifacts"))


def apply_entry_added(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def apply_field_written(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def apply_reread_noticed(board: Board, event: RereadNoticed, seq: int) -> Board:
    """Keep the notice until its reader has read the board again."""
    return replace(board, notices=board.notices.set(event.to, (*board.notices.get(event.to, ()), event)))


def apply_comments_kept(board: Board, event: CommentsKept, seq: int) -> Board:
    """Replace the comments of the board file."""
    return replace(board, comments=Map(event.comments))


def clear_notices(board: Board, reader: str, seen: int) -> Board:
    """Drop the first `seen` notices of somebody who has read the board again."""
    left = board.notices.get(reader, ())[seen:]
    return replace(board, notices=board.notices.set(reader, left) if left else board.notices.delete(reader))


def brief(value: Any) -> str:
    """Write a value short enough for a line of the changelog."""
    if value is None:
        return "null"
    text = value if isinstance(value, str) else str(value)
    text = " ".join(text.split())
    return text if len(text) <= 80 else text[:79] + "…"


def _push(board: Board, change: Change) -> tuple[Change, ...]:
    return (*board.changelog[-(CHANGELOG_SHOWN - 1) :], change)
