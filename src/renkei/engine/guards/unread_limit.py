"""The limit of unread text: how many bytes a participant may send to another that has not read them.

The state keeps unread messages, so without a limit one sender could fill the memory of every process. The sums are kept
as messages are sent and read, so a check costs the same however many messages are unread. People and the system have
no limit: the sum belongs to one sender, so a flood by one agent does not lock out others.
"""

from collections.abc import Iterable

from renkei.engine.state import SYSTEM, State
from renkei.errors import UnreadLimitError
from renkei.protocol.messages import AnyMessage
from renkei.protocol.primitives import to_json

MOST_UNREAD = 16 * 1024**2
"""Bytes of unread messages from one sender to one recipient or group, each counted as JSON."""


def size_of(message: AnyMessage) -> int:
    """Return the bytes of a message as JSON; raises BadValueError for values that JSON cannot hold."""
    return len(to_json(message))


def check_unread(state: State, message: AnyMessage, recipients: Iterable[str], group: str | None, size: int) -> None:
    """Raise UnreadLimitError if a recipient, or a member of a group, would have too many unread bytes of the sender."""
    sender, unread = message.from_, state.unread
    known = state.actors.get(sender)
    if sender == SYSTEM or (known is not None and known.human):
        return
    sizes = {one: unread.size(one, sender) for one in recipients}
    if group is not None:
        sizes[group] = unread.size_of_group(group, sender)
    for one, before in sizes.items():
        if before + size > MOST_UNREAD:
            raise UnreadLimitError(sender=sender, recipient=one, size=size, unread=before, limit=MOST_UNREAD)
