"""What a text of a participant refers to. It is decided once, when the text is written, and stands in the event."""

import re

from renkei.contracts.model import TaskContract
from renkei.dispatch.graph.links import node
from renkei.documents.json_pointer import join
from renkei.engine.state import State
from renkei.protocol.messages import AnyMessage, DecisionRequestMessage

_WORDS = re.compile(r"[^\s,;、。()（）「」\"']+")
_DECISION = re.compile(r"\b[A-Z][A-Z]?[A-Z]?-[0-9]+\b")


def find_node(state: State, ref: str) -> str:
    """Return the graph node that a text such as `blocked_by` names: a known id, or a word in it that is one.

    A text without a known id is a node of its own: an artifact that does not exist yet, or something outside.
    """
    for word in (ref, *_WORDS.findall(ref)):
        contract = state.contracts.find(word)
        if contract is not None:
            return node("contract", contract.terms.id)
        if word in state.actors:
            return node("agent", word)
        if word in state.messages:
            return node("message", word)
        if state.board.has_entry(join("pending_decisions", word)):
            return node("decision", word)
        if node("artifact", word) in state.links.out:
            return node("artifact", word)
    return node("outside" if " " in ref else "artifact", ref)


def decisions_in(terms: TaskContract) -> tuple[str, ...]:
    """Return the ids of decisions that the terms of a contract mention, such as D-012."""
    texts = [terms.inputs.description, *terms.inputs.assumptions, *(c.constraint for c in terms.inputs.constraints)]
    texts += terms.authority.must_consult
    return tuple(dict.fromkeys(found for text in texts for found in _DECISION.findall(text)))


def decision_of(message: AnyMessage) -> str | None:
    """Return the decision that a DECISION_REQUEST asks for; None for other messages."""
    return message.payload.decision_id if isinstance(message, DecisionRequestMessage) else None
