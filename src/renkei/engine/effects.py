"""What follows from an event by the protocol itself: one table from an event to further parts, each with its actor.

Messages move contracts and write the board (reading of section 2.6); these are not rules, cannot be switched off, and
are one atomic step with their cause. A part that is refused refuses the whole command, and its author is told why.
"""

from collections.abc import Callable
from typing import Any

from renkei.board.decide import Write
from renkei.board.events import FieldWritten
from renkei.contracts.events import ContractTransitioned, EvidenceRecorded, LimitReached
from renkei.contracts.state import Contract
from renkei.dispatch.graph.links import closed_by, node
from renkei.documents.json_pointer import join, split
from renkei.engine import commands as c
from renkei.engine.events import MessageSent, ObligationClosed
from renkei.engine.message_effects import MESSAGE_EFFECTS, Effect, is_agent
from renkei.engine.state import SYSTEM, State
from renkei.engine.system_messages import ask_for_acceptance, report_deadlock, report_limit, report_stranded


def _sent(state: State, event: MessageSent) -> list[Effect]:
    message = event.message
    effects = MESSAGE_EFFECTS.get(message.type)
    # Of the machine's own messages only a report of its own finding (not one passed on) does anything.
    silent = message.from_ == SYSTEM and (message.type != "CONFLICT_REPORT" or message.in_reply_to is not None)
    return [] if effects is None or silent else effects(state, message)


def _moved(state: State, event: ContractTransitioned) -> list[Effect]:
    """Ask for acceptance of submitted work; put the outcome on its producer's entry."""
    entry = state.contracts.entries[event.contract_id]
    return [*_debts(event, entry), *_what_follows(state, event, entry)]


def _debts(event: ContractTransitioned, entry: Contract) -> list[Effect]:
    """Close what nobody needs to answer any more: about settled work, work that another took, work that was judged."""
    name, message = entry.terms.id, entry.message_id
    if entry.settled:
        return [(SYSTEM, c.CloseObligations(message, name))]
    if event.transition == "claim" and message is not None:
        return [(SYSTEM, c.CloseObligations(message, keep=event.assignee))]
    if event.before == "submitted" and event.after != "submitted":
        return [(SYSTEM, c.CloseObligations(subject=name, expects="REVIEW_RESULT"))]
    return []


def _what_follows(state: State, event: ContractTransitioned, entry: Contract) -> list[Effect]:
    if event.after == "submitted":
        if not entry.unproved:
            return [(SYSTEM, c.AcceptContract(entry.terms.id, "every criterion was proved by its command"))]
        return [(SYSTEM, c.Send(ask_for_acceptance(state, entry)))]
    if event.after == "cancelled":
        parts = state.contracts.parts_of(entry.terms.id)
        reason = f"{entry.terms.id} was cancelled"
        cancels: list[Effect] = [(SYSTEM, c.TransitionContract(one.terms.id, "cancel", reason)) for one in parts]
        return cancels + _stranded(state, entry)
    return _outcome(state, event, entry) + _upwards(state, event, entry)


def _stranded(state: State, entry: Contract) -> list[Effect]:
    """Tell the delegators of work that depends on what was cancelled: it can never begin."""
    found = state.links.neighbours(node("contract", entry.terms.id), "in", ("depends_on",))
    waiting = [state.contracts.entries[one.partition(":")[2]] for one in found]
    return [(SYSTEM, c.Send(report_stranded(state, one, entry))) for one in waiting if not one.settled]


def _upwards(state: State, event: ContractTransitioned, entry: Contract) -> list[Effect]:
    """Let the result of a part be known to those who work on the whole."""
    whole = entry.terms.parent
    if event.after != "completed" or whole is None or whole not in state.contracts.entries:
        return []
    outputs = f" ({', '.join(entry.outputs)})" if entry.outputs else ""
    return [(SYSTEM, c.AddNote(whole, f"part {entry.terms.id} is completed{outputs}: {event.reason}"))]


def _outcome(state: State, event: ContractTransitioned, entry: Contract) -> list[Effect]:
    if event.transition == "release":
        lost = event.before_assignee or ""
        fields = {"current_task": None, "status": "error" if event.by == SYSTEM else "idle"}
        mine = is_agent(state, lost) and state.board.agent(lost, "current_task") == event.contract_id
        return [(SYSTEM, Write(join("agents", lost, name), value)) for name, value in fields.items()] if mine else []
    agent = event.assignee
    if agent is None or not is_agent(state, agent):
        return []
    mine = state.board.agent(agent, "current_task") in (None, event.contract_id)
    if event.after == "completed" and mine:
        fields = {"current_task": event.contract_id, "status": "completed"}
        return [(SYSTEM, Write(join("agents", agent, name), value)) for name, value in fields.items()]
    if event.transition in ("claim", "start") and event.by == agent:
        status = "working" if event.transition == "start" else "idle"
        begun = {"current_task": event.contract_id, "blocked_by": None, "status": status}
        return [(SYSTEM, Write(join("agents", agent, name), value)) for name, value in begun.items()]
    return []


def _proved(state: State, event: EvidenceRecorded) -> list[Effect]:
    """Complete submitted work when its commands have proved every criterion."""
    entry = state.contracts.entries[event.contract_id]
    if entry.status != "submitted" or not event.proofs or entry.unproved:
        return []
    if any(proof.method == "acceptance" for proof in event.proofs):
        return []
    return [(SYSTEM, c.AcceptContract(entry.terms.id, "every criterion was proved by its command"))]


def _limit(state: State, event: LimitReached) -> list[Effect]:
    entry = state.contracts.entries[event.contract_id]
    return [(SYSTEM, c.Send(report_limit(state, entry, event)))]


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
    if parts[0] == "pending_decisions" and parts[-1] == "status" and event.value == "resolved":
        return [(SYSTEM, c.CloseObligations(subject=parts[1], expects="DECISION_RESULT"))]
    if parts[0] != "agents" or len(parts) != 3:
        return []
    if parts[2] == "status" and event.old == "blocked":
        return _unblocked(state, parts[1])
    return []


def cycles_closed(before: State, state: State) -> list[Effect]:
    """Report every cycle of waiting that was closed since `before`, to those on it and to the humans."""
    if state.links.order.back is before.links.order.back:
        return []
    fresh = [edge for edge in state.links.order.back if edge not in before.links.order.back]
    cycles = [closed_by(state.links, edge) for edge in fresh]
    waiting = [one for one in cycles if any(_waits(state, name) for name in one)]
    return [(SYSTEM, c.Send(report_deadlock(state, cycle))) for cycle in waiting]


def _waits(state: State, name: str) -> bool:
    return any(True for _ in state.links.neighbours(name, "out", ("waits_for",)))


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
    ContractTransitioned: _moved,
    EvidenceRecorded: _proved,
    LimitReached: _limit,
    ObligationClosed: _closed,
    FieldWritten: _written,
}
"""What follows from each event; an event without a row has no consequences of its own."""
