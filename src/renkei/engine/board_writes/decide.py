"""Decide a write: the conditions set by the rest of the project (section 1)."""

from collections.abc import Sequence

from pydantic import TypeAdapter, ValidationError

from renkei.board.decide import Write, decide_write
from renkei.board.events import CommentsKept, EntryAdded, FieldWritten, RereadNoticed
from renkei.documents.json_pointer import join, split
from renkei.engine import commands as c
from renkei.engine.conversation.sending import check_time
from renkei.engine.events import AnyEvent
from renkei.engine.guards.conflicts import check_no_conflict
from renkei.engine.participants.access import is_agent, need_actor
from renkei.engine.references import awaited_node, contracts_mentioning, find_node, waiting_by_name
from renkei.engine.state import SYSTEM, State
from renkei.engine.system_messages import PREFIX
from renkei.errors import BadValueError, NotReadyError, UnknownFieldError
from renkei.immutable.replacing import replace
from renkei.protocol.primitives import DEFERRED, Timestamp
from renkei.wording.visible import visible

TIMESTAMP: TypeAdapter[str] = TypeAdapter(Timestamp, config=DEFERRED)

REFERRING = ("blocked_by", "current_task")
"""Fields of an agent whose text may name other things in the project."""


def write(state: State, action: Write, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Write a field or add an entry."""
    parts = split(action.path)
    if parts[0] == "agents" and parts[1] in state.departed and not is_agent(state, parts[1]):
        raise UnknownFieldError(
            path=action.path, known=", ".join(join("agents", one) for one in state.board.ids("agents"))
        )
    if parts[0] in ("pending_decisions", "blockers") and parts[1].startswith(PREFIX) and who.actor != SYSTEM:
        problem = f"{parts[1]!r} begins with {PREFIX}, which is reserved"
        if not state.board.has_entry(join(*parts[:2])):
            raise BadValueError(path=action.path, got=parts[1], problem=problem)
    if action.at is not None:
        action = replace(action, at=_time(action.at))
        check_time(str(action.at), who.at)
    if parts[0] == "pending_decisions":
        _check_decision(state, action, parts, who)
    if parts[0] == "agents" and who.actor == parts[1] and len(parts) == 3:
        _check_no_conflict(state, action, parts)
    if parts[0] == "agents" and parts[-1] == "status" and action.value == "completed" and who.actor == parts[1]:
        _check_done(state, parts[1])
    events = decide_write(state.board, _dated(action, who), who.actor, action.at or who.at)
    readable = (one for one in events if not isinstance(one, RereadNoticed) or one.to in state.actors)
    return [_with_reference(state, one) for one in readable]


def _with_reference(state: State, event: AnyEvent) -> AnyEvent:
    """Store in the event the reference of its text, so that replaying never reads the text again."""
    if isinstance(event, EntryAdded) and event.path.startswith("/pending_decisions/"):
        name = split(event.path)[1]
        awaited_by = tuple(waiting_by_name(state, name))
        return event.model_copy(update={"mentioned_by": contracts_mentioning(state, name), "awaited_by": awaited_by})
    if not isinstance(event, FieldWritten) or event.value is None:
        return event
    parts = split(event.path)
    if parts[0] != "agents" or parts[-1] not in REFERRING:
        return event
    text = str(event.value)
    waits = parts[-1] == "blocked_by"
    return event.model_copy(
        update={"refers_to": awaited_node(state, parts[1], text) if waits else find_node(state, text)}
    )


def _check_decision(state: State, action: Write, parts: tuple[str, ...], who: c.CommandContext) -> None:
    """Check the owner of a decision, and that a new one is open: only its owner or a human resolves it."""
    entry = action.value if isinstance(action.value, dict) else None
    owner = action.value if parts[-1] == "owner" else entry.get("owner") if entry is not None else None
    if isinstance(owner, str):  # anything else fits no field of the board
        need_actor(state, owner)
    if entry is None or len(parts) != 2 or who.actor == SYSTEM:
        return
    if entry.get("status", "open") != "open" or entry.get("resolution"):
        raise BadValueError(
            path=f"{action.path}/status", got=entry.get("status"), expected="status open and no resolution"
        )


def _check_no_conflict(state: State, action: Write, parts: tuple[str, ...]) -> None:
    """Reject an agent's attempt to continue while a critical conflict pauses it."""
    goes_on = parts[2] == "blocked_by" or (parts[2] == "status" and action.value == "working")
    if goes_on and action.value != state.board.get(action.path):
        check_no_conflict(state, f"write {action.path}", state.board.agent(parts[1], "blocked_by"))


def _check_done(state: State, agent: str) -> None:
    """Reject `completed` by an agent with unfinished work: a contract is completed by proof or acceptance."""
    current = state.contracts.find(state.board.agent(agent, "current_task"))
    begun = [one for one in state.contracts.of(agent) if one.status in ("in_progress", "blocked") or one is current]
    if begun:
        raise NotReadyError(
            what=f"mark {begun[0].terms.id} completed",
            reason=f"it is {begun[0].status}",
            next="Send a TASK_RESULT; the contract completes when its criteria are proved or accepted.",
        )


def _dated(action: Write, who: c.CommandContext) -> Write:
    """Set the date of an undated new blocker."""
    if action.path.startswith("/blockers/") and isinstance(action.value, dict) and "created_at" not in action.value:
        return replace(action, value=action.value | {"created_at": who.at})
    return action


def _time(text: str) -> str:
    try:
        return TIMESTAMP.validate_python(text)
    except ValidationError:
        raise BadValueError(path="/at", got=text, expected="a time such as 2026-01-15T09:30:00Z") from None


def keep_comments(state: State, action: c.KeepComments, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Return the event that stores the comments of the board file; empty if they are unchanged."""
    kept = dict(action.comments)
    for path, (above, beside) in kept.items():
        wrong = next((line for line in (*above, beside) if line and not _is_comment(line)), None)
        if wrong is not None:
            raise BadValueError(path=path, got=wrong, expected="a comment: one line that begins with #")
    return [] if kept == dict(state.board.comments) else [CommentsKept(comments=kept)]


def _is_comment(line: str) -> bool:
    return line.startswith("#") and "\n" not in line and visible(line) == line
