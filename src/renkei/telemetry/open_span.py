"""A span that has not ended: it collects events and links, up to a limit each."""

from dataclasses import dataclass, field
from typing import Literal

from renkei.telemetry.span import Attributes, Span, SpanEvent, SpanLink, SpanRef, Value

MOST = 128
"""Most events, and links, of one span: the default limits of OpenTelemetry. They also bound the memory."""


@dataclass(slots=True)
class OpenSpan:
    """A turn or contract in progress."""

    name: str
    ref: SpanRef
    parent: SpanRef | None
    start: str
    attributes: dict[str, Value]
    events: list[SpanEvent] = field(default_factory=list)
    links: dict[SpanRef, SpanLink] = field(default_factory=dict)
    dropped_events: int = 0
    dropped_links: int = 0

    def note(self, name: str, at: str, attributes: Attributes) -> None:
        """Add an event."""
        if len(self.events) < MOST:
            self.events.append(SpanEvent(name, at, attributes))
        else:
            self.dropped_events += 1

    def link(self, to: SpanRef | None, attributes: Attributes) -> None:
        """Add a link, unless it leads to the span itself, to its parent, or to a span that is linked already."""
        if to is None or to in self.links or to in (self.ref, self.parent):
            return
        if len(self.links) < MOST:
            self.links[to] = SpanLink(to, attributes)
        else:
            self.dropped_links += 1

    def ended(
        self, at: str, seq: int, more: Attributes, error: str = "", kind: Literal["internal", "producer"] = "internal"
    ) -> Span:
        """Return the span, which ended at a time in a record, with more attributes."""
        return Span(
            self.name,
            self.ref,
            self.parent,
            kind,
            self.start,
            at,
            seq,
            {**self.attributes, **more},
            tuple(self.events),
            tuple(self.links.values()),
            self.dropped_events,
            self.dropped_links,
            error,
        )
