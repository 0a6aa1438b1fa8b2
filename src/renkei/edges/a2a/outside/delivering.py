"""Delivers the unread messages of one participant to its outside agent, and brings the answers back.

The queue is the participant's unread messages, in the log's order: a message is marked as read after the agent has
accepted it. Killed in between, the next process sends it again under the same id, which agents that check ids ignore.
One coroutine does everything in order, so a message never overtakes another of the same agent.
"""

from a2a.types import Message, Role, StreamResponse
from a2a.utils.errors import A2AError, TaskNotCancelableError, TaskNotFoundError, UnsupportedOperationError

from renkei.edges.a2a.outside.answers import is_noted, note_task, take_answer, take_loss, take_message
from renkei.edges.a2a.outside.calling import FAILURES, Calls
from renkei.edges.a2a.outside.links import TaskLink, command_id, contract_of, link_of, open_requests
from renkei.edges.a2a.parts import EXTENSION, parts_of
from renkei.engine import commands as c
from renkei.engine.state import State
from renkei.project.project import Project
from renkei.protocol.messages import AnyMessage

ENDED: tuple[type[A2AError], ...] = (TaskNotFoundError, UnsupportedOperationError)
"""The errors of an agent about a message to a task that has ended, or that it has forgotten."""


class Delivering:
    """The messages between a participant and its outside agent."""

    def __init__(self, project: Project, agent: str) -> None:
        self._project = project
        self._agent = agent
        self.tasks: tuple[str, ...] = ()
        """The tasks at which the last look looked, the oldest first."""

    async def deliver(self, calls: Calls) -> bool:
        """Send all unread messages; return whether there were any. Raises as `Calls`, ProtocolError, or LogError.

        While the participant is paused they wait: nothing could be done about the answers.
        """
        sent = False
        while not self._is_paused and (unread := [one.message for one in self._project.state.unread_of(self._agent)]):
            message = unread[0]
            if _is_for(self._project.state, self._agent, message):
                await self._deliver(calls, message)
            self._project.do_as_runtime(c.MarkRead((message.id,), reader=self._agent))
            sent = True
        return sent

    async def _deliver(self, calls: Calls, message: AnyMessage) -> None:
        link = link_of(self._project, self._agent, message)
        if _is_cancelled(self._project.state, message):
            await self._cancel(calls, link)
            return
        if is_noted(self._project, self._agent, message, link):
            return  # the process was killed before the message was marked as read
        response = await self._send(calls, message, link)
        if response.HasField("message"):
            take_message(self._project, self._agent, self._request(message), response.message)
        elif link is None or response.task.id != link.task:
            note_task(self._project, self._agent, self._request(message), response.task)

    async def _send(self, calls: Calls, message: AnyMessage, link: TaskLink | None) -> StreamResponse:
        made = Message(
            message_id=command_id(self._agent, message.id),
            role=Role.ROLE_USER,
            parts=parts_of(message, typed=calls.typed),
            extensions=[EXTENSION] if calls.typed else [],
            task_id=link.task if link else "",
            context_id=link.context if link else "",
        )
        try:
            return await calls.send(made)
        except ENDED:
            if not made.task_id:
                raise
        made.reference_task_ids.append(made.task_id)
        made.task_id = ""
        return await calls.send(made)

    def _request(self, message: AnyMessage) -> AnyMessage:
        """Return the request that a message belongs to: the hand-over of its contract, else the message itself.

        The contract of a reply is that of the question.
        """
        asked = self._project.find_message(message.in_reply_to) if message.in_reply_to else message
        contract = contract_of(self._project.state, message) or contract_of(self._project.state, asked)
        handoff = contract.message_id if contract is not None and contract.assignee == self._agent else None
        return self._project.find_message(handoff) if handoff else message

    async def _cancel(self, calls: Calls, link: TaskLink | None) -> None:
        if link is not None and link.task:
            try:
                await calls.cancel(link.task)
            except (TaskNotCancelableError, TaskNotFoundError):
                return  # it has ended already

    async def look(self, calls: Calls) -> bool:
        """Look at every task that is not answered yet; return whether one says something new.

        Raises as `deliver`, once all tasks were looked at.
        """
        news, failed = False, None
        if self._is_paused:
            return news
        found = [(one, link_of(self._project, self._agent, one)) for one in open_requests(self._project, self._agent)]
        tasks = [(request, link) for request, link in found if link is not None and link.task]
        self.tasks = tuple(link.task for _, link in tasks)
        for request, link in tasks:
            try:
                news = await self._look(calls, request, link) or news
            except FAILURES as error:
                failed = error
        if failed is not None:
            raise failed
        return news

    async def _look(self, calls: Calls, request: AnyMessage, link: TaskLink) -> bool:
        try:
            task = await calls.get(link.task)
        except TaskNotFoundError:
            take_loss(self._project, self._agent, request, link)
            return True
        return take_answer(self._project, self._agent, request, task)

    @property
    def _is_paused(self) -> bool:
        """Whether the participant may not act now. A record ends that, which wakes the deliveries."""
        state = self._project.state
        return state.paused is not None or self._agent in state.suspended

    @property
    def waits(self) -> bool:
        """Whether the agent still has something to answer."""
        return bool(open_requests(self._project, self._agent))


def _is_for(state: State, agent: str, message: AnyMessage) -> bool:
    """Return whether a message is sent outside: the participant is named in it, or has to answer it."""
    return agent in message.receivers or any(one.message_id == message.id for one in state.owed_by(agent))


def _is_cancelled(state: State, message: AnyMessage) -> bool:
    contract = contract_of(state, message)
    return contract is not None and contract.status == "cancelled"
