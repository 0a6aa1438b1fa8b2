"""Shared arguments of the commands for coding agents. This module opens nothing, since hooks must be fast."""

from typing import TYPE_CHECKING

import click

from renkei.edges.coding_agents.program import PROGRAMS

if TYPE_CHECKING:
    from renkei.edges.coding_agents.program import JoiningAgent

program_argument = click.argument("program", type=click.Choice(list(PROGRAMS)))

role_option = click.option("--join", "role", default="", metavar="ROLE", help="The role of an agent that joins now.")


def member(agent: str) -> "JoiningAgent":
    """Return who joins the project of the current directory by a program; raises BadValueError for a person."""
    from renkei.edges.cli.project_directory import open_project, project_directory
    from renkei.edges.coding_agents.program import JoiningAgent
    from renkei.errors import BadValueError

    if set(agent) & set("${}"):
        problem = f"{agent} contains $, {{ or }}, which programs replace in their settings"
        raise BadValueError(path="--as", problem=problem, hint="Choose another id.")
    with open_project() as project:
        known = project.state.actors.get(agent)
    if known is not None and known.human:
        hint = "Choose the id of an agent. People use the command line and the library."
        raise BadValueError(path="--as", problem=f"{agent} is a person, and no program acts as a person", hint=hint)
    return JoiningAgent(agent, project_directory().absolute())


def is_member(agent: str) -> bool:
    """Return whether an agent has joined the project."""
    from renkei.edges.cli.project_directory import open_project

    with open_project() as project:
        return agent in project.state.actors


def joined(agent: str, role: str) -> bool:
    """Add an agent to the project if it has not joined; return whether it was added."""
    from renkei.edges.cli.project_directory import open_project

    with open_project() as project:
        if agent in project.state.actors:
            return False
        project.join(agent, role)
    return True
