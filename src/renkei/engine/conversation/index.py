"""The conversations of a message, as indexed by the log."""

from collections.abc import Iterator

from renkei.engine.events import MessageSent
from renkei.engine.rows import Subject


def conversations(event: MessageSent) -> Iterator[Subject]:
    """Yield each group, pair of participants and thread of a message.

    Its threads are its `thread`, its subject (a task, decision or artifact), the message that it answers, and its own
    id, so that the thread of a message begins with the message.
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
    """Return the log's index key for the messages between two participants; ids contain no spaces."""
    return " ".join(sorted((one, other)))
