"""Turns a member's line into a message, by a table of the types of lines, and a decision into the answer to a request.

A request to stop or to approve a plan is a decision request here; for the team it is a pair of types and a file.
"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from renkei.edges.chat.mailboxes.lines import DATA, Line
from renkei.engine.state import EVERYBODY
from renkei.errors import BadValueError
from renkei.immutable.frozen import frozen
from renkei.log.atomic_write import read_plain, write_atomically
from renkei.protocol.primitives import Priority, valid_id

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


def was_broadcast(data: Mapping[str, Any]) -> bool:
    """Return whether a message was made from a broadcast, which its program writes into every inbox itself."""
    return bool(data.get("extensions", {}).get("mailbox") == {"type": "broadcast"})


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


RESPONSES = {
    "shutdown_request": "shutdown_response",
    "plan_approval": "plan_approval_response",
    "plan_approval_request": "plan_approval_response",
}
"""The type of the line that answers each type of line."""


def request_in(line: Line) -> dict[str, str] | None:
    """Return the data needed to answer a request; None for a line that requires no answer.

    A line with a message requires no further answer: its decision may be up to another participant.
    """
    name = line.extras.get("request_id")
    if line.type not in RESPONSES or not isinstance(name, str) or carried(line) is not None:
        return None
    try:
        return {"type": line.type, "request_id": valid_id(name)}
    except BadValueError:
        return None


def response_to(request: Mapping[str, str], payload: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the type and the extras of the line that reports the decision on a request."""
    approve = str(payload["chosen_option"]).strip().lower() == APPROVE
    return RESPONSES[request["type"]], {"request_id": request["request_id"], "approve": approve}


def resolve(directory: Path, request: str, by: str, approve: bool, reason: str, now: float) -> bool:
    """Write the decision into the file of a request, as its program would; return whether anything changed.

    Raises OSError if it cannot be written. A request that is resolved already, or has no readable file, is left alone:
    the line answers it.
    """
    path = directory / f"{request}.json"
    try:
        found = json.loads(read_plain(path))
    except (OSError, ValueError, RecursionError):
        return False
    if not isinstance(found, dict) or found.get("status") != "pending":
        return False
    found |= {
        "status": "approved" if approve else "rejected",
        "resolved_by": by,
        "resolved_at": now,
        "response": {"approve": approve, "reason": reason},
        "updated_at": now,
    }
    write_atomically(path, json.dumps(found, indent=2).encode("ascii"))
    return True
