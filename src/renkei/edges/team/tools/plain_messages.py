"""The tool for plain messages: to a teammate, to all, and the two messages of a shutdown (section 6).

The sender is always the session's agent, so no member can write as another.
"""

from functools import partial
from typing import Any, Literal

from renkei.acts.names import first_line
from renkei.agent_tools.message_tools import sent
from renkei.agent_tools.tool import Tool
from renkei.edges.team.goal import is_goal
from renkei.edges.team.port import RunningTeam
from renkei.edges.team.shutdown import open_request, refuse
from renkei.edges.team.standings import check_team, lead_of
from renkei.errors import BadValueError, NobodyReachedError, NotAllowedError
from renkei.project.turns.session import Session
from renkei.protocol.payloads import Freeform
from renkei.protocol.primitives import Flag, Frozen
from renkei.texts.say import say
from renkei.wording.values import quote
from renkei.wording.visible import one_line

Kind = Literal["message", "broadcast", "shutdown_request", "shutdown_response"]


class PlainMessage(Frozen):
    """Arguments of `SendMessage`."""

    recipient: str = ""
    """Id of a teammate, the lead or a person; a broadcast ignores it."""
    content: str
    """The text."""
    type: Kind = "message"
    """broadcast: to every teammate; shutdown_request: the lead asks one to end; shutdown_response: the answer to it."""
    team_name: str | None = None
    """The name of your team; not needed."""
    in_reply_to: str | None = None
    """Id of the message that it answers; by default what the recipient asked you."""
    approve: Flag = True
    """For shutdown_response: whether you end; if not, `content` says why."""


def send(team: RunningTeam, session: Session, arguments: PlainMessage) -> dict[str, Any]:
    """Send a member's message as FREEFORM; raises ProtocolError."""
    check_team(team.file, arguments.team_name)
    return KINDS[arguments.type](team, session, arguments)


def _message(team: RunningTeam, session: Session, arguments: PlainMessage) -> dict[str, Any]:
    return _post(session, arguments, [_known(session, arguments.recipient)])


def _broadcast(team: RunningTeam, session: Session, arguments: PlainMessage) -> dict[str, Any]:
    others = [one.id for one in session.project.state.everybody() if not one.human and one.id != session.agent]
    if not others:
        raise NobodyReachedError(recipient="broadcast", known=", ".join(session.project.state.known_actors()))
    return _post(session, arguments, others)


def _shutdown_request(team: RunningTeam, session: Session, arguments: PlainMessage) -> dict[str, Any]:
    lead = lead_of(session.project.state)
    if session.agent != lead:
        raise NotAllowedError(
            actor=session.agent, what="end a teammate", allowed=f"the lead {quote(lead)}; write to it"
        )
    asked = team.stop(arguments.recipient, arguments.content, actor=lead)
    return {"recipient": arguments.recipient, "shutdown": asked.outcome, "id": asked.message_id}


def _shutdown_response(team: RunningTeam, session: Session, arguments: PlainMessage) -> dict[str, Any]:
    """Answer the request to end; a member that agrees leaves when its turn ends, with the runtime's reply."""
    if open_request(session.project.state, session.agent) is None:
        raise BadValueError(path="/type", got=arguments.type, problem="nobody has asked you to end")
    if arguments.approve:
        return {"shutdown": "agreed", "next": say(session.project.state.locale, "shutdown.end_turn")}
    return {"shutdown": "refused", "said": refuse(session.project, session.agent, arguments.content)}


KINDS = {
    "message": _message,
    "broadcast": _broadcast,
    "shutdown_request": _shutdown_request,
    "shutdown_response": _shutdown_response,
}
"""The function for each type."""


def _known(session: Session, recipient: str) -> str:
    """Return the id of a recipient; `lead` means the lead unless it is someone's id."""
    state = session.project.state
    return lead_of(state) if recipient == "lead" and recipient not in state.actors else recipient


def _post(session: Session, arguments: PlainMessage, to: list[str]) -> dict[str, Any]:
    """Send a text; it answers `in_reply_to`, or the question of its only recipient."""
    project = session.project
    payload = Freeform(
        intent_hint=arguments.type.upper(), body=arguments.content, requires_response=False, urgency="normal"
    )
    about = one_line(first_line(arguments.content))
    header: dict[str, Any] = {"in_reply_to": arguments.in_reply_to or _answered(session, to)}
    message = project.message(session.agent, payload, to, "normal", about, **header)
    return sent(project, project.send(message)) | {"to": to}


def _answered(session: Session, to: list[str]) -> str | None:
    """Return the only recipient's oldest question that the sender has not answered.

    The goal does not count: a message to the person is not yet the report.
    """
    for one in session.project.obligations(session.agent):
        mine = one.debtor == session.agent and "FREEFORM" in one.expects
        if mine and [one.creditor] == to and not is_goal(one.message_id):
            return one.message_id
    return None


def tools(team: RunningTeam) -> tuple[Tool, ...]:
    """Return the tool for messages between members of the team."""
    return (
        Tool(
            "SendMessage",
            "Write to a teammate, the lead or a person in plain words, or to every teammate at once. It answers what "
            "the recipient asked you.",
            PlainMessage,
            partial(send, team),
        ),
    )
