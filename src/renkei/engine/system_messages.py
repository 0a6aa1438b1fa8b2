"""Build the system's own messages: for rules, acceptance, limits, deadlocks."""

import shlex
from collections.abc import Iterable
from typing import Any

from renkei.budget.context.message_text import gist
from renkei.contracts.events import Claim, ContractTransitioned, LimitReached
from renkei.contracts.model import Criterion
from renkei.contracts.state import Contract
from renkei.dispatch.intents import Notify
from renkei.dispatch.match import Occurrence
from renkei.documents.json_pointer import join
from renkei.engine.events import TurnEnded
from renkei.engine.participants.rights import judge_of
from renkei.engine.references import mentions
from renkei.engine.state import SYSTEM, Interruption, State
from renkei.protocol.messages import MESSAGE, AnyMessage, ConflictReportMessage, KnowledgeShareMessage
from renkei.protocol.primitives import Locale, Priority
from renkei.texts.say import say

PREFIX = f"{SYSTEM}-"
"""The prefix of the ids of system messages; no other message may have it."""

WAIT_OVER = "wait_over"
"""The topic of the message that a wait is over."""


def numbered(state: State, message: AnyMessage) -> AnyMessage:
    """Return a system message with its id, which counts the messages sent so far."""
    return message.model_copy(update={"id": f"{PREFIX}{state.sent + 1}"})


def system_message(state: State, **values: Any) -> AnyMessage:
    """Build a system message; it receives its id when it is sent."""
    header = {"id": f"{PREFIX}0", "from": SYSTEM, "timestamp": state.at}
    return MESSAGE.validate_python(header | values)


def ask_for_acceptance(state: State, entry: Contract) -> AnyMessage:
    """Build the request to the judge of submitted work, with the claim for each unproved criterion."""
    terms, locale = entry.terms, state.locale
    claims = {claim.criterion: claim for claim in entry.claims}
    focus = [_claimed(one, claims.get(one.criterion), locale) for one in _unproved(entry)]
    focus += [say(locale, "notice.deviates", text=note) for note in entry.deviations]
    focus += [say(locale, "notice.not_handed_in", text=one) for one in not_handed_in(state, entry)]
    return system_message(
        state,
        type="REVIEW_REQUEST",
        to=judge_of(state, entry),
        priority="blocking",
        task_ref=terms.id,
        context_summary=say(locale, "notice.accept", assignee=entry.assignee, id=terms.id),
        payload={"artifact_ref": terms.id, "review_focus": focus, "blocking": False},
    )


def ask_about_part(state: State, entry: Contract) -> AnyMessage:
    """Build the request to the judge of a partial result: accept it, send it back, or cancel."""
    terms, locale = entry.terms, state.locale
    unproved = [_with_method(one, locale) for one in _unproved(entry)]
    own = [say(locale, "notice.deviates", text=note) for note in entry.part_deviations]
    return system_message(
        state,
        type="REVIEW_REQUEST",
        to=judge_of(state, entry),
        priority="blocking",
        task_ref=terms.id,
        context_summary=say(locale, "notice.part", assignee=entry.assignee, id=terms.id),
        payload={"artifact_ref": terms.id, "review_focus": [*unproved, *own], "blocking": False},
    )


def _unproved(entry: Contract) -> list[Criterion]:
    return [entry.terms.acceptance_criteria[index] for index in sorted(entry.unproved)]


def _with_method(one: Criterion, locale: Locale) -> str:
    """Return a criterion with its verification method and the command that was not run, for the judge (section 4)."""
    method = [f"verification_method: {one.verification_method}"] if one.verification_method else []
    command = [say(locale, "notice.not_run", command=shlex.join(one.command))] if one.command else []
    return f"{one.criterion} ({'; '.join((*method, *command))})" if method or command else one.criterion


def _claimed(one: Criterion, claim: Claim | None, locale: Locale) -> str:
    criterion = _with_method(one, locale)
    if claim is None:
        return say(locale, "notice.no_claim", criterion=criterion)
    verdict = say(locale, "notice.met" if claim.met else "notice.unmet")
    return say(locale, "notice.claimed", criterion=criterion, verdict=verdict, evidence=claim.evidence)


def not_handed_in(state: State, entry: Contract) -> list[str]:
    """Return the deliverables without an output artifact that names them by reference, path or description."""
    names: list[str] = []
    for ref in entry.outputs:
        names.append(ref)
        for owner in state.board.artifact_owners(ref):
            base = join("agents", owner, "artifacts", ref)
            names += [str(state.board.get(f"{base}/{field}") or "") for field in ("path", "description")]
    return [one for one in entry.terms.expected_output.deliverables if not any(_names(name, one) for name in names)]


