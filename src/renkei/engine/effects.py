"""What follows from an event by the protocol itself: one table from an event to further parts, each with its actor.

Messages move contracts and write the board (reading of section 2.6); these are not rules, cannot be switched off, and
are one atomic step with their cause. A part that is refused refuses the whole command, and its author is told why.
"""

from collections.abc import Callable
from typing import Any

from pydantic import TypeAdapter, ValidationError

from renkei.board.decide import Write
from renkei.board.events import FieldWritten
from renkei.board.fields import join, split
from renkei.contracts.decide import get
from renkei.contracts.events import Claim, ContractMoved
from renkei.contracts.state import Entry
from renkei.dispatch.links import node, waiting_circle
from renkei.engine import commands as c
from renkei.engine.events import MessageSent, ObligationClosed
from renkei.engine.handoff import terms_of
from renkei.engine.notices import ask_for_acceptance, report_circle
from renkei.engine.state import SYSTEM, State
from renkei.errors import BadValue, NotReady, UnknownDecision
from renkei.protocol import messages as m

Effect = tuple[str, c.Part]

_CLAIMS: TypeAdapter[tuple[Claim, ...]] = TypeAdapter(tuple[Claim, ...])


def own(actor: str, **fields: Any) -> list[Effect]:
    """Write fields of an actor's own entry on the board."""
    return [(actor, Write(join("agents", actor, name), value)) for name, value in fields.items()]


def _is_agent(state: State, actor: str) -> bool:
    return state.board.has_entry(join("agents", actor))


def _handoff(state: State, message: m.TaskHandoffMessage) -> list[Effect]:
    single = message.receivers[0] if len(message.receivers) == 1 and message.receivers[0] in state.actors else None
    entry = state.contracts.find(message.task_ref)
    if entry is None:
        return [(message.from_, c.OpenContract(terms_of(message, single), message.id))]
    if single is None:
        return []
    return [(message.from_, c.AssignContract(entry.terms.id, single, message.id))]


def _result(state: State, message: m.TaskResultMessage) -> list[Effect]:
    payload, sender = message.payload, message.from_
    entry = get(state.contracts, payload.original_task_ref)
    effects: list[Effect] = []
    for ref in payload.output_artifacts:
        if not any(True for _ in state.board.artifact_owners(ref)) and _is_agent(state, sender):
            entry_of = {"description": payload.summary[:120]}
            effects.append((sender, Write(join("agents", sender, "artifacts", ref), entry_of)))
    step: Any = {"completed": "submit", "partial": "deliver_part", "failed": "fail"}[payload.status]
    claims = _claims(message) if step == "submit" else ()
    effects.append((sender, c.MoveContract(entry.terms.id, step, payload.summary, claims)))
    return effects + own(sender, status="error" if step == "fail" else "idle", blocked_by=None)


def _claims(message: m.TaskResultMessage) -> tuple[Claim, ...]:
    try:
        return _CLAIMS.validate_python(message.extensions.get("evidence", ()))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = "".join(f"/{part}" for part in first["loc"])
        expected = "a list of {criterion, met, evidence}"
        raise BadValue(path=f"/extensions/evidence{where}", got=first["input"], expected=expected) from None


def _blocked(state: State, message: m.TaskBlockedMessage) -> list[Effect]:
    entry = get(state.contracts, message.payload.original_task_ref)
    return _block(message.from_, entry, message.payload.blocked_by, message.payload.reason)


def _block(sender: str, entry: Entry | None, by: str, reason: str) -> list[Effect]:
    moves: list[Effect] = [(sender, c.MoveContract(entry.terms.id, "block", reason))] if entry else []
    return moves + own(sender, blocked_by=by, status="blocked")


def _status(state: State, message: m.StatusUpdateMessage) -> list[Effect]:
    payload, sender = message.payload, message.from_
    if not _is_agent(state, sender):
        return []
    entry = get(state.contracts, payload.task_ref) if payload.task_ref else None
    if payload.new_status == "blocked":
        return _block(sender, entry, (payload.blockers or (payload.progress_summary,))[0], payload.progress_summary)
    if payload.new_status == "working":
        task = {"current_task": entry.terms.id} if entry else {}
        start: list[Effect] = [(sender, c.MoveContract(entry.terms.id, "start"))] if entry else []
        return start + own(sender, **task, blocked_by=None, status="working")
    if payload.new_status == "completed" and entry is not None and entry.status != "completed":
        raise NotReady(
            what=f"To call {entry.terms.id} completed",
            reason=f"it is {entry.status}",
            next="Send a TASK_RESULT; it completes when its criteria are proved or accepted.",
        )
    return own(sender, status=payload.new_status)


def _decision_request(state: State, message: m.DecisionRequestMessage) -> list[Effect]:
    payload = message.payload
    path = join("pending_decisions", payload.decision_id)
    if state.board.has_entry(path):
        return []
    first = message.receivers[0]
    owner = first if first in state.actors else state.members(first)[0]
    deadline = message.reply_by or (f"{payload.deadline_steps} steps" if payload.deadline_steps else None)
    options = [{"label": one.label, "pros": one.analysis, "cons": ""} for one in payload.options]
    entry = {"question": payload.question, "options": options, "owner": owner, "deadline": deadline}
    return [(message.from_, Write(path, entry))]


def _decision_result(state: State, message: m.DecisionResultMessage) -> list[Effect]:
    payload = message.payload
    path = join("pending_decisions", payload.decision_id)
    if state.board.get(f"{path}/status") != "open":
        if message.in_reply_to is not None:
            return []  # settles a CONFLICT_REPORT, which needs no entry
        open_ones = [d for d in state.board.ids("pending_decisions") if _is_open(state, d)]
        raise UnknownDecision(decision=payload.decision_id, known=", ".join(open_ones) or "none")
    resolution = f"{payload.chosen_option} ({payload.rationale})" if payload.rationale else payload.chosen_option
    if payload.additional_constraints:
        resolution += "; " + "; ".join(payload.additional_constraints)
    return [
        (message.from_, Write(f"{path}/resolution", resolution)),
        (message.from_, Write(f"{path}/status", "resolved")),
    ]


