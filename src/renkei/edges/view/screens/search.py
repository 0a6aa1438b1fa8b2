"""Search through all that was ever said: by words, and by the filters of the conversation."""

from typing import Any

from renkei.edges.view.fillers import Fillers
from renkei.edges.view.paging import page_before, shown_of
from renkei.edges.view.screens.conversation import TIERS
from renkei.edges.view.selection import FILTERS, selection_of
from renkei.edges.view.visit import Visit
from renkei.engine.state import SYSTEM
from renkei.protocol.messages import MESSAGE_CLASSES

SEARCHED = 100
"""Messages that are looked at: the best matches, of which the filters leave some."""

SHOWN = 40
"""Messages that a page shows."""


def show(visit: Visit) -> dict[str, Any]:
    """Return the messages that hold all words, the best match first; without words, the newest that are filtered."""
    words = visit.query.get("q", "").strip()
    selection = selection_of(visit)
    if words:
        names = [message.id for message in visit.project.search(words, SEARCHED)]
        found = [
            record for name in names if (record := visit.project.log.find_message(name)) and record.seq <= visit.seq
        ]
        wanted = set(names)
        blocks = [
            one
            for record in {record.seq: record for record in found}.values()
            for one in shown_of(visit, selection, record)
            if one.event is not None and one.event.message.id in wanted
        ]
        is_cut = len(names) == SEARCHED or len(blocks) > SHOWN
    else:
        page = page_before(visit, selection, visit.seq + 1) if any(visit.query.get(one) for one in FILTERS) else None
        found = list(page.records) if page else []
        blocks = [one for one in page.blocks[::-1] if one.event is not None] if page else []
        is_cut = page is not None and page.older
    fillers = Fillers(visit, selection, found)
    return {
        "words": words,
        "blocks": [(one, fillers.fill(one.markup)) for one in blocks[:SHOWN]],
        "is_cut": is_cut,
        "filters": {name: visit.query.get(name, "") for name in FILTERS},
        "selection": selection,
        "participants": [one.id for one in visit.state.everybody()] + [SYSTEM],
        "types": tuple(MESSAGE_CLASSES),
        "tiers": TIERS,
        "contracts": sorted(visit.state.contracts.entries)[:500],
    }
