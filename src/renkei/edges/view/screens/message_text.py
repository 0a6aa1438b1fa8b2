"""All of one message as text, however long it is: a part of it on each page."""

from typing import Any

from renkei.budget.context.message_text import full
from renkei.edges.view.visit import Visit
from renkei.engine.views.titles import message_title

PART = 100_000
"""Characters on a page."""


def show(visit: Visit) -> dict[str, Any]:
    """Return a part of a message's text; raises UnknownMessageError, BadValueError."""
    name = visit.path["message"]
    message = visit.message(name)
    text = full(message, visit.locale)
    start = visit.number("start", 0, most=max(0, len(text) - 1))
    end = min(len(text), start + PART)
    return {
        "message": name,
        "title": message_title(message),
        "text": text[start:end],
        "start": start,
        "end": end,
        "length": len(text),
        "before": max(0, start - PART) if start else None,
        "next": end if end < len(text) else None,
    }
