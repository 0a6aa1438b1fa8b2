"""Which conversations a message belongs to: those that the log keeps an index of."""

from collections.abc import Iterator

from renkei.engine.events import MessageSent
from renkei.engine.rows import Subject


def conversations(event: MessageSent) -> Iterator[Subject]:
    """Yield each group, pair of participants and thread that a message belongs to.

    Its threads are its `thread`, what it is about (a task, decision or artifact), the message that it answers, and its
    own id, so that the thread of a message begins with the message.
    """
    message = event.message
    for name in message.receivers:
        if name in event.recipients:
            yield "pair", pair(message.from_, name)
        else:  # a group is never among the recipients: they are participants
            yield "group", name
    for thread in (message.id, message.thread, message.task_ref, event.about, message.in_reply_to):
        if thread:
            yield "thread", thread


def pair(one: str, other: str) -> str:
    """Return the name under which the log indexes what two participants said to each other; ids contain no spaces."""
    return " ".join(sorted((one, other)))
