"""What an event of the log means for rules: the key to look them up by, and the facts for conditions and templates."""

from collections.abc import Callable, Iterator
from typing import Any

from renkei.board.events import EntryAdded, FieldWritten
from renkei.board.state import brief
from renkei.contracts.events import ContractTransitioned, LimitReached
from renkei.dispatch.match import Occurrence
from renkei.documents.json_pointer import join, pattern, split
from renkei.engine.events import MessageSent, ObligationOverdue
from renkei.engine.state import SYSTEM, State


def _written(state: State, event: FieldWritten) -> Iterator[Occurrence]:
    if event.old != event.value:
        yield _field(state, event.path, event.old, event.value, event.author, event.action)


def _added(state: State, event: EntryAdded) -> Iterator[Occurrence]:
    parts = split(event.path)
    because = f"{event.path}: added"
    facts = {"path": event.path, "author": event.author, "because": because, **event.entry}
    yield Occurrence(("added", join(*pattern(parts))), facts | _place_facts(state, parts))


def _place_facts(state: State, parts: tuple[str, ...]) -> dict[str, Any]:
    if parts[0] == "agents":
        return _agent_facts(state, parts[1]) | ({"artifact_ref": parts[3]} if len(parts) > 3 else {})
    return _decision_facts(state, parts[1]) if parts[0] == "pending_decisions" else {}


def _field(state: State, path: str, old: Any, new: Any, author: str, action: str) -> Occurrence:
    parts = split(path)
    facts: dict[str, Any] = {
        "path": path,
        "old": old,
        "new": new,
        "author": author,
        "because": f"{path}: {brief(old)} → {brief(new)}",
    }
    facts |= _place_facts(state, parts)
    if parts[0] == "agents" and len(parts) == 5:
        facts |= _artifact_facts(state, parts, old, new, action)
    return Occurrence(("field", join(*pattern(parts))), facts, new)


def _agent_facts(state: State, agent: str) -> dict[str, Any]:
    refs = state.board.ids("agents", agent, "artifacts")
    versions = [state.board.get(join("agents", agent, "artifacts", ref, "version")) for ref in refs]
    return {
        "agent": agent,
        "blocked_agent": agent,
        "completed_task": state.board.agent(agent, "current_task"),
        "dependency": state.board.agent(agent, "blocked_by"),
        "artifact_refs": [f"{ref} v{version}" for ref, version in zip(refs, versions, strict=True)],
    }


def _artifact_facts(state: State, parts: tuple[str, ...], old: Any, new: Any, action: str) -> dict[str, Any]:
    description = state.board.get(join(*parts[:4], "description"))
    return {
        "artifact_ref": parts[3],
        "old_version": old or 0,
        "new_version": new,
        "change_summary": action or description,
    }


def _decision_facts(state: State, decision: str) -> dict[str, Any]:
    path = join("pending_decisions", decision)
    names = ("question", "owner", "resolution", "deadline")
    return {"decision_id": decision, **{name: state.board.get(f"{path}/{name}") for name in names}}


def _message(state: State, event: MessageSent) -> Iterator[Occurrence]:
    """Messages of the machine itself set no rule off."""
    message = event.message
    if message.from_ == SYSTEM:
        return
    facts = message.payload.model_dump(mode="json") | {
        "message_id": message.id,
        "author": message.from_,
        "agent": message.from_,
        "recipients": list(event.recipients),
        "priority": message.priority,
        "contract": message.task_ref,
        "context_summary": message.context_summary,
        "because": f"{message.type} {message.id} from {message.from_}",
    }
    yield Occurrence(("message", message.type), facts, source=message)


def _moved(state: State, event: ContractTransitioned) -> Iterator[Occurrence]:
    entry = state.contracts.entries[event.contract_id]
    facts = {
        "contract": event.contract_id,
        "completed_task": event.contract_id,
        "agent": event.assignee,
        "author": event.by,
        "delegator": entry.terms.delegator,
        "description": entry.terms.inputs.description,
        "reason": event.reason,
        "artifact_refs": _agent_facts(state, event.assignee)["artifact_refs"] if event.assignee else [],
        "because": f"{event.contract_id}: {event.before} → {event.after}",
    }
    yield Occurrence(("contract", event.after), facts, event.after)


def _limit(state: State, event: LimitReached) -> Iterator[Occurrence]:
    entry = state.contracts.entries[event.contract_id]
    facts = {
        "contract": event.contract_id,
        "agent": entry.assignee,
        "author": SYSTEM,
        "delegator": entry.terms.delegator,
        "description": entry.terms.inputs.description,
        "limit": event.limit,
        "instruction": event.instruction,
        "because": f"{event.contract_id} has reached {event.limit}",
    }
    yield Occurrence(("overdue", "contract"), facts)


def _overdue(state: State, event: ObligationOverdue) -> Iterator[Occurrence]:
    owed = state.obligations[event.debtor][event.message_id]
    facts = {
        "message_id": event.message_id,
        "agent": event.debtor,
        "author": SYSTEM,
        "creditor": owed.creditor,
        "context_summary": owed.summary,
        "because": f"the reply of {event.debtor} to {event.message_id} is overdue",
    }
    yield Occurrence(("overdue", "obligation"), facts)


OCCURRENCES: dict[type[Any], Callable[[State, Any], Iterator[Occurrence]]] = {
    FieldWritten: _written,
    EntryAdded: _added,
    MessageSent: _message,
    ContractTransitioned: _moved,
    ObligationOverdue: _overdue,
    LimitReached: _limit,
}
"""Which events rules can wait for."""


def occurrences(state: State, event: Any) -> Iterator[Occurrence]:
    """Yield what an event, applied to the state, means for rules."""
    found = OCCURRENCES.get(type(event))
    return iter(()) if found is None else found(state, event)
