"""Effects of a contract's transition that follow from the protocol itself, whatever the rules say."""

from collections.abc import Iterator

from renkei.board.decide import Write
from renkei.contracts.events import (
    ContractAssigned,
    ContractPaused,
    ContractResumed,
    ContractTransitioned,
    EvidenceRecorded,
    LimitReached,
    MergeAwaited,
    PartyReplaced,
    WorkMerged,
)
from renkei.contracts.merging import SHORT_COMMIT
from renkei.contracts.state import Contract
from renkei.dispatch.graph.links import node
from renkei.documents.json_pointer import join
from renkei.engine import commands as c
from renkei.engine.guards.conflicts import conflict_of, is_open_conflict
from renkei.engine.participants.access import is_agent
from renkei.engine.rows import Effect
from renkei.engine.state import SYSTEM, State
from renkei.engine.system_messages import (
    ask_about_part,
    ask_for_acceptance,
    report_contract,
    report_limit,
    report_stranded,
    report_taken_back,
)
from renkei.texts.say import say


def transitioned(state: State, event: ContractTransitioned) -> list[Effect]:
    """Ask for acceptance of submitted work; put the outcome on its producer's board entry."""
    contract = state.contracts.entries[event.contract_id]
    return [*_moot_obligations(event, contract), *_what_follows(state, event, contract)]


def assigned(state: State, event: ContractAssigned) -> list[Effect]:
    """Close the obligations of an earlier assignee; work that comes without a message ends the status `error`."""
    found: list[Effect] = [
        (SYSTEM, c.CloseObligations(subject=event.contract_id, expects="TASK_RESULT", keep=event.assignee))
    ]
    if event.message_id is None and state.board.agent(event.assignee, "status") == "error":
        found.append((SYSTEM, Write(join("agents", event.assignee, "status"), "idle")))
    return found


def _moot_obligations(event: ContractTransitioned, contract: Contract) -> list[Effect]:
    """Close moot obligations: about closed work, work that another took, work that was judged."""
    name, message = contract.terms.id, contract.message_id
    if contract.closed:
        return [(SYSTEM, c.CloseObligations(message, name))]
    if event.transition == "claim" and message is not None:
        return [(SYSTEM, c.CloseObligations(message, keep=event.assignee))]
    if _taken_back(event) or event.transition == "refuse":
        return [(SYSTEM, c.CloseObligations(subject=name, expects="TASK_RESULT"))]
    if event.before in JUDGED and event.after != event.before:
        return [(SYSTEM, c.CloseObligations(subject=name, expects="REVIEW_RESULT"))]
    return []


def merge_awaited(state: State, event: MergeAwaited) -> list[Effect]:
    """Close the delegator's obligation to judge the work."""
    return [(SYSTEM, c.CloseObligations(subject=event.contract_id, expects="REVIEW_RESULT"))]


def work_merged(state: State, event: WorkMerged) -> list[Effect]:
    """Complete the contract whose files are merged."""
    values = {"branch": event.branch, "commit": event.commit[:SHORT_COMMIT]}
    return [(SYSTEM, c.AcceptContract(event.contract_id, say(state.locale, "worktree.merged", **values)))]


JUDGED = ("submitted", "partial")
"""Statuses in which the delegator owes a REVIEW_RESULT."""


def _taken_back(event: ContractTransitioned) -> bool:
    """Return whether someone else released the work.

    An assignee that released it, or lost its lease, still owes a word.
    """
    return event.transition == "release" and event.by not in (event.before_assignee or event.by, SYSTEM)


def _what_follows(state: State, event: ContractTransitioned, contract: Contract) -> list[Effect]:
    if event.after == "submitted":
        if not contract.unproved:
            reason = "every criterion was proved by its command" if contract.to_prove else "no criteria to prove"
            return [(SYSTEM, c.AcceptContract(contract.terms.id, reason))]
        return [(SYSTEM, c.Send(ask_for_acceptance(state, contract)))]
    if event.after == "partial":
        return [(SYSTEM, c.Send(ask_about_part(state, contract)))]
    if event.transition == "rework" and contract.assignee is None:  # whoever submitted it has left
        return [(SYSTEM, c.TransitionContract(contract.terms.id, "release", event.reason))]
    if _taken_back(event):
        note: list[Effect] = [(event.by, c.AddNote(contract.terms.id, event.reason))] if event.reason else []
        told: list[Effect] = [(SYSTEM, c.Send(report_taken_back(state, contract, event)))]
        return [*note, *_outcome(state, event, contract), *told, *_given_back(state, event, contract)]
    if event.after == "cancelled":
        subcontracts = state.contracts.subcontracts_of(contract.terms.id)
        reason = f"{contract.terms.id} was cancelled"
        cancels: list[Effect] = [(SYSTEM, c.TransitionContract(one.terms.id, "cancel", reason)) for one in subcontracts]
        cancels += _stranded(state, contract)
        return [*_outcome(state, event, contract), *_called_off(state, event, contract), *cancels]
    return [
        *_outcome(state, event, contract),
        *_upwards(state, event, contract),
        *_given_back(state, event, contract),
    ]


def _called_off(state: State, event: ContractTransitioned, contract: Contract) -> list[Effect]:
    """Notify the assignee of cancelled work, unless it cancelled the work itself."""
    assignee = event.before_assignee
    if assignee in (None, event.by) or assignee not in state.actors:
        return []
    values = {"by": event.by, "reason": event.reason or None}
    return [(SYSTEM, c.Send(report_contract(state, contract, "cancelled", [assignee], "high", **values)))]


