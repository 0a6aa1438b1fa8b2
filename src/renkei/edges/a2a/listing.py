"""ListTasks: the tasks of one client with one agent, the last changed first, in pages."""

import base64
import binascii
from collections.abc import Iterator

from a2a.types import ListTasksRequest, ListTasksResponse, Task, TaskState
from a2a.utils.errors import InvalidParamsError
from a2a.utils.task import apply_history_length, validate_history_length, validate_page_size

from renkei.edges.a2a.task import Asker, task_ids, view_of
from renkei.project.project import Project

MOST = 1000
"""Tasks that are looked at, the newest ones."""

PAGE = 50
"""Default number of tasks in a page."""


def list_tasks(project: Project, asker: Asker, params: ListTasksRequest) -> ListTasksResponse:
    """Return a page of a client's tasks; raises InvalidParamsError."""
    validate_history_length(params)
    if params.HasField("page_size"):
        validate_page_size(params.page_size)
    size, start = params.page_size or PAGE, _position(params.page_token)
    found = sorted(_matching(project, asker, params), key=_changed, reverse=True)
    page = [_shown(one, params) for one in found[start : start + size]]
    more = start + size < len(found)
    token = base64.urlsafe_b64encode(str(start + size).encode()).decode() if more else ""
    return ListTasksResponse(tasks=page, next_page_token=token, page_size=len(page), total_size=len(found))


def _matching(project: Project, asker: Asker, params: ListTasksRequest) -> Iterator[Task]:
    after = params.status_timestamp_after
    for name in task_ids(project, asker, MOST):
        task = view_of(project, asker, name).task
        if params.context_id not in ("", task.context_id):
            continue
        if params.status not in (TaskState.TASK_STATE_UNSPECIFIED, task.status.state):
            continue
        if not params.HasField("status_timestamp_after") or _changed(task) > (after.seconds, after.nanos):
            yield task


def _changed(task: Task) -> tuple[int, int]:
    return task.status.timestamp.seconds, task.status.timestamp.nanos


def _shown(task: Task, params: ListTasksRequest) -> Task:
    if not params.include_artifacts:
        task.ClearField("artifacts")
    return apply_history_length(task, params)


def _position(token: str) -> int:
    try:
        return int(base64.urlsafe_b64decode(token)) if token else 0
    except (ValueError, binascii.Error):
        raise InvalidParamsError("The page token is not one of this server. Begin without it.") from None
