"""A task as a stream of events: the news since the last look at it.

Each look computes the task from the log. The events are the difference to the look before, so that a client that
connects again receives the task as it is, and nothing depends on a stream that has ended.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Iterator
from typing import Protocol

from a2a.types import Message, Task, TaskArtifactUpdateEvent, TaskState, TaskStatus, TaskStatusUpdateEvent

from renkei.edges.a2a.task import View

Event = Task | Message | TaskStatusUpdateEvent | TaskArtifactUpdateEvent

LOOK = 15.0
"""Seconds after which a stream looks again in any case, so that it ends with the token of its client."""


class Records(Protocol):
    """Waits for records of the project."""

    @property
    def closed(self) -> bool:
        """Whether the server is closing."""

    async def wait_for_record(self, after: int, timeout: float) -> None:
        """Wait until there is a record after a seq, at most `timeout` seconds."""


Look = Callable[[View], Awaitable[View]]
"""Returns the task as it is now; the same one if no record is about it."""


async def follow(records: Records, look: Look, view: View, until: Collection[TaskState]) -> AsyncGenerator[View, None]:
    """Yield a task whenever it has changed, until it is in one of the states, or the server closes."""
    while view.state not in until and not records.closed:
        await records.wait_for_record(view.seq, LOOK)
        newer = await look(view)
        if newer.task != view.task:
            yield newer
        view = newer


def events_between(before: View, after: View) -> Iterator[Event]:
    """Yield what happened between two looks: reports of progress, the artifact, and the status."""
    task, known = after.task, {one.message_id for one in before.task.history}
    for one in task.history:
        is_new = one.message_id in after.progress and one.message_id not in known
        if is_new and one.message_id != task.status.message.message_id:
            status = TaskStatus(state=TaskState.TASK_STATE_WORKING, message=one, timestamp=task.status.timestamp)
            yield TaskStatusUpdateEvent(task_id=task.id, context_id=task.context_id, status=status)
    for artifact in task.artifacts:
        if artifact not in before.task.artifacts:
            yield TaskArtifactUpdateEvent(
                task_id=task.id, context_id=task.context_id, artifact=artifact, last_chunk=True
            )
    if task.status != before.task.status:
        yield TaskStatusUpdateEvent(task_id=task.id, context_id=task.context_id, status=task.status)