def _given_back(state: State, event: ContractTransitioned, contract: Contract) -> list[Effect]:
    """Notify the delegator of returned work, unless it took the work back itself."""
    delegator = contract.terms.delegator
    if event.transition not in GIVEN_BACK or event.by == delegator or event.before_assignee in (None, delegator):
        return []
    values = {"assignee": event.before_assignee, "reason": event.reason or None}
    what = GIVEN_BACK[event.transition]
    return [(SYSTEM, c.Send(report_contract(state, contract, what, [delegator], "blocking", **values)))]


GIVEN_BACK = {"refuse": "refused", "release": "given_back"}
"""Transitions that return work to its delegator, and the notice about each."""


def paused(state: State, event: ContractPaused) -> list[Effect]:
    """Notify the parties of a paused contract, waking no one."""
    contract = state.contracts.entries[event.contract_id]
    parties = [one for one in (contract.assignee, contract.terms.delegator) if one not in (None, event.by)]
    if not parties:
        return []
    values = {"by": event.by, "reason": event.reason}
    return [(SYSTEM, c.Send(report_contract(state, contract, "paused", parties, "low", **values)))]


def resumed(state: State, event: ContractResumed) -> list[Effect]:
    """Notify the assignee that it can continue; restart work that was blocked and waits for nothing."""
    contract = state.contracts.entries[event.contract_id]
    assignee = contract.assignee
    if assignee is None:
        return []
    waits = state.board.agent(assignee, "blocked_by") is not None or bool(state.contracts.waits_for(contract))
    found: list[Effect] = []
    if contract.status == "blocked" and not waits and not is_open_conflict(state, contract.conflict):
        found.append((SYSTEM, c.TransitionContract(event.contract_id, "start", "the wait is over")))
    if assignee != event.by:
        notice = report_contract(state, contract, "resumed", [assignee], "blocking", by=event.by)
        found.append((SYSTEM, c.Send(notice)))
    return found


def party_replaced(state: State, event: PartyReplaced) -> Iterator[Effect]:
    """Notify the other party of a contract, and the new one, that a party has left."""
    contract = state.contracts.entries[event.contract_id]
    values = {"before": event.before, "delegator": contract.terms.delegator}
    if event.party == "delegator":
        others = [one for one in (contract.assignee, event.after) if one in state.actors]
        yield (SYSTEM, c.Send(report_contract(state, contract, "new_delegator", others, "high", **values)))
    else:
        delegator = [contract.terms.delegator]
        yield (SYSTEM, c.Send(report_contract(state, contract, "assignee_left", delegator, "blocking", **values)))


def _stranded(state: State, contract: Contract) -> list[Effect]:
    """Notify the delegators of work that depends on a cancelled contract: it can never begin."""
    found = state.links.neighbours(node("contract", contract.terms.id), "in", ("depends_on",))
    waiting = [state.contracts.entries[one.partition(":")[2]] for one in found]
    return [(SYSTEM, c.Send(report_stranded(state, one, contract))) for one in waiting if not one.closed]


def _upwards(state: State, event: ContractTransitioned, contract: Contract) -> list[Effect]:
    """Note the result of a subcontract on its parent."""
    parent = contract.terms.parent
    if event.after != "completed" or parent is None or parent not in state.contracts.entries:
        return []
    outputs = f" ({', '.join(contract.outputs)})" if contract.outputs else ""
    how = f", {say(state.locale, f'notice.{contract.override}')}" if contract.override else ""
    return [(SYSTEM, c.AddNote(parent, f"subcontract {contract.terms.id} is completed{outputs}{how}: {event.reason}"))]


def _outcome(state: State, event: ContractTransitioned, contract: Contract) -> list[Effect]:
    if event.transition in TAKEN_OFF:
        return _without_task(state, event)
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


TAKEN_OFF = ("release", "refuse", "cancel")
"""Transitions after which the work is no longer the task of its assignee."""


def _without_task(state: State, event: ContractTransitioned) -> list[Effect]:
    """Clear the task of the agent that had the work. Its status follows, unless it reports an error or a conflict."""
    agent = event.before_assignee or ""
    if not is_agent(state, agent) or state.board.agent(agent, "current_task") != event.contract_id:
        return []
    fields: dict[str, str | None] = {"current_task": None}
    if event.transition != "cancel":
        fields["status"] = "error" if event.by == SYSTEM else "idle"
    elif conflict_of(state, agent) is None and state.board.agent(agent, "status") != "error":
        fields |= {"blocked_by": None, "status": "idle"}
    return [(SYSTEM, Write(join("agents", agent, name), value)) for name, value in fields.items()]


def proved(state: State, event: EvidenceRecorded) -> list[Effect]:
    """Complete submitted work when its commands have proved every criterion."""
    contract = state.contracts.entries[event.contract_id]
    if contract.status != "submitted" or not event.proofs or contract.unproved:
        return []
    if any(proof.method == "acceptance" for proof in event.proofs):
        return []
    return [(SYSTEM, c.AcceptContract(contract.terms.id, "every criterion was proved by its command"))]


def limit_reached(state: State, event: LimitReached) -> list[Effect]:
    """Notify both parties that steps or retries are used up."""
    contract = state.contracts.entries[event.contract_id]
    return [(SYSTEM, c.Send(report_limit(state, contract, event)))]
