"""Defaults of a reply: its recipients, the message it answers, and its subject."""

from collections.abc import Callable, Sequence
from typing import Any

from renkei.engine.state import EVERYBODY, SYSTEM, State
from renkei.protocol.messages import MESSAGE_CLASSES, AnyMessage
from renkei.protocol.replies import expected_replies, subject

ABOUT: dict[str, Callable[[AnyMessage], str | None]] = {
    "original_task_ref": lambda message: _task_of(message),
    "task_ref": lambda message: _task_of(message),
    "decision_id": lambda message: message.id if message.type == "CONFLICT_REPORT" else _about(message, "decision_id"),
    "artifact_ref": lambda message: _about(message, "artifact_ref"),
}
"""Field of a payload that names the subject of a reply → its source in the message answered."""


def reply_type(message: AnyMessage) -> str:
    """Return the type of a reply to a message: the first standard one it asks for, else FREEFORM."""
    return next((one for one in expected_replies(message) if one in MESSAGE_CLASSES), "FREEFORM")


def reply_document(state: State, message: AnyMessage, person: str, names: Sequence[str]) -> dict[str, Any]:
    """Return the fields of a reply that are known before it is written. `names`: the fields of its payload."""
    task = message.task_ref if state.contracts.find(message.task_ref) else None
    known = {
        "to": reply_recipients(message, person),
        "in_reply_to": message.id,
        "thread": message.thread,
        "task_ref": task,
        "payload": {name: found(message) for name, found in ABOUT.items() if name in names},
    }
    return {name: value for name, value in known.items() if value is not None}


def reply_recipients(message: AnyMessage, person: str) -> list[str]:
    """Return the recipients of a reply: the sender, or for the person's own message its recipients."""
    if message.from_ in (person, SYSTEM):
        return [one for one in message.receivers if one != person] or [EVERYBODY]
    return [message.from_]


def known_options(message: AnyMessage) -> list[str]:
    """Return the labels of the options that a message offers."""
    return [one.label for one in vars(message.payload).get("options", ())]


def _task_of(message: AnyMessage) -> str | None:
    payload = vars(message.payload)
    named = message.task_ref or payload.get("original_task_ref") or payload.get("task_ref")
    return named or (message.id if message.type == "TASK_HANDOFF" else None)


def _about(message: AnyMessage, name: str) -> str | None:
    return subject(message) if name in vars(message.payload) else None
