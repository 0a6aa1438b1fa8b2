"""Run a team of agents from one file: a goal, a lead, and members with their roles, models, tools and limits.

`renkei team run TEAM.yaml` runs it until its work is done, `renkei team chat` lets you talk to its lead. The members
are participants of the project beside the file: all other commands show and steer them too.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from renkei.acp.errors import AgentUnusableError
from renkei.edges.cli.arguments import completion
from renkei.edges.cli.arguments.options import as_option, format_option, outcome_options, reason_option, utc_option
from renkei.edges.cli.exit_status import ExitStatus
from renkei.edges.cli.lazy_group import LazyGroup
from renkei.edges.cli.output.echo import DATA, echo, print_done
from renkei.edges.cli.output.tables import print_rows
from renkei.edges.cli.project_directory import open_project
from renkei.edges.cli.team.activity import TeamLines
from renkei.edges.cli.team.chat import TeamChat
from renkei.edges.cli.team.start import TEAM_FILE, end_in_order, file_argument, opened_team, script_option
from renkei.edges.times import clock
from renkei.engine.views.agent_overview import AgentOverview, agent_overviews
from renkei.errors import UnknownActorError
from renkei.project.project import Project
from renkei.store.layout import Layout

if TYPE_CHECKING:
    from renkei.edges.team.team import Team

command = LazyGroup("team", sections={"Commands": ("run", "chat", "status", "stop")}, help=__doc__)


@command.command("run")
@file_argument
@script_option
@utc_option
@format_option
def work_as_team(file: Path, script: Path | None, output_format: str) -> None:
    """Run a team until its lead has reported that the goal is reached, and show what the members do.

    The project is `.renkei` beside the file; it is created if it does not exist. A team that was ended, or whose
    process was killed, continues where it was. Ctrl-C shuts it down cleanly. The lead's report is printed last, and on
    standard error what is still open: then the exit status is 1.
    """
    from renkei.edges.team.errors import LeadLeftError

    lines = TeamLines(output_format)
    with opened_team(file, script, **lines.listeners) as team:
        end_in_order()
        lines.start(team.project)
        before = team.report()
        try:
            report = team.run()
        finally:
            lines.close()
        if not report and team.file.lead.id not in team.names:
            raise LeadLeftError(lead=team.file.lead.id)
        if report and output_format not in DATA:
            echo(f"\n{report.strip()}")
        for one in () if output_format in DATA else _remarks(team, file, before):
            echo(one, err=True)
        is_open = any(not one.closed for one in team.project.state.contracts.entries.values())
    if is_open:
        raise SystemExit(ExitStatus.REFUSED)


NAMED = 10
"""Open tasks that are named."""


def _remarks(team: "Team", file: Path, reported_before: str) -> Iterator[str]:
    """Yield sentences about how a run ended; none when it has ended with a new report and nothing is open.

    `reported_before` is the report that there was when the run began.
    """
    report = team.report()
    contracts = team.project.state.contracts.entries.values()
    found = [one for one in sorted(contracts, key=lambda one: one.seq) if not one.closed]
    if not report:
        yield "The team has ended without a report."
    elif report == reported_before:
        yield "The lead had reported before: this run has not given it the goal again."
    for name, error in team.failures.items():
        if isinstance(error, AgentUnusableError):
            yield f"{name} has left. {error}"
    if found:
        named = [
            f"{one.terms.id} ({' by '.join(filter(None, (one.shown_status, one.assignee)))})" for one in found[:NAMED]
        ]
        more = [f"{len(found) - NAMED} more"] if len(found) > NAMED else []
        yield f"Still open: {', '.join((*named, *more))}."
    if found or not report or report == reported_before:
        if (lead := team.file.lead.id) not in team.names:
            yield f"{lead} has left: let it join again with `renkei join {lead} --lead`."
        given = "" if file == Path(TEAM_FILE) else f" {file}"
        yield f"Tell the lead what to do next: `renkei team chat{given}`."


@command.command("chat")
@file_argument
@script_option
@utc_option
def talk_to_lead(file: Path, script: Path | None) -> None:
    """Talk to the lead of a team while it runs: your lines go to the lead, and its answer appears as it is written.

    The goal of the file is not given: say what you want. `/goal` gives it. Ctrl-C interrupts the lead's answer, Ctrl-D
    ends the chat and the team's process; the next `renkei team run` or `chat` continues the team. `/help` lists the
    commands.
    """
    chat = TeamChat()
    with opened_team(file, script, **chat.listeners) as team:
        chat.run(team)


@command.command("status")
@utc_option
@format_option
def show_members(output_format: str) -> None:
    """Show the members of the team: their work, task, its turns and tokens, and its last sign of life.

    A member that no process runs is `not running`: `renkei team run` or `chat` continues it. Tokens are what the
    providers have reported: all of them, and the part that was read from a cache, which costs a tenth.
    """
    with open_project() as project:
        project.expire()
        found = [_member(project, one) for one in _overviews(project)] + _departed(project)
        problems = [*project.problems(), *_unmerged(project)]
    columns = ("member", "role", "state", "task", "turns", "tokens", "cached", "last seen")
    none = "There are no members. Run a team with `renkei team run TEAM.yaml`."
    for one in () if output_format in DATA else problems:
        echo(one)
    print_rows(output_format, found, columns, map(_row, found), none)


def _unmerged(project: Project) -> Iterator[str]:
    """Yield a sentence for each contract whose work is accepted and not merged, and why."""
    for one in sorted(project.state.contracts.entries.values(), key=lambda one: one.seq):
        if one.merge == "due":
            reason = f": {one.delay.rstrip('.')}" if one.delay else ", which `renkei team run` does"
            yield f"{one.terms.id} by {one.producer} is accepted and has to be merged{reason}."


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
"""The label of each state."""

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


@command.command("stop")
@click.argument("name", metavar="[NAME]", required=False, shell_complete=completion.participants)
@reason_option
@as_option
@outcome_options
def end_members(name: str | None, reason: str, actor: str, output_format: str) -> None:
    """Ask a member of the team to end, or without NAME all of them, the lead too.

    Another process may run the team. Each member finishes what it does, answers and leaves; its open work goes back. It
    may refuse while it has work in progress: the answer is in your inbox. A member that does not answer in time counts
    as dead.
    """
    from renkei.edges.team.shutdown import request_shutdown

    with open_project() as project:
        state = project.state
        members = [one.id for one in state.everybody() if not one.human]
        if name is not None and name not in members:
            raise UnknownActorError(actor=name, known=", ".join(members))
        asked = [one for one in members if name in (None, one)]
        ids = {one: request_shutdown(project, one, reason, actor=actor).message_id for one in asked}
    sentence = f"Asked to end: {', '.join(ids)}." if ids else "There is no member."
    print_done(sentence, output_format, asked=ids)
