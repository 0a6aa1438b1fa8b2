"""The port through which tools see their team. They know no more of it, so the team can import its tools."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from renkei.agent_tools.tool import Tool
from renkei.edges.team.members.worker import Worker
from renkei.edges.team.models.model import Model
from renkei.edges.team.shutdown import Asked
from renkei.edges.team.team_file import MemberFile, TeamFile
from renkei.edges.team.workspaces import Workspaces
from renkei.project.project import Project


class RunningTeam(Protocol):
    """A running team. `Team` documents each method."""

    project: Project
    file: TeamFile
    directory: Path
    workspaces: Workspaces

    @property
    def names(self) -> tuple[str, ...]: ...  # noqa: D102

    def find_model(self, name: str, /) -> Model: ...  # noqa: D102

    def atomic_block(self) -> AbstractContextManager[None]: ...  # noqa: D102

    def member(self, name: str) -> Worker: ...  # noqa: D102

    def tools_of(self, member: MemberFile) -> tuple[Tool, ...]: ...  # noqa: D102

    def own_tools(self, member: MemberFile) -> tuple[Tool, ...]: ...  # noqa: D102

    def spawn(self, member: MemberFile) -> None: ...  # noqa: D102

    def stop(self, name: str, reason: str = "", *, actor: str) -> Asked: ...  # noqa: D102

    def dismiss(self, names: Sequence[str]) -> tuple[str, ...]: ...  # noqa: D102
