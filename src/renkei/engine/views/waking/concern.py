"""Which participants may have another wake reason after a record, so that no one else needs to be looked at again.

Most records are turns and messages, which give no one a reason but the participants that they name. How relevant an
unread message is depends on the newest messages of the team, so a message may also give a reason to other participants
that have unread messages. Any other event, such as work that becomes open to a role, may concern everyone.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Literal, get_args

from renkei.board.events import FieldWritten, RereadNoticed
from renkei.budget.events import ContextFeedbackGiven
from renkei.documents.json_pointer import split
from renkei.engine import events as e
from renkei.engine.record import Record
from renkei.engine.state import State

Concern = Literal["named", "readers", "everyone"]
"""Whom a record may concern: the participants that it names, also those with unread messages, or everyone."""

_ORDER: tuple[Concern, ...] = get_args(Concern)

CONCERNS: dict[type[Any], Concern] = {
    e.TurnBegan: "named",
    e.NewsGiven: "named",
    e.TurnRenewed: "named",
    e.TurnEnded: "named",
    e.MarkedRead: "named",
    e.MessageSent: "readers",
    e.ObligationOpened: "named",
    e.ObligationClosed: "readers",
    e.ObligationOverdue: "named",
    RereadNoticed: "named",
    ContextFeedbackGiven: "named",
}
"""Whom each event may concern; an event without a row concerns everyone."""


def widest(records: Iterable[Record], others: Concern = "named") -> Concern:
    """Return whom some records may concern; `others`: whom earlier ones may."""
    found = {_concern(event) for record in records for event in record.events}
    return max((others, *found), key=_ORDER.index)


def _concern(event: e.AnyEvent) -> Concern:
    if isinstance(event, FieldWritten) and _agent_of(event) is not None:
        return "named"
    return CONCERNS.get(type(event), "everyone")


def _agent_of(event: FieldWritten) -> str | None:
    """Return the agent whose status, task or wait is written; None for any other field."""
    match split(event.path):
        case ("agents", agent, _):
            return agent
    return None


def named_in(record: Record, state: State) -> Iterator[str]:
    """Yield the participants that a record names: recipients and senders, and those in its other events."""
    for event in record.events:
        if isinstance(event, e.MessageSent):
            yield event.message.from_
            yield from event.recipients
            if event.group is not None:
                yield from state.members(event.group)
        else:
            yield from (value for value in vars(event).values() if isinstance(value, str) and value in state.actors)
            if isinstance(event, FieldWritten) and (agent := _agent_of(event)) is not None:
                yield agent
