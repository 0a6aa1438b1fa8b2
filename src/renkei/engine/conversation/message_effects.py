"""Effects of a message on the board and the contracts (section 2): one table from a type to further actions."""

from collections.abc import Callable
from typing import Any

from pydantic import TypeAdapter, ValidationError

from renkei.board.decide import Write
from renkei.contracts.decide import check_performer, get
from renkei.contracts.events import Claim
from renkei.contracts.state import Contract
from renkei.dispatch.graph.links import node
from renkei.documents.explain import first_problem
from renkei.documents.json_pointer import join
from renkei.engine import commands as c
from renkei.engine.conversation.escalation import escalations
from renkei.engine.conversation.options import board_option
from renkei.engine.conversation.outputs import check_outputs
from renkei.engine.conversation.sending import resolve
from renkei.engine.delegation.handoff import check_attachment, names_criteria, terms_of
from renkei.engine.events import MessageSent
from renkei.engine.guards.conflicts import conflict_of, is_open_conflict, pause_in_conflict
from renkei.engine.participants.access import is_agent
from renkei.engine.rows import Effect
from renkei.engine.state import SYSTEM, State
from renkei.errors import BadValueError, DecisionMadeError, NotAllowedError, NotReadyError, UnknownDecisionError
from renkei.protocol import messages as m
from renkei.protocol.primitives import DEFERRED
from renkei.wording.values import quote

_CLAIMS: TypeAdapter[tuple[Claim, ...]] = TypeAdapter(tuple[Claim, ...], config=DEFERRED)


def own(state: State, actor: str, **fields: Any) -> list[Effect]:
    """Write fields of an actor's own entry on the board; humans have none."""
    if not is_agent(state, actor):
        return []
    return [(actor, Write(join("agents", actor, name), value)) for name, value in fields.items()]


def _handoff(state: State, message: m.TaskHandoffMessage) -> list[Effect]:
    check_attachment(message, resolve(state, message))
    first, *others = dict.fromkeys(message.receivers)
    single = first if not others and first in state.actors else None
    entry = state.contracts.find(message.task_ref)
    if entry is None:
        return [(message.from_, c.OpenContract(terms_of(message, single), message.id, names_criteria(message)))]
    if single is None:
        return []
    return [(message.from_, c.AssignContract(entry.terms.id, single, message.id))]


def _result(state: State, message: m.TaskResultMessage) -> list[Effect]:
    payload, sender = message.payload, message.from_
    entry = get(state.contracts, payload.original_task_ref)
    effects: list[Effect] = []
    for ref in payload.output_artifacts:
        if node("artifact", ref) not in state.links.out and is_agent(state, sender):
            entry_of = {"description": payload.summary[:120]}
            effects.append((sender, Write(join("agents", sender, "artifacts", ref), entry_of)))
    step: Any = {"completed": "submit", "partial": "deliver_part", "failed": "fail"}[payload.status]
    if payload.deviations and sender != entry.assignee and step != "fail":  # otherwise its notes are rejected first
        check_performer(entry, step, sender, ())
    claims = _claims(message) if step == "submit" else ()
    check_outputs(entry.terms, message)
    for text in payload.deviations or ():
        effects.append((sender, c.AddNote(entry.terms.id, text, deviation=True)))
    outputs = tuple(payload.output_artifacts)
    # Before the transition, which may complete the contract and with it the status of the agent.
    effects += own(state, sender, status="error" if step == "fail" else "idle")
    effects.append((sender, c.TransitionContract(entry.terms.id, step, payload.summary, claims, outputs)))
    return effects + own(state, sender, blocked_by=None)


def _claims(message: m.TaskResultMessage) -> tuple[Claim, ...]:
    try:
        return _CLAIMS.validate_python(message.extensions.get("evidence", ()))
    except ValidationError as error:
        raise first_problem(error, message.extensions["evidence"], "/extensions/evidence") from None


def _blocked(state: State, message: m.TaskBlockedMessage) -> list[Effect]:
    entry = get(state.contracts, message.payload.original_task_ref)
    return _block(state, message.from_, entry, message.payload.blocked_by, message.payload.reason)