def _names(name: str, deliverable: str) -> bool:
    return bool(name) and (mentions(deliverable, name) or deliverable in name)


def notice(
    state: State, topic: str, text: str, to: Iterable[str], task: str | None = None, priority: Priority = "blocking"
) -> AnyMessage:
    """Build a KNOWLEDGE_SHARE to some participants, which need not reply."""
    return system_message(
        state,
        type="KNOWLEDGE_SHARE",
        to=list(dict.fromkeys(to)),
        priority=priority,
        task_ref=task,
        context_summary=text,
        expected_response_type=(),
        payload={"topic": topic, "content": text, "relevance_to_recipients": task or "", "actionable": True},
    )


def report_limit(state: State, entry: Contract, event: LimitReached) -> AnyMessage:
    """Build a message to both parties of a contract that a limit is reached, with the contract's instruction."""
    values = {"id": entry.terms.id, "limit": event.limit, "assignee": entry.assignee, "instruction": event.instruction}
    text = say(state.locale, "notice.limit", **values)
    if entry.retries_used_up:
        text = f"{say(state.locale, 'notice.retries', id=entry.terms.id, delegator=entry.terms.delegator)} {text}"
    parties = (entry.terms.delegator, *((entry.assignee,) if entry.assignee else ()))
    return notice(state, event.limit, text, parties, entry.terms.id)


def report_assumption(state: State, entry: Contract, message: AnyMessage, text: str) -> AnyMessage:
    """Build a message to both parties that an assumption no longer holds, with the contract's instruction."""
    name, instruction = entry.terms.id, entry.terms.failure_handling.on_assumption_violation
    values = {"id": name, "by": message.from_, "text": text, "instruction": instruction}
    parties = (entry.terms.delegator, message.from_)
    return notice(state, "assumption", say(state.locale, "notice.assumption", **values), parties, name, "high")


def report_escalation(state: State, entry: Contract, message: AnyMessage, clause: str) -> AnyMessage:
    """Build a message to the delegator that a clause of the contract's authority applies, with its source."""
    name = entry.terms.id
    values = {"id": name, "by": message.from_, "clause": clause, "message": message.id, "summary": gist(message)}
    text = say(state.locale, "notice.escalated", **values)
    return notice(state, "escalated", text, [entry.terms.delegator], name, "high")


def notify(state: State, why: str, to: Iterable[str], **values: str) -> AnyMessage:
    """Build a system notice, `notice.{why}`, to some participants."""
    return notice(state, why, say(state.locale, f"notice.{why}", **values), to)


def notify_humans(state: State, why: str, **values: str) -> AnyMessage:
    """Build a message to every human that something was suspended or halted, and how to resume it."""
    return notify(state, why, [one.id for one in state.everybody() if one.human], **values)


def report_stranded(state: State, entry: Contract, gone: Contract) -> AnyMessage:
    """Build a message to a delegator that its contract depends on a cancelled one."""
    text = say(state.locale, "notice.stranded", id=entry.terms.id, gone=gone.terms.id)
    return notice(state, "stranded", text, [entry.terms.delegator], entry.terms.id)


def report_taken_back(state: State, entry: Contract, event: ContractTransitioned) -> AnyMessage:
    """Build a message to the former assignee of a contract that someone else released it."""
    text = say(state.locale, "notice.released", id=entry.terms.id, by=event.by, reason=event.reason or None)
    return notice(state, "released", text, [event.before_assignee or ""], entry.terms.id, priority="high")


def report_contract(
    state: State, entry: Contract, what: str, to: Iterable[str | None], priority: Priority, **values: Any
) -> AnyMessage:
    """Build a notice about a contract, `notice.{what}`, to some participants."""
    text = say(state.locale, f"notice.{what}", id=entry.terms.id, **values)
    return notice(state, what, text, [one for one in to if one is not None], entry.terms.id, priority)


def report_end_of_waiting(state: State, agent: str, ended: str) -> AnyMessage:
    """Build a message to an agent that the wait for a graph node is over."""
    kind, _, name = ended.partition(":")
    kind = "departed" if kind == "agent" and name not in state.actors else kind
    text = say(state.locale, "notice.wait_over", what=say(state.locale, f"kind.{kind}", id=name))
    contract = state.contracts.find(state.board.agent(agent, "current_task"))
    return notice(state, WAIT_OVER, text, [agent], contract.terms.id if contract else None)


def is_end_of_waiting(message: AnyMessage) -> bool:
    """Return whether a message says that a wait is over."""
    return isinstance(message, KnowledgeShareMessage) and message.from_ == SYSTEM and message.payload.topic == WAIT_OVER


