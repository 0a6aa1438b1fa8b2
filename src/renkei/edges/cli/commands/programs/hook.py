"""Answer a hook of a coding agent's program (used in the settings that `renkei connect` writes).

Reads the hook's input as JSON and prints what to tell the model. `--wait` waits until something wakes the agent. The
status is 0; 2 makes the program wake its model, or hold it, with the text on standard error.
"""

import json
import os
import sys
from typing import Any

import click

from renkei.edges.cli.coding_agents import program_argument

LARGEST = 4_000_000
"""The most that is read of a hook's input."""

WAKE = 2
"""The status by which a hook wakes or holds a model; the programs define it."""


# Wrong usage has status 2 too, which would wake a model again and again, so no option is rejected here.
@click.command("hook", help=__doc__, context_settings={"ignore_unknown_options": True, "allow_extra_args": True})
@program_argument
@click.option("--as", "actor", metavar="ID", default="")
@click.option("--wait", "waits", is_flag=True)
def command(program: str, actor: str, waits: bool) -> None:
    given = _input()
    event, session = str(given.get("hook_event_name", "")), str(given.get("session_id", ""))
    from renkei.edges.coding_agents.program import find_program

    found = find_program(program)
    moment = found.moments.get(event)
    process = found.idle_session(os.environ) if waits else None
    by_socket = found.hooks_by_command and (moment in ("prompt", "step", "stop") or event == found.before_tool)
    if process is None and not by_socket and (waits or moment not in ("start", "idle")):
        return
    from renkei.edges.cli.project_directory import open_project, project_directory
    from renkei.edges.coding_agents import hook_socket
    from renkei.edges.coding_agents.notes import Notes
    from renkei.edges.coding_agents.program import AGENT
    from renkei.edges.coding_agents.seat import ancestors, taken_since

    agent = os.environ.get(AGENT) or actor
    directory = project_directory()
    since = taken_since(directory, agent, ancestors())
    if by_socket and since is None:
        question = {"program": program, "event": event, "session": session, **_call(given)}
        click.echo(hook_socket.ask(directory, agent, question, waits=moment == "stop") or "{}")
        return
    notes = Notes(directory, session)
    from renkei.edges.coding_agents import hooks
    from renkei.edges.coding_agents.waiter import wait_to_wake

    with open_project() as project:
        if since is not None:
            click.echo(hooks.at_seat_taken(project.state.locale, found, event, agent, since))
        elif process is not None:
            reason = wait_to_wake(project, agent, notes, process, prompted=found.prompts_woken(os.environ))
            if reason is not None:
                _wake(reason)
        elif moment == "start":
            said = hooks.at_start(project, agent, notes, is_new=given.get("source") != "compact")
            click.echo(found.write(event, said))
        elif moment == "idle":
            teammate = str(given.get("teammate_name", ""))
            who = teammate if teammate in project.state.actors else agent
            said_now = hooks.at_idle(project, who, Notes(directory, f"{session}/{who}"))
            if said_now is not None:
                _wake(said_now.text)


def _input() -> dict[str, Any]:
    """Return the hook's input; nothing when it is not a JSON object."""
    try:
        found = json.loads(sys.stdin.buffer.read(LARGEST))
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _call(given: dict[str, Any]) -> dict[str, str]:
    """Return what a hook's input says of a tool's call, as texts."""
    response = given.get("tool_response")
    shown = response.get("returnDisplay") if isinstance(response, dict) else None
    found = {"input": given.get("tool_input"), "output": shown if isinstance(shown, dict) else None}
    names = {"tool": "tool_name", "call": "tool_use_id", "directory": "cwd"}
    texts = {name: str(given.get(key, "")) for name, key in names.items()}
    return texts | {name: json.dumps(value) for name, value in found.items() if value is not None}


def _wake(text: str) -> None:
    click.echo(text, err=True)
    sys.exit(WAKE)
