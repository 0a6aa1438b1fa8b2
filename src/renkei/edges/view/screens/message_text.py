"""All of one message as text, however long it is: a part of it on each page."""

from typing import Any

from renkei.budget.context.message_text import full
from renkei.edges.view.visit import Visit

PART = 100_000
"""Characters on a page."""


def show(visit: Visit) -> dict[str, Any]:
    """Return a part of a message's text; raises UnknownMessageError, BadValueError."""
    name = visit.path["message"]
    text = full(visit.message(name), visit.locale)
    start = visit.number("start", 0, most=max(0, len(text) - 1))
    end = min(len(text), start + PART)
    return {
        "message": name,
        "text": text[start:end],
        "start": start,
        "end": end,
        "length": len(text),
        "before": max(0, start - PART) if start else None,
        "next": end if end < len(text) else None,
    }
