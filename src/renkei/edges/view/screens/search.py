"""Search through all that was ever said: by words and operators, and by the filters of the conversation."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from markupsafe import escape

from renkei.edges.view.acts.searches import saved_searches, search_query
from renkei.edges.view.conversation.fillers import Fillers
from renkei.edges.view.conversation.paging import page_before, shown_of
from renkei.edges.view.conversation.records import Block
from renkei.edges.view.conversation.selection import FILTERS, Selection, filter_choices, selection_of
from renkei.edges.view.conversation.slots import BEGIN, END
from renkei.edges.view.refusals import reason_of
from renkei.edges.view.visit import Visit
from renkei.engine.record import Record
from renkei.engine.search.nearby import nearby
from renkei.engine.search.query import Query, WrongQueryError
from renkei.immutable.frozen import frozen
from renkei.project.conversation import search_at
from renkei.store.search_index import is_cjk, words_of

LOOKED_AT = (100, 500)
"""The best matches that are looked at: more of them where the filters leave too few of the first ones."""

MOST_MESSAGES = 40
"""Messages that a page shows."""

SKIPPED = rf"<[^>]*>|&#?\w+;|{BEGIN}[^{END}]*{END}"
"""Tags, references to characters, and slots."""


@frozen
class Matches:
    """The results of a search: its blocks, their records, and how many matches it looked at.

    `is_cut`: whether there may be more.
    """

    blocks: Sequence[Block]
    records: Sequence[Record]
    looked_at: int
    is_cut: bool


NONE = Matches((), (), 0, is_cut=False)


def show(visit: Visit) -> dict[str, Any]:
    """Return the messages that a search finds, the best match first; without one, the newest that are filtered."""
    text = visit.query.get("q", "").strip()
    ordered = f"{text} order:time" if "time" in visit.query.getlist("order") else text
    selection = selection_of(visit)
    wrong, query = "", Query()
    try:
        query = search_at(ordered, visit.project.now(), visit.person)
        found = _newest(visit, selection) if query.is_empty else _matching(visit, selection, ordered)
    except WrongQueryError as error:
        wrong, found = reason_of(error, visit.locale), NONE
    fillers, words = Fillers(visit, selection, found.records), " ".join(query.words)
    return {
        "words": text,
        "saved": saved_searches(visit.project, visit.person) if visit.is_live else {},
        "query": search_query(visit.query),
        "wrong": wrong,
        "by_time": query.by_time,
        "blocks": [(one, fillers.fill(marked(one.markup, words))) for one in found.blocks[:MOST_MESSAGES]],
        "looked_at": found.looked_at,
        "meant": () if wrong or found.looked_at else nearby(query, visit.state),
        "is_cut": found.is_cut,
        "selection": selection,
        **filter_choices(visit),
    }


def _matching(visit: Visit, selection: Selection, text: str) -> Matches:
    for most in LOOKED_AT:
        names = dict.fromkeys(message.id for message in visit.project.search(text, most, visit.person))
        blocks: dict[str, Block] = {}
        records: list[Record] = []
        for record in filter(None, map(visit.record_of, names)):
            shown = {one.message: one for one in shown_of(visit, selection, record) if one.message in names}
            records += [record] if shown.keys() - blocks.keys() else []
            blocks |= shown
        if len(names) < most or len(blocks) >= MOST_MESSAGES:
            break
    return Matches(list(blocks.values()), records, len(names), len(names) == most or len(blocks) > MOST_MESSAGES)


def _newest(visit: Visit, selection: Selection) -> Matches:
    if not any(visit.query.get(one) for one in FILTERS):
        return NONE
    page = page_before(visit, selection, visit.seq + 1)
    return Matches([one for one in page.blocks[::-1] if one.message], page.records, 0, page.older)


def marked(markup: str, words: str) -> str:
    """Return markup in which the words of a search are a `mark`; tags, slots and references to characters stay.

    As in the search, a word is the beginning of one in any case, and CJK characters are found anywhere.
    """
    parts = sorted(set(words_of(words)), key=len, reverse=True)
    if not parts:
        return markup
    found = re.compile(rf"{SKIPPED}|(?P<found>{'|'.join(_patterns(parts))})", re.IGNORECASE)
    return found.sub(lambda one: f"<mark>{one[0]}</mark>" if one["found"] else one[0], markup)


def _patterns(parts: Iterable[str]) -> Iterable[str]:
    """Yield a pattern for each part, which matches it in escaped text."""
    for part in parts:
        text = re.escape(str(escape(part)))
        yield text if is_cjk(part) else rf"(?<![^\W_]){text}"
