"""Notes what clients have read. A client takes no turns, so its messages would stay unread and reach the limit."""

from contextlib import suppress

from renkei.engine import commands as c
from renkei.engine.turns.reading import reads_elsewhere
from renkei.errors import ProtocolError
from renkei.project.project import Project

MOST_UNREAD = 50
"""Unread messages of a client before those of a task that it was given are marked as read.

A smaller number would mean more records in the log.
"""


def mark_delivered(project: Project, client: str, task_id: str) -> None:
    """Mark the messages about a task as read, once a client that takes no turns has many unread ones."""
    state = project.state
    if len(state.unread.get(client, ())) < MOST_UNREAD or not reads_elsewhere(state, client):
        return
    about = {one.message.id for one in project.conversation(thread=task_id)}
    read = tuple(one.message.id for one in state.unread_of(client) if one.message.id in about)
    if read:
        with suppress(ProtocolError):
            project.do_as_runtime(c.MarkRead(read, reader=client))