def _block(state: State, sender: str, entry: Contract | None, by: str, reason: str) -> list[Effect]:
    moves: list[Effect] = [(sender, c.TransitionContract(entry.terms.id, "block", reason))] if entry else []
    if conflict_of(state, sender) is not None:  # it waits for that already
        return moves
    return moves + own(state, sender, blocked_by=by, status="blocked")


def _status(state: State, message: m.StatusUpdateMessage) -> list[Effect]:
    payload, sender = message.payload, message.from_
    if not is_agent(state, sender):
        return []
    entry = get(state.contracts, payload.task_ref) if payload.task_ref else None
    if entry is not None and payload.new_status != "completed":
        note: list[Effect] = [(sender, c.AddNote(entry.terms.id, payload.progress_summary))]
        return note + _status_of(state, message, entry)
    if payload.new_status == "completed" and entry is not None and entry.status != "completed":
        raise NotReadyError(
            what=f"mark {entry.terms.id} completed",
            reason=f"it is {entry.status}",
            next="Send a TASK_RESULT; the contract completes when its criteria are proved or accepted.",
        )
    return _status_of(state, message, None)


def _status_of(state: State, message: m.StatusUpdateMessage, entry: Contract | None) -> list[Effect]:
    payload, sender = message.payload, message.from_
    if payload.new_status == "blocked":
        first, *others = payload.blockers or (payload.progress_summary,)
        return _block(state, sender, entry, first, payload.progress_summary) + _further_blockers(message, others)
    if payload.new_status == "working":
        task = {"current_task": entry.terms.id} if entry else {}
        start: list[Effect] = [(sender, c.TransitionContract(entry.terms.id, "start"))] if entry else []
        own_fields = own(state, sender, **task, blocked_by=None, status="working")
        return start + own_fields + _reported_blockers_resolved(state, sender)
    return own(state, sender, status=payload.new_status)


def _further_blockers(message: m.StatusUpdateMessage, texts: list[str]) -> list[Effect]:
    """Add the sender's further blockers to the board, because `blocked_by` holds only one."""
    entry = {"affected_agents": [message.from_], "created_at": message.timestamp}
    return [
        (message.from_, Write(join("blockers", f"{message.id}-{number}"), entry | {"description": text}))
        for number, text in enumerate(texts, 2)
    ]


def _reported_blockers_resolved(state: State, sender: str) -> list[Effect]:
    """Resolve the blockers that the sender reported for itself alone: it is working again."""
    found: list[Effect] = []
    for blocker in state.board.ids("blockers"):
        path = join("blockers", blocker)
        mine = state.board.cells[f"{path}/description"].author == sender
        alone = state.board.get(f"{path}/affected_agents") == [sender]
        if mine and alone and not state.board.get(f"{path}/resolved") and not is_open_conflict(state, blocker):
            found.append((sender, Write(f"{path}/resolved", True)))
    return found


def _decision_request(state: State, message: m.DecisionRequestMessage) -> list[Effect]:
    payload = message.payload
    path = join("pending_decisions", payload.decision_id)
    _check_recommended(message)
    recipients = resolve(state, message)
    if state.board.has_entry(path):
        _check_asked_decision(state, message, recipients)
        return []
    owner = recipients[0]
    steps = payload.deadline_steps
    deadline = message.reply_by or (f"{steps} step{'s' if steps > 1 else ''}" if steps else None)
    options = [board_option(one, state.locale) for one in payload.options]
    entry = {"question": payload.question, "options": options, "owner": owner, "deadline": deadline}
    return [(message.from_, Write(path, entry))]


def _check_recommended(message: m.DecisionRequestMessage) -> None:
    labels = [one.label for one in message.payload.options]
    recommended = message.payload.recommended
    if recommended is not None and recommended not in labels:
        raise BadValueError(path="/payload/recommended", got=recommended, expected=" | ".join(labels))


