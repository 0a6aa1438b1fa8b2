"""The limit of unread text: how many bytes a participant may send to another that has not read them.

The state keeps unread messages, so without a limit one sender could fill the memory of every process. The sums are kept
as messages are sent and read, so a check costs the same however many messages are unread. People and the system have
no limit: the sum belongs to one sender, so a flood by one agent does not lock out others.
"""

from collections.abc import Iterable

from renkei.engine.state import NONE_UNREAD, SYSTEM, State
from renkei.errors import UnreadLimitError
from renkei.protocol.messages import AnyMessage

MOST_UNREAD = 16 * 1024**2
"""Bytes of unread messages from one sender to one recipient, each counted as JSON."""


def size_of(message: AnyMessage) -> int:
    """Return the bytes of a message as JSON."""
    return len(message.__pydantic_serializer__.to_json(message, by_alias=True, warnings=False))


def check_unread(state: State, message: AnyMessage, recipients: Iterable[str], size: int) -> None:
    """Raise UnreadLimitError if a recipient would have too many unread bytes of the sender of a message."""
    sender = state.actors.get(message.from_)
    if message.from_ == SYSTEM or (sender is not None and sender.human):
        return
    for one in recipients:
        unread = state.unread_bytes.get(one, NONE_UNREAD).get(message.from_, 0)
        if unread + size > MOST_UNREAD:
            raise UnreadLimitError(sender=message.from_, recipient=one, size=size, unread=unread, limit=MOST_UNREAD)
