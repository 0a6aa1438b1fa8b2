"""Drafts of messages: documents without some header fields, which `renkei send` fills in."""

from collections.abc import Mapping
from typing import Any

from renkei.budget.context.message_text import summary_of
from renkei.documents.source import Source
from renkei.engine.validation import DOCUMENTS, kind_of

STAND_INS: dict[str, Any] = {
    "id": "m-1",
    "from": "sender",
    "to": "recipient",
    "priority": "normal",
    "context_summary": "a summary",
    "timestamp": "2026-01-05T09:00:00Z",
}
"""Values with which a draft is checked before it is sent."""


def fill_header(source: Source, values: Mapping[str, Any]) -> None:
    """Fill in the missing header fields of a message; documents of other kinds stay unchanged.

    The context summary defaults to the first line of the main text, unless `values` has one.
    """
    value: Any = source.value
    header = value.get("message", value) if isinstance(value, dict) else None
    if isinstance(header, dict) and kind_of(value, DOCUMENTS)[0] in ("message", None):
        for name, given in values.items():
            header.setdefault(name, given)
        header.setdefault("context_summary", summary_of(header.get("type"), header.get("payload")))