def _check_asked_decision(state: State, message: m.DecisionRequestMessage, recipients: tuple[str, ...]) -> None:
    """Reject a request for a board decision that is made, asks another question, or belongs to others.

    The first participant to add a decision sets its owner. Asking anyone else under the same id, even a human, would
    let its owner answer in their place.
    """
    decision, question = message.payload.decision_id, message.payload.question
    entry = {
        name: state.board.get(join("pending_decisions", decision, name)) for name in ("status", "question", "owner")
    }
    if state.board.get(join("pending_decisions", decision, "resolution")) is not None:
        raise no_open_decision(state, decision)
    if entry["status"] != "open":
        reason = f"it is {entry['status']}"
        raise NotReadyError(
            what=f"ask for the decision {decision}", reason=reason, next="Choose another `decision_id`."
        )
    if entry["question"] != question:
        problem = f"the decision {decision!r} stands on the board with another question"
        hint = f"On the board: {quote(entry['question'])}. Ask that, or choose another `decision_id`."
        raise BadValueError(path="/payload/question", got=question, problem=problem, hint=hint)
    if entry["owner"] not in recipients:
        what = f"ask {', '.join(recipients)} for the decision {decision!r}"
        allowed = f"to ask its owner {entry['owner']!r}, or to choose another `decision_id`"
        raise NotAllowedError(actor=message.from_, what=what, allowed=allowed)


def _decision_result(state: State, message: m.DecisionResultMessage) -> list[Effect]:
    payload = message.payload
    path = join("pending_decisions", payload.decision_id)
    if state.board.get(f"{path}/status") != "open":
        asked = state.messages.get(message.in_reply_to or "")
        if asked is not None and asked.message.type == "CONFLICT_REPORT":
            return []  # it needs no entry
        raise no_open_decision(state, payload.decision_id)
    labels = [option["label"] for option in state.board.get(f"{path}/options") or ()]
    if labels and payload.chosen_option not in labels and not payload.rationale.strip():
        expected = f"{' | '.join(labels)}; or another option with a rationale"
        raise BadValueError(path="/payload/chosen_option", got=payload.chosen_option, expected=expected)
    resolution = f"{payload.chosen_option} ({payload.rationale})" if payload.rationale else payload.chosen_option
    if payload.additional_constraints:
        resolution += "; " + "; ".join(payload.additional_constraints)
    return [
        (message.from_, Write(f"{path}/resolution", resolution)),
        (message.from_, Write(f"{path}/status", "resolved")),
    ]


def no_open_decision(state: State, decision: str) -> UnknownDecisionError:
    """Return why a decision cannot be made: there is none, or who decided what and when."""
    known = ", ".join(one for one in state.board.ids("pending_decisions") if _is_open(state, one)) or "none"
    made = state.board.cells.get(join("pending_decisions", decision, "resolution"))
    if made is None or made.value is None:
        return UnknownDecisionError(decision=decision, known=known)
    return DecisionMadeError(decision=decision, by=made.author, resolution=made.value, at=made.at, known=known)


def _is_open(state: State, decision: str) -> bool:
    return bool(state.board.get(join("pending_decisions", decision, "status")) == "open")


def _review_request(state: State, message: m.ReviewRequestMessage) -> list[Effect]:
    if not message.payload.blocking or conflict_of(state, message.from_) is not None:
        return []
    return own(state, message.from_, blocked_by=message.id, status="blocked")


def _review_result(state: State, message: m.ReviewResultMessage) -> list[Effect]:
    entry = state.contracts.find(message.payload.artifact_ref)
    if entry is None or entry.status not in ("submitted", "partial"):
        return []
    if message.payload.verdict == "approved":
        return [(message.from_, c.AcceptContract(entry.terms.id, message.payload.summary))]
    rejected = "fail" if entry.status == "submitted" else "reopen"
    step: Any = "rework" if message.payload.verdict == "changes_requested" else rejected
    return [(message.from_, c.TransitionContract(entry.terms.id, step, message.payload.summary))]


def _conflict(state: State, message: m.ConflictReportMessage) -> list[Effect]:
    return list(pause_in_conflict(state, message))


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
"""The effects of each message type on the board and the contracts; the other types only inform."""


def effects_of_message(state: State, event: MessageSent) -> list[Effect]:
    """Return the effects of a sent message."""
    message = event.message
    effects = MESSAGE_EFFECTS.get(message.type)
    # Of the system's own messages only a conflict that it detected (not one that it forwards) has effects.
    silent = message.from_ == SYSTEM and (message.type != "CONFLICT_REPORT" or message.in_reply_to is not None)
    if effects is None or silent:
        return []
    return [*escalations(state, event), *effects(state, message)]
