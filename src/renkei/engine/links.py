"""Keeps the dependency graph in step with the events: one table from an event to the edges that it changes."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from renkei.board.events import EntryAdded, FieldWritten
from renkei.contracts.events import ContractAssigned, ContractOpened, ContractTransitioned
from renkei.contracts.lifecycle import SETTLED
from renkei.contracts.model import TaskContract
from renkei.dispatch.graph.links import Links, node
from renkei.documents.json_pointer import join, split
from renkei.engine.events import AnyEvent, MessageSent, ObligationClosed, ObligationOpened
from renkei.engine.state import State
from renkei.protocol.messages import DecisionRequestMessage

_WORDS = re.compile(r"[^\s,;、。()（）「」\"']+")
_DECISION = re.compile(r"\b[A-Z][A-Z]?[A-Z]?-[0-9]+\b")


def find_node(state: State, ref: str) -> str:
    """Give the node that a text such as `blocked_by` names: a known id, or a word in it that is one."""
    for word in (ref, *_WORDS.findall(ref)):
        entry = state.contracts.find(word)
        if entry is not None:
            return node("contract", entry.terms.id)
        if word in state.actors:
            return node("agent", word)
        if word in state.messages:
            return node("message", word)
        if state.board.has_entry(join("pending_decisions", word)):
            return node("decision", word)
        if node("artifact", word) in state.links.out:
            return node("artifact", word)
    return node("outside" if " " in ref else "artifact", ref)


def _opened(state: State, event: ContractOpened) -> Links:
    terms = event.contract
    here = node("contract", terms.id)
    links = state.links.add(here, "delegated_by", node("agent", terms.delegator))
    if terms.assignee is not None:
        links = links.add(here, "assigned_to", node("agent", terms.assignee))
    for needed in terms.depends_on:
        links = links.add(here, "depends_on", node("contract", needed))
    for ref in terms.inputs.artifacts:
        links = links.add(here, "reads", node("artifact", ref))
    for decision in decisions_in(terms):
        links = links.add(here, "touches", node("decision", decision))
    return links


def decisions_in(terms: TaskContract) -> tuple[str, ...]:
    """Give the decision ids that the terms of a contract mention, such as D-012."""
    texts = [terms.inputs.description, *terms.inputs.assumptions, *(c.constraint for c in terms.inputs.constraints)]
    texts += terms.authority.must_consult
    return tuple(dict.fromkeys(found for text in texts for found in _DECISION.findall(text)))


def _assigned(state: State, event: ContractAssigned) -> Links:
    here = node("contract", event.contract_id)
    return state.links.remove(here, "assigned_to").add(here, "assigned_to", node("agent", event.assignee))


def _moved(state: State, event: ContractTransitioned) -> Links:
    here = node("contract", event.contract_id)
    links = state.links
    if event.assignee != event.before_assignee:
        links = links.remove(here, "assigned_to")
        links = links if event.assignee is None else links.add(here, "assigned_to", node("agent", event.assignee))
    return links.remove(here, "depends_on") if event.after in SETTLED else links


def _entry_added(state: State, event: EntryAdded) -> Links:
    parts = split(event.path)
    if parts[0] == "pending_decisions":
        here = node("decision", parts[1])
        links = state.links.add(here, "owned_by", node("agent", str(event.entry["owner"])))
        return links.add(here, "asked_by", node("agent", event.author))
    if len(parts) == 4:
        return state.links.add(node("artifact", parts[3]), "made_by", node("agent", parts[1]))
    return state.links


def _field_written(state: State, event: FieldWritten) -> Links:
    parts = split(event.path)
    if parts[0] == "agents" and parts[-1] in ("blocked_by", "current_task"):
        here = node("agent", parts[1])
        relation: Any = "waits_for" if parts[-1] == "blocked_by" else "works_on"
        links = state.links.remove(here, relation)
        return links if event.value is None else links.add(here, relation, find_node(state, str(event.value)))
    if parts[0] == "pending_decisions" and parts[-1] == "owner":
        here = node("decision", parts[1])
        return state.links.remove(here, "owned_by").add(here, "owned_by", node("agent", str(event.value)))
    return state.links


def _sent(state: State, event: MessageSent) -> Links:
    message = event.message
    entry = state.contracts.find(message.task_ref)
    if not isinstance(message, DecisionRequestMessage) or entry is None:
        return state.links
    return state.links.add(node("contract", entry.terms.id), "touches", node("decision", message.payload.decision_id))


def _owed(state: State, event: ObligationOpened) -> Links:
    return state.links.add(node("message", event.message_id), "owed_by", node("agent", event.debtor))


def _answered(state: State, event: ObligationClosed) -> Links:
    here = node("message", event.message_id)
    links = state.links.remove(here, "owed_by")
    for debtor in sorted(state.obligations):
        if debtor != event.debtor and event.message_id in state.obligations[debtor]:
            links = links.add(here, "owed_by", node("agent", debtor))
    return links


CHANGES: dict[type[Any], Callable[[State, Any], Links]] = {
    ContractOpened: _opened,
    ContractAssigned: _assigned,
    ContractTransitioned: _moved,
    EntryAdded: _entry_added,
    FieldWritten: _field_written,
    MessageSent: _sent,
    ObligationOpened: _owed,
    ObligationClosed: _answered,
}
"""Which events change the graph, and how."""


def relink(state: State, event: AnyEvent) -> State:
    """Give the state with its graph after an event that was applied to it."""
    change = CHANGES.get(type(event))
    return state if change is None else replace(state, links=change(state, event))
