"""Decide whether a text that was said elsewhere may be recorded as past: it asks for nothing, and wakes no agent."""

from collections.abc import Sequence

from renkei.engine import commands as c
from renkei.engine.conversation.sending import check_time
from renkei.engine.events import AnyEvent
from renkei.engine.record import make_message_sent
from renkei.engine.state import SYSTEM, State
from renkei.engine.system_messages import PREFIX
from renkei.errors import BadValueError
from renkei.protocol.messages import FreeformMessage
from renkei.protocol.names import check_characters


def decide_past(state: State, action: c.RecordPast, who: c.CommandContext) -> Sequence[AnyEvent]:
    """Return the event of a past message; nothing if the log holds a message with its id.

    Raises BadValueError for a message that is not plain text or is in the name of renkei, or FutureTimestampError.
    """
    message = action.message
    if not isinstance(message, FreeformMessage) or message.payload.requires_response or message.task_ref is not None:
        raise BadValueError(path="/type", got=message.type, expected="a FREEFORM that asks for nothing")
    if message.id.startswith(PREFIX) or message.from_ == SYSTEM:
        problem = f"a past message cannot have the id {message.id!r} and the sender {message.from_!r}"
        raise BadValueError(path="/from", got=message.from_, problem=problem)
    if message.id in who.seen or message.id in state.messages:
        return ()
    for name in (message.id, message.from_, *message.receivers):
        check_characters(name)
    check_time(message.timestamp, who.at)
    thread = message.thread or message.in_reply_to or ""
    return [make_message_sent(message=message, recipients=(), thread=thread)]
