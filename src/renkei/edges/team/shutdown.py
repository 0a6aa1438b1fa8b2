"""The clean end of a member: a request, and a reply on every path, as messages with an extension (section 2).

A request identifies the incarnation, so that it never ends a newcomer of the same name. The member may agree, and
leaves with the same record; it may decline with a reason, while it has work. If it has already left, the reply says so.
A member that does not reply in time counts as dead, and the process that runs the team removes it.
"""

from typing import Any, Literal

from renkei.engine import commands as c
from renkei.engine.state import HUMAN, State
from renkei.errors import BadValueError, NotReadyError
from renkei.immutable.frozen import frozen
from renkei.project.project import Project
from renkei.protocol.messages import AnyMessage
from renkei.protocol.payloads import Freeform
from renkei.protocol.primitives import later
from renkei.texts.say import say

REQUEST, REPLY = "shutdown_request", "shutdown_reply"
"""The extensions of the two messages."""

REPLY_SECONDS = 300.0
"""Seconds before a member that has not replied counts as dead."""

Outcome = Literal["agreed", "refused", "gone", "dead", "asked"]


@frozen
class ShutdownRequest:
    """A request for a member to end. `incarnation` identifies the member among those of its name."""

    message_id: str
    sender: str
    agent: str
    incarnation: int
    reply_by: str | None


@frozen
class Asked:
    """The result of asking: `asked` with the id of the request, or `gone` if the member has left."""

    outcome: Outcome
    message_id: str | None = None


def request_shutdown(
    project: Project,
    agent: str,
    reason: str = "",
    *,
    incarnation: int | None = None,
    seconds: float = REPLY_SECONDS,
    actor: str = HUMAN,
) -> Asked:
    """Ask a member to end, and return at once. `incarnation` defaults to the present one.

    Raises NotAllowedError, or another ProtocolError.
    """
    message = shutdown_message(project, agent, reason, incarnation=incarnation, seconds=seconds, actor=actor)
    if message is None:
        return Asked("gone")
    project.send(message)
    return Asked("asked", message.id)


def shutdown_message(
    project: Project,
    agent: str,
    reason: str = "",
    *,
    incarnation: int | None = None,
    seconds: float = REPLY_SECONDS,
    actor: str = HUMAN,
) -> AnyMessage | None:
    """Return the request as an unsent message; None if that member has left."""
    state = project.state
    known = state.actors.get(agent)
    if known is None or known.human or incarnation not in (None, known.incarnation):
        return None
    key = "shutdown.request" if reason.strip() else "shutdown.request_plain"
    body = say(state.locale, key, agent=agent, reason=reason)
    by = later(max(state.at, project.now()), int(seconds * 1_000_000))
    extension = {REQUEST: {"agent": agent, "incarnation": known.incarnation}}
    payload = Freeform(intent_hint="SHUTDOWN_REQUEST", body=body, requires_response=True, urgency="blocking")
    return project.message(actor, payload, agent, "blocking", body, extensions=extension, reply_by=by)


def open_request(state: State, agent: str) -> ShutdownRequest | None:
    """Return the oldest open request for an agent to end."""
    return next(iter(open_requests(state, agent)), None)


def open_requests(state: State, agent: str) -> list[ShutdownRequest]:
    """Return the open requests for an agent to end, the oldest first."""
    found = []
    for owed in state.owed_by(agent):
        meant = _meant(state.messages[owed.message_id].message)
        if meant is not None:
            found.append(ShutdownRequest(owed.message_id, owed.creditor, *meant, owed.reply_by))
    return found


def _meant(message: AnyMessage) -> tuple[str, int] | None:
    """Return the member addressed by a request to end; None for other messages."""
    match message.extensions.get(REQUEST):
        case {"agent": str(agent), "incarnation": int(incarnation)}:
            return agent, incarnation
    return None


def reply(project: Project, agent: str, request: ShutdownRequest, outcome: Outcome, reason: str = "") -> c.Send:
    """Return the reply to a request."""
    state = project.state
    body = say(state.locale, f"shutdown.{outcome}", agent=agent, number=request.incarnation, reason=reason)
    extension: dict[str, Any] = {REPLY: {"request": request.message_id, "outcome": outcome, "reason": reason}}
    payload = Freeform(intent_hint="SHUTDOWN_REPLY", body=body, requires_response=False, urgency="normal")
    message = project.message(
        agent, payload, request.sender, "normal", body, in_reply_to=request.message_id, extensions=extension
    )
    return c.Send(message)


def outcome_of(project: Project, message_id: str) -> Outcome:
    """Return the outcome of a request: `asked` until it is answered."""
    meant = _meant(project.find_message(message_id))
    for one in project.conversation(thread=message_id):
        match one.message.extensions.get(REPLY):
            case {"request": request, "outcome": "agreed" | "refused" | "gone" as outcome} if request == message_id:
                return outcome
    known = None if meant is None else project.state.actors.get(meant[0])
    return "asked" if known is not None and meant is not None and known.incarnation == meant[1] else "dead"


def has_work(state: State, agent: str) -> bool:
    """Return whether an agent has unfinished work that it has begun."""
    return any(one.status in ("in_progress", "blocked") for one in state.contracts.of(agent))


def refuse(project: Project, agent: str, reason: str) -> str:
    """Decline the open request to end, while the agent has work; return the reply's text.

    Raises BadValueError without a reason, NotReadyError if there is no request or no work.
    """
    state = project.state
    request = open_request(state, agent)
    if request is None:
        raise NotReadyError(what="answer", reason="nobody has asked you to end", next="Continue your work.")
    if not reason.strip():
        raise BadValueError(path="/reason", got=reason, expected="why you cannot end now")
    if not has_work(state, agent):
        raise NotReadyError(what="refuse", reason="you have no work in progress", next="Agree, and end your answer.")
    said = reply(project, agent, request, "refused", reason)
    project.do(said, actor=agent)
    return said.message.context_summary
