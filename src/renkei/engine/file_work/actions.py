"""The actions of a command that concern files."""

from typing import Literal

from renkei.files.model import ChangeSource, FileChange, FilePolicy
from renkei.immutable.frozen import frozen


@frozen
class ReserveFiles:
    """Reserve files for a participant, or renew its reservations.

    `lease`: seconds without activity after which they end.
    """

    agent: str
    paths: tuple[str, ...]
    lease: int
    shared: bool = False


@frozen
class ReleaseFiles:
    """Release reservations of a participant: all, or those of some patterns.

    `contract`: only reservations made for this contract.
    """

    agent: str
    paths: tuple[str, ...] = ()
    contract: str | None = None
    reason: Literal["released", "expired", "closed"] = "released"


@frozen
class SetFilePolicy:
    """Set what happens when agents want to change the same files."""

    overlap: FilePolicy


@frozen
class RecordChanges:
    """Record which files an agent has changed.

    `contract`: the contract that it works on; None: its present one. `complete`: the changes are all that the agent
    has made for the contract, so that others are undone. `omitted`: how many more files are changed.
    """

    agent: str
    changes: tuple[FileChange, ...]
    source: ChangeSource = "edit"
    complete: bool = False
    contract: str | None = None
    omitted: int = 0


FileAction = ReserveFiles | ReleaseFiles | SetFilePolicy | RecordChanges
