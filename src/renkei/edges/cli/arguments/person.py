"""Keeps an agent's shell from acting as a person: only a person acts as a person."""

import os
import sys

import click

from renkei.edges.cli.arguments.options import WHO
from renkei.engine.state import State
from renkei.errors import NotAllowedError
from renkei.protocol.primitives import Via

AGENT = "RENKEI_AGENT"
"""The environment variable that names the agent whose program runs here."""


class NotAPersonError(NotAllowedError):
    """A command in the shell of an agent would act as a person."""

    code = "NOT_A_PERSON"
    template = "This is the shell of the agent {agent!r}, not a terminal of {person!r}: it cannot act as a person."
    hint_template = (
        "Act as {agent} (`--as {agent}`), or ask {person}. A person's script runs with RENKEI_AS={person} and without "
        "RENKEI_AGENT."
    )


def check_person(state: State, person: str | None = None) -> None:
    """Raise NotAPersonError when the command acts as a person in an agent's shell, without a terminal.

    `person`: who acts, by default the value of --as.
    It stops mistakes, not attacks: anyone who can write the project's directory can change the environment.
    """
    running = click.get_current_context(silent=True)
    person = person or (running.params.get("actor") if running is not None else None)
    if not _is_person(state, person) or way() == "terminal":
        return
    for agent in (os.environ.get(AGENT), os.environ.get(WHO)):
        if agent in state.actors and not _is_person(state, agent):
            raise NotAPersonError(agent=agent, person=person)


def way() -> Via:
    """Return how a command line comes: from a terminal, at which a person may sit, or from a script without one."""
    return "terminal" if sys.stdin.isatty() or sys.stdout.isatty() else "script"


def _is_person(state: State, actor: str | None) -> bool:
    known = state.actors.get(actor or "")
    return known is not None and known.human
