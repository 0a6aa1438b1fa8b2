"""A conversation: of the whole team, a group, a thread, or between the person and one participant."""

import json
from collections.abc import Hashable
from typing import Any
from urllib.parse import urlencode

from renkei.edges.view.conversation.arranging import arranged
from renkei.edges.view.conversation.fillers import Fillers
from renkei.edges.view.conversation.paging import PAGE, Page, page_after, page_before, shown_of
from renkei.edges.view.conversation.records import Block, changed_slots
from renkei.edges.view.conversation.selection import FILTERS, Selection, filter_choices, selection_of
from renkei.edges.view.conversation.sidebar import listed_conversations
from renkei.edges.view.forms.compose_box import compose_box
from renkei.edges.view.rendering import render
from renkei.edges.view.session.read_marks import ALL, conversations_in, new_messages, seen_in
from renkei.edges.view.visit import Visit
from renkei.edges.view.words import words_in
from renkei.engine.record import Record
from renkei.engine.state import EVERYBODY, SYSTEM
from renkei.engine.views.titles import message_title, title_of
from renkei.errors import UnknownActorError, UnknownMessageError, UnknownRecipientError

KEPT_IN_STREAM = ("group", "with", "thread", "all", *FILTERS)
"""Parameters of the address that the stream needs to know which cards it sends."""


def show(visit: Visit) -> dict[str, Any]:
    """Return a page of the conversation, the newest message last; raises UnknownReferenceError, BadValueError."""
    _check(visit)
    selection = selection_of(visit)
    before = visit.number("before", visit.seq + 1, least=1)
    if "after" in visit.query:
        page = page_after(visit, selection, visit.number("after", 0))
    else:
        page = page_before(visit, selection, min(before, visit.seq + 1))
    return shown(visit, selection, page)


def show_list(visit: Visit) -> str:
    """Return the list of conversations for an open page; the one in `of` is on it."""
    name = visit.query.get("of", "")
    found = listed_conversations(visit, name, new_messages(visit))
    values = {"visit": visit, "t": words_in(visit.locale), "locale": visit.locale, "here_message": ""}
    return render("conversations.html", **values, conversations=found)


def show_thread(visit: Visit) -> dict[str, Any]:
    """Return a page of one thread; raises UnknownMessageError for one in which nothing was said and no work is."""
    thread = visit.path["thread"]
    found = show(visit)
    is_known = (
        found["blocks"] or found["thread_slot"] or f"/pending_decisions/{thread}/owner" in visit.state.board.cells
    )
    if not is_known and not any(visit.project.log.records_about("thread", thread, visit.seq + 1, 1)):
        raise UnknownMessageError(message_id=thread, near="")
    return found


def show_message(visit: Visit) -> dict[str, Any]:
    """Return the messages around a message; raises UnknownMessageError."""
    name = visit.path["message"]
    record = visit.record_of(name)
    if record is None:
        raise UnknownMessageError(message_id=name, near="")
    selection = selection_of(visit)
    upto, later = page_before(visit, selection, record.seq + 1), page_after(visit, selection, record.seq)
    half = PAGE // 2
    blocks = (*upto.blocks[-half:], *later.blocks[:half])
    older, newer = upto.older or len(upto.blocks) > half, later.newer or len(later.blocks) > half
    first, last = (blocks[0].seq, blocks[-1].seq) if blocks else (record.seq, record.seq)  # filters may take all
    page = Page(blocks, (*upto.records, *later.records), first, last, older, newer)
    return shown(visit, selection, page, here=name)


def shown(visit: Visit, selection: Selection, page: Page, here: str = "") -> dict[str, Any]:
    """Return the template's values of a page."""
    name = conversation_of(visit)
    new = new_messages(visit)
    seen = seen_in(visit, name)
    fillers = Fillers(visit, selection, page.records, here)
    first_new = next((one for one in page.blocks if seen is not None and _is_new(visit, one, seen)), None)
    follows = visit.is_live and not page.newer and not here and "after" not in visit.query
    return {
        "blocks": list(arranged(visit, page.blocks, fillers, first_new)),
        "first_new": first_new,
        "new_before": seen if first_new is not None and first_new is page.blocks[0] and page.older else None,
        "older": page.first if page.older else None,
        "newer": page.last if page.newer else None,
        "forward": "after" in visit.query,
        "conversation": name,
        "title": _title(visit, here),
        "conversations": listed_conversations(visit, name, new),
        "selection": selection,
        **filter_choices(visit),
        "stream": stream_query(visit) if follows else None,
        "thread": visit.path.get("thread", ""),
        "thread_slot": fillers.one("contract", visit.path["thread"]) if "thread" in visit.path else "",
        "here_message": here,
        "box": compose_box(visit, follows=follows),
        "PAGE": PAGE,
    }


def _title(visit: Visit, here: str) -> str:
    """Return the title of the message that the address names, or of what its thread is about; else ""."""
    if here:
        return message_title(visit.message(here))
    thread = visit.path.get("thread", "")
    titles = (title_of(visit.state, f"{kind}:{thread}") for kind in ("contract", "decision", "message"))
    return next(filter(None, titles), "")


def arrived(visit: Visit, records: list[Record]) -> str:
    """Return the stream's data for new records: the selected blocks, and other changes of the page."""
    selection = selection_of(visit)
    fillers = Fillers(visit, selection, records, is_new=True)
    blocks = [one for record in records for one in shown_of(visit, selection, record)]
    parts = [one.markup for one in arranged(visit, blocks, fillers)]
    counts: dict[str, int] = {}
    for record in records:
        for name in conversations_in(record, visit.person):
            counts[name] = counts.get(name, 0) + 1
    slots = [(f"{kind}:{ref}", fillers.one(kind, ref)) for kind, ref in changed_slots(records)]
    news = render("news.html", counts=json.dumps(counts), slots=slots) if counts or slots else ""
    return "".join([*parts, news])


def stream_key(visit: Visit) -> Hashable:
    """Return the key of a page's stream: everything that determines its events."""
    selected = [(name, visit.query[name]) for name in KEPT_IN_STREAM if name in visit.query]
    return visit.person, visit.locale, tuple(selected) if "cards" in visit.query else None


def conversation_of(visit: Visit) -> str:
    """Return the name of the conversation that an address shows, as the marks of the browser have it."""
    if thread := visit.path.get("thread"):
        return f"thread:{thread}"
    query = visit.query
    return f"group:{query['group']}" if query.get("group") else f"with:{query['with']}" if query.get("with") else ALL


def stream_query(visit: Visit) -> str:
    """Return the parameters with which a stream continues the page."""
    kept = {name: visit.query[name] for name in KEPT_IN_STREAM if name in visit.query}
    kept |= {"thread": visit.path["thread"]} if "thread" in visit.path else {}
    return urlencode({"cards": "", "after": visit.seq, **kept})


def _check(visit: Visit) -> None:
    state, query = visit.state, visit.query
    group, partner = query.get("group"), query.get("with")
    if group and group not in state.groups and group != EVERYBODY:
        raise UnknownRecipientError(
            recipient=group, problem="is not a group", known=", ".join(sorted(state.groups)) or "none"
        )
    if partner and partner not in state.actors and partner not in state.departed and partner != SYSTEM:
        raise UnknownActorError(actor=partner, known=state.known_actors())


def _is_new(visit: Visit, block: Block, seen: int) -> bool:
    return block.seq > seen and bool(block.message) and block.sender != visit.person
