"""Which message answers which: the table of replies, and how a reply names what it answers (section 2).

A message whose type has a row in `REPLIES` opens an obligation on each addressee. A missing row means that nothing is
owed. A reply of another type does not close the obligation.
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
"""Types that answer a message of each type."""

SUBJECT: dict[str, Callable[[AnyMessage], str | None]] = {
    "TASK_RESULT": lambda message: message.payload.original_task_ref,  # type: ignore[union-attr]
    "TASK_BLOCKED": lambda message: message.payload.original_task_ref,  # type: ignore[union-attr]
    "STATUS_UPDATE": lambda message: message.payload.task_ref,  # type: ignore[union-attr]
    "DECISION_REQUEST": lambda message: message.payload.decision_id,  # type: ignore[union-attr]
    "DECISION_RESULT": lambda message: message.payload.decision_id,  # type: ignore[union-attr]
    "REVIEW_REQUEST": lambda message: message.payload.artifact_ref,  # type: ignore[union-attr]
    "REVIEW_RESULT": lambda message: message.payload.artifact_ref,  # type: ignore[union-attr]
}
"""What a message of each type is about, by the id that its payload names."""


def subject(message: AnyMessage) -> str | None:
    """Give the id that the payload is about: a task, a decision or an artifact; None for the other types."""
    about = SUBJECT.get(message.type)
    return about(message) if about else None


def expected_replies(message: AnyMessage) -> tuple[MessageType, ...]:
    """Give the types that would answer this message; empty when it asks for nothing."""
    if message.expected_response_type is not None:
        return message.expected_response_type
    if isinstance(message, m.FreeformMessage) and message.payload.requires_response:
        return ("FREEFORM",)
    return REPLIES.get(message.type, ())


def answers(reply: AnyMessage, request_id: str, request_subject: str | None, expects: tuple[str, ...]) -> bool:
    """Tell whether `reply` answers the request: its type is expected, and it names the request or its subject.

    A STATUS_UPDATE that says `blocked` counts as a TASK_BLOCKED for the same task.
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
