"""Serve an agent's tools over MCP on standard input and output.

A program with a model, such as a coding agent, starts this and calls the tools. The agent is the value of --as or
RENKEI_AS.
"""

import os

import click

from renkei.edges.cli.arguments.options import required_as_option
from renkei.edges.cli.project_directory import open_project, project_directory
from renkei.edges.cli.warm.keeping import kept_warm
from renkei.errors import UnknownActorError
from renkei.extras import require


@click.command("mcp", help=__doc__)
@required_as_option
@click.option("--join", "role", metavar="ROLE", help="First join with this role, unless the agent has joined before.")
@click.option("--hooks", is_flag=True, help="The program's hooks give the agent its news: tell it not to ask for it.")
def command(actor: str, role: str | None, hooks: bool) -> None:
    require("mcp", "`renkei mcp`")
    from renkei.edges.cli.hook_answers import hook_answers, hooks_by_socket
    from renkei.edges.coding_agents.program import AGENT
    from renkei.edges.coding_agents.seat import Seat
    from renkei.edges.tool_server.stdio import no_seat, serve_stdio

    actor = os.environ.get(AGENT) or actor
    with open_project() as project:
        known = project.state.known_actors()
        if actor not in project.state.actors:
            if role is None:
                raise UnknownActorError(actor=actor, known=known)
            project.join(actor, role)
        directory = project_directory()
        take_seat = Seat(directory, actor, project.now()).take if hooks else no_seat
        beside = hooks_by_socket(directory)
        with kept_warm():
            serve_stdio(project, actor, hook_answers(directory), beside, hooks=hooks, take_seat=take_seat)
