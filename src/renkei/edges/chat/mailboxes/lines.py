"""A line of an inbox: written exactly as a form's programs write theirs, read tolerantly."""

import json
from collections.abc import Mapping
from typing import Any

from renkei.edges.chat.mailboxes.forms import Form
from renkei.immutable.frozen import frozen

DATA = "renkei"
"""The extra key for a message of renkei in a line."""


@frozen
class Line:
    """The content of a line, whatever its form. `time` is in seconds; 0.0 if the line has none."""

    type: str
    sender: str
    to: str
    content: str
    time: float
    extras: Mapping[str, Any]


class UnreadableLineError(ValueError):
    """A line is not a JSON object, or has no sender."""


def encode(line: Line, form: Form) -> bytes:
    """Return a line with its line feed, in ASCII: some readers treat U+2028 and U+0085 as line ends."""
    keep = form.names["extras"]
    values: dict[str, Any] = {
        "type": line.type,
        form.names["sender"]: line.sender,
        "to": line.to,
        "content": line.content,
        form.names["time"]: line.time,
        "metadata": dict(line.extras),
    }
    found = {key: values[key] for key in form.keys}
    if not keep:
        found |= {key: value for key, value in line.extras.items() if key not in found}
    return json.dumps(found, ensure_ascii=True, allow_nan=False).encode("ascii") + b"\n"


def decode(data: bytes, form: Form) -> Line:
    """Return the content of a line; raises UnreadableLineError. Keys unknown to the form are extras."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise UnreadableLineError(f"no JSON: {error}") from None
    if not isinstance(found, dict):
        raise UnreadableLineError("no JSON object")
    sender = found.get(form.names["sender"])
    if not isinstance(sender, str) or not sender:
        raise UnreadableLineError(f"no {form.names['sender']!r}")
    content = found.get("content", "")
    kept = found.get("metadata") if form.names["extras"] else None
    others = {key: value for key, value in found.items() if key not in form.keys}
    return Line(
        _text(found.get("type")) or "message",
        _text(sender),
        _text(found.get("to")),
        _text(content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)),
        _seconds(found.get(form.names["time"])),
        others | (kept if isinstance(kept, dict) else {}),
    )


def _text(value: Any) -> str:
    """Return a text that can be stored: JSON may contain half a surrogate pair."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else ""


def _seconds(value: Any) -> float:
    good = isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value < 1e11
    return float(value) if good else 0.0