def report_interruption(state: State, event: TurnEnded, work: list[str], to: Iterable[str]) -> AnyMessage:
    """Build a message that an agent's turn was interrupted, naming the affected work in progress."""
    locale = state.locale
    reason = interruption_reason(Interruption(event.by or "", event.reason), event.agent, locale)
    text = say(locale, "notice.interrupted", agent=event.agent, reason=reason)
    if work:
        text += say(locale, "notice.interrupted_work", agent=event.agent, work=", ".join(work))
    return notice(state, "interrupted", text, to, work[0] if work else None, priority="high")


def report_left(state: State, agent: str, entry: Contract, reason: str) -> AnyMessage:
    """Build a message to the delegator, the leads and the humans that an agent does nothing about its work."""
    leads = [one.id for one in state.everybody() if one.lead or one.human]
    text = say(state.locale, "notice.left", agent=agent, reason=reason)
    to = [one for one in (entry.terms.delegator, *leads) if one in state.actors and one != agent]
    return notice(state, "left", text, to, entry.terms.id, priority="high")


def interruption_reason(interruption: Interruption, agent: str, locale: Locale) -> str:
    """Return in words why a turn of an agent was interrupted."""
    by, reason = interruption.by, interruption.reason
    if reason:
        return say(locale, "interrupted.reason", by=by, reason=reason)
    keys = {SYSTEM: "interrupted.lease", agent: "interrupted.restart"}
    return say(locale, keys.get(by, "interrupted.by"), by=by)


def report_all_closed(state: State) -> AnyMessage:
    """Build a message to the leads and humans that every contract is closed."""
    to = [one.id for one in state.everybody() if one.human or one.lead]
    return notice(state, "all_closed", say(state.locale, "notice.all_closed"), to, priority="high")


def report_deadlock(state: State, cycle: tuple[str, ...]) -> AnyMessage:
    """Build a report of a deadlock to the agents in it and to every human."""
    cycle_text = say(state.locale, "notice.cycle", nodes=" → ".join((*cycle, cycle[0])))
    agents = [one.partition(":")[2] for one in cycle if one.startswith("agent:")]
    humans = [one.id for one in state.everybody() if one.human]
    return system_message(
        state,
        type="CONFLICT_REPORT",
        to=list(dict.fromkeys((*agents, *humans))),
        priority="blocking",
        context_summary=cycle_text,
        related_state_refs=[{"type": "agent", "id": agent} for agent in agents],
        expected_response_type=(),
        payload={
            "conflict_description": cycle_text,
            "suggested_resolution": say(state.locale, "notice.break"),
            "severity": "critical",
        },
    )


def rule_message(state: State, intent: Notify, rule: str, occurrence: Occurrence) -> AnyMessage:
    """Build the message of a rule to one agent; its header repeats the references of its text."""
    contracts = [name for kind, name in intent.about if kind == "contract"]
    task = next(iter(contracts), occurrence.variables.get("contract"))
    payloads: dict[str, dict[str, Any]] = {
        "STATUS_UPDATE": {"task_ref": task, "new_status": "completed", "progress_summary": intent.content},
        "KNOWLEDGE_SHARE": {
            "topic": rule,
            "content": intent.content,
            "relevance_to_recipients": str(occurrence.variables.get("because", "")),
            "actionable": True,
        },
        "FREEFORM": {
            "intent_hint": rule,
            "body": intent.content,
            "requires_response": False,
            "urgency": intent.priority,
        },
    }
    if intent.message_type == "CONFLICT_REPORT":
        return _forward(state, intent, occurrence)
    return system_message(
        state,
        type=intent.message_type,
        to=intent.to,
        priority=intent.priority,
        context_summary=intent.content.splitlines()[0] if intent.content else rule,
        expected_response_type=(),
        task_ref=task,
        related_state_refs=[{"type": kind, "id": name} for kind, name in intent.about if kind != "contract"],
        payload=payloads[intent.message_type],
    )


def _forward(state: State, intent: Notify, occurrence: Occurrence) -> AnyMessage:
    original = occurrence.source
    if isinstance(original, ConflictReportMessage):
        payload: Any = original.payload
        summary, reply = original.context_summary, original.id
    else:
        payload = {"conflict_description": intent.content, "severity": "warning"}
        summary, reply = intent.content, None
    return system_message(
        state,
        type="CONFLICT_REPORT",
        to=intent.to,
        priority=intent.priority,
        context_summary=summary,
        in_reply_to=reply,
        expected_response_type=(),
        payload=payload,
    )
