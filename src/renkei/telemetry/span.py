"""Spans as values, and their ids.

An id is a hash of what the span is about: the first record of the project, and the id of a turn, a contract or a
message. So the same records always give the same ids, on every machine, and a viewer that receives a span twice has
one.
"""

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Literal

from renkei.immutable.frozen import frozen

Value = str | int | float | bool | tuple[str, ...]
Attributes = Mapping[str, Value]

TRACEPARENT = "traceparent"
"""The extension of a message that names the caller's span, as in W3C Trace Context."""

_TRACEPARENT = re.compile(r"(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(?:-.*)?")


@frozen
class SpanRef:
    """Names a span: its trace (128 bits) and its id (64 bits)."""

    trace: int
    span: int

    @property
    def traceparent(self) -> str:
        """The reference as the text of a `traceparent`."""
        return f"00-{self.trace:032x}-{self.span:016x}-01"


@frozen
class SpanEvent:
    """Something that happened within a span; `at` is a time in UTC."""

    name: str
    at: str
    attributes: Attributes


@frozen
class SpanLink:
    """A span that another one follows from without being part of it."""

    to: SpanRef
    attributes: Attributes


@frozen
class Span:
    """A span that has ended. `error`: what went wrong, "" for nothing; `seq`: the record in which it ended.

    `dropped_events`, `dropped_links`: how many were beyond the limit.
    """

    name: str
    ref: SpanRef
    parent: SpanRef | None
    kind: Literal["internal", "producer"]
    start: str
    end: str
    seq: int
    attributes: Attributes
    events: tuple[SpanEvent, ...] = ()
    links: tuple[SpanLink, ...] = ()
    dropped_events: int = 0
    dropped_links: int = 0
    error: str = ""


def derived(parent: SpanRef | None, *about: str) -> SpanRef:
    """Return the reference of the span about something: in the trace of its parent, or in its own."""
    found = sha256("\0".join(about).encode()).digest()
    return SpanRef(int.from_bytes(found[:16]) if parent is None else parent.trace, int.from_bytes(found[16:24]))


def caller_of(extensions: Mapping[str, Any]) -> SpanRef | None:
    """Return the caller's span that a message names; None if it names none, or not as W3C Trace Context says."""
    text = extensions.get(TRACEPARENT)
    found = _TRACEPARENT.fullmatch(text) if isinstance(text, str) else None
    if found is None or (found[0].startswith("00") and len(found[0]) != len("00-") + 32 + 1 + 16 + len("-00")):
        return None
    ref = SpanRef(int(found[1], 16), int(found[2], 16))
    return ref if ref.trace and ref.span else None
