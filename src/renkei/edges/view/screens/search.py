"""Search through all that was ever said: by words, and by the filters of the conversation."""

from typing import Any

from renkei.edges.view.fillers import Fillers
from renkei.edges.view.found_words import marked
from renkei.edges.view.paging import page_before, shown_of
from renkei.edges.view.selection import FILTERS, filter_choices, selection_of
from renkei.edges.view.visit import Visit

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
        found = [record for name in names if (record := visit.record_of(name)) is not None]
        wanted = set(names)
        blocks = [
            one
            for record in {record.seq: record for record in found}.values()
            for one in shown_of(visit, selection, record)
            if one.message in wanted
        ]
        is_cut = len(names) == SEARCHED or len(blocks) > SHOWN
    else:
        page = page_before(visit, selection, visit.seq + 1) if any(visit.query.get(one) for one in FILTERS) else None
        found = list(page.records) if page else []
        blocks = [one for one in page.blocks[::-1] if one.message] if page else []
        is_cut = page is not None and page.older
    fillers = Fillers(visit, selection, found)
    return {
        "words": words,
        "blocks": [(one, fillers.fill(marked(one.markup, words))) for one in blocks[:SHOWN]],
        "is_cut": is_cut,
        "selection": selection,
        **filter_choices(visit),
    }
