"""The states of A2A's tasks, in one table for each direction.

A task is a contract that its client delegated to an agent. Its state follows from the contract's status and from what
the client still has to answer. In the other direction, the state of an outside agent's task says which act follows.
"""

from collections.abc import Mapping
from typing import Literal

from a2a.types import TaskState

from renkei.contracts.lifecycle import Status

STATES: Mapping[Status, TaskState] = {
    "open": TaskState.TASK_STATE_SUBMITTED,
    "claimed": TaskState.TASK_STATE_SUBMITTED,
    "accepted": TaskState.TASK_STATE_SUBMITTED,
    "in_progress": TaskState.TASK_STATE_WORKING,
    "blocked": TaskState.TASK_STATE_WORKING,  # input-required until the client has answered
    "submitted": TaskState.TASK_STATE_WORKING,  # input-required if the client owes the verdict
    "partial": TaskState.TASK_STATE_WORKING,  # the same
    "completed": TaskState.TASK_STATE_COMPLETED,
    "failed": TaskState.TASK_STATE_FAILED,
    "refused": TaskState.TASK_STATE_REJECTED,
    "cancelled": TaskState.TASK_STATE_CANCELED,
}
"""The state of a contract's task while its client owes no answer about it."""

TERMINAL = frozenset(
    (
        TaskState.TASK_STATE_COMPLETED,
        TaskState.TASK_STATE_FAILED,
        TaskState.TASK_STATE_REJECTED,
        TaskState.TASK_STATE_CANCELED,
    )
)
"""States that end a task."""

INTERRUPTED = frozenset((TaskState.TASK_STATE_INPUT_REQUIRED, TaskState.TASK_STATE_AUTH_REQUIRED))
"""States in which a task waits for its client."""

Step = Literal["accept", "report", "ask", "submit", "fail", "refuse"]
"""The acts of an outside agent in the project: it accepts a request, or follows the state of its task."""

STEPS: Mapping[TaskState, Step] = {
    TaskState.TASK_STATE_UNSPECIFIED: "report",
    TaskState.TASK_STATE_SUBMITTED: "report",
    TaskState.TASK_STATE_WORKING: "report",
    TaskState.TASK_STATE_INPUT_REQUIRED: "ask",
    TaskState.TASK_STATE_AUTH_REQUIRED: "ask",
    TaskState.TASK_STATE_COMPLETED: "submit",
    TaskState.TASK_STATE_FAILED: "fail",
    TaskState.TASK_STATE_CANCELED: "fail",
    TaskState.TASK_STATE_REJECTED: "refuse",
}
"""State of an outside agent's task → what follows in the project."""
