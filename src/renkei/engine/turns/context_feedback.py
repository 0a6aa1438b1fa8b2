"""Feedback on contexts: the right tier of a message. It is recorded and has no effect."""

from collections.abc import Iterable, Sequence
from typing import Any

from renkei.budget.events import ContextFeedbackGiven
from renkei.engine import commands as c
from renkei.engine.events import AnyEvent
from renkei.engine.participants.access import need_actor
from renkei.engine.rows import ActionRow, EventRow, Subject, nothing, unchanged
from renkei.engine.state import State
from renkei.errors import BadValueError, UnknownMessageError


def _decide(state: State, action: c.GiveContextFeedback, who: c.CommandContext) -> Sequence[AnyEvent]:
    if action.agent not in state.departed:  # what somebody was given who has left can be corrected too
        need_actor(state, action.agent)
    if action.message_id not in state.messages and action.message_id not in who.seen:
        raise UnknownMessageError(message_id=action.message_id, near="")
    if not 0 <= action.seq <= state.seq:
        raise BadValueError(path="/seq", got=action.seq, expected=f"a record from 0 to {state.seq}")
    return [
        ContextFeedbackGiven(
            agent=action.agent,
            seq=action.seq,
            turn=action.turn,
            message_id=action.message_id,
            wanted=action.wanted,
            given=action.given,
            note=action.note,
            by=who.actor,
            at=who.at,
        )
    ]


def _about(event: ContextFeedbackGiven) -> Iterable[Subject]:
    return [("feedback", event.agent)]


ACTIONS: dict[type[Any], ActionRow] = {c.GiveContextFeedback: ActionRow(_decide, contracts=nothing)}

EVENTS: dict[type[Any], EventRow] = {
    ContextFeedbackGiven: EventRow(
        unchanged, links=nothing, effects=nothing, occurrences=nothing, ends=nothing, subjects=_about
    ),
}
