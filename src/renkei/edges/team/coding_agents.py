"""The members of a team that are coding agents: what is checked before they begin, and what they share."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from renkei.acp.activity import ToolActivity
from renkei.acp.programs import find_executable, find_program
from renkei.agent_tools.tool import Tool
from renkei.edges.team.members.life import Life
from renkei.edges.team.members.worker import Worker
from renkei.edges.team.team_file import MemberFile, TeamFile
from renkei.edges.team.workspaces import Workspaces
from renkei.extras import require
from renkei.project.turns.pauses import Pauses
from renkei.project.turns.session import Session
from renkei.workspace.permission_rules import WRITING, PermissionRule
from renkei.workspace.permissions import Permissions

if TYPE_CHECKING:
    from renkei.acp.shared_loop import SharedLoop

REVIEWER = "reviewer"
"""The role whose agents change no files."""

OnActivity = Callable[[str, ToolActivity], None]
"""Takes a member's id and one of its tool calls, each time that more of it is known."""


class CodingAgents:
    """Makes members that are coding agents. The packages that they need are imported with the first one."""

    def __init__(
        self, team: TeamFile, workspaces: Workspaces, on_activity: OnActivity, on_text: Callable[[str, str], None]
    ) -> None:
        """Raise BadValueError or ExtraMissingError for a member that cannot be started here."""
        self._team = team
        self._workspaces = workspaces
        self._on_activity = on_activity
        self._on_text = on_text
        self._loop: SharedLoop | None = None
        self._lock = Lock()
        for index, one in enumerate((team.lead, *team.members)):
            self._check(one, f"/team/members/{index - 1}" if index else "/team/lead")

    def member(
        self,
        life: Life,
        member: MemberFile,
        tools: Sequence[Tool],
        system: str,
        kept: Path | None,
        pauses: Pauses,
    ) -> Worker:
        """Return a member. `system`: its identity and instructions. `kept`: the file that keeps its session."""
        from renkei.edges.team.members.acp_member import AcpMember, AgentSetting

        directory = self._workspaces.directory(member)
        own = {one.name for one in self._workspaces.tools(directory)}
        program, is_reader = find_program(member.agent), member.role == REVIEWER
        setting = AgentSetting(
            program=program,
            system=system,
            mode=member.mode or (program.read_only if is_reader else ""),
            is_reader=is_reader,
            full_text=self._team.full_text,
            files=self._workspaces.files(directory),
            permissions=partial(self._permissions, member, directory),
            kept=kept,
            on_activity=partial(self._on_activity, member.id),
            on_text=partial(self._on_text, member.id),
            edited=lambda path, before, after: self._workspaces.changes.edited_itself(
                member.id, directory / path, before, after
            ),
        )
        others = tuple(one for one in tools if one.name not in own)  # it has tools for files and commands itself
        return AcpMember(life, member, others, directory, setting, self._opened_loop(), pauses)

    def close(self) -> None:
        """End what the agents share, after all of them."""
        with self._lock:
            if self._loop is not None:
                self._loop.close()
                self._loop = None

    def _opened_loop(self) -> "SharedLoop":
        from renkei.acp.shared_loop import SharedLoop

        with self._lock:
            if self._loop is None:
                self._loop = SharedLoop()
            return self._loop

    def _permissions(self, member: MemberFile, directory: Path, session: Session) -> Permissions:
        """Return the permissions of a member. A reviewer changes no file, whatever the mode of its program allows.

        `workspace.commands` allows commands in renkei's cage. A coding agent runs its own without it, so they ask.
        """
        own = [PermissionRule(deny=WRITING)] if member.role == REVIEWER else []
        rules = (*own, *self._team.permissions)
        closed = self._workspaces.closed(directory)
        return Permissions(session, rules, directory, closed=closed)

    def _check(self, member: MemberFile, path: str) -> None:
        if member.agent:
            require("acp", "A coding agent as a member")
            find_executable(find_program(member.agent), f"{path}/agent")
