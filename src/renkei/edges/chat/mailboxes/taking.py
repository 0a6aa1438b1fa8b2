"""Turns a member's line into a message, by a table of the types of lines."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from renkei.edges.chat.mailboxes.lines import DATA, Line
from renkei.engine.state import EVERYBODY
from renkei.immutable.frozen import frozen
from renkei.protocol.primitives import Priority

LONGEST_SUMMARY = 160


@frozen
class LineKind:
    """The message of a type of line: the `intent_hint` of a FREEFORM, or a request to approve or reject."""

    hint: str
    priority: Priority = "normal"
    asks: bool = False


KINDS: dict[str, LineKind] = {
    "message": LineKind("NOTE"),
    "broadcast": LineKind("KNOWLEDGE_SHARE"),
    "shutdown_request": LineKind("DECISION_REQUEST", "high", asks=True),
    "shutdown_response": LineKind("DECISION_RESULT"),
    "plan_request": LineKind("TASK_HANDOFF"),
    "plan_approval": LineKind("DECISION_REQUEST", asks=True),
    "plan_approval_request": LineKind("DECISION_REQUEST", asks=True),
    "plan_approval_response": LineKind("DECISION_RESULT"),
    "result": LineKind("TASK_RESULT"),
    "idle_notification": LineKind("STATUS_UPDATE", "low"),
    "error": LineKind("TASK_BLOCKED", "high"),
}
"""The message of each type of line. Other types count as `message`."""

APPROVE, REJECT = "approve", "reject"


def is_broadcast(line: Line) -> bool:
    """Return whether a line appears in several inboxes as one message to all."""
    return line.type == "broadcast"


def carried(line: Line) -> dict[str, Any] | None:
    """Return the message that a line carries, or None."""
    found = line.extras.get(DATA)
    return found if isinstance(found, dict) else None


def message_of(line: Line, name: str, sender: str, owner: str, now: str) -> dict[str, Any]:
    """Return the data of a line's message, or of the message that it carries.

    `name` identifies the line, `sender` and `owner` (of the inbox) are participants, `now` is the time of a line
    without one.
    """
    message = carried(line)
    if message is not None:
        return message
    kind = KINDS.get(line.type, KINDS["message"])
    said = f"[{line.type}] " if line.type not in ("message", "broadcast") else ""
    verdict = _verdict(line.extras)
    text = f"{said}{verdict}{line.content}".strip() or f"[{line.type}]"
    values: dict[str, Any] = {
        "id": f"m-{name}",
        "from": sender,
        "to": EVERYBODY if is_broadcast(line) else owner,
        "priority": kind.priority,
        "timestamp": _timestamp(line.time) or now,
        "context_summary": text.splitlines()[0][:LONGEST_SUMMARY],
        "extensions": {"mailbox": {"type": line.type}},
    }
    if kind.asks:
        return values | {"type": "DECISION_REQUEST", "payload": _question(line, name, text)}
    body = {"intent_hint": kind.hint, "body": text, "requires_response": False, "urgency": kind.priority}
    return values | {"type": "FREEFORM", "payload": body}


def _question(line: Line, name: str, text: str) -> dict[str, Any]:
    options = [{"label": APPROVE, "analysis": ""}, {"label": REJECT, "analysis": ""}]
    return {"decision_id": f"{line.type}-{name[:16]}", "question": text, "options": options}


def _verdict(extras: Mapping[str, Any]) -> str:
    approve = extras.get("approve")
    return f"{APPROVE if approve else REJECT}: " if isinstance(approve, bool) else ""


def _timestamp(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds") if seconds else ""
