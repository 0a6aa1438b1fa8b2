"""Lets one coding agent work for a project in this process, and a person talk to it."""

from typing import TYPE_CHECKING

import renkei
from renkei.edges.cli.arguments.person import way
from renkei.edges.cli.coding_agents import member
from renkei.edges.cli.output.echo import echo
from renkei.edges.cli.project_directory import project_directory
from renkei.edges.cli.team.activity import TeamLines
from renkei.edges.cli.team.chat import TeamChat
from renkei.edges.cli.team.start import end_in_order
from renkei.edges.cli.warm.keeping import kept_warm
from renkei.project.running.secrets import hold_secrets

if TYPE_CHECKING:
    from renkei.edges.team.solo import SoloTeam


def work_alone(program: str, agent: str, role: str, *, chat: bool) -> None:
    """Run a coding agent until it ends or a person interrupts it; with `chat`, until the input ends.

    Raises RenkeiError.
    """
    from renkei.edges.team.ending import stopped
    from renkei.edges.team.solo import SoloTeam
    from renkei.edges.team.team_file import MemberFile

    hold_secrets()
    member(agent)
    settings = MemberFile(id=agent, role=role, agent=program)
    with renkei.open(project_directory()).through(way()) as project, kept_warm():
        if chat:
            talk = TeamChat()
            solo = SoloTeam(project, settings, **talk.listeners)
            _show_remark(solo)
            talk.run(solo)
            return
        lines = TeamLines("text")
        solo = SoloTeam(project, settings, **lines.listeners)
        _show_remark(solo)
        end_in_order()
        lines.start(project)
        echo(f"{agent} waits for work. Ctrl-C ends it.", err=True)
        try:
            reason = solo.run()
        finally:
            lines.close()
    if reason:
        raise stopped(reason, solo.failures.get(agent))


def _show_remark(solo: "SoloTeam") -> None:
    if remark := solo.workspaces.remark():
        echo(remark, err=True)
