"""The events of files. Events hold outcomes: applying one only assigns."""

from typing import Literal

from renkei.files.model import ChangeSource, FileChange, FileOverlap, FilePolicy
from renkei.protocol.primitives import Count, Flag, Frozen, Id, Positive, Timestamp


class FilesReserved(Frozen):
    """A participant reserved files, or renewed a reservation."""

    kind: Literal["files_reserved"] = "files_reserved"
    agent: Id
    """The participant."""
    paths: tuple[str, ...]
    """Patterns of the files."""
    shared: Flag = False
    """Whether others may reserve the same files, if they share them too."""
    renewed: tuple[str, ...] = ()
    """Those of them that the participant had reserved before, and no less exclusively."""
    lease: Positive
    """Seconds without activity after which the reservation ends."""
    contract: Id | None = None
    """The contract for which they are reserved; the reservation ends when it is closed."""
    by: Id
    """The participant who made the reservation: itself, a lead or a human."""
    at: Timestamp
    """When they were reserved."""


class FilesReleased(Frozen):
    """Reservations of files ended."""

    kind: Literal["files_released"] = "files_released"
    agent: Id
    """The participant who had reserved them."""
    paths: tuple[str, ...]
    """The patterns of the reservations that ended."""
    by: Id
    """The participant who released them, or `renkei`."""
    reason: Literal["released", "expired", "closed"] = "released"
    """Why: they were released, their lease expired, or their contract was closed."""


class FilePolicySet(Frozen):
    """The policy for agents that want to change the same files was set."""

    kind: Literal["file_policy_set"] = "file_policy_set"
    overlap: FilePolicy
    """The new policy."""
    by: Id
    """The participant who set it."""


class FilesChanged(Frozen):
    """An agent changed files."""

    kind: Literal["files_changed"] = "files_changed"
    agent: Id
    """The agent."""
    contract: Id | None = None
    """The contract that it works on."""
    changes: tuple[FileChange, ...] = ()
    """The files that are changed, each with all lines that the agent has changed for the contract."""
    undone: tuple[str, ...] = ()
    """Paths of files that were changed before and are as they were."""
    source: ChangeSource
    """How the changes were found."""
    omitted: Count = 0
    """How many more files are changed; they are not listed."""
    overlaps: tuple[FileOverlap, ...] = ()
    """Overlaps with other agents' work that were not reported before, or have grown."""
    at: Timestamp
    """When the changes were recorded."""


FileEvent = FilesReserved | FilesReleased | FilePolicySet | FilesChanged
