"""Requests to stop or to approve a plan: here a decision request, for the team a pair of types and a file."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from renkei.edges.chat.mailboxes.lines import Line
from renkei.edges.chat.mailboxes.taking import APPROVE, carried
from renkei.errors import BadValueError
from renkei.log.atomic_write import read_plain, write_atomically
from renkei.protocol.primitives import valid_id

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
