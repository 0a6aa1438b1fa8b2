"""What can happen to the board. Events hold outcomes: applying one only assigns."""

from typing import Literal

from pydantic import JsonValue

from renkei.protocol.primitives import Flag, Frozen, Id, Timestamp


class EntryAdded(Frozen):
    """An agent, artifact, decision or blocker came onto the board."""

    kind: Literal["entry_added"] = "entry_added"
    path: str
    entry: dict[str, JsonValue]
    at: Timestamp
    author: Id
    action: str = ""
    mentioned_by: tuple[str, ...] = ()
    """Of a decision: the contracts whose terms mention it."""


class FieldWritten(Frozen):
    """A field has a new value."""

    kind: Literal["field_written"] = "field_written"
    path: str
    old: JsonValue = None
    value: JsonValue = None
    at: Timestamp
    author: Id
    action: str = ""
    refers_to: str | None = None
    """Node of the dependency graph that the value names, of a field that can name one."""


class RereadNoticed(Frozen):
    """The author of an older value is told that it lost (section 1, conflict prevention)."""

    kind: Literal["reread_noticed"] = "reread_noticed"
    to: Id
    path: str
    kept: JsonValue = None
    kept_by: Id
    kept_at: Timestamp
    lost: JsonValue = None
    lost_by: Id
    lost_at: Timestamp
    late: Flag = False
    """True: the value was never on the board, because it came after a newer one."""


class CommentsKept(Frozen):
    """People's comments in the board file, by JSON Pointer: the lines above, and what stands beside."""

    kind: Literal["comments_kept"] = "comments_kept"
    comments: dict[str, tuple[tuple[str, ...], str]]


BoardEvent = EntryAdded | FieldWritten | RereadNoticed | CommentsKept
