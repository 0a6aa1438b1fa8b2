"""A past message, as relevance and transcripts need it."""

from renkei.immutable.frozen import frozen


@frozen
class PastMessage:
    """A message that was sent: id, sender, the participants it addresses by name, those it reached, and its text.

    `thread` is its thread or task, or the message it answers, and `answers` that message; "" if unknown. `group`: the
    group that it reached too; `group_index`: its index among the messages to the group.
    """

    id: str
    sender: str
    text: str
    named: tuple[str, ...] = ()
    recipients: tuple[str, ...] = ()
    thread: str = ""
    group: str = ""
    group_index: int = 0
    answers: str = ""