def _is_open(state: State, decision: str) -> bool:
    return bool(state.board.get(join("pending_decisions", decision, "status")) == "open")


def _review_request(state: State, message: m.ReviewRequestMessage) -> list[Effect]:
    if not message.payload.blocking or not _is_agent(state, message.from_):
        return []
    return own(message.from_, blocked_by=message.id, status="blocked")


def _review_result(state: State, message: m.ReviewResultMessage) -> list[Effect]:
    entry = state.contracts.find(message.payload.artifact_ref)
    if entry is None or entry.status != "submitted":
        return []
    if message.payload.verdict == "approved":
        return [(message.from_, c.AcceptContract(entry.terms.id, message.payload.summary))]
    step: Any = "rework" if message.payload.verdict == "changes_requested" else "fail"
    return [(message.from_, c.MoveContract(entry.terms.id, step, message.payload.summary))]


def _conflict(state: State, message: m.ConflictReportMessage) -> list[Effect]:
    payload = message.payload
    if payload.severity != "critical":
        return []
    affected = [owner for ref in payload.conflicting_artifacts for owner in state.board.artifact_owners(ref)]
    affected += [ref.id for ref in message.related_state_refs if ref.type == "agent"]
    entry = {
        "description": payload.conflict_description,
        "affected_agents": list(dict.fromkeys(affected)),
        "created_at": message.timestamp,
    }
    return [(message.from_, Write(join("blockers", message.id), entry))]


MESSAGE_EFFECTS: dict[str, Callable[[State, Any], list[Effect]]] = {
    "TASK_HANDOFF": _handoff,
    "TASK_RESULT": _result,
    "TASK_BLOCKED": _blocked,
    "STATUS_UPDATE": _status,
    "DECISION_REQUEST": _decision_request,
    "DECISION_RESULT": _decision_result,
    "REVIEW_REQUEST": _review_request,
    "REVIEW_RESULT": _review_result,
    "CONFLICT_REPORT": _conflict,
}
"""What a message of each type does to the board and the contracts; the other types only inform."""


def _sent(state: State, event: MessageSent) -> list[Effect]:
    message = event.message
    effects = MESSAGE_EFFECTS.get(message.type)
    # Of the machine's own messages only a report of its own finding (not one passed on) does anything.
    silent = message.from_ == SYSTEM and (message.type != "CONFLICT_REPORT" or message.in_reply_to is not None)
    return [] if effects is None or silent else effects(state, message)


def _moved(state: State, event: ContractMoved) -> list[Effect]:
    """Ask for acceptance of submitted work; put the outcome on its producer's entry."""
    entry = state.contracts.entries[event.contract_id]
    if event.after == "submitted":
        return [(SYSTEM, c.Send(ask_for_acceptance(state, entry)))]
    agent = event.assignee
    if agent is None or not _is_agent(state, agent):
        return []
    mine = state.board.agent(agent, "current_task") in (None, event.contract_id)
    if event.after == "completed" and mine:
        fields = {"current_task": event.contract_id, "status": "completed"}
        return [(SYSTEM, Write(join("agents", agent, name), value)) for name, value in fields.items()]
    if event.step == "claim":
        return [(SYSTEM, Write(join("agents", agent, "current_task"), event.contract_id))]
    return []


def _closed(state: State, event: ObligationClosed) -> list[Effect]:
    """Let those go on who waited for the reply, once nobody owes it any more."""
    here = node("message", event.message_id)
    if any(True for _ in state.links.neighbours(here, "out", ("owed_by",))):
        return []
    effects: list[Effect] = []
    for waiting in state.links.neighbours(here, "in", ("waits_for",)):
        agent = waiting.partition(":")[2]
        status = "working" if state.board.agent(agent, "current_task") else "idle"
        effects += [
            (SYSTEM, Write(join("agents", agent, "blocked_by"), None)),
            (SYSTEM, Write(join("agents", agent, "status"), status)),
        ]
    blocker = join("blockers", event.message_id)
    if state.board.has_entry(blocker):
        effects.append((SYSTEM, Write(f"{blocker}/resolved", True)))
    return effects


def _written(state: State, event: FieldWritten) -> list[Effect]:
    parts = split(event.path)
    if parts[0] != "agents" or len(parts) != 3:
        return []
    if parts[2] == "blocked_by" and event.value is not None:
        circle = waiting_circle(state.links, node("agent", parts[1]))
        return [(SYSTEM, c.Send(report_circle(state, circle)))] if circle else []
    if parts[2] == "status" and event.old == "blocked":
        return _unblocked(state, parts[1])
    return []


def _unblocked(state: State, agent: str) -> list[Effect]:
    """Resolve the blockers that a rule put on the board for an agent that goes on."""
    return [
        (SYSTEM, Write(join("blockers", blocker, "resolved"), True))
        for blocker in state.board.ids("blockers")
        if state.board.get(join("blockers", blocker, "affected_agents")) == [agent]
        and state.board.cells[join("blockers", blocker, "resolved")].author == SYSTEM
        and not state.board.get(join("blockers", blocker, "resolved"))
    ]


EFFECTS: dict[type[Any], Callable[[State, Any], list[Effect]]] = {
    MessageSent: _sent,
    ContractMoved: _moved,
    ObligationClosed: _closed,
    FieldWritten: _written,
}
"""What follows from each event; an event without a row has no consequences of its own."""
