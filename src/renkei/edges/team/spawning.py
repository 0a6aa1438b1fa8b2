"""Members that the lead adds while the team runs. The log holds their instructions, so that a restart finds them.

The lead's first message to a member contains its settings. The message's id depends on the incarnation, and joining and
message are one record.
"""

from collections.abc import Iterator
from typing import Any

from renkei.acts.names import first_line
from renkei.edges.team.standings import agents_of
from renkei.edges.team.team_file import MemberFile, TeamFile
from renkei.engine import commands as c
from renkei.errors import BadValueError, NotReadyError, UnknownMessageError
from renkei.project.project import Project
from renkei.protocol.payloads import Freeform
from renkei.wording.visible import one_line

EXTENSION = "teammate"
SETTINGS = ("model", "tools")
"""Settings of a member in the message besides its instructions, which are the body. The state holds its role."""


def new_member(team: TeamFile, **values: Any) -> MemberFile:
    """Return a member to add. Without a model of its own it is what the lead is: a coding agent, or the team's model.

    Raises BadValueError.
    """
    agent = {} if values.get("model") else {"agent": team.lead.agent}
    return MemberFile(**values, **agent)


def add_member(project: Project, team: TeamFile, member: MemberFile, lead: str) -> None:
    """Let a member join and receive its instructions in one record; raises ProtocolError."""
    state = project.state
    if len(agents_of(state)) >= team.quota.members:
        reason = f"the team has {team.quota.members} members, which is its limit"
        raise NotReadyError(what=f"add {member.id}", reason=reason, next="End a member first, or ask the person.")
    incarnation = state.departed.get(member.id, 0) + 1
    text = member.instructions
    payload = Freeform(intent_hint="INSTRUCTIONS", body=text, requires_response=False, urgency="high")
    about = one_line(first_line(text))
    kept = member.model_dump(mode="json", include=set(SETTINGS), exclude_defaults=True)
    name, data = _message_id(member.id, incarnation), {EXTENSION: kept} if kept else {}
    message = project.message(lead, payload, member.id, "high", about, id=name, extensions=data)
    project.do(c.Join(member.id, member.role), c.Send(message), actor=lead)


def added_members(project: Project, team: TeamFile) -> Iterator[MemberFile]:
    """Yield the members added by the lead that have not left, from the log."""
    named = {team.lead.id, *(one.id for one in team.members)}
    for name in agents_of(project.state):
        found = _recorded(project, name, team) if name not in named else None
        if found is not None:
            yield found


def _recorded(project: Project, name: str, team: TeamFile) -> MemberFile | None:
    known = project.state.actors[name]
    try:
        message = project.find_message(_message_id(name, known.incarnation))
    except UnknownMessageError:
        return None
    kept = message.extensions.get(EXTENSION, {})
    if message.from_ != team.lead.id or message.type != "FREEFORM" or not isinstance(kept, dict):
        return None
    values = {one: kept[one] for one in SETTINGS if one in kept}
    try:
        return new_member(team, id=name, role=known.role, instructions=message.payload.body, **values)
    except BadValueError:
        return None


def _message_id(name: str, incarnation: int) -> str:
    return f"spawn-{name}-{incarnation}"
