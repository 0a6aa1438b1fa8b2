"""The rows of contracts: assignments, links, effects and occurrences of their events."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from renkei.contracts import state as contracts
from renkei.contracts.events import (
    ContractAssigned,
    ContractOpened,
    ContractPaused,
    ContractResumed,
    ContractTransitioned,
    EvidenceRecorded,
    LimitReached,
    MergeAwaited,
    MergeDelayed,
    NoteAdded,
    PartyReplaced,
    WorkMerged,
)
from renkei.contracts.lifecycle import CLOSED
from renkei.dispatch.graph.links import Relation, node
from renkei.engine import commands as c
from renkei.engine.delegation import decide, effects, occurrences
from renkei.engine.file_work import effects as file_effects
from renkei.engine.guards.loop_guard import forget_results, made_progress
from renkei.engine.rows import ActionRow, Effect, EventRow, Link, Subject, Unlink, nothing
from renkei.engine.state import SYSTEM, State
from renkei.engine.system_messages import report_all_closed
from renkei.files.state import without_contract
from renkei.immutable.replacing import replace

Change = Callable[[contracts.Contracts, Any, int], contracts.Contracts]


def _on_contracts(change: Change) -> Callable[[State, Any], State]:
    return lambda state, event: replace(state, contracts=change(state.contracts, event, state.seq + 1))


_transitioned = _on_contracts(contracts.apply_transitioned)


_work_merged = _on_contracts(contracts.apply_work_merged)


def _merged(state: State, event: WorkMerged) -> State:
    return forget_results(_work_merged(state, event))


def _transition(state: State, event: ContractTransitioned) -> State:
    state = made_progress(_transitioned(state, event), event.by)
    if event.after not in CLOSED:
        return state
    files = without_contract(state.files, event.contract_id)
    return state if files is state.files else replace(state, files=files)


_contract_resumed = _on_contracts(contracts.apply_resumed)


def _resumed(state: State, event: ContractResumed) -> State:
    state = _contract_resumed(state, event)
    assignee = state.contracts.entries[event.contract_id].assignee
    return state if assignee is None else state.with_activity([assignee], event.at)


def _opened_links(state: State, event: ContractOpened) -> Iterator[Link | Unlink]:
    terms = event.contract
    here = node("contract", terms.id)
    yield Link(here, "delegated_by", node("agent", terms.delegator))
    if terms.assignee is not None:
        yield Link(here, "assigned_to", node("agent", terms.assignee))
    for needed in terms.depends_on:
        yield Link(here, "depends_on", node("contract", needed))
    for ref in terms.inputs.artifacts:
        yield Link(here, "reads", node("artifact", ref))
    for decision in event.decisions:
        yield Link(here, "touches", node("decision", decision))
    for agent in event.awaited_by:
        yield Unlink(node("agent", agent), "waits_for")
        yield Link(node("agent", agent), "waits_for", here)


def _assigned_links(state: State, event: ContractAssigned) -> Iterator[Link | Unlink]:
    here = node("contract", event.contract_id)
    yield Unlink(here, "assigned_to")
    yield Link(here, "assigned_to", node("agent", event.assignee))


def _transition_links(state: State, event: ContractTransitioned) -> Iterator[Link | Unlink]:
    here = node("contract", event.contract_id)
    if event.assignee != event.before_assignee:
        yield Unlink(here, "assigned_to")
        if event.assignee is not None:
            yield Link(here, "assigned_to", node("agent", event.assignee))
    if event.after in CLOSED:
        yield Unlink(here, "depends_on")


def _party_links(state: State, event: PartyReplaced) -> Iterator[Link | Unlink]:
    here = node("contract", event.contract_id)
    relation: Relation = "delegated_by" if event.party == "delegator" else "assigned_to"
    yield Unlink(here, relation)
    if event.after is not None:
        yield Link(here, relation, node("agent", event.after))


def _transition_effects(state: State, event: ContractTransitioned) -> Iterator[Effect]:
    yield from effects.transitioned(state, event)
    yield from file_effects.transitioned(state, event)
    entries = state.contracts.entries.values()
    if event.after in CLOSED and all(contract.closed for contract in entries):
        yield (SYSTEM, c.Send(report_all_closed(state)))


def _closed(state: State, event: ContractTransitioned) -> Iterable[str]:
    """Return the nodes of a closed contract; completed work has also delivered its artifacts."""
    if event.after not in CLOSED:
        return ()
    outputs = state.contracts.entries[event.contract_id].outputs if event.after == "completed" else ()
    return [node("contract", event.contract_id), *(node("artifact", ref) for ref in outputs)]


def _about(event: Any) -> Iterable[Subject]:
    return [("contract", event.contract_id)]


def _named(action: Any) -> Iterable[str]:
    return (action.contract,)


def _named_in_terms(action: c.OpenContract) -> Iterable[str | None]:
    return (action.terms.id, action.terms.parent, *action.terms.depends_on)


ACTIONS: dict[type[Any], ActionRow] = {
    c.OpenContract: ActionRow(decide.open_contract, contracts=_named_in_terms),
    c.AssignContract: ActionRow(decide.assign, contracts=_named),
    c.ClaimContract: ActionRow(decide.claim, contracts=_named),
    c.ProveContract: ActionRow(decide.prove, contracts=_named),
    c.TransitionContract: ActionRow(decide.transition, contracts=_named),
    c.AcceptContract: ActionRow(decide.accept, contracts=_named),
    c.PauseContract: ActionRow(decide.pause, contracts=_named),
    c.ResumeContract: ActionRow(decide.resume, contracts=_named),
    c.ReplaceParty: ActionRow(decide.replace_party, contracts=_named),
    c.RecordMerge: ActionRow(decide.record_merge, contracts=_named),
    c.DelayMerge: ActionRow(decide.delay_merge, contracts=_named),
    c.AddNote: ActionRow(decide.note, contracts=_named),
}

EVENTS: dict[type[Any], EventRow] = {
    ContractOpened: EventRow(
        _on_contracts(contracts.apply_opened),
        links=_opened_links,
        effects=file_effects.opened,
        occurrences=nothing,
        ends=nothing,
        subjects=lambda event: [("contract", event.contract.id)],
    ),
    ContractAssigned: EventRow(
        _on_contracts(contracts.apply_assigned),
        links=_assigned_links,
        effects=effects.assigned,
        occurrences=nothing,
        ends=nothing,
        subjects=_about,
    ),
    ContractTransitioned: EventRow(
        _transition,
        links=_transition_links,
        effects=_transition_effects,
        occurrences=occurrences.transitioned,
        ends=_closed,
        subjects=_about,
    ),
    MergeAwaited: EventRow(
        _on_contracts(contracts.apply_merge_awaited),
        links=nothing,
        effects=effects.merge_awaited,
        occurrences=nothing,
        ends=nothing,
        subjects=_about,
    ),
    MergeDelayed: EventRow(
        _on_contracts(contracts.apply_merge_delayed),
        links=nothing,
        effects=nothing,
        occurrences=nothing,
        ends=nothing,
        subjects=_about,
    ),
    WorkMerged: EventRow(
        _merged,
        links=nothing,
        effects=effects.work_merged,
        occurrences=nothing,
        ends=nothing,
        subjects=lambda event: [*_about(event), *(("artifact", ref) for ref in event.artifacts)],
    ),
    EvidenceRecorded: EventRow(
        _on_contracts(contracts.apply_evidence),
        links=nothing,
        effects=effects.proved,
        occurrences=nothing,
        ends=nothing,
        subjects=_about,
    ),
    NoteAdded: EventRow(
        _on_contracts(contracts.apply_note),
        links=nothing,
        effects=nothing,
        occurrences=nothing,
        ends=nothing,
        subjects=_about,
    ),
    LimitReached: EventRow(
        _on_contracts(contracts.apply_limit),
        links=nothing,
        effects=effects.limit_reached,
        occurrences=occurrences.limit_reached,
        ends=nothing,
        subjects=_about,
    ),
    ContractPaused: EventRow(
        _on_contracts(contracts.apply_paused),
        links=nothing,
        effects=effects.paused,
        occurrences=nothing,
        ends=nothing,
        subjects=_about,
    ),
    ContractResumed: EventRow(
        _resumed,
        links=nothing,
        effects=effects.resumed,
        occurrences=nothing,
        ends=nothing,
        subjects=_about,
    ),
    PartyReplaced: EventRow(
        _on_contracts(contracts.apply_party_replaced),
        links=_party_links,
        effects=effects.party_replaced,
        occurrences=nothing,
        ends=nothing,
        subjects=_about,
    ),
}
