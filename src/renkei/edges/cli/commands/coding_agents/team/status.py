"""Show the members of the team: what each does, its task, its turns and tokens, and when it last gave a sign of life.

A member that no process runs is `not running`: `renkei team run` or `chat` continues it. Tokens are what the providers
have reported: all of them, and the part that was read from a cache, which costs a tenth.
"""

from pathlib import Path
from typing import Any

import click

from renkei.edges.cli.arguments.options import format_option, utc_option
from renkei.edges.cli.output.echo import DATA, echo, print_data
from renkei.edges.cli.output.tables import print_table, table
from renkei.edges.cli.project_directory import open_project
from renkei.edges.times import clock
from renkei.engine.views.agent_overview import AgentOverview, agent_overviews
from renkei.project.project import Project
from renkei.store.layout import Layout


@click.command("status", help=__doc__)
@utc_option
@format_option
def command(output_format: str) -> None:
    with open_project() as project:
        project.expire()
        found = [_member(project, one) for one in _overviews(project)] + _departed(project)
    if output_format in DATA:
        print_data(output_format, found)
    elif found:
        columns = ("member", "role", "state", "task", "turns", "tokens", "cached", "last seen")
        print_table(table(columns, map(_row, found)))
    else:
        echo("There are no members. Run a team with `renkei team run TEAM.yaml`.")


def _overviews(project: Project) -> list[AgentOverview]:
    return agent_overviews(project.state, max(project.state.at, project.now()), project.heartbeats())


def _departed(project: Project) -> list[dict[str, Any]]:
    """Return the members that have left, with what they have used."""
    state = project.state
    gone = {one: number for one, number in state.departed.items() if one not in state.actors}
    empty = dict.fromkeys(("role", "why", "status", "task", "waits_for"), "")
    left = {**empty, "state": "left", "running": False, "unread": 0, "turns": 0}
    return [
        {"member": one, **left, "tokens": _tokens(_conversation(project, one, number)), "last_active": ""}
        for one, number in gone.items()
    ]


def _conversation(project: Project, agent: str, incarnation: int) -> Path:
    assert project.directory is not None
    return Layout(project.directory).conversation(agent, incarnation)


def _tokens(conversation: Path) -> dict[str, int]:
    from renkei.edges.team.members.conversation import read_usage

    used = read_usage(conversation)
    return {
        "all": used.total,
        "input": used.input,
        "output": used.output,
        "cache_read": used.cache_read,
        "cache_written": used.cache_written,
    }


def _member(project: Project, one: AgentOverview) -> dict[str, Any]:
    from renkei.edges.team.members.conversation import is_held

    conversation = _conversation(project, one.agent, project.state.actors[one.agent].incarnation)
    return {
        "member": one.agent,
        "role": "lead" if one.lead else one.role,
        "state": one.activity,
        "running": is_held(conversation),
        "why": one.why,
        "status": one.status,
        "task": "" if _is_closed(project, one.task) else one.task,
        "waits_for": one.waits_for,
        "unread": one.unread,
        "turns": one.usage.turns,
        "tokens": _tokens(conversation),
        "last_active": one.last_active,
    }


def _is_closed(project: Project, task: str) -> bool:
    """Return whether a task is a contract that is closed: an entry of the board names it until the next one."""
    found = project.state.contracts.find(task)
    return found is not None and found.closed


STATES = {
    "paused": "paused",
    "in_turn": "at work",
    "interrupted": "interrupted",
    "between_turns": "idle",
    "left": "left",
}
"""What each state is called."""

KEPT = ("paused", "left")
"""States that are shown whether or not a process runs the member."""


def _row(one: dict[str, Any]) -> tuple[str, ...]:
    tokens, seen = one["tokens"], one["last_active"]
    share = f"{tokens['cache_read'] / tokens['all']:.0%}" if tokens["all"] else "–"
    waits = f" (waits for {one['waits_for']})" if one["waits_for"] else ""
    task = one["task"] + waits
    is_gone = one["running"] is False and one["state"] not in KEPT
    return (
        one["member"],
        one["role"] or "–",
        "not running" if is_gone else STATES[one["state"]],
        task or "–",
        f"{one['turns']:,}" if one["turns"] else "–",
        f"{tokens['all']:,}",
        share,
        clock(seen) if seen else "–",
    )
