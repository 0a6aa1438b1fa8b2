"""Reading without a turn: a person reports having seen messages or re-read notices in a view."""

from collections.abc import Collection, Sequence
from typing import Any

from immutables import Map

from renkei.board.state import clear_notices
from renkei.engine import commands as c
from renkei.engine import events as e
from renkei.engine.participants.access import need_actor
from renkei.engine.rows import ActionRow, EventRow, nothing
from renkei.engine.state import State
from renkei.errors import NotAllowedError
from renkei.immutable.replacing import replace


def _decide(state: State, action: c.MarkRead, who: c.CommandContext) -> Sequence[e.AnyEvent]:
    """Mark the unread ones; nothing changes if all of them were read before."""
    reader = action.reader or who.actor
    if reader != who.actor:
        need_actor(state, reader)
        if not reads_elsewhere(state, reader):
            what = f"mark messages to {reader!r} as read"
            raise NotAllowedError(actor=who.actor, what=what, allowed="for others only agents that take no turns")
    unread: Collection[str] = state.unread.get(reader, ())
    read = tuple(one for one in dict.fromkeys(action.messages) if one in unread)
    notices = min(action.notices, len(state.board.notices.get(reader, ())))
    return [e.MarkedRead(reader=reader, read=read, notices=notices)] if read or notices > 0 else []


def reads_elsewhere(state: State, name: str) -> bool:
    """Return whether a participant is an agent that has never taken a turn, and so reads in a chat."""
    actor = state.actors.get(name)
    return actor is not None and not actor.human and name not in state.read_up_to and name not in state.turns


def _marked(state: State, event: e.MarkedRead) -> State:
    if event.read:
        state = read_outside_turn(state, event.reader, event.read)
    return replace(state, board=clear_notices(state.board, event.reader, event.notices))


def read_outside_turn(state: State, reader: str, read: Collection[str]) -> State:
    """Remove messages from a reader's unread ones, and forget how far partly read ones were read."""
    state = state.with_read(reader, read)
    if reader not in state.parts:
        return state
    left = {name: part for name, part in state.parts[reader].items() if name not in read}
    parts = state.parts.set(reader, Map(left)) if left else state.parts.delete(reader)
    return replace(state, parts=parts)


ACTIONS: dict[type[Any], ActionRow] = {c.MarkRead: ActionRow(_decide, contracts=nothing)}

EVENTS: dict[type[Any], EventRow] = {
    e.MarkedRead: EventRow(
        _marked, links=nothing, effects=nothing, occurrences=nothing, ends=nothing, subjects=nothing
    ),
}
