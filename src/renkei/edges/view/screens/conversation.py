"""The conversation: everybody, one group, one thread, or what the person and one participant say to each other."""

from itertools import islice
from typing import Any

from renkei.edges.view.visit import Visit

PAGE = 60
"""Records that a page shows."""


def show(visit: Visit) -> dict[str, Any]:
    """Return a page of the conversation, the newest message last."""
    before = visit.number("before", visit.seq + 1, least=1)
    start = max(0, before - 1 - PAGE)
    found = islice(visit.project.records(start), before - 1 - start)
    return {
        "cards": visit.markup.of(found, visit.locale),
        "older": start + 1 if start > 0 else None,
        "participants": visit.state.everybody(),
        "groups": sorted(visit.state.groups),
    }
