"""Shared by the commands for agents that are outside of the project: adding one, and connecting all of them."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from renkei.edges.cli.output.echo import echo
from renkei.extras import missing, require
from renkei.project.running.secrets import hold_secrets

if TYPE_CHECKING:
    from renkei.edges.a2a.outside.agent import OutsideAgent
    from renkei.project.project import Project


def role_of_outside_agent(address: str, variable: str) -> str:
    """Return the role that the card of an agent describes.

    Raises BadValueError for a wrong address, OutsideAgentError, or OutsideAgentUnfitError.
    """
    require("a2a", "`renkei join --a2a`")
    from renkei.edges.a2a.outside.agent import check_address
    from renkei.edges.a2a.outside.calling import read_role

    return read_role(check_address(address), _token(variable))


def keep_outside_agent(
    project: "Project", participant: str, address: str, variable: str, reply_within: int | None
) -> None:
    """Keep the address and the token of an agent that has joined, and when its replies are due."""
    from renkei.edges.a2a.outside.agent import REPLY_WITHIN, OutsideAgents, check_address

    within = REPLY_WITHIN if reply_within is None else reply_within
    OutsideAgents.of(project).add(project, participant, check_address(address), _token(variable), within)


def _token(variable: str) -> str:
    found = os.environ.get(variable, "") if variable else ""
    if variable and not found:
        raise click.UsageError(f"The environment has no variable {variable}, which --a2a-token-env names.")
    return found


@contextmanager
def connecting(project: "Project") -> Iterator[None]:
    """Connect the outside agents of a project during a block."""
    from renkei.edges.a2a.outside.agent import OutsideAgents

    if (error := missing("a2a", "The connection to outside agents")) is not None:
        if OutsideAgents.of(project).load(project):
            echo(str(error), err=True)
        yield
        return
    from renkei.edges.a2a.outside.watching import OutsideWatch

    hold_secrets()
    with OutsideWatch(project, _say):
        yield


def _say(agent: "OutsideAgent", problem: str) -> None:
    about = f"The outside agent {agent.participant} at {agent.address}"
    echo(f"{about} cannot be reached: {problem}." if problem else f"{about} answers again.", err=True)
