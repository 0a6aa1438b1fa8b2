"""Answers the requests of A2A clients, whatever transport carries them.

The SDK reads and writes the transports. Its own store of tasks is not used: tasks are computed from the log. The caller
of each request is the participant of its token, who sees only the tasks that it delegated.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from functools import partial
from typing import Any, TypeVar

from a2a.server.context import ServerCallContext
from a2a.server.request_handlers.request_handler import RequestHandler, validate_request_params
from a2a.types import (
    AgentCard,
    CancelTaskRequest,
    DeleteTaskPushNotificationConfigRequest,
    GetExtendedAgentCardRequest,
    GetTaskPushNotificationConfigRequest,
    GetTaskRequest,
    ListTaskPushNotificationConfigsRequest,
    ListTaskPushNotificationConfigsResponse,
    ListTasksRequest,
    ListTasksResponse,
    Message,
    SendMessageRequest,
    SubscribeToTaskRequest,
    Task,
    TaskPushNotificationConfig,
)
from a2a.utils.errors import (
    ExtendedAgentCardNotConfiguredError,
    PushNotificationNotSupportedError,
    TaskNotCancelableError,
    UnsupportedOperationError,
)
from a2a.utils.task import apply_history_length, validate_history_length
from anyio import CapacityLimiter
from anyio.to_thread import run_sync

from renkei.acts.table import request
from renkei.edges.a2a.following import Event, Records, events_between, follow
from renkei.edges.a2a.incoming import receive
from renkei.edges.a2a.listing import list_tasks
from renkei.edges.a2a.parts import EXTENSION
from renkei.edges.a2a.reading import mark_delivered
from renkei.edges.a2a.refusals import refused
from renkei.edges.a2a.states import INTERRUPTED, TERMINAL
from renkei.edges.a2a.task import Asker, View, find_contract, view_of
from renkei.engine.rows import Kind
from renkei.errors import UnknownActorError
from renkei.project.project import Project

LONGEST_WAIT = 600.0
"""Seconds that SendMessage waits for the end of a task or for a question; then it returns the task as it is."""

THREADS = 16

Answer = TypeVar("Answer")


class Requests(RequestHandler):
    """The requests to the agents of one project. `agent_of` returns which agent a request is for."""

    def __init__(self, project: Project, records: Records, agent_of: Callable[[ServerCallContext], str]) -> None:
        self._project = project.through("token")
        self._records = records
        self._agent_of = agent_of
        self._threads = CapacityLimiter(THREADS)

    async def _run(self, function: Callable[..., Answer], *arguments: Any) -> Answer:
        with refused():
            return await run_sync(function, *arguments, limiter=self._threads)

    def _asker(self, context: ServerCallContext) -> Asker:
        """Return who asks which agent; raises TokenRefusedError, or UnknownActorError for an agent that has left."""
        caller, agent = self._project.token_holder(context.state.get("token", "")), self._agent_of(context)
        if agent not in self._project.state.actors:
            raise UnknownActorError(actor=agent, known=self._project.state.known_actors())
        return Asker(caller, agent, EXTENSION in context.requested_extensions)

    def _view(self, context: ServerCallContext, task_id: str) -> View:
        asker = self._asker(context)
        view = view_of(self._project, asker, task_id)
        mark_delivered(self._project, asker.caller, task_id)
        return view

    def _look(self, context: ServerCallContext, view: View) -> View:
        """Return a task as it is now; without records about it, nothing is computed."""
        log, name, last = self._project.log, view.task.id, self._project.state.seq
        kinds: tuple[Kind, ...] = ("contract", "thread")
        if not any(True for kind in kinds for _ in log.records_about(kind, name, after=view.seq, limit=1)):
            self._asker(context)
            return View(view.task, last, view.progress)
        return self._view(context, name)

    def _receive(self, context: ServerCallContext, params: SendMessageRequest) -> View:
        validate_history_length(params.configuration)
        if params.configuration.HasField("task_push_notification_config"):
            raise PushNotificationNotSupportedError("There are no push notifications. Stream, or ask for the task.")
        asker = self._asker(context)
        return view_of(self._project, asker, receive(self._project, asker, params.message))

    @validate_request_params
    async def on_message_send(self, params: SendMessageRequest, context: ServerCallContext) -> Task | Message:
        """Do what a message asks for. Wait for the end of its task or for a question, unless it says not to."""
        view = await self._run(self._receive, context, params)
        if not params.configuration.return_immediately:
            view = await self._waited(context, view)
        return apply_history_length(view.task, params.configuration)

    async def _waited(self, context: ServerCallContext, view: View) -> View:
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                async for newer in self._followed(context, view, TERMINAL | INTERRUPTED):
                    view = newer
        except TimeoutError:
            pass
        return view

    def _followed(self, context: ServerCallContext, view: View, until: frozenset[Any]) -> AsyncGenerator[View, None]:
        return follow(self._records, partial(self._run, self._look, context), view, until)

    async def _events(
        self, context: ServerCallContext, view: View, until: frozenset[Any]
    ) -> AsyncGenerator[Event, None]:
        async for newer in self._followed(context, view, until):
            for event in events_between(view, newer):
                yield event
            view = newer

    @validate_request_params
    async def on_message_send_stream(
        self, params: SendMessageRequest, context: ServerCallContext
    ) -> AsyncGenerator[Event, None]:
        """Do what a message asks for, and stream its task until it ends or asks something."""
        view = await self._run(self._receive, context, params)
        yield apply_history_length(view.task, params.configuration)
        async for event in self._events(context, view, TERMINAL | INTERRUPTED):
            yield event

    @validate_request_params
    async def on_subscribe_to_task(
        self, params: SubscribeToTaskRequest, context: ServerCallContext
    ) -> AsyncGenerator[Event, None]:
        """Stream a task that has not ended: first as it is, then what changes."""
        view = await self._run(self._view, context, params.id)
        if view.state in TERMINAL:
            raise UnsupportedOperationError(f"The task {params.id} has ended. GetTask returns it.")
        yield view.task
        async for event in self._events(context, view, TERMINAL):
            yield event

    @validate_request_params
    async def on_get_task(self, params: GetTaskRequest, context: ServerCallContext) -> Task | None:
        """Return a task of the caller."""
        validate_history_length(params)
        view = await self._run(self._view, context, params.id)
        return apply_history_length(view.task, params)

    @validate_request_params
    async def on_list_tasks(self, params: ListTasksRequest, context: ServerCallContext) -> ListTasksResponse:
        """Return the caller's tasks."""
        return await self._run(lambda: list_tasks(self._project, self._asker(context), params))

    @validate_request_params
    async def on_cancel_task(self, params: CancelTaskRequest, context: ServerCallContext) -> Task | None:
        """Cancel a task of the caller, with its subcontracts."""
        return (await self._run(self._cancel, context, params.id)).task

    def _cancel(self, context: ServerCallContext, task_id: str) -> View:
        asker = self._asker(context)
        view = view_of(self._project, asker, task_id)
        if view.state in TERMINAL:
            status = find_contract(self._project, asker, task_id).status
            raise TaskNotCancelableError(f"The task {task_id} is {status}, so it cannot be cancelled.")
        self._project.perform(request("cancel", contract=task_id), actor=asker.caller)
        return view_of(self._project, asker, task_id)

    async def on_create_task_push_notification_config(
        self, params: TaskPushNotificationConfig, context: ServerCallContext
    ) -> TaskPushNotificationConfig:
        """Refuse: there are no push notifications."""
        raise PushNotificationNotSupportedError

    async def on_get_task_push_notification_config(
        self, params: GetTaskPushNotificationConfigRequest, context: ServerCallContext
    ) -> TaskPushNotificationConfig:
        """Refuse: there are no push notifications."""
        raise PushNotificationNotSupportedError

    async def on_list_task_push_notification_configs(
        self, params: ListTaskPushNotificationConfigsRequest, context: ServerCallContext
    ) -> ListTaskPushNotificationConfigsResponse:
        """Refuse: there are no push notifications."""
        raise PushNotificationNotSupportedError

    async def on_delete_task_push_notification_config(
        self, params: DeleteTaskPushNotificationConfigRequest, context: ServerCallContext
    ) -> None:
        """Refuse: there are no push notifications."""
        raise PushNotificationNotSupportedError

    async def on_get_extended_agent_card(
        self, params: GetExtendedAgentCardRequest, context: ServerCallContext
    ) -> AgentCard:
        """Refuse: the public card has everything."""
        raise ExtendedAgentCardNotConfiguredError
