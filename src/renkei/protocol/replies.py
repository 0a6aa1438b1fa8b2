"""Which message replies to which: the table of replies, and how a reply names its request (section 2).

A message whose type has a row in `REPLIES` opens an obligation for each recipient; other types ask for no reply. A
reply of any other type does not close the obligation.
"""

from collections.abc import Callable

from renkei.protocol import messages as m
from renkei.protocol.messages import AnyMessage, MessageType

REPLIES: dict[str, tuple[MessageType, ...]] = {
    "TASK_HANDOFF": ("TASK_RESULT", "TASK_BLOCKED"),
    "DECISION_REQUEST": ("DECISION_RESULT",),
    "CONFLICT_REPORT": ("DECISION_RESULT", "TASK_HANDOFF"),
    "REVIEW_REQUEST": ("REVIEW_RESULT",),
}
"""The types that reply to each message type."""

ANSWERS = frozenset(("TASK_RESULT", "TASK_BLOCKED", "DECISION_RESULT", "REVIEW_RESULT"))
"""Types that only answer a request."""

SUBJECT: dict[str, Callable[[AnyMessage], str | None]] = {
    "TASK_RESULT": lambda message: message.payload.original_task_ref,  # type: ignore[union-attr]
    "TASK_BLOCKED": lambda message: message.payload.original_task_ref,  # type: ignore[union-attr]
    "STATUS_UPDATE": lambda message: message.payload.task_ref,  # type: ignore[union-attr]
    "DECISION_REQUEST": lambda message: message.payload.decision_id,  # type: ignore[union-attr]
    "DECISION_RESULT": lambda message: message.payload.decision_id,  # type: ignore[union-attr]
    "REVIEW_REQUEST": lambda message: message.payload.artifact_ref,  # type: ignore[union-attr]
    "REVIEW_RESULT": lambda message: message.payload.artifact_ref,  # type: ignore[union-attr]
}
"""The payload field with the subject's id, for each message type."""


def subject(message: AnyMessage) -> str | None:
    """Return the id of the task, decision or artifact that a message is about; None for all other types."""
    about = SUBJECT.get(message.type)
    return about(message) if about else None


def expected_replies(message: AnyMessage) -> tuple[str, ...]:
    """Return the types that reply to this message; empty if it asks for no reply."""
    if message.expected_response_type is not None:
        return message.expected_response_type
    if isinstance(message, m.FreeformMessage) and message.payload.requires_response:
        return ("FREEFORM",)
    return REPLIES.get(message.type, ())


def answers(reply: AnyMessage, request_id: str, request_subject: str | None, expects: tuple[str, ...]) -> bool:
    """Check whether `reply` answers a request: its type is expected, and it names the request or its subject.

    A STATUS_UPDATE with the status `blocked` counts as a TASK_BLOCKED for the same task.
    """
    kind = reply.type
    if isinstance(reply, m.StatusUpdateMessage) and reply.payload.new_status == "blocked":
        kind = "TASK_BLOCKED" if "TASK_BLOCKED" in expects else kind
    if kind not in expects:
        return False
    about = subject(reply)
    if reply.in_reply_to is not None:
        return reply.in_reply_to == request_id or (about is not None and about == request_subject)
    return about is not None and about in (request_id, request_subject)
