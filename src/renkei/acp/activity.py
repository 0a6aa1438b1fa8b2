"""The activity of a coding agent in a turn, as one value per tool call: for the log, the view and an editor."""

from typing import Literal

from renkei.acp.told import Told
from renkei.immutable.frozen import frozen
from renkei.workspace.permission_rules import Kind

Status = Literal["pending", "in_progress", "completed", "failed"]
"""The statuses of a tool call in ACP."""


@frozen
class Edit:
    """An edit of a file: its path, and its text before and after. `before` is None for a new file."""

    path: str
    before: str | None
    after: str


@frozen
class ToolActivity:
    """The known part of a coding agent's tool call; later values with the same `call` replace it.

    `title` is shown on one line. `paths` are relative to its working directory, or absolute outside of it.
    """

    call: str
    kind: Kind = "other"
    title: str = ""
    status: Status = "pending"
    paths: tuple[str, ...] = ()
    edits: tuple[Edit, ...] = ()
    output: str = ""
    exit_status: int | None = None
    told: Told = Told()
    is_of_team: bool = False
    """Whether the tool is one that the team gives its members, not one of the agent's own."""

    @property
    def is_over(self) -> bool:
        """Whether the call has ended."""
        return self.status in ("completed", "failed")
