"""The tools reserved for the lead: adding and ending members, subagents, skills, and a member's last words."""

import json
from collections.abc import Mapping
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from pydantic import AliasChoices, Field

from renkei.agent_tools.tool import Answer, Tool
from renkei.edges.team.members.subagent import ask_subagent
from renkei.edges.team.models.model import Block
from renkei.edges.team.port import RunningTeam
from renkei.edges.team.roster import roster, roster_lines
from renkei.edges.team.spawning import add_member, new_member
from renkei.edges.team.standings import check_team
from renkei.edges.team.tools.task_ids import contract_id
from renkei.errors import BadValueError
from renkei.log.atomic_write import read_plain
from renkei.project.turns.session import Session
from renkei.protocol.primitives import Frozen, Id, TupleOf
from renkei.wording.values import quote
from renkei.wording.visible import one_line

MOST_BYTES = 200_000
"""Most bytes of a skill."""

SHOWN_CALLS = 5
"""Number of a member's last calls shown to the lead."""

LONGEST_CALL = 200
"""Characters shown of each call."""


def skills_in(directory: Path) -> Mapping[str, Path]:
    """Return the files of the skills by name: `NAME.md`, or `NAME/SKILL.md`; none if the directory does not exist."""
    found: dict[str, Path] = {}
    try:
        entries = sorted(directory.iterdir())
    except OSError:
        return found
    for one in entries:
        if one.is_symlink():
            continue
        if one.suffix == ".md" and one.is_file():
            found[one.stem] = one
        elif (one / "SKILL.md").is_file():
            found[one.name] = one / "SKILL.md"
    return found


def read_skill(directory: Path, name: str) -> str:
    """Return the text of a skill; raises BadValueError with the existing names."""
    known = skills_in(directory)
    if name not in known:
        near = get_close_matches(name, known, n=1)
        hint = f"Did you mean {quote(near[0])}? " if near else ""
        hint += f"Skills: {', '.join(known) or f'none; they are files in {quote(directory.name)}'}."
        raise BadValueError(path="/skill", got=name, problem=f"there is no skill {quote(name)}", hint=hint)
    try:
        data = read_plain(known[name])
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadValueError(
            path="/skill", got=name, problem=f"the skill {quote(name)} cannot be read: {reason}"
        ) from None
    if len(data) > MOST_BYTES:
        problem = f"the skill {quote(name)} is larger than {MOST_BYTES} bytes"
        raise BadValueError(path="/skill", got=name, problem=problem, hint="Split it.")
    return data.decode("utf-8", "replace")


class TaskArguments(Frozen):
    """Arguments of `Task`."""

    prompt: Annotated[str, Field(min_length=1)]
    """What to do, with all that it must know."""
    name: Id | None = None
    """With a name: a teammate that stays, under this id. Without: a subagent that answers once."""
    team_name: str | None = None
    """The name of your team; not needed."""
    role: str = ""
    """The role of a teammate; it claims tasks of this role."""
    model: str = ""
    """Its language model; defaults to the team's."""
    tools: TupleOf[str] | None = None
    """The tools of a teammate; defaults to all that teammates have."""


class OfTeammate(Frozen):
    """Arguments of `TaskOutput` and `TaskStop`."""

    task_id: Annotated[str, Field(validation_alias=AliasChoices("task_id", "id", "name"))]
    """Id of a teammate, or of the task that it works on."""


class TeamName(Frozen):
    """Arguments of `TeamCreate` and `TeamDelete`."""

    name: str | None = None
    """The name of your team."""


class Skill(Frozen):
    """Arguments of `Skill`."""

    skill: Annotated[str, Field(validation_alias=AliasChoices("skill", "name"))]
    """The name of the skill."""


def task(team: RunningTeam, session: Session, arguments: TaskArguments) -> Answer:
    """Add a teammate, or ask a subagent and return its answer."""
    check_team(team.file, arguments.team_name)
    model = arguments.model or team.file.model
    if arguments.name is None:
        sender, tools = team.member(session.agent), team.own_tools(team.file.lead)
        return ask_subagent(session, sender, team.find_model(model), tools, arguments.prompt)
    values = {"id": arguments.name, "role": arguments.role, "model": arguments.model, "tools": arguments.tools}
    member = new_member(team.file, instructions=arguments.prompt, **values)
    team.tools_of(member)  # refused before anybody joins
    if not member.agent:
        team.find_model(model)
    add_member(session.project, team.file, member, session.agent)
    team.spawn(member)
    return {"spawned": member.id, "role": member.role}


