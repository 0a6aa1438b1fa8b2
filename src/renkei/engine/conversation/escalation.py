"""Consequences of a message that quotes its contract's terms: its delegator and the rules are notified (section 4)."""

from collections.abc import Iterator, Sequence
from typing import Any

from renkei.contracts.model import Authority
from renkei.contracts.state import Contract
from renkei.dispatch.match import Occurrence
from renkei.engine import commands as c
from renkei.engine.conversation.addressing import recipients_of, was_sent_to
from renkei.engine.events import MessageSent
from renkei.engine.rows import Effect
from renkei.engine.state import SYSTEM, State
from renkei.engine.system_messages import report_assumption, report_escalation
from renkei.errors import BadValueError
from renkei.protocol.messages import AnyMessage, payload_field, urgency
from renkei.protocol.quoted_terms import ASSUMPTIONS, CLAUSE, QUOTED_BY, assumptions_of, clause_of
from renkei.texts.say import say


def contract_of(state: State, message: AnyMessage) -> Contract | None:
    """Return the contract that a message is about; None if there is none, or it was dropped."""
    named = (message.task_ref, payload_field(message, "task_ref"), payload_field(message, "original_task_ref"))
    return next((one for one in map(state.contracts.find, named) if one is not None), None)


def escalations(state: State, event: MessageSent) -> Iterator[Effect]:
    """Yield the resulting notices and notes; raises BadValueError for a quote that is not in the terms."""
    message = event.message
    contract = contract_of(state, message)
    _check(contract, message)
    if contract is None:
        return
    name, delegator, locale = contract.terms.id, contract.terms.delegator, state.locale
    for text in assumptions_of(message):
        yield (message.from_, c.AddNote(name, say(locale, "note.assumption", text=text), deviation=True))
        if message.type == "STATUS_UPDATE":
            yield (SYSTEM, c.Send(report_assumption(state, contract, message, text)))
    clause = clause_of(message)
    informed = message.from_ == delegator or (was_sent_to(state, event, delegator) and _wakes(message))
    if clause is not None and not informed:
        yield (SYSTEM, c.Send(report_escalation(state, contract, message, clause)))


def _wakes(message: AnyMessage) -> bool:
    return urgency(message) in ("blocking", "high") or message.type == "DECISION_REQUEST"


def _check(contract: Contract | None, message: AnyMessage) -> None:
    """Reject a clause or an assumption that the contract does not have."""
    given = message.extensions
    if message.type in QUOTED_BY[CLAUSE] and given.get(CLAUSE) is not None:
        authority = contract.terms.authority if contract else Authority()
        _check_quoted(CLAUSE, given[CLAUSE], (*authority.must_consult, *authority.escalation_triggers))
    if message.type in QUOTED_BY[ASSUMPTIONS] and ASSUMPTIONS in given:
        found = given[ASSUMPTIONS]
        if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
            raise BadValueError(path=f"/extensions/{ASSUMPTIONS}", got=found, expected="a list of strings")
        for one in found:
            _check_quoted(ASSUMPTIONS, one, contract.terms.inputs.assumptions if contract else ())


def _check_quoted(name: str, quoted: Any, allowed: Sequence[str]) -> None:
    if quoted not in allowed:
        expected = " | ".join(allowed) or "none, because the message names no contract with any"
        raise BadValueError(path=f"/extensions/{name}", got=quoted, expected=expected)


def open_questions(state: State, contract: Contract) -> list[str]:
    """Return the questions that a result waits for, each with the debtor of the answer.

    These are the open ones that the terms require, and reviews for which the assignee said that it waits.
    """
    found = []
    for debtor in sorted(state.obligations):
        for one in state.owed_by(debtor):
            message = state.messages[one.message_id].message
            required = clause_of(message) in contract.terms.authority.must_consult
            waits = message.from_ == contract.assignee and payload_field(message, "blocking") is True
            if waits or (required and contract_of(state, message) is contract):
                question = f"{one.subject} ({one.message_id})" if one.subject else one.message_id
                found.append(f"{question}, which {debtor} has to answer")
    return found


def escalated(state: State, event: MessageSent) -> Iterator[Occurrence]:
    """Yield the occurrence of a message for rules with the trigger `escalated`."""
    message = event.message
    clause, assumptions = clause_of(message), assumptions_of(message)
    contract = contract_of(state, message) if clause is not None or assumptions else None
    if contract is None:
        return
    terms = contract.terms
    named = [("clause", clause, "")] if clause is not None else []
    instruction = terms.failure_handling.on_assumption_violation
    named += [("assumption", text, instruction) for text in assumptions]
    for kind, text, instructed in named:
        variables = {
            "contract": terms.id,
            "agent": message.from_,
            "author": message.from_,
            "recipients": list(recipients_of(state, event)),
            "delegator": terms.delegator,
            "description": terms.inputs.description,
            "message_id": message.id,
            "context_summary": message.context_summary,
            "text": text,
            "instruction": instructed,
            "because": f"{message.type} {message.id} from {message.from_}: {text}",
        }
        yield Occurrence(("escalated", kind), variables, kind, source=message)
