"""Models of files: the policy, and the changes."""

from typing import Annotated, Literal

from pydantic import Field

from renkei.protocol.primitives import Frozen, Id, Positive, TupleOf

FilePolicy = Literal["warn", "ask", "refuse"]
"""The policy for agents that want to change the same files. `warn`: they are notified; `ask`: a lead or a human has to
allow it; `refuse`: it is rejected.
"""


class FileSettings(Frozen):
    """The policy for agents that want to change the same files."""

    overlap: FilePolicy = "warn"
    """warn: they are notified; ask: a lead or a human has to allow it; refuse: it is rejected."""


ChangeKind = Literal["edited", "added", "deleted", "renamed"]

ChangeSource = Literal["edit", "command", "git"]
"""How a change was found: an edit of a tool, a command that ran, or git's view of a work tree."""

MergeVerdict = Literal["unknown", "clean", "conflict"]
"""Whether two changes of a file merge, according to git."""

Line = tuple[Positive, Positive]

MOST_CHANGES = 1000
"""Files in one record of changes at most; the others are counted."""


class FileChange(Frozen):
    """The changes of one file."""

    path: Annotated[str, Field(min_length=1, max_length=1024)]
    """Its path, relative to the repository."""
    kind: ChangeKind = "edited"
    """The kind of its change."""
    renamed_from: str | None = None
    """The path that it had before, for a file that was renamed."""
    lines: TupleOf[Line] = ()
    """The changed lines: pairs of a first and a last line, from 1. Empty: not known."""
    merges_with: TupleOf[Id] = ()
    """Agents with whose changes of the file it merges cleanly, according to git."""
    conflicts_with: TupleOf[Id] = ()
    """Agents with whose changes of the file it conflicts, according to git."""


class FileOverlap(Frozen):
    """A file that two agents change, or that one changes and another has reserved."""

    path: str
    """The path, as the agent of the event names it."""
    other_path: str
    """The path as the other one names it: it may differ in case. For a reservation, its pattern."""
    other: Id
    """The other agent."""
    other_contract: Id | None = None
    """The contract for which the other agent changes it, if it has one."""
    is_reserved: bool = False
    """Whether the other agent has reserved it, and has not changed it."""
    lines: tuple[Line, ...] = ()
    """The lines that both change, if they are known."""
    merges: MergeVerdict = "unknown"
    """Whether both changes merge, according to git."""
    is_conflict: bool = False
    """Whether both change the same lines, or git says that they conflict."""
