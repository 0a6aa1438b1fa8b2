"""The orderly end of a member: a request, and a reply on every path, as messages with an extension (section 2).

A request names the member and which one of that name it means, so that it never ends a newcomer. The member replies
that it agrees, and leaves with the same record; or that it refuses, with the reason, while it has work; or that the one
who was meant is gone. One that does not reply in time is dead: it is taken out by whoever runs the team.
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

PATIENCE = 300.0
"""Seconds after which a member that has not replied counts as dead."""

Outcome = Literal["agreed", "refused", "gone", "dead", "asked"]


@frozen
class ShutdownRequest:
    """A request for a member to end. `incarnation` says which member of its name is meant."""

    message_id: str
    sender: str
    agent: str
    incarnation: int
    reply_by: str | None


@frozen
class Asked:
    """What became of asking: `asked` with the id of the request, or `gone` when there was nobody to ask."""

    outcome: Outcome
    message_id: str | None = None


def request_shutdown(
    project: Project,
    agent: str,
    reason: str = "",
    *,
    incarnation: int | None = None,
    seconds: float = PATIENCE,
    actor: str = HUMAN,
) -> Asked:
    """Ask a member to end, and return at once. `incarnation`: the one that is meant, by default the present one.

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
    seconds: float = PATIENCE,
    actor: str = HUMAN,
) -> AnyMessage | None:
    """Return the request as a message that is not sent; None when the one who is meant is gone."""
    state = project.state
    known = state.actors.get(agent)
    if known is None or known.human or incarnation not in (None, known.incarnation):
        return None
    body = say(state.locale, "shutdown.request", agent=agent, reason=reason)
    by = later(max(state.at, project.now()), int(seconds * 1_000_000))
    extension = {REQUEST: {"agent": agent, "incarnation": known.incarnation}}
    payload = Freeform(intent_hint="SHUTDOWN_REQUEST", body=body, requires_response=True, urgency="blocking")
    return project.message(actor, payload, agent, "blocking", body, extensions=extension, reply_by=by)


def open_request(state: State, agent: str) -> ShutdownRequest | None:
    """Return the oldest request to end that an agent has not answered."""
    return next(iter(open_requests(state, agent)), None)


def open_requests(state: State, agent: str) -> list[ShutdownRequest]:
    """Return the requests to end that an agent has not answered, the oldest first."""
    found = []
    for owed in state.owed_by(agent):
        meant = _meant(state.messages[owed.message_id].message)
        if meant is not None:
            found.append(ShutdownRequest(owed.message_id, owed.creditor, *meant, owed.reply_by))
    return found


def _meant(message: AnyMessage) -> tuple[str, int] | None:
    """Return the member that a request to end is for; None for any other message."""
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
    """Return what became of a request that was sent: `asked` while nobody has answered it."""
    meant = _meant(project.find_message(message_id))
    for one in project.conversation(thread=message_id):
        match one.message.extensions.get(REPLY):
            case {"request": request, "outcome": "agreed" | "refused" | "gone" as outcome} if request == message_id:
                return outcome
    known = None if meant is None else project.state.actors.get(meant[0])
    return "asked" if known is not None and meant is not None and known.incarnation == meant[1] else "dead"


def has_work(state: State, agent: str) -> bool:
    """Return whether an agent has begun work that is not finished."""
    return any(one.status in ("in_progress", "blocked") for one in state.contracts.of(agent))


def refuse(project: Project, agent: str, reason: str) -> str:
    """Refuse the open request to end, while the agent has work; return what was said.

    Raises BadValueError without a reason, NotReadyError when there is no request or no work.
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
