"""The acts that people can choose with one press: for a message, and for an item that waits for them.

Every door that has buttons draws these and no others.
"""

from collections.abc import Iterator
from typing import Literal

from renkei.acts.choices import options_of
from renkei.engine.state import State
from renkei.engine.views.waiting.entry import Kind, Waiting
from renkei.immutable.frozen import frozen
from renkei.protocol.messages import (
    AnyMessage,
    DecisionRequestMessage,
    ReviewRequestMessage,
    StatusUpdateMessage,
)
from renkei.protocol.replies import subject

Offered = Literal["decide", "accept", "send_back", "pause", "resume", "resume_contract", "resume_project"]
"""The names of these acts."""


@frozen
class Offer:
    """An act about a subject that takes one press."""

    act: Offered
    ref: str = ""
    """Its subject, as the act takes it; "" for the project."""
    option: str = ""
    """The option that it chooses."""
    recommended: bool = False


def offers_in(state: State, message: AnyMessage) -> list[Offer]:
    """Return the offers of a message: the answers to a request; on the progress of an agent, to pause it."""
    if isinstance(message, ReviewRequestMessage):
        return list(_verdicts(subject(message) or message.id))
    if isinstance(message, DecisionRequestMessage):
        return list(_decisions(state, message.payload.decision_id, message))
    author = state.actors.get(message.from_)
    if isinstance(message, StatusUpdateMessage) and author is not None and not author.human:
        return [Offer("pause", message.from_)]
    return []


def offers_for(state: State, waiting: Waiting) -> list[Offer]:
    """Return the offers of an item that waits for a person; empty where words are needed."""
    match waiting.kind:
        case "decision":
            known = state.messages.get(waiting.message_id or "")
            return list(_decisions(state, waiting.ref, known.message if known is not None else None))
        case "result" | "review":
            return list(_verdicts(waiting.ref))
        case kind:
            return [Offer(_RESUMED[kind], waiting.ref if kind != "project" else "")] if kind in _RESUMED else []


_RESUMED: dict[Kind, Offered] = {"agent": "resume", "contract": "resume_contract", "project": "resume_project"}


def _verdicts(ref: str) -> Iterator[Offer]:
    yield Offer("accept", ref, recommended=True)
    yield Offer("send_back", ref)


def _decisions(state: State, decision: str, request: AnyMessage | None) -> Iterator[Offer]:
    for one in options_of(state, decision, request):
        yield Offer("decide", decision, one.label, one.recommended)
