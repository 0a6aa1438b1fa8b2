"""One coding agent that works as an agent of a project by itself: no team file, and no one has to lead it."""

from collections.abc import Sequence
from typing import Any

from renkei.agent_tools.tool import Tool
from renkei.edges.team.team import Team
from renkei.edges.team.team_file import MemberFile, TeamFile, TeamQuota
from renkei.edges.team.tools.toolbox import chosen
from renkei.project.project import Project


class SoloTeam(Team):
    """A team whose only member is an agent of the project. It sets no goal and no quota, and ends with `close`.

    The agent joins the project if it has not. Raises like `Team`.
    """

    def __init__(self, project: Project, member: MemberFile, **listeners: Any) -> None:
        name = project.state.name or "project"
        locale = project.state.locale
        settings = TeamFile(name=name, goal="", lead=member, quota=TeamQuota(turns=None, tokens=None), locale=locale)
        super().__init__(project, settings, **listeners)

    def tools_of(self, member: MemberFile, path: str = "/tools") -> tuple[Tool, ...]:
        """Return the tools of a teammate; raises BadValueError for unknown names."""
        return chosen(self, "teammate", member.tools, path)

    def run(self) -> str:
        """Let the agent work until it leaves, cannot continue, or this is interrupted; return why it ended, or ""."""
        self.start(goal=False)
        try:
            self._members.wait(self.file.lead.id)
        finally:
            self.close()
        return self.failed.get(self.file.lead.id, "")

    def _starting(self) -> Sequence[MemberFile]:
        return (self.file.lead,)

    def _prepare(self) -> None:
        """Leave the quota and the policies of the project as they are."""

    def _is_lead(self, member: MemberFile) -> bool:
        known = self.project.state.actors.get(member.id)
        return known is not None and known.lead
