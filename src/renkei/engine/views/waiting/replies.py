"""Items that wait for a person as replies to requests."""

from collections.abc import Iterator

from renkei.budget.context.message_text import gist
from renkei.dispatch.graph.links import node
from renkei.documents.json_pointer import join
from renkei.engine.conversation.escalation import contract_of
from renkei.engine.references import decision_of
from renkei.engine.state import SYSTEM, Obligation, State
from renkei.engine.views.waiting.entry import Found, Kind, Waiting, linked_entry
from renkei.protocol.messages import AnyMessage, ConflictReportMessage, payload_field


def owed(state: State, person: str) -> Found:
    """Yield the open requests to the person."""
    for one in state.owed_by(person):
        message = state.messages[one.message_id].message
        kind, ref = _kind_of(state, one, message)
        waiting = Waiting(
            kind,
            ref,
            message.timestamp,
            () if one.creditor == SYSTEM else (one.creditor,),
            (question_of(state, ref) if kind == "decision" else "") or one.summary or gist(message),
            one.message_id,
            reply_by=one.reply_by,
            turns_left=one.steps,
            behind=(one.creditor,) if one.blocks and state.board.has_entry(join("agents", one.creditor)) else (),
            blocks=one.blocks,
            overdue=one.overdue,
        )
        yield linked_entry(
            state, person, waiting, [node("message", one.message_id), *_subject(kind, ref)], named_in(state, message)
        )


def _kind_of(state: State, one: Obligation, message: AnyMessage) -> tuple[Kind, str]:
    if isinstance(message, ConflictReportMessage):
        return "conflict", one.message_id
    if "DECISION_RESULT" in one.expects and one.subject:
        return "decision", one.subject
    if "REVIEW_RESULT" in one.expects and one.subject:
        contract = state.contracts.find(one.subject)
        judged = contract is not None and contract.status in ("submitted", "partial")
        return ("result", contract.terms.id) if contract is not None and judged else ("review", one.subject)
    if "TASK_RESULT" in one.expects and (contract := state.contracts.find(one.subject)) is not None:
        return "task", contract.terms.id
    return "reply", one.message_id


def _subject(kind: Kind, ref: str) -> Iterator[str]:
    """Yield the node of the graph that an entry is about."""
    kinds = {"decision": "decision", "result": "contract", "task": "contract", "review": "artifact"}
    if kind in kinds:
        yield node(kinds[kind], ref)


def named_in(state: State, message: AnyMessage) -> Iterator[str]:
    """Yield the contracts, decisions and artifacts that a message names as data, and those behind them."""
    contract = contract_of(state, message)
    if contract is not None:
        yield node("contract", contract.terms.id)
    decision = decision_of(message)
    if decision is not None:
        yield from state.links.neighbours(node("decision", decision), "in", ("touches",))
    for name in payload_field(message, "conflicting_decisions") or ():
        yield node("decision", name)
    refs = (
        *(payload_field(message, "conflicting_artifacts") or ()),
        *(payload_field(message, "input_artifacts") or ()),
    )
    for ref in refs:
        yield node("artifact", ref)
    yield from (node(one.type, one.id) for one in message.related_state_refs if one.type in ("decision", "artifact"))
    if message.type == "REVIEW_REQUEST" and contract is not None:
        yield from (node("artifact", ref) for ref in contract.outputs)


def question_of(state: State, decision: str) -> str:
    """Return the question of a decision of the board; "" without one."""
    return str(state.board.get(join("pending_decisions", decision, "question")) or "")
