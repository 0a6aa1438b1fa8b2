"""The events of the board. Events hold outcomes: applying one only assigns."""

from typing import Literal

from pydantic import JsonValue

from renkei.protocol.primitives import Flag, Frozen, Id, Timestamp


class EntryAdded(Frozen):
    """An agent, artifact, decision or blocker was added to the board."""

    kind: Literal["entry_added"] = "entry_added"
    path: str
    """JSON Pointer of the entry, with its id."""
    entry: dict[str, JsonValue]
    """The fields of the entry."""
    at: Timestamp
    """When it was added."""
    author: Id
    """The participant who added it."""
    action: str = ""
    """Text for the changelog."""
    mentioned_by: tuple[str, ...] = ()
    """Of a decision: the contracts whose terms mention it."""
    awaited_by: tuple[str, ...] = ()
    """Of a decision: the agents whose `blocked_by` named it before it existed."""


class EntryRemoved(Frozen):
    """An agent that left was removed from the list of agents; its artifacts are kept under its id."""

    kind: Literal["entry_removed"] = "entry_removed"
    path: str
    """JSON Pointer of the entry, with its id."""
    at: Timestamp
    """When it was removed."""
    author: Id
    """The participant who removed it."""
    action: str = ""
    """Text for the changelog."""


class FieldWritten(Frozen):
    """A field of the board has a new value."""

    kind: Literal["field_written"] = "field_written"
    path: str
    """JSON Pointer of the field, with ids for list elements."""
    old: JsonValue = None
    """The value before."""
    value: JsonValue = None
    """The new value."""
    at: Timestamp
    """Time of the write; of two writes the later one wins."""
    author: Id
    """The participant who wrote it."""
    action: str = ""
    """Text for the changelog."""
    refers_to: str | None = None
    """Node of the dependency graph that the value names, for a field that can name one."""


class RereadNoticed(Frozen):
    """The author of a value that was overwritten or rejected was notified."""

    kind: Literal["reread_noticed"] = "reread_noticed"
    to: Id
    """The author of the older value."""
    path: str
    """JSON Pointer of the field."""
    kept: JsonValue = None
    """The newer value, which the board has."""
    kept_by: Id
    """Author of the newer value."""
    kept_at: Timestamp
    """When the newer value was written."""
    lost: JsonValue = None
    """The older value."""
    lost_by: Id
    """Author of the older value."""
    lost_at: Timestamp
    """When the older value was written."""
    late: Flag = False
    """True: the older value never was on the board, because it arrived after the newer one."""


class CommentsKept(Frozen):
    """Comments in the board file were stored, to be written back with the next board file."""

    kind: Literal["comments_kept"] = "comments_kept"
    comments: dict[str, tuple[tuple[str, ...], str]]
    """By JSON Pointer: the comment lines above the value, and the comment beside it."""


BoardEvent = EntryAdded | EntryRemoved | FieldWritten | RereadNoticed | CommentsKept