def task_output(team: RunningTeam, session: Session, arguments: OfTeammate) -> dict[str, Any]:
    """Return a teammate's status, last text and last calls."""
    name = _member(team, session, arguments.task_id)
    blocks = [
        block
        for message in tuple(team.member(name).conversation.messages)
        if message["role"] == "assistant"
        for block in message["content"]
    ]
    said = [one["text"] for one in blocks if one["type"] == "text"]
    calls = [_call(one) for one in blocks if one["type"] == "tool_use"]
    return {
        "status": roster_lines(session.project)[name],
        "said": said[-1] if said else "",
        "calls": calls[-SHOWN_CALLS:],
    }


def _call(block: Block) -> str:
    text = f"{block['name']} {json.dumps(block['input'], ensure_ascii=False)}"
    return text if len(text) <= LONGEST_CALL else f"{text[: LONGEST_CALL - 1]}…"


def task_end(team: RunningTeam, session: Session, arguments: OfTeammate) -> dict[str, Any]:
    """Ask a teammate to end."""
    name = _member(team, session, arguments.task_id)
    if name == session.agent:
        raise BadValueError(path="/task_id", got=name, problem="you cannot end yourself", hint="Answer the goal.")
    asked = team.stop(name, actor=session.agent)
    return {"teammate": name, "shutdown": asked.outcome, "id": asked.message_id}


def _member(team: RunningTeam, session: Session, ref: str) -> str:
    """Return the member with an id, or the member that works on a task; raises BadValueError."""
    if ref in team.names:
        return ref
    contract = session.project.state.contracts.find(contract_id(ref))
    if contract is not None and contract.assignee in team.names:
        return contract.assignee or ""
    hint = f"Teammates: {', '.join(team.names)}."
    raise BadValueError(path="/task_id", got=ref, problem=f"no teammate {quote(ref)} is running", hint=hint)


def team_create(team: RunningTeam, session: Session, arguments: TeamName) -> dict[str, Any]:
    """Return the existing team; members of its file that have left are started again."""
    check_team(team.file, arguments.name)
    for one in team.file.members:
        if one.id not in team.names:
            team.spawn(one)
    return {"team": team.file.name, "members": list(roster(session.project))}


def team_delete(team: RunningTeam, session: Session, arguments: TeamName) -> dict[str, Any]:
    """Ask every teammate to end, all at once; each answers and leaves the roster."""
    check_team(team.file, arguments.name)
    others = [one for one in team.names if one != session.agent]
    return {"team": team.file.name, "asked": list(team.dismiss(others))}


def skill(team: RunningTeam, session: Session, arguments: Skill) -> str:
    """Return the text of a skill."""
    return read_skill(team.directory / team.file.skills, arguments.skill)


def _skills(team: RunningTeam) -> str:
    names = one_line(", ".join(skills_in(team.directory / team.file.skills)))
    return f"Skills of the team: {names}." if names else "The team has no skills."


def tools(team: RunningTeam) -> tuple[Tool, ...]:
    """Return the tools reserved for the lead, besides those of the task board."""
    return (
        Tool(
            "Task",
            "With a name: add a teammate that stays, works on its own and answers messages. Without: let a subagent "
            "do one thing and return what it says.",
            TaskArguments,
            partial(task, team),
        ),
        Tool("TaskOutput", "Show what a teammate said and did last.", OfTeammate, partial(task_output, team)),
        Tool(
            "TaskStop",
            "Ask one teammate to end; it answers, and leaves when its turn is over.",
            OfTeammate,
            partial(task_end, team),
        ),
        Tool("TeamCreate", "Make sure that the team is there; list its members.", TeamName, partial(team_create, team)),
        Tool(
            "TeamDelete",
            "Ask all teammates to end; each leaves the team when it has answered.",
            TeamName,
            partial(team_delete, team),
        ),
        Tool("Skill", f"Read how something is done. {_skills(team)}", Skill, partial(skill, team), reads=True),
    )
